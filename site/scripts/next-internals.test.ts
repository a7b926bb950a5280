import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { JSDOM } from "jsdom";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { differences, finishPage } from "./next-internals.mjs";

const page = (body: string, head = "") => `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;
const finished = (body: string, head?: string) => finishPage(page(body, head));

test("nothing of Next's client is left", () => {
  const head =
    '<link rel="preconnect" href="/" crossorigin=""/>' +
    '<link rel="preload" as="script" fetchPriority="low" href="/_next/b.js"/>' +
    '<script src="/_next/a.js" async=""></script><meta name="next-size-adjust" content=""/>';
  const scripts = [
    '<script src="/_next/polyfills.js" noModule=""></script>',
    '<script id="_R_">(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":[]});</script>',
    "<script>(self.__next_f=self.__next_f||[]).push([0])</script>",
    '<script>self.__next_f.push([1,"0:\\"\\u003c/script>\\nof several lines"])</script>',
  ].join("");
  const text = "Text<!-- --> and text";
  expect(finished(`<div hidden=""><!--$--><!--/$--></div>${text}<!--$--><!--/$-->${scripts}`, head)).toBe(page(text));
});

test("scripts of our own stay, and what an article says of scripts", () => {
  const own = '<script data-early="">a()</script><script type="speculationrules">{}</script>';
  const body = '<script type="application/ld+json">{}</script><p>&lt;script> self.__next_f.push([1]) &lt;!-- x --></p>';
  expect(finished(body, own)).toBe(page(body, own));
});

test("the props of islands have the quotes of JSON, and mean what they meant", () => {
  const props = { title: `"It's" <b> &quot; & more`, list: [1, "a"] };
  const html = renderToStaticMarkup(
    createElement("is-land", { "data-island": "Menu", "data-props": JSON.stringify(props) }),
  );
  const done = finished(`${html}<p>data-props=&quot;x&quot;</p>`);
  expect(done).toContain(`<is-land data-island="Menu" data-props='{"title":`);
  expect(done).toContain("<p>data-props=&quot;x&quot;</p>");
  const { document } = new JSDOM(done).window;
  expect(JSON.parse(document.querySelector("is-land")?.getAttribute("data-props") ?? "")).toEqual(props);
});

test("it stops at a script that nobody knows, and at a shape that is not known", () => {
  for (const body of [
    "<script>$RC=function(){}</script>",
    '<script src="/elsewhere.js"></script>',
    '<script type="module">1</script>',
    '<template id="B:0"></template>',
    '<div hidden="" id="S:0">later</div>',
    "<!--$?-->",
  ]) {
    expect(() => finished(body), body).toThrow(/Next/);
  }
  expect(() => finishPage("<p>Text</p>")).toThrow("not a page");
});

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A build as Next leaves it, less what nothing is asked of. */
async function build(change: (files: Record<string, string>) => void = () => {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "internals-"));
  folders.push(folder);
  const early = '<script data-early="">a()</script>';
  const files: Record<string, string> = {
    "app/.next/BUILD_ID": "v1",
    "app/.next/app-path-routes-manifest.json": '{"/page":"/"}',
    "app/.next/server/app/index.html": page(
      '<div hidden=""><!--$--><!--/$--></div><script>self.__next_f.push([1])</script>' +
        '<script id="_R_">(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({});</script>',
      '<link rel="preconnect" href="/" crossorigin=""/><link rel="preload" as="script" href="/_next/a.js"/>' +
        '<script src="/_next/a.js" async=""></script><meta name="next-size-adjust" content=""/>',
    ),
    "out/index.html": page("", early),
    "out/404.html": page("", early),
  };
  change(files);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  return { app: path.join(folder, "app"), out: path.join(folder, "out"), version: "v1" };
}

/** Next's modules as they are, but for one. */
const require = createRequire(import.meta.url);
const without = (name: string) => (module: string) => (module === name ? {} : require(module));

test("a build of the Next that is known differs in nothing", async () => {
  expect(differences({ ...(await build()), load: require, resolve: require.resolve })).toEqual([]);
});

test.each([
  "next/dist/export",
  "next/dist/export/worker",
  "next/dist/server/config",
  "next/dist/server/load-components",
  "next/dist/trace",
])("a Next whose %s is another one is noticed", async (name) => {
  const found = differences({ ...(await build()), load: without(name), resolve: require.resolve });
  expect(found).toEqual([`Next's private module ${name} has not what is used of it.`]);
});

test.each([
  [
    "next/dist/export/worker",
    (text: string) => text.replace("_isAppDir", "_isNew"),
    "Next's export reads fields of a page that it is not given.",
  ],
  [
    "next/dist/export/worker",
    (text: string) => text.replace("prerendering page", "in"),
    "Next's export says in another way which page has failed.",
  ],
  [
    "next/dist/server/app-render/app-render",
    (text: string) => text.replaceAll("collectSegmentData", "segments"),
    "Next writes the pieces of a page in another way: they would be made for nobody.",
  ],
])("a Next whose %s works otherwise is noticed", async (name, change, sentence) => {
  const known = await build();
  const changed = path.join(known.app, "../changed.js");
  await writeFile(changed, change(await readFile(require.resolve(name), "utf8")));
  const resolve = (module: string) => (module === name ? changed : require.resolve(module));
  expect(differences({ ...known, load: require, resolve })).toEqual([sentence]);
});

test.each<[string, (files: Record<string, string>) => void, string]>([
  ["its manifest", (files) => Object.assign(files, { "app/.next/app-path-routes-manifest.json": "{}" }), "manifest"],
  ["its build id", (files) => Object.assign(files, { "app/.next/BUILD_ID": "other" }), "BUILD_ID"],
  ["its pages", (files) => Object.assign(files, { "app/.next/server/app/index.html": page("") }), "lack something"],
  [
    "what it leaves",
    (files) => Object.assign(files, { "out/_next/static/chunks/a.js": "" }),
    "Files for Next's client",
  ],
  [
    "inline scripts",
    (files) => Object.assign(files, { "out/a.html": page("", '<script data-early="">b()</script>') }),
    "policy",
  ],
])("a build that has another form is noticed: %s", async (_, change, sentence) => {
  const found = differences({ ...(await build(change)), load: require, resolve: require.resolve });
  expect(found).toEqual([expect.stringContaining(sentence)]);
});
