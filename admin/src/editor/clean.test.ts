import { $createRangeSelection, $getRoot, $selectAll, $setSelection } from "lexical";
import { describe, expect, it } from "vitest";
import { documentHtml } from "./document";
import { clean } from "./features/clean";
import { open } from "./testEditor";

/** An editor with all of this HTML selected. */
function selected(html: string) {
  const editor = open(html);
  editor.update(() => $selectAll(), { discrete: true });
  return editor;
}

async function cleaned(html: string): Promise<string> {
  const editor = selected(html);
  clean(editor);
  await Promise.resolve();
  return documentHtml(editor);
}

describe("Clean takes off", () => {
  it.each([
    ["marks", "<p>a <strong>b</strong><em><u>c</u></em></p>", "<p>a bc</p>"],
    ["colours, fonts and sizes", '<p><span class="ql-size-huge" style="color: #b4472e">a</span></p>', "<p>a</p>"],
    ["headings and alignment", '<h2 class="ql-align-center">a</h2><p class="ql-indent-2">b</p>', "<p>a</p><p>b</p>"],
    ["quotes", "<blockquote>a</blockquote>", "<p>a</p>"],
    ["lists", "<ul><li>a</li><li>b</li></ul>", "<p>a</p><p>b</p>"],
    ["links", '<p>a <a href="https://example.org/">b</a> c</p>', "<p>a b c</p>"],
  ])("%s", async (_name, html, expected) => {
    expect(await cleaned(html)).toBe(expected);
  });

  it("keeps pictures", async () => {
    const html = '<p><strong>a</strong><img src="/media/a.png" alt="A"></p>';
    expect(await cleaned(html)).toBe('<p>a<img src="/media/a.png" alt="A"></p>');
  });

  it("works when the selection names blocks instead of words", async () => {
    const editor = selected('<h2>a</h2><p><strong>b</strong><img src="/media/a.png" alt=""></p>');
    editor.update(
      () => {
        const selection = $createRangeSelection();
        const [first, last] = $getRoot().getChildren();
        if (first) selection.anchor.set(first.getKey(), 0, "element");
        if (last) selection.focus.set(last.getKey(), 2, "element");
        $setSelection(selection);
      },
      { discrete: true },
    );
    clean(editor);
    await Promise.resolve();
    expect(documentHtml(editor)).toBe('<p>a</p><p>b<img src="/media/a.png" alt=""></p>');
  });
});
