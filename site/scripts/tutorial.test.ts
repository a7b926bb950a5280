import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

// Does what CONTRIBUTING.md says in "A block and a page, step by step", in a copy of the site's sources.

const site = path.resolve(import.meta.dirname, "..");
const root = path.dirname(site);

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), "tutorial-"));
  cpSync(path.join(site, "src"), path.join(copy, "site/src"), { recursive: true });
  for (const file of ["biome.json", ".gitignore", "site/package.json", "site/tsconfig.json"]) {
    cpSync(path.join(root, file), path.join(copy, file));
  }
  // Next writes this file, when it builds.
  writeFileSync(
    path.join(copy, "site/next-env.d.ts"),
    '/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n',
  );
  for (const folder of ["node_modules", "site/node_modules"]) {
    symlinkSync(path.join(root, folder), path.join(copy, folder));
  }
  const tutorial = readFileSync(path.join(root, "CONTRIBUTING.md"), "utf8");
  const files = [...tutorial.matchAll(/^```\w+ (site\/\S+)\n(.*?)^```$/gms)];
  expect(files.map(([, file]) => file)).toHaveLength(5);
  for (const [, file = "", content = ""] of files) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), content);
  }
  run(path.join(site, "scripts/content-model.mjs"), path.join(copy, "content-model.json"), path.join(copy, "site/src"));
});

afterAll(() => rmSync(copy, { recursive: true }));

function run(program: string, ...args: string[]) {
  return execFileSync(process.execPath, [program, ...args], { cwd: path.join(copy, "site"), encoding: "utf8" });
}

test("the files are as the tools want them", () => {
  run(path.join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "--incremental", "false", "-p", ".");
  run(
    path.join(root, "node_modules/@biomejs/biome/bin/biome"),
    "ci",
    "--error-on-warnings",
    "src/blocks/fees",
    "src/app/scholarships",
  );
});

test("the model has the block and the page", () => {
  const { blocks, pages } = JSON.parse(readFileSync(path.join(copy, "content-model.json"), "utf8"));
  const fees = blocks.find(({ type }: { type: string }) => type === "fees");
  expect(fees.fields.map(({ key }: { key: string }) => key)).toEqual(["heading", "lead", "courses", "ground"]);
  expect(pages.find(({ page }: { page: string }) => page === "scholarships").route).toBe("/scholarships");
});

test("an editor's page shows the block, and the new page has its texts", async () => {
  const outfile = path.join(copy, "site/shown.cjs");
  await build({
    stdin: {
      contents: `
        import { renderToStaticMarkup } from "react-dom/server";
        import { BlockView } from "@/blocks/BlockView";
        import { Content } from "@/content/content";
        import { Reader } from "@/content/reader";
        import { routes } from "@/content/routes";
        import { emptySnapshot, siteConfig } from "@/content/source";

        export function show(parts) {
          const reader = new Reader(new Content(siteConfig({ NODE_ENV: "test" }), { ...emptySnapshot(), ...parts }));
          const { blocks } = routes["/[...path]"].inputs(reader, "kas-2027");
          return {
            html: renderToStaticMarkup(blocks.map((block) => <BlockView key={block.id} {...block} />)),
            texts: routes["/scholarships"].inputs(reader).texts,
          };
        }`,
      resolveDir: path.join(copy, "site/src"),
      loader: "tsx",
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    jsx: "automatic",
    packages: "external",
    loader: { ".svg": "file" },
    tsconfig: path.join(copy, "site/tsconfig.json"),
    logLevel: "error",
  });
  const { show } = createRequire(import.meta.url)(outfile);
  const courses = [{ name: "KAS 2027", fee: "₹ 12,000" }];
  const block = { id: "fees", type: "fees", anchor: "", values: { heading: "What it costs", courses } };
  const page = { id: "1", path: "/kas-2027", title: "KAS 2027", description: "", image: "", updated_at: "" };
  const written = { id: "2", page: "scholarships", section: "head", type: "title", key: "title", order_index: 1 };
  const { html, texts } = show({
    pages: [{ ...page, blocks: [block] }],
    page_content: [{ ...written, content: "Half the fee" }],
  });
  expect(html).toContain("What it costs");
  expect(html).toMatch(/<dt[^>]*>KAS 2027<\/dt><dd>₹ 12,000<\/dd>/);
  expect(texts.head.title).toBe("Half the fee");
  expect(texts.rules.heading).toBe("Who gets one");
});
