import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { finishPage } from "./next-output.mjs";

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
  const [, attribute = ""] = /data-props='([^']*)'/.exec(done) ?? [];
  const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
  expect(JSON.parse(attribute.replace(/&([^;]+);/g, (_, name) => characters[name] ?? ""))).toEqual(props);
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
