import { expect, test } from "vitest";
import { patchOf } from "../../render/patch";
import { applied } from "./releases";

const page = (title: string, phone: string, mail = "desk@example.org") =>
  `<nav><a href="tel:${phone.replaceAll(" ", "")}">${phone}</a></nav><main><h1>${title}</h1></main>` +
  `<footer>Call <b>${phone}</b>, write to <a href="mailto:${mail}">${mail}</a></footer>` +
  `<is-land data-props='{"title":"${title}","phone":"${phone}"}'></is-land>`;
const samples = (old: string, now: string) =>
  ["One", "Another title", ""].map((title) => ({ old: page(title, old), new: page(title, now) }));

test("what changes alike in all samples changes in any other page", () => {
  const patch = patchOf(samples("+91 80 1", "+91 80 4567 8901"));
  expect(patch).not.toBeNull();
  for (const title of ["A third", "Ring +91 80 1 today", "नमस्ते", "<b>"]) {
    expect(applied(patch ?? [], page(title, "+91 80 1"))).toBe(page(title, "+91 80 4567 8901"));
  }
});

test("something that appears, disappears, or stays as it is", () => {
  const line = (extra: string) => (title: string) => `<p>${title}</p><footer>Academy${extra}</footer>`;
  const [without, within] = [line(""), line('<a href="https://example.org/">Community</a>')];
  for (const [old, now] of [
    [without, within],
    [within, without],
  ] as const) {
    const patch = patchOf(["a", "b"].map((title) => ({ old: old(title), new: now(title) })));
    expect(applied(patch ?? [], old("c"))).toBe(now("c"));
  }
  expect(patchOf(["a", "b"].map((title) => ({ old: without(title), new: without(title) })))).toEqual([]);
});

test("no patch where samples change each in its own way, and none of texts that have little in common", () => {
  const different = samples("1", "2");
  different[1] = { old: page("Another title", "1"), new: page("Another title", "3") };
  expect(patchOf(different)).toBeNull();
  different[1] = { old: page("Another title", "1"), new: page("Another title", "2", "other@example.org") };
  expect(patchOf(different)).toBeNull();
  const long = (word: string) => Array.from({ length: 3000 }, (_, i) => `<i>${word}${i}</i>`).join("");
  expect(patchOf([{ old: long("a"), new: long("b") }])).toBeNull();
  // One of them changes in one place more.
  const more = samples("1", "2");
  more[1] = { old: page("Another title", "1"), new: `${page("Another title", "2")}<p>more</p>` };
  expect(patchOf(more)).toBeNull();
  expect(patchOf(more.reverse())).toBeNull();
});

test("a page is left alone where a place is missing or stands twice", () => {
  const patch = patchOf(samples("1", "2")) ?? [];
  const fitting = page("Title", "1");
  expect(applied(patch, fitting)).toBe(page("Title", "2"));
  expect(applied(patch, fitting.replace("Call", "Ring"))).toBeNull();
  expect(applied(patch, fitting.replace(/<footer>.*<\/footer>/, "$&$&"))).toBeNull();
});

test("a character of two UTF-16 units is never cut", () => {
  const line = (name: string) => (title: string) => `<p>${title}</p>${"🎓".repeat(300)}<footer>x🎉${name}</footer>`;
  for (const [old, now] of [
    ["🎉", "🎊"],
    ["", "🎊"],
    ["🎊", "🎉🎊"],
    ["x🎊", "😊"],
    ["One", "Two"],
  ] as const) {
    const patch = patchOf(["a", "b"].map((title) => ({ old: line(old)(title), new: line(now)(title) })));
    const texts = (patch ?? []).flatMap((hunk) => Object.values(hunk));
    expect(texts.filter((text) => Buffer.from(text).toString() !== text)).toEqual([]);
    expect(applied(patch ?? [], line(old)("c"))).toBe(line(now)("c"));
  }
});
