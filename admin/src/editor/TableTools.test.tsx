import { $createTableNodeWithDimensions } from "@lexical/table";
import { MantineProvider } from "@mantine/core";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { $getRoot, getNearestEditorFromDOMNode, type LexicalEditor, UNDO_COMMAND } from "lexical";
import { beforeAll, expect, it } from "vitest";
import { install } from "@/test/browser";
import { RichTextEditor } from "./RichTextEditor";
import { table } from "./testEditor";

beforeAll(install);

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const TWO = "<tbody><tr><td>a</td><td>b</td></tr></tbody>";

/** An editor with two cells and a line below, with the caret in that. */
async function open() {
  let html = "";
  render(
    <MantineProvider env="test">
      <span id="label">Content</span>
      <RichTextEditor
        labelId="label"
        value={`${table(TWO)}<p>below</p>`}
        onChange={(value) => {
          html = value;
        }}
        uploadImage={() => Promise.reject(new Error("nothing is stored here"))}
      />
    </MantineProvider>,
  );
  const root = document.querySelector('[contenteditable="true"]') as HTMLElement;
  const editor = getNearestEditorFromDOMNode(root) as LexicalEditor;
  const select = (index: number) =>
    act(
      () =>
        new Promise<void>((resolve) =>
          editor.update(() => $getRoot().getAllTextNodes()[index]?.selectEnd(), { onUpdate: resolve }),
        ),
    );
  root.focus();
  await select(2);
  return { root, editor, select, html: () => html };
}

const bar = () => screen.queryByRole("toolbar", { name: "Table" });
const press = (name: string) => user.click(within(bar() as HTMLElement).getByRole("button", { name }));

it("the toolbar Table comes with the caret in a table, after that of the text, with twelve buttons", async () => {
  const { select } = await open();
  expect(bar()).toBeNull();
  await select(0);
  const names = within(await screen.findByRole("toolbar", { name: "Table" }))
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label"));
  expect(names).toEqual([
    "Add row above",
    "Add row below",
    "Add column left",
    "Add column right",
    "Delete row",
    "Delete column",
    "Header row",
    "Header column",
    "Merge cells",
    "Split cell",
    "Caption",
    "Delete table",
  ]);
  const bars = screen.getAllByRole("toolbar").map((toolbar) => toolbar.getAttribute("aria-label"));
  expect(bars).toEqual(["Formatting", "Table"]);
  await select(2);
  await waitFor(() => expect(bar()).toBeNull());
});

it("by keyboard: one stop for Tab, arrows within, Enter acts, Escape leads back to the text", async () => {
  const { root, select, html } = await open();
  await select(0);
  const buttons = within(await screen.findByRole("toolbar", { name: "Table" })).getAllByRole("button");
  await user.keyboard("{Alt>}{F10}{/Alt}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Header");
  await user.tab();
  expect(document.activeElement).toBe(buttons[0]);
  await user.keyboard("{ArrowRight}{Enter}");
  await waitFor(() => expect(html()).toContain("<tr><td></td><td></td></tr>"));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(root));
});

it("what is on is pressed; the caret goes into a new caption; a caption has the toolbar too", async () => {
  const { editor, select, html } = await open();
  await select(0);
  await screen.findByRole("toolbar", { name: "Table" });
  await press("Header row");
  await waitFor(() => expect(html()).toContain('<th scope="col">a</th>'));
  const header = within(bar() as HTMLElement).getByRole("button", { name: "Header row" });
  await waitFor(() => expect(header.getAttribute("aria-pressed")).toBe("true"));
  await press("Caption");
  const caption = within(bar() as HTMLElement).getByRole("button", { name: "Caption" });
  await waitFor(() => expect(caption.getAttribute("aria-pressed")).toBe("true"));
  await act(async () => editor.dispatchCommand(UNDO_COMMAND, undefined));
  await waitFor(() => expect(caption.getAttribute("aria-pressed")).toBe("false"));
});

it("says what to do where an action is not possible", async () => {
  const { select } = await open();
  await select(0);
  await screen.findByRole("toolbar", { name: "Table" });
  await press("Merge cells");
  await waitFor(() => expect(document.body.textContent).toMatch(/Select the cells to merge.*Drag over them/));
});

it("says of a table that comes in that it is too large to be saved", async () => {
  const { editor } = await open();
  await act(async () =>
    editor.update(() => {
      $getRoot().append($createTableNodeWithDimensions(1, 31, false));
    }),
  );
  await waitFor(() => expect(document.body.textContent).toMatch(/at most 30 columns.*31 are too many/));
});

it("the tools Table and Divider put what they name where the caret is, which goes on in it or below it", async () => {
  const { html } = await open();
  const tool = (name: string) =>
    within(screen.getByRole("toolbar", { name: "Formatting" })).getByRole("button", { name });
  await user.click(tool("Divider"));
  await waitFor(() => expect(html()).toBe(`${table(TWO)}<p>below</p><hr><p><br></p>`));
  tool("Table").focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(html()).toMatch(/<p>below<\/p><hr><figure .*<\/figure><p><br><\/p>$/));
  await screen.findByRole("toolbar", { name: "Table" });
});

it("Delete table takes the toolbar with it and leaves the focus to the text", async () => {
  const { root, select, html } = await open();
  await select(0);
  await screen.findByRole("toolbar", { name: "Table" });
  (within(bar() as HTMLElement).getByRole("button", { name: "Delete table" }) as HTMLElement).focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(html()).toBe("<p>below</p>"));
  expect(bar()).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(root));
});
