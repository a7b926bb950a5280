import { MantineProvider } from "@mantine/core";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import {
  $getRoot,
  $getSelection,
  $isRangeSelection,
  getNearestEditorFromDOMNode,
  type LexicalEditor,
  UNDO_COMMAND,
} from "lexical";
import { beforeAll, describe, expect, it } from "vitest";
import { install } from "@/test/browser";
import { findInsertions } from "./features/insertMenu";
import { RichTextEditor } from "./RichTextEditor";

beforeAll(install);

/** An editor with the caret on its one line. */
async function open(value = "", format?: "inline") {
  let html = value;
  render(
    <MantineProvider env="test">
      <span id="label">Content</span>
      <RichTextEditor
        labelId="label"
        value={value}
        format={format}
        onChange={(next) => {
          html = next;
        }}
        uploadImage={() => Promise.reject(new Error("nothing is stored here"))}
      />
    </MantineProvider>,
  );
  const root = document.querySelector('[contenteditable="true"]') as HTMLElement;
  const editor = getNearestEditorFromDOMNode(root) as LexicalEditor;
  root.focus();
  await change(editor, () => $getRoot().selectEnd());
  const type = async (text: string) => {
    for (const letter of text) {
      await change(editor, () => {
        const selection = $getSelection();
        if ($isRangeSelection(selection)) selection.insertText(letter);
      });
    }
  };
  const key = (name: string) => act(async () => fireEvent.keyDown(root, { key: name, code: name }));
  return { root, editor, html: () => html, type, key };
}

const change = (editor: LexicalEditor, run: () => void) =>
  act(() => new Promise<void>((resolve) => editor.update(run, { onUpdate: resolve })));

const list = () => screen.findByRole("listbox", { name: "Insert" });
const names = () => screen.queryAllByRole("option").map((option) => option.textContent);
const chosen = () => screen.getByRole("option", { selected: true }).textContent;

describe("the listbox Insert", () => {
  it("opens for a slash on an empty line, filters while one types and inserts with Enter", async () => {
    const { root, html, type, key } = await open();
    await type("/");
    const box = await list();
    expect(root.getAttribute("role")).toBe("combobox");
    expect(root.getAttribute("aria-expanded")).toBe("true");
    expect(root.getAttribute("aria-controls")).toBe(box.id);
    expect(names()).toEqual(expect.arrayContaining(["Heading 2", "Bullet List", "Blockquote", "Image", "Video"]));
    await type("LiS");
    await waitFor(() => expect(names()).toEqual(["Ordered List", "Bullet List"]));
    await key("ArrowDown");
    expect(chosen()).toBe("Bullet List");
    expect(root.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { selected: true }).id);
    await key("ArrowDown");
    expect(chosen()).toBe("Ordered List");
    await key("ArrowUp");
    await key("Enter");
    await waitFor(() => expect(html()).toBe("<ul><li></li></ul>"));
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(root.getAttribute("role")).toBe("textbox");
    expect(root.getAttribute("aria-multiline")).toBe("true");
    expect(root.hasAttribute("aria-activedescendant")).toBe(false);
  });

  it("is left by Escape, and comes again for another slash on an empty line", async () => {
    const { html, type, key } = await open();
    await type("/");
    await list();
    await key("Escape");
    expect(screen.queryByRole("listbox")).toBeNull();
    await type("he");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(html()).toBe("<p>/he</p>");
  });

  it("takes a click", async () => {
    const { html, type } = await open();
    await type("/");
    await list();
    fireEvent.click(screen.getByRole("option", { name: "Heading 3" }));
    await waitFor(() => expect(html()).toBe("<h3><br></h3>"));
  });

  it("takes Enter of an on-screen keyboard, which is no key", async () => {
    const { editor, html, type } = await open();
    await type("/quo");
    await list();
    const { INSERT_PARAGRAPH_COMMAND } = await import("lexical");
    await act(async () => editor.dispatchCommand(INSERT_PARAGRAPH_COMMAND, undefined));
    await waitFor(() => expect(html()).toBe("<blockquote><br></blockquote>"));
  });

  it("is one step for Undo", async () => {
    const { editor, html, type, key } = await open("<p>Before</p><p><br></p>");
    await type("/head");
    await list();
    await key("Enter");
    await waitFor(() => expect(html()).toBe("<p>Before</p><h1><br></h1>"));
    await act(async () => editor.dispatchCommand(UNDO_COMMAND, undefined));
    await waitFor(() => expect(html()).toBe("<p>Before</p><p><br></p>"));
    expect(screen.queryByRole("listbox")).toBeNull();
  });

  it.each([
    ["in Hindi", "/तालिका"],
    ["in Kannada", "/ಕೋಷ್ಟಕ"],
    ["of a path", "/srv/www"],
  ])("leaves words %s alone, and Enter makes a paragraph", async (_name, words) => {
    const { html, type, key } = await open();
    await type(words);
    expect(screen.queryByRole("listbox")).toBeNull();
    await key("Enter");
    await waitFor(() => expect(html()).toBe(`<p>${words}</p><p><br></p>`));
  });

  it("opens in no text that has words already, and in no text within a line", async () => {
    const first = await open("<p>and</p>");
    await first.type("/");
    expect(screen.queryByRole("listbox")).toBeNull();
    cleanup();
    const second = await open("", "inline");
    await second.type("/");
    expect(screen.queryByRole("listbox")).toBeNull();
  });
});

it("names whose words begin with what was typed come first", () => {
  const entries = ["Stable", "Ordered List", "Table"].map((name) => ({ name, Icon: () => null, run: () => {} }));
  expect(findInsertions(entries, "TABLE").map(({ name }) => name)).toEqual(["Table", "Stable"]);
  expect(findInsertions(entries, "li").map(({ name }) => name)).toEqual(["Ordered List"]);
  expect(findInsertions(entries, "")).toHaveLength(3);
});
