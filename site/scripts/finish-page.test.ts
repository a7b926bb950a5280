import { expect, test } from "vitest";
import { finishPage } from "./finish-page.mjs";

const payload = (...parts: string[]) =>
  parts.map((part) => `<script>self.__next_f.push(${JSON.stringify([1, part])})</script>`).join("");
const page = (scripts: string) =>
  `<html><body>Text<script>(self.__next_f=[]).push([0])</script>${scripts}</body></html>`;

test("a payload is in one piece, wherever it was cut", () => {
  const text = '1:"a \\"quoted\\" part"\n2:["b"]\n';
  const whole = page(payload(text));
  for (let cut = 0; cut <= text.length; cut++) {
    expect(finishPage(page(payload(text.slice(0, cut), text.slice(cut))))).toBe(whole);
  }
  expect(finishPage(page(payload(...text)))).toBe(whole);
});
