import { INSERT_UNORDERED_LIST_COMMAND } from "@lexical/list";
import {
  $getRoot,
  DELETE_CHARACTER_COMMAND,
  FORMAT_ELEMENT_COMMAND,
  INDENT_CONTENT_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  KEY_ARROW_DOWN_COMMAND,
  UNDO_COMMAND,
} from "lexical";
import { expect, it } from "vitest";
import { documentHtml } from "./document";
import { callout } from "./features/callout";
import { header } from "./features/header";
import { question } from "./features/question";
import { $legacyPassages } from "./legacyFonts";
import { $misplacedHeadings } from "./outline";
import { $textOf, act, open, type TestEditor, table, type } from "./testEditor";

// Blocks that hold blocks: how they come, what works inside of them, and the ways out.

const run = async (editor: TestEditor, feature: typeof callout, entry = 0) => {
  feature.insert?.[entry]?.run(editor);
  await Promise.resolve();
};
const enter = (editor: TestEditor) => act(editor, () => editor.dispatchCommand(INSERT_PARAGRAPH_COMMAND, undefined));
const backspace = (editor: TestEditor) => act(editor, () => editor.dispatchCommand(DELETE_CHARACTER_COMMAND, true));
const at = (editor: TestEditor, words: string, offset = words.length) =>
  act(editor, () => $textOf(words)?.select(offset, offset));

it("the selected blocks become a callout, and blocks again, each in one step", async () => {
  const editor = open("<h2>a</h2><ul><li>b</li><li>c</li></ul><p>d</p>");
  act(editor, () =>
    $textOf("a")
      ?.select(0, 0)
      .setTextNodeRange($textOf("a") as never, 0, $textOf("b") as never, 1),
  );
  await run(editor, callout);
  const wrapped = '<aside class="callout callout-note"><h2>a</h2><ul><li>b</li><li>c</li></ul></aside><p>d</p>';
  expect(documentHtml(editor)).toBe(wrapped);
  await run(editor, callout);
  expect(documentHtml(editor)).toBe("<h2>a</h2><ul><li>b</li><li>c</li></ul><p>d</p>");
  editor.dispatchCommand(UNDO_COMMAND, undefined);
  await Promise.resolve();
  expect(documentHtml(editor)).toBe(wrapped);
  editor.dispatchCommand(UNDO_COMMAND, undefined);
  await Promise.resolve();
  expect(documentHtml(editor)).toBe("<h2>a</h2><ul><li>b</li><li>c</li></ul><p>d</p>");
});

it.each([
  ["callout", callout, '<aside class="callout callout-note">', "</aside>"],
  ["question", question, '<details class="question"><summary>q</summary>', "</details>"],
])("lists, headings, alignment and indentation work inside of a %s", async (_name, feature, before, after) => {
  const editor = open("<p>q</p>");
  act(editor, () => $getRoot().selectStart());
  if (feature === callout) await run(editor, callout).then(() => act(editor, () => $textOf("q")?.setTextContent("a")));
  else {
    await run(editor, question);
    at(editor, "q");
    enter(editor);
    await type(editor, "a");
  }
  const inside = (html: string) => expect(documentHtml(editor)).toBe(before + html + after);
  at(editor, "a");
  act(editor, () => editor.dispatchCommand(FORMAT_ELEMENT_COMMAND, "center"));
  inside('<p class="ql-align-center">a</p>');
  act(editor, () => editor.dispatchCommand(INDENT_CONTENT_COMMAND, undefined));
  inside('<p class="ql-indent-1 ql-align-center">a</p>');
  await run(editor, header, 2);
  expect(documentHtml(editor)).toContain("<h3");
  act(editor, () => editor.dispatchCommand(INSERT_UNORDERED_LIST_COMMAND, undefined));
  expect(documentHtml(editor)).toContain("<ul><li");
  expect(documentHtml(editor).startsWith(before) && documentHtml(editor).endsWith(after)).toBe(true);
});

it("Enter in an empty last block leaves a callout, and the first Backspace takes it away", async () => {
  const editor = open('<aside class="callout callout-exam"><p>a</p></aside>');
  at(editor, "a");
  enter(editor);
  enter(editor);
  await type(editor, "b");
  expect(documentHtml(editor)).toBe('<aside class="callout callout-exam"><p>a</p></aside><p>b</p>');
  at(editor, "a", 0);
  backspace(editor);
  expect(documentHtml(editor)).toBe("<p>a</p><p>b</p>");
});

it("the arrow down leads out of a callout that ends the text, and not out of the middle of it", async () => {
  const editor = open('<aside class="callout callout-tip"><p>a</p><p>b</p></aside>');
  const down = () => {
    const event = new KeyboardEvent("keydown", { key: "ArrowDown", cancelable: true });
    act(editor, () => editor.dispatchCommand(KEY_ARROW_DOWN_COMMAND, event));
  };
  at(editor, "a");
  down();
  await type(editor, "1");
  at(editor, "b");
  down();
  await type(editor, "2");
  expect(documentHtml(editor)).toBe('<aside class="callout callout-tip"><p>a1</p><p>b</p></aside><p>2</p>');
});

it("a question goes from its words to its answer and out of it, and is text again after Backspace", async () => {
  const editor = open("<p>Who?</p>");
  at(editor, "Who?");
  await run(editor, question);
  enter(editor);
  await type(editor, "All");
  enter(editor);
  enter(editor);
  await type(editor, "b");
  const stored = '<details class="question"><summary>Who?</summary><p>All</p></details><p>b</p>';
  expect(documentHtml(editor)).toBe(stored);
  // Its words stay what they are, whatever is made of their block.
  at(editor, "Who?", 0);
  await run(editor, header, 1);
  expect(documentHtml(editor)).toBe(stored);
  backspace(editor);
  expect(documentHtml(editor)).toBe("<p>Who?</p><p>All</p><p>b</p>");
});

it("Enter within the words of a question takes what is behind it into the answer", () => {
  const editor = open('<details class="question"><summary>ab</summary><p>c</p></details>');
  at(editor, "ab", 1);
  enter(editor);
  expect(documentHtml(editor)).toBe('<details class="question"><summary>a</summary><p>b</p><p>c</p></details>');
});

it("from the cell of a table the whole of it goes into a callout, since there is none in a cell", async () => {
  const html = table("<tbody><tr><td>a</td></tr></tbody>");
  const editor = open(html);
  at(editor, "a");
  await run(editor, callout);
  expect(documentHtml(editor)).toBe(`<aside class="callout callout-note">${html}</aside>`);
  const within = table('<tbody><tr><td><aside class="callout callout-tip"><p>a</p></aside></td></tr></tbody>');
  expect(documentHtml(open(within))).toBe(html);
});

it("what a writer should look at is found in callouts, questions and tables", () => {
  const editor = open(
    '<aside class="callout callout-tip"><h4>deep</h4></aside><details class="question"><summary>PÀ£ÀßqÀ</summary>a</details>' +
      table("<tbody><tr><td>¨sÁµÉ</td></tr></tbody>"),
  );
  const words = editor
    .getEditorState()
    .read(() => [...$misplacedHeadings(), ...$legacyPassages()].map((one) => one.words));
  expect(words).toEqual(["deep", "PÀ£ÀßqÀ", "¨sÁµÉ"]);
});
