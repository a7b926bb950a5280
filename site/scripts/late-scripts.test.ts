import { expect, test } from "vitest";
import { lateScripts } from "./late-scripts.mjs";

const page = (head: string, body: string) => `<html><head>${head}</head><body>${body}</body></html>`;

test("scripts leave the head, in their order, for a loader at the end", () => {
  const html = page(
    '<link rel="preload" as="script" fetchPriority="low" href="/_next/b.js"/><script src="/_next/a.js" async=""></script>',
    'Text<script id="_R_">1</script><script src="/_next/b.js" async=""></script><script>2</script>',
  );
  const late = lateScripts(html);
  expect(late).not.toContain("<script src=");
  expect(late).not.toContain("preload");
  expect(late).toContain('<script id="_R_">1</script><script>2</script><script data-late="/_next/a.js /_next/b.js">');
});

test("the loader says the same on every page, so that one hash allows it", () => {
  const loader = (source: string) =>
    lateScripts(page("", source)).match(/<script data-late="[^"]*">(.*)<\/script>/)?.[1];
  const one = loader('<script src="/_next/a.js" async=""></script>');
  expect(one).toBeTruthy();
  expect(loader('<script src="/_next/b.js" async=""></script><script src="/_next/c.js" async=""></script>')).toBe(one);
});

test("other scripts and pages without scripts stay as they are", () => {
  const html = page('<script src="/_next/old.js" noModule=""></script>', "<p>Text</p>");
  expect(lateScripts(html)).toBe(html);
});
