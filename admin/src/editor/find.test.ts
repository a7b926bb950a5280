import { HISTORY_PUSH_TAG, UNDO_COMMAND } from "lexical";
import { describe, expect, it } from "vitest";
import { documentHtml } from "./document";
import { $find, $replace } from "./find";
import { $textOf, act, open, table } from "./testEditor";

const count = (html: string, query: string) =>
  open(html)
    .getEditorState()
    .read(() => $find(query).matches.length);

function replaced(html: string, query: string, replacement: string): string {
  const editor = open(html);
  act(editor, () => $replace($find(query).matches, replacement));
  return documentHtml(editor);
}

describe("finding", () => {
  it.each([
    ["case does not count", "<p>Article ARTICLE article</p>", "aRtIcLe", 3],
    ["formats do not part a word", "<p>Art<strong>ic</strong><em>le</em></p>", "article", 1],
    ["a link does not part words", '<p>see <a href="/blog/x">Article</a> 21</p>', "see article 21", 1],
    ["lines and blocks do", "<p>a<br>b</p><p>a</p><p>b</p>", "ab", 0],
    [
      "a picture and a footnote do",
      '<p>a<img src="/media/a.png" alt="">b<span class="footnote">c</span>d</p>',
      "ab",
      0,
    ],
    [
      "in callouts, questions and lists",
      '<aside class="callout"><ul><li>x</li></ul></aside><details class="question"><summary>x</summary>x</details>',
      "x",
      3,
    ],
    ["in tables", table("<caption>rain</caption><tbody><tr><td>Rain</td><td>b</td></tr></tbody>"), "rain", 2],
    ["in code", '<pre class="ql-syntax">a := 1\nb := a</pre>', "a", 2],
    ["signs are signs", "<p>1.5 (a|b) [c] \\d $5 a-b 1x5</p>", "1.5", 1],
    ["brackets too", "<p>(a|b) [c]</p>", "(a|b) [c]", 1],
    ["a space finds a no-break space", "<p>10&nbsp;km</p>", "10 km", 1],
    ["Hindi", "<p>संविधान के अनुच्छेद</p>", "अनुच्छेद", 1],
    ["Kannada", "<p>ಸಂವಿಧಾನದ <strong>ವಿ</strong>ಧಿ</p>", "ವಿಧಿ", 1],
    ["composed letters find decomposed ones", "<p>Cafe\u0301 CAF\u00c9 \u0915\u093c\u0932\u092e</p>", "caf\u00e9", 2],
    ["a nukta is found however it was typed", "<p>\u0915\u093c\u0932\u092e \u0958\u0932\u092e</p>", "\u0958\u0932", 2],
    ["so is a vowel of two parts", "<p>\u0c95\u0cca\u0ca1 \u0c95\u0cc6\u0cc2\u0ca1</p>", "\u0c95\u0cca", 2],
    [
      "invisible characters do not count",
      "<p>zero\u200bwidth \u0915\u094d\u200d\u0937</p>",
      "zerowidth \u0915\u094d\u0937",
      1,
    ],
    ["nothing is found by nothing", "<p>a</p>", "", 0],
  ])("%s", (_name, html, query, expected) => {
    expect(count(html, query)).toBe(expected);
  });

  it("begins at the cursor, and at the start of the text behind the last one", () => {
    const editor = open("<p>one x</p><p>two x and x</p>");
    const next = () => editor.getEditorState().read(() => $find("x").next);
    act(editor, () => $textOf("two x and x")?.select(5, 5));
    expect(next()).toBe(2);
    act(editor, () => $textOf("two x and x")?.select(0, 0));
    expect(next()).toBe(1);
    act(editor, () => $textOf("two x and x")?.select(11, 11));
    expect(next()).toBe(0);
  });
});

describe("replacing", () => {
  it.each([
    ["the format in which it begins", "<p>Art<strong>icl</strong>es</p>", "article", "Part", "<p>Parts</p>"],
    ["within a format", "<p>a <strong>b c</strong></p>", "c", "d", "<p>a <strong>b d</strong></p>"],
    ["several in one line", "<p>aXbXc</p>", "x", "--", "<p>a--b--c</p>"],
    ["by nothing", "<p>a <strong>b</strong> c</p>", "b", "", "<p>a &nbsp;c</p>"],
    ["a letter of two code points", "<p>a cafe\u0301s b</p>", "caf\u00e9", "tea", "<p>a teas b</p>"],
    ["a whole link by nothing", '<p>a<a href="/blog/x">b</a></p>', "b", "", "<p>a</p>"],
    ["signs are signs", "<p>a</p>", "a", "$& \\1", "<p>$&amp; \\1</p>"],
    [
      "in a callout and a table",
      `<aside class="callout callout-tip"><p>a</p></aside>${table("<tbody><tr><td>a</td></tr></tbody>")}`,
      "a",
      "b",
      `<aside class="callout callout-tip"><p>b</p></aside>${table("<tbody><tr><td>b</td></tr></tbody>")}`,
    ],
  ])("%s", (_name, html, query, replacement, expected) => {
    expect(replaced(html, query, replacement)).toBe(expected);
  });

  it("all is one step of Undo", async () => {
    const html = "<p>a b a</p><p>a</p>";
    const editor = open(html);
    act(editor, () => $textOf("a")?.select());
    editor.update(() => $replace($find("a").matches, "c"), { discrete: true, tag: HISTORY_PUSH_TAG });
    expect(documentHtml(editor)).toBe("<p>c b c</p><p>c</p>");
    editor.dispatchCommand(UNDO_COMMAND, undefined);
    await Promise.resolve();
    expect(documentHtml(editor)).toBe(html);
  });
});
