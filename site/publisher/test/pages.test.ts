import { gzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { landing } from "../../../infra/bench/lighthouse/landing.mjs";
import { body, frontMatter, slug } from "../../../infra/bench/publish/content.mjs";
import { seedSite } from "./changes";
import { ContractCMS } from "./cms";
import { rendered } from "./pages";

// What is in the HTML of pages: what a cheap phone on a slow line has to load of it, and the menus.

const KB = 1024;
const MEASURED = `/blog/${slug(1)}`;

let cms: ContractCMS;
beforeEach(() => {
  cms = new ContractCMS();
  seedSite(cms);
});

const page = (of: object) => ({ title: "Fees 2027", description: "", image: "", updated_at: "", ...of }) as never;

test("a page is small, has one stylesheet that all share, and nothing that its policy refuses", async () => {
  cms.write({ ...frontMatter(1), slug: slug(1), content: body(1) } as never);
  const blocks = landing.blocks.map((block, i) => ({ id: `${i}`, anchor: "", ...block }));
  cms.parts.pages = [page({ ...landing, id: "1", blocks })];
  const shown = await rendered(cms);
  const gzipped = (path: string) => gzipSync(shown.get(path) ?? "", { level: 9 }).length;
  // The bars of make verify are 12 and 7 KB, of what a whole product serves, which differs by some bytes.
  expect(gzipped("/")).toBeLessThanOrEqual(12.2 * KB);
  expect(gzipped(MEASURED)).toBeLessThanOrEqual(7.1 * KB);
  const sizes = [...shown.values()].map((html) => Buffer.byteLength(html));
  expect(sizes.reduce((sum, size) => sum + size) / sizes.length).toBeLessThanOrEqual(26 * KB);

  const sheets = (html: string) => html.match(/<link rel="stylesheet"[^>]*>/g);
  const [sheet] = sheets(shown.get("/") ?? "") ?? [];
  for (const [path, html] of shown) {
    expect(sheets(html), path).toEqual([sheet]);
    expect(html.match(/<style[\s>]|<[^<>]* on\w+="|<base[\s>]|href="javascript:/gi), path).toBeNull();
  }

  const made = shown.get(landing.path) ?? "";
  const [, picture = ""] = /<img ([^>]*)>/.exec(made) ?? [];
  expect(picture).toMatch(/loading="eager".* fetchPriority="high"/);
  expect([...made.matchAll(/<img [^>]*loading="lazy"/g)]).toHaveLength(1);
  expect(made).toMatch(/<link rel="preload" href="[^"]*serif-core[^"]*"/);
});

const links = (html = "") =>
  [
    ...(/<ul id="main-menu".*?<\/ul>(?=<\/(?:nav|div)>)/s
      .exec(html)?.[0]
      .matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g) ?? []),
  ].map(([, href, label]) => `${label} ${href}`);

test("a menu follows the page that it leads to, is without what is hidden or unpublished, and may be empty", async () => {
  const main = async () => links((await rendered(cms, ["/blog"])).get("/blog"));
  expect((await main()).at(-1)).toBe("Contact /contact-us");
  cms.parts.menus = {
    main: [
      { label: "Fees", href: "page:fees", hidden: false, children: [] },
      { label: "About", href: "/about-us", hidden: true, children: [] },
      { label: "Blog", href: "/blog", hidden: false, children: [] },
    ],
  };
  cms.parts.pages = [page({ id: "fees", path: "/fees-2027", blocks: [] })];
  expect(await main()).toEqual(["Fees /fees-2027", "Blog /blog"]);
  cms.parts.pages = [page({ id: "fees", path: "/courses/fees", blocks: [] })];
  expect(await main()).toEqual(["Fees /courses/fees", "Blog /blog"]);
  cms.parts.pages = [];
  expect(await main()).toEqual(["Blog /blog"]);
  cms.parts.menus = { main: [] };
  expect(await main()).toEqual([]);
});

test("every picture that a page crops keeps its point in sight", async () => {
  const pictures = ["article", "about", "officer", "film", "poster", "beside"];
  const picture = (name: string) => `/media/images/${name}.jpg`;
  const point = (i: number) => ({ x: 10 + i, y: 75.5 });
  cms.parts.media_focus = Object.fromEntries(pictures.map((name, i) => [picture(name), point(i)]));
  cms.write({ slug: "covered", banner_image: picture("article") });
  cms.parts.settings = {
    ...cms.parts.settings,
    hero_background_type: "video",
    hero_video_url: "/media/film.mp4",
    hero_video_poster: picture("film"),
    adhva_vibes_psi_hidden: false,
  };
  const text = (page: string, section: string, type: string, content: string) =>
    ({ id: type, page, section, type, key: type, content, order_index: 1 }) as const;
  cms.parts.sections = [];
  cms.parts.page_content = [
    text("about", "", "image_url", picture("about")),
    text("adhva-vibes-psi", "", "officer_image", picture("officer")),
    text("home", "ncert-poster", "poster_url", picture("poster")),
  ];
  const image = { url: picture("beside"), alt: "", focus: null };
  const block = { id: "1", type: "picture-text", anchor: "", values: { text: "<p>Words</p>", image } };
  cms.parts.pages = [page({ id: "1", path: "/beside", blocks: [block] })];
  const shown = await rendered(cms, ["/blog/covered", "/blog", "/about-us", "/adhva-vibes-psi", "/", "/beside"]);
  const cropped = [...shown].flatMap(([path, html]) =>
    [...html.matchAll(/<(?:img|video) [^>]*\/media\/images\/(\w+)\.jpg[^>]*>/g)].map(([tag, name = ""]) => {
      const { x, y } = point(pictures.indexOf(name));
      return [path, name, tag.includes(`object-position:${x}% ${y}%`)];
    }),
  );
  expect(cropped.sort()).toEqual([
    ["/", "film", true],
    ["/", "poster", true],
    ["/about-us", "about", true],
    ["/adhva-vibes-psi", "officer", true],
    ["/beside", "beside", true],
    ["/blog", "article", true],
    ["/blog/covered", "article", true],
  ]);
});
