// The same articles through Hugo, the fastest of the common site generators: what its whole build costs.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { body, frontMatter, slug } from "./content.mjs";
import { root } from "./product.mjs";

const run = promisify(execFile);
const VERSION = "v0.165.0";
const RUNS = 3;

/** The program: the one that is named, else one that is built once into .build/bin. */
export async function hugoProgram(named) {
  if (named) return named;
  const folder = path.join(root, ".build/bin");
  const program = path.join(folder, "hugo");
  if (!existsSync(program)) {
    console.log(`building Hugo ${VERSION}, once …`);
    const env = { ...process.env, GOBIN: folder, CGO_ENABLED: "0" };
    await run("go", ["install", `github.com/gohugoio/hugo@${VERSION}`], { env, maxBuffer: 64 << 20 });
  }
  return program;
}

// Plain templates: a page for each article, lists of 24, a feed, a sitemap.
const layout = (main) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }} · {{ site.Title }}</title><meta name="description" content="{{ .Params.excerpt }}">
<link rel="canonical" href="{{ .Permalink }}"></head>
<body><header><a href="/">{{ site.Title }}</a><nav><a href="/blog/">Blog</a></nav></header>
<main>${main}</main><footer>{{ site.Params.phone }}</footer></body></html>
`;
const templates = {
  "page.html": layout(
    `<article><p>{{ .Params.category }}</p><h1>{{ .Title }}</h1><p>{{ .Params.author }}, {{ .Date.Format "2 January 2006" }}</p>{{ .Content }}</article>`,
  ),
  "section.html": layout(
    `{{ range (.Paginate .Pages 24).Pages }}<a href="{{ .RelPermalink }}"><h2>{{ .Title }}</h2><p>{{ .Params.excerpt }}</p></a>{{ end }}{{ partial "pages.html" . }}`,
  ),
  "home.html": layout(`<h1>{{ site.Title }}</h1>`),
  "_partials/pages.html":
    "{{ with .Paginator }}<nav>{{ range .Pagers }}<a href={{ .URL }}>{{ .PageNumber }}</a>{{ end }}</nav>{{ end }}",
};
const config = {
  baseURL: "http://localhost:8080/",
  title: "Adhva Academy",
  disableKinds: ["taxonomy", "term"],
  services: { rss: { limit: 24 } },
  // The articles are HTML, as the CMS gives them.
  security: { allowContent: [".*"] },
  params: { phone: "+91 80 4000 1234" },
};

function writeSite(folder, count) {
  mkdirSync(path.join(folder, "content/blog"), { recursive: true });
  mkdirSync(path.join(folder, "layouts/_partials"), { recursive: true });
  writeFileSync(path.join(folder, "hugo.json"), JSON.stringify(config));
  for (const [name, text] of Object.entries(templates)) writeFileSync(path.join(folder, "layouts", name), text);
  for (let number = 1; number <= count; number++) {
    const { publish_date: date, slug: _, ...article } = frontMatter(number);
    const file = path.join(folder, "content/blog", `${slug(number)}.html`);
    writeFileSync(file, `${JSON.stringify({ ...article, date })}\n${body(number)}`);
  }
}

/** Milliseconds of its whole build, the best of several. */
export async function hugoBuild(program, folder, count) {
  writeSite(folder, count);
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i++) {
    const target = path.join(folder, `public-${i}`);
    const began = performance.now();
    await run(program, ["--source", folder, "--destination", target, "--quiet", "--logLevel", "error"], {
      maxBuffer: 64 << 20,
    });
    best = Math.min(best, performance.now() - began);
  }
  for (const number of [1, count]) {
    if (!existsSync(path.join(folder, "public-0/blog", slug(number), "index.html")))
      throw new Error(`Hugo made no page for ${slug(number)}`);
  }
  return best;
}
