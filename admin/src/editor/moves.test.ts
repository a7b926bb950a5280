import { $getSelection, $isRangeSelection, UNDO_COMMAND } from "lexical";
import { describe, expect, it } from "vitest";
import { documentHtml } from "./document";
import { $move, $placeInWords } from "./moves";
import { $textOf, act, open, press, table } from "./testEditor";

/** The article after the block with these words has moved; null when it did not. */
function moved(html: string, words: string, where: "before" | "after", to = words): string | null {
  const editor = open(html);
  let done = false;
  act(editor, () => {
    const [from, until] = [$textOf(words), $textOf(to)];
    const selection = from?.select(0, 0);
    if (until && to !== words) selection?.focus.set(until.getKey(), until.getTextContentSize(), "text");
    done = $move(where) !== null;
  });
  return done ? documentHtml(editor) : null;
}

const cells = table("<caption>c</caption><tbody><tr><td>d</td><td>e</td></tr></tbody>");

describe("Alt+Shift with an arrow moves", () => {
  it.each<[string, string, string, "before" | "after", string | null]>([
    ["a paragraph up", "<p>a</p><h2>b</h2>", "b", "before", "<h2>b</h2><p>a</p>"],
    ["a paragraph down", "<p>a</p><h2>b</h2>", "a", "after", "<h2>b</h2><p>a</p>"],
    ["nothing over the end", "<p>a</p><h2>b</h2>", "b", "after", null],
    ["a table from a cell, with its caption", `<p>a</p>${cells}`, "e", "before", `${cells}<p>a</p>`],
    ["a table from its caption", `${cells}<p>a</p>`, "c", "after", `<p>a</p>${cells}`],
    ["a paragraph over a table with its caption", `<p>a</p>${cells}`, "a", "after", `${cells}<p>a</p>`],
    ["a paragraph over a divider", "<p>a</p><hr><p>b</p>", "b", "before", "<p>a</p><p>b</p><hr>"],
    ["an item", "<ul><li>a</li><li>b</li></ul>", "b", "before", "<ul><li>b</li><li>a</li></ul>"],
    [
      "an item with the list inside it",
      "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
      "a",
      "after",
      "<ul><li>c</li><li>a<ul><li>b</li></ul></li></ul>",
    ],
    [
      "an item over one with a list inside",
      "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
      "c",
      "before",
      "<ul><li>c</li><li>a<ul><li>b</li></ul></li></ul>",
    ],
    [
      "an inner item out of its list",
      "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
      "b",
      "after",
      "<ul><li>a</li><li>b</li><li>c</li></ul>",
    ],
    [
      "the first item before the block above",
      "<p>x</p><ol><li>a</li><li>b</li></ol>",
      "a",
      "before",
      "<ol><li>a</li></ol><p>x</p><ol><li>b</li></ol>",
    ],
    ["the only item with its list", "<ul><li>a</li></ul><p>x</p>", "a", "after", "<p>x</p><ul><li>a</li></ul>"],
    ["nothing in a table of its own", cells, "d", "before", null],
  ])("%s", (_name, html, words, where, stored) => expect(moved(html, words, where)).toBe(stored));

  it("several blocks at once", () => {
    expect(moved("<p>a</p><p>b</p><p>c</p>", "b", "before", "c")).toBe("<p>b</p><p>c</p><p>a</p>");
    expect(moved("<p>a</p><ul><li>b</li><li>c</li></ul><p>d</p>", "a", "after", "b")).toBe(
      "<p>d</p><p>a</p><ul><li>b</li><li>c</li></ul>",
    );
  });

  it("as one step of Undo, with the selection where it was, and says where", async () => {
    const editor = open("<p>a</p><p>b</p><p>c</p>");
    act(editor, () => $textOf("b")?.select(0, 1));
    press(editor, "ArrowUp", { altKey: true, shiftKey: true });
    expect(documentHtml(editor)).toBe("<p>b</p><p>a</p><p>c</p>");
    editor.getEditorState().read(() => {
      const selection = $getSelection();
      expect($isRangeSelection(selection) && selection.getTextContent()).toBe("b");
      const block = $textOf("b")?.getParent();
      expect(block && $placeInWords([block])).toBe("1 of 3");
    });
    editor.dispatchCommand(UNDO_COMMAND, undefined);
    await Promise.resolve();
    expect(documentHtml(editor)).toBe("<p>a</p><p>b</p><p>c</p>");
  });
});
