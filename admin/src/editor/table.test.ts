import { $createTableSelectionFrom } from "@lexical/table";
import { $getRoot, $getSelection, $isRangeSelection, $setSelection, UNDO_COMMAND } from "lexical";
import { describe, expect, it } from "vitest";
import { documentHtml } from "./document";
import { $cellsOf } from "./table/cells";
import {
  $addColumn,
  $addRow,
  $currentCell,
  $currentTable,
  $deleteColumn,
  $deleteRow,
  $deleteTable,
  $hasHeader,
  $insertTable,
  $merge,
  $setWidth,
  $split,
  $toggleCaption,
  $toggleHeader,
  type Refusal,
  tooLarge,
} from "./table/commands";
import { $textOf, act, open, press, type TestEditor, table } from "./testEditor";

const FOUR = table("<tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody>");
const rows = (count: number) =>
  table(`<tbody>${Array.from({ length: count }, (_, i) => `<tr><td>${i}</td><td>x</td></tr>`).join("")}</tbody>`);

/** Places the caret in the cell with these words, or selects from it to that with others. */
function at(editor: TestEditor, words: string, to?: string) {
  act(editor, () => {
    const find = (text: string) =>
      $textOf(text)
        ?.getParents()
        .find((node) => node.getType() === "tablecell");
    const [from, until] = [find(words), find(to ?? words)];
    if (!to) $textOf(words)?.selectEnd();
    else {
      const cells = [from, until] as unknown as ReturnType<typeof $cellsOf>;
      const grid = cells[0]?.getParent()?.getParent();
      if (grid && cells[0] && cells[1]) {
        $setSelection($createTableSelectionFrom(grid as Parameters<typeof $cellsOf>[0], cells[0], cells[1]));
      }
    }
  });
}

/** The article after an action; "" with its refusal when it did nothing. */
function after(html: string, words: string, $act: () => Refusal | undefined, to?: string): string {
  const editor = open(html);
  at(editor, words, to);
  let refusal: Refusal | undefined;
  act(editor, () => {
    refusal = $act();
  });
  return refusal ? `${refusal.message}. ${refusal.detail}` : documentHtml(editor);
}

const body = (...lines: string[][]) =>
  table(
    `<tbody>${lines.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</tbody>`,
  );

describe("the buttons of a table", () => {
  it.each([
    ["Add row above", () => $addRow(false), body(["a", "b"], ["", ""], ["c", "d"])],
    ["Add row below", () => $addRow(true), body(["a", "b"], ["c", "d"], ["", ""])],
    ["Add column left", () => $addColumn(false), body(["", "a", "b"], ["", "c", "d"])],
    ["Add column right", () => $addColumn(true), body(["a", "", "b"], ["c", "", "d"])],
    ["Delete row", $deleteRow, body(["a", "b"])],
    ["Delete column", $deleteColumn, body(["b"], ["d"])],
    ["Delete table", $deleteTable, ""],
    [
      "Header row",
      () => $toggleHeader("row"),
      table(
        '<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody>',
      ),
    ],
    [
      "Header column",
      () => $toggleHeader("column"),
      table('<tbody><tr><th scope="row">a</th><td>b</td></tr><tr><th scope="row">c</th><td>d</td></tr></tbody>'),
    ],
  ])("%s", (_name, $act, stored) => expect(after(FOUR, "c", $act)).toBe(stored));

  it("each is one step of Undo", async () => {
    const editor = open(`<p>x</p>${FOUR}`);
    for (const $act of [() => $addRow(true), () => $toggleHeader("row"), () => $addColumn(false), $deleteTable]) {
      at(editor, "c");
      act(editor, $act);
      expect(documentHtml(editor)).not.toBe(`<p>x</p>${FOUR}`);
      editor.dispatchCommand(UNDO_COMMAND, undefined);
      await Promise.resolve();
      expect(documentHtml(editor)).toBe(`<p>x</p>${FOUR}`);
    }
  });

  it("headings of both kinds come and go", () => {
    const editor = open(FOUR);
    at(editor, "d");
    act(editor, () => $toggleHeader("row"));
    act(editor, () => $toggleHeader("column"));
    expect(documentHtml(editor)).toBe(
      table(
        '<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
          '<tbody><tr><th scope="row">c</th><td>d</td></tr></tbody>',
      ),
    );
    const again = open(documentHtml(editor));
    at(again, "d");
    again.getEditorState().read(() => {
      expect([$hasHeader("row"), $hasHeader("column")]).toEqual([true, true]);
    });
    act(again, () => $toggleHeader("row"));
    act(again, () => $toggleHeader("column"));
    expect(documentHtml(again)).toBe(FOUR);
  });

  it("Merge cells and Split cell", () => {
    const merged = after(FOUR, "a", $merge, "d");
    expect(merged).toBe(table('<tbody><tr><td colspan="2"><p>a</p><p>b</p><p>c</p><p>d</p></td></tr></tbody>'));
    expect(after(FOUR, "a", $merge)).toMatch(/^Select the cells to merge\. Drag over them/);
    expect(after(FOUR, "a", $split)).toMatch(/^This cell is not merged/);
    const wide = table('<tbody><tr><td colspan="2">a</td></tr><tr><td>b</td><td>c</td></tr></tbody>');
    expect(after(wide, "a", $split)).toBe(body(["a", ""], ["b", "c"]));
    expect(after(rows(21), "0", $merge, "20")).toMatch(/at most 20 columns and 20 rows/);
    expect(after(rows(20), "0", $merge, "19")).toContain('rowspan="20"');
  });

  it("Caption: added with the caret in it, removed again", () => {
    const editor = open(FOUR);
    at(editor, "d");
    act(editor, $toggleCaption);
    act(editor, () => {
      const selection = $getSelection();
      if ($isRangeSelection(selection)) selection.insertText("Rain");
      expect($currentTable()).not.toBeNull();
      expect($currentCell()).toBeNull();
    });
    const captioned = FOUR.replace("<tbody>", "<caption>Rain</caption><tbody>");
    expect(documentHtml(editor)).toBe(captioned);
    // Enter leads into the table.
    act(editor, () => {
      const selection = $getSelection();
      if ($isRangeSelection(selection)) selection.insertParagraph();
    });
    expect(documentHtml(editor)).toBe(captioned);
    editor.getEditorState().read(() => expect($currentCell()?.getTextContent()).toBe("a"));
    expect(after(captioned, "Rain", $toggleCaption)).toBe(FOUR);
    expect(after(captioned, "Rain", () => $addRow(true))).toContain("<caption>Rain</caption>");
    expect(after(`<p>x</p>${captioned}`, "a", $deleteTable)).toBe("<p>x</p>");
  });

  it("a caption that loses its table becomes a paragraph", () => {
    const editor = open(FOUR.replace("<tbody>", "<caption>Rain</caption><tbody>"));
    act(editor, () => $getRoot().getLastChild()?.remove());
    expect(documentHtml(editor)).toBe("<p>Rain</p>");
  });

  it("deleting all rows or columns deletes the table, and leaves a place for the caret", () => {
    expect(after(body(["a", "b"]), "a", $deleteRow)).toBe("");
    expect(after(body(["a"], ["b"]).replace("<tbody>", "<caption>c</caption><tbody>"), "a", $deleteColumn)).toBe("");
  });

  it("widths: of one column, the others keep theirs; they go with columns that are added and deleted", () => {
    const widths = (html: string) => [...html.matchAll(/width: (\d+)px/g)].map(([, width]) => Number(width));
    const editor = open(FOUR);
    at(editor, "a");
    act(editor, () => $setWidth($currentTable() as NonNullable<ReturnType<typeof $currentTable>>, 1, 7, [200.4, 90]));
    expect(widths(documentHtml(editor))).toEqual([200, 40]);
    act(editor, () => $addColumn(true));
    expect(widths(documentHtml(editor))).toEqual([200, 200, 40]);
    act(editor, $deleteColumn);
    expect(widths(documentHtml(editor))).toHaveLength(2);
    at(editor, "b");
    press(editor, "ArrowRight", { altKey: true });
    expect(widths(documentHtml(editor))[1]).toBe(50);
    press(editor, "ArrowLeft", { altKey: true });
    press(editor, "ArrowLeft", { altKey: true });
    expect(widths(documentHtml(editor))[1]).toBe(40);
  });
});

describe("limits", () => {
  it("500 rows, 30 columns: one more is refused with what to do", () => {
    expect(after(rows(500), "0", () => $addRow(true))).toBe(
      "A table has at most 500 rows. 501 are too many. Put the others into a second table.",
    );
    const wide = body(Array.from({ length: 30 }, (_, i) => `${i}`));
    expect(after(wide, "0", () => $addColumn(false))).toMatch(/^A table has at most 30 columns\./);
    expect(tooLarge({ rows: 500, columns: 30 })).toBeUndefined();
  });
});

describe("in a cell", () => {
  it("Tab goes to the next one, adds a row in the last, and Shift+Tab goes back", () => {
    const editor = open(FOUR);
    const words = () => editor.getEditorState().read(() => $currentCell()?.getTextContent());
    at(editor, "c");
    press(editor, "Tab");
    expect(words()).toBe("d");
    press(editor, "Tab");
    expect(words()).toBe("");
    expect(documentHtml(editor)).toBe(body(["a", "b"], ["c", "d"], ["", ""]));
    press(editor, "Tab", { shiftKey: true });
    expect(words()).toBe("d");
  });

  it("blocks that no cell holds become paragraphs", () => {
    const editor = open(FOUR);
    at(editor, "a");
    press(editor, "2", { ctrlKey: true, altKey: true });
    expect(documentHtml(editor)).toBe(FOUR);
  });

  it("another table or a divider goes below the table", () => {
    expect(after(`${FOUR}<p>x</p>`, "a", $insertTable as () => undefined)).toMatch(
      /d<\/td><\/tr><\/tbody><\/table><\/figure><figure class="table"><table><thead>.*<p>x<\/p>$/,
    );
  });

  it("the alignment of several cells is that of their blocks", async () => {
    const editor = open(FOUR);
    at(editor, "a", "d");
    const { FORMAT_ELEMENT_COMMAND } = await import("lexical");
    act(editor, () => editor.dispatchCommand(FORMAT_ELEMENT_COMMAND, "center"));
    expect(documentHtml(editor).match(/<td><p class="ql-align-center">/g)).toHaveLength(4);
  });
});

it("words within a line take the words of a table", () => {
  expect(documentHtml(open(FOUR, true))).toBe("<p>a</p><p>b</p><p>c</p><p>d</p>");
});

it("a table of three rows takes the place of an empty line, with headings and a line below", () => {
  const editor = open("<p>x</p><p><br></p>");
  act(editor, () => $getRoot().selectEnd());
  act(editor, $insertTable);
  expect(documentHtml(editor)).toBe(
    `<p>x</p>${table(
      `<thead><tr>${'<th scope="col"></th>'.repeat(3)}</tr></thead>` +
        `<tbody>${`<tr>${"<td></td>".repeat(3)}</tr>`.repeat(2)}</tbody>`,
    )}<p><br></p>`,
  );
  editor.getEditorState().read(() => {
    const first = $currentTable();
    expect(first && $cellsOf(first)[0]?.is($currentCell())).toBe(true);
  });
});

describe("a table at an end of the text is left by a paragraph", () => {
  it.each([
    ["before", 0, `<p><br></p>${FOUR}`],
    ["after", 1, `${FOUR}<p><br></p>`],
  ])("%s it", async (_name, offset, stored) => {
    const editor = open(FOUR);
    act(editor, () => $getRoot().select(offset, offset));
    await Promise.resolve();
    expect(documentHtml(editor)).toBe(stored);
  });
});
