import { $getRoot } from "lexical";
import { expect, it } from "vitest";
import { act, open, table } from "./testEditor";
import { countWords, createCounter, inWords } from "./WordCount";

const count = (html: string) => open(html).getEditorState().read(createCounter());

it.each([
  ["English", "The Preamble's first words: “We, the People”, 1950.", 8],
  ["Hindi", "हम, भारत के लोग, भारत को बनाने के लिए।", 9],
  ["Kannada", "ಭಾರತದ ಜನರಾದ ನಾವು, ಸಾರ್ವಭೌಮ ಗಣರಾಜ್ಯ.", 5],
  ["nothing", " … – ", 0],
])("words in %s", (_language, text, expected) => {
  expect(countWords(text)).toBe(expected);
});

it.each([
  ["a word of several formats is one", "<p>Art<strong>ic</strong>le <em>21</em></p>", 2],
  ["blocks, lines and items part words", "<p>a<br>b</p><ul><li>c<ul><li>d</li></ul></li></ul>", 4],
  [
    "callouts, questions and tables",
    `<aside class="callout"><p>a</p></aside><details class="question"><summary>b</summary>c</details>${table("<tbody><tr><td>d</td><td>e</td></tr></tbody>")}`,
    5,
  ],
  [
    "a formula is a word",
    '<p>so <span class="formula" data-formula="\\frac{a}{b} + c">x</span> is</p><div class="formula" data-formula="x y">x y</div>',
    4,
  ],
  ["signs in code are none", '<pre class="ql-syntax">if a != b {\n  return a.b()\n}</pre>', 8],
])("%s", (_name, html, expected) => {
  expect(count(html)).toBe(expected);
});

it("counts what has changed since", () => {
  const editor = open("<p>a b</p><p>a b</p>");
  const $count = createCounter();
  expect(editor.getEditorState().read($count)).toBe(4);
  act(editor, () => $getRoot().selectEnd().insertText(" c"));
  expect(editor.getEditorState().read($count)).toBe(5);
});

it("says how long it takes to read", () => {
  expect([0, 1, 200, 201, 123_456].map(inWords)).toEqual([
    "0 words",
    "1 word, 1 min to read",
    "200 words, 1 min to read",
    "201 words, 2 min to read",
    "1,23,456 words, 618 min to read",
  ]);
});
