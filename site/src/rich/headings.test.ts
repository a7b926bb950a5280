import { expect, test } from "vitest";
import { contentsOf } from "./headings";
import { pageOf } from "./pageOf";
import { words } from "./testing";

function withHeadings(stored: string) {
  const { html, headings } = pageOf(stored, { words, headings: true });
  return { html, entries: contentsOf(stored, headings).map(({ id, text }) => ({ id, text })) };
}

const text = `<p>${"word ".repeat(700)}</p>`;

test("headings get ids of their words, in any script, each once", () => {
  const { html } = withHeadings(
    '<h2>What&#39;s <em>next</em>?</h2><h3 class="ql-align-center">योजना</h3><h2>What&#39;s next</h2><h2><br></h2>',
  );
  expect(html).toBe(
    '<h2 id="on-what-s-next">What&#39;s <em>next</em>?</h2><h3 id="on-योजना" class="ql-align-center">योजना</h3>' +
      '<h2 id="on-what-s-next-2">What&#39;s next</h2><h2><br></h2>',
  );
});

test("a heading with the words of another's id has one of its own", () => {
  const { html } = withHeadings("<h2>Plan</h2><h2>Plan</h2><h2>Plan 2</h2>");
  expect([...html.matchAll(/id="([^"]*)"/g)].map(([, id]) => id)).toEqual(["on-plan", "on-plan-2", "on-plan-2-2"]);
});

test("a long text lists the first levels that have three headings", () => {
  const two = "<h2>One</h2><h3>One &amp; a half</h3><h4>Small print</h4><h2>Two</h2>";
  expect(withHeadings(text + two).entries.map((entry) => entry.text)).toEqual(["One", "One & a half", "Two"]);
  expect(withHeadings(`${text}${two}<h2>Three</h2>`).entries.map((entry) => entry.id)).toEqual([
    "on-one",
    "on-two",
    "on-three",
  ]);
});

test("a reference that the server does not write stays as it is", () => {
  const { entries } = withHeadings(`${text}<h2>&constructor;</h2><h2>a&#39;b</h2><h2>&lt;b&gt;</h2>`);
  expect(entries.map((entry) => entry.text)).toEqual(["&constructor;", "a'b", "<b>"]);
});

test("a short text, and one with few headings, has no list", () => {
  expect(withHeadings("<h2>One</h2><h2>Two</h2><h2>Three</h2>").entries).toEqual([]);
  expect(withHeadings(`${text}<h2>One</h2><h2>Two</h2>`).entries).toEqual([]);
});

test("names that mean something to objects are names like any other", () => {
  const { entries } = withHeadings(`${text}<h2>constructor</h2><h2>constructor</h2><h2>&amp;constructor;</h2>`);
  expect(entries).toEqual([
    { id: "on-constructor", text: "constructor" },
    { id: "on-constructor-2", text: "constructor" },
    { id: "on-constructor-3", text: "&constructor;" },
  ]);
});

test("a footnote is no part of a heading's words", () => {
  const { html, entries } = withHeadings(
    `${text}<h2>Plan<span class="footnote" role="note">Of 1951.</span></h2><h2>B</h2><h2>C</h2>`,
  );
  expect(entries[0]).toEqual({ id: "on-plan", text: "Plan" });
  expect(html).toContain('<h2 id="on-plan">Plan<sup');
});
