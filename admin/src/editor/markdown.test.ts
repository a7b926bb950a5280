import { $getRoot, UNDO_COMMAND } from "lexical";
import { describe, expect, it } from "vitest";
import { documentHtml } from "./document";
import { $textOf, act, open, press, table, type } from "./testEditor";

/** Types these keys on an empty line, and returns what is stored; `⏎` is Enter. */
async function typed(letters: string, html = "") {
  const editor = open(html);
  act(editor, () => $getRoot().selectEnd());
  for (const part of letters.split(/(⏎)/)) {
    if (part === "⏎") press(editor, "Enter");
    else await type(editor, part);
  }
  return editor;
}

describe("Markdown becomes its format while one types, and Undo gives the characters back", () => {
  it.each([
    ["# a", "<h1>a</h1>", "<p># </p>"],
    ["## a", "<h2>a</h2>", "<p>## </p>"],
    ["###### ಅ", "<h6>ಅ</h6>", "<p>###### </p>"],
    ["- a", "<ul><li>a</li></ul>", "<p>- </p>"],
    ["1. a", "<ol><li>a</li></ol>", "<p>1. </p>"],
    ["> a", "<blockquote>a</blockquote>", "<p>&gt; </p>"],
    ["---", "<hr><p><br></p>", "<p>---</p>"],
    ["```⏎", '<pre class="ql-syntax"></pre>', "<p>```</p>"],
    ["```go⏎", '<pre class="ql-syntax" data-language="go"></pre>', "<p>```go</p>"],
    ["**a**", "<p><strong>a</strong></p>", "<p>**a**</p>"],
    ["*ಅಆ*", "<p><em>ಅಆ</em></p>", "<p>*ಅಆ*</p>"],
    ["`a*b*`", "<p><code>a*b*</code></p>", "<p>`a*b*`</p>"],
    ["[a](/b)", '<p><a href="/b">a</a></p>', "<p>[a](/b)</p>"],
    [
      "[a](https://example.org/)",
      '<p><a href="https://example.org/" target="_blank" rel="noreferrer noopener">a</a></p>',
      "<p>[a](https://example.org/)</p>",
    ],
  ])("%s", async (letters, stored, before) => {
    const editor = await typed(letters);
    expect(documentHtml(editor)).toBe(stored);
    // Later typing is a step of its own.
    const steps = / [^ ]$/.test(letters) ? 2 : 1;
    for (let i = 0; i < steps; i++) {
      editor.dispatchCommand(UNDO_COMMAND, undefined);
      await Promise.resolve();
    }
    expect(documentHtml(editor).replaceAll("&nbsp;", " ")).toBe(before);
  });

  it.each([
    ["2*3*4", "<p>2*3*4</p>"],
    ["1947. a", "<p>1947. a</p>"],
    ["* a", "<p>* a</p>"],
    ["a ---", "<p>a ---</p>"],
    ["#a", "<p>#a</p>"],
    ["![a](/b.png)", "<p>![a](/b.png)</p>"],
    ["[a](javascript:b)", "<p>[a](javascript:b)</p>"],
    ["_a_ ~~b~~ ==c==", "<p>_a_ ~~b~~ ==c==</p>"],
    ["US$5 to US$", "<p>US$5 to US$</p>"],
    ["$5 to $", "<p>$5 to $</p>"],
    ["₹5$6$", "<p>₹5$6$</p>"],
  ])("%s stays what it is", async (letters, stored) => {
    expect(documentHtml(await typed(letters)).replaceAll("&nbsp;", " ")).toBe(stored);
  });

  it.each([
    ["", "$x$", "", true],
    ["a ", "$x$", "", true],
    ["a (", "$x$", ")", true],
    ["a [", "$5 to x$", "]", true],
    ["a<br>", "$x$", " b", true],
    ["<strong>US</strong>", "$5 to US$", "", false],
    ["<strong>a </strong>", "$x$", "", true],
    ["a ", "$5 to US$", "6", false],
    ["a ", "$x$", "ಅ", false],
    ["a ", "$x$", "<em>b</em>", false],
  ])("after %s %s before %s is a formula: %s", async (before, letters, after, is) => {
    const editor = open(`<p>${before}|${after}</p>`);
    act(editor, () => {
      const mark = $getRoot()
        .getAllTextNodes()
        .find((node) => node.getTextContent().includes("|"));
      const at = mark?.getTextContent().indexOf("|") ?? 0;
      mark?.select(at, at + 1);
    });
    await type(editor, letters);
    expect(documentHtml(editor).includes("formula")).toBe(is);
    if (!is) expect(documentHtml(editor).replaceAll("&nbsp;", " ")).toBe(`<p>${before}${letters}${after}</p>`);
  });

  it("in a cell: marks and lists; what begins another block stays as it is typed", async () => {
    const cell = table("<tbody><tr><td></td><td>x</td></tr></tbody>");
    const inCell = async (letters: string) => {
      const editor = open(cell);
      act(editor, () => $textOf("x")?.selectEnd());
      press(editor, "Tab", { shiftKey: true });
      await type(editor, letters);
      return documentHtml(editor)
        .replaceAll("&nbsp;", " ")
        .split(/<td>|<\/td>/)[1];
    };
    for (const kept of ["# a", "---", "> a"]) expect(await inCell(kept)).toBe(kept.replace(">", "&gt;"));
    expect(await inCell("**a**")).toBe("<strong>a</strong>");
    expect(await inCell("- a")).toBe("<ul><li>a</li></ul>");
  });

  it("in words within a line: marks and links alone", async () => {
    const within = async (letters: string) => {
      const editor = open("", true);
      act(editor, () => $getRoot().selectEnd());
      await type(editor, letters);
      return documentHtml(editor).replaceAll("&nbsp;", " ");
    };
    for (const kept of ["# a", "- a", "---"]) expect(await within(kept)).toBe(`<p>${kept}</p>`);
    expect(await within("**a**")).toBe("<p><strong>a</strong></p>");
  });

  it("waits while an input method composes a word", async () => {
    const editor = open("");
    act(editor, () => $getRoot().selectEnd());
    await type(editor, "**ಅ*");
    editor._compositionKey = editor.getEditorState().read(() => $textOf("**ಅ*")?.getKey() ?? null);
    await type(editor, "*");
    expect(documentHtml(editor)).toBe("<p>**ಅ**</p>");
  });
});
