import { FORMATS, type Format } from "@academy/shared/test/formats";
import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  getNearestEditorFromDOMNode,
  type LexicalEditor,
} from "lexical";
import { beforeAll, describe, expect, it } from "vitest";
import { install } from "@/test/browser";
import { RichTextEditor } from "./RichTextEditor";

// The editor as a form has it: what its tools write, and what its panels take.

beforeAll(install);

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

/** An editor whose text is selected, and what a form would save. */
async function open(words = "Sample words", format?: "inline") {
  let html = "";
  render(
    <MantineProvider env="test">
      <span id="label">Content</span>
      <RichTextEditor
        labelId="label"
        value=""
        format={format}
        onChange={(value) => {
          html = value;
        }}
        uploadImage={() => Promise.reject(new Error("nothing is stored here"))}
      />
    </MantineProvider>,
  );
  const root = document.querySelector('[contenteditable="true"]') as HTMLElement;
  const editor = getNearestEditorFromDOMNode(root) as LexicalEditor;
  root.focus();
  await change(editor, () => {
    const paragraph = $createParagraphNode();
    $getRoot()
      .clear()
      .append(paragraph.append($createTextNode(words)));
    paragraph.select(0, paragraph.getChildrenSize());
  });
  return { root, editor, html: () => html };
}

const change = (editor: LexicalEditor, run: () => void) =>
  act(() => new Promise<void>((resolve) => editor.update(run, { onUpdate: resolve })));

const tool = (name: string) =>
  within(screen.getByRole("toolbar", { name: "Formatting" })).getByRole("button", { name });

async function apply({ tool: name, times = 1, choice, input }: Format): Promise<void> {
  for (let i = 0; i < times; i++) await user.click(tool(name));
  if (choice) {
    const chosen = await waitFor(() => {
      const found =
        screen.queryByRole("menuitemradio", { name: new RegExp(`^${choice}`) }) ??
        screen.queryByRole("button", { name: choice });
      if (!found) throw new Error(`nothing offers ${choice}`);
      return found;
    });
    await user.click(chosen);
  }
  if (input) {
    fireEvent.change(await screen.findByRole("textbox", { name: input[0] }), { target: { value: input[1] } });
    await user.keyboard("{Enter}");
  }
}

describe("every format, from the toolbar to what is stored", () => {
  it.each(FORMATS.map((format) => [format.name, format] as const))("%s", async (_name, format) => {
    const { html } = await open();
    await apply(format);
    await waitFor(() => expect(html()).toBe(format.html));
  });
});

describe("a link", () => {
  it("takes http, https, mailto, tel and this site, and nothing else; only another site opens a tab; its panel leaves the focus to the text", async () => {
    const { root, html } = await open("Sample");
    await user.click(tool("Link"));
    const address = () => screen.findByRole("textbox", { name: "Link address" });
    for (const refused of ["javascript:alert(1)", "ftp://example.org/", "data:text/html,x"]) {
      fireEvent.change(await address(), { target: { value: refused } });
      await user.type(await address(), "{Enter}");
      await screen.findByText("Enter an address that starts with http, https, mailto, tel, or / or # for this site.");
      expect(html()).not.toContain("href");
    }
    // A focus trap that acts late.
    const input = await address();
    input.addEventListener("keydown", () => setTimeout(() => input.focus()));
    const takenAs = {
      "http://example.org/": 'href="http://example.org/" target="_blank" rel="noreferrer noopener"',
      "mailto:a@example.org": 'href="mailto:a@example.org"',
      "https://example.org/": 'href="https://example.org/" target="_blank" rel="noreferrer noopener"',
      "tel:+91 12345 67890": 'href="tel:+911234567890"',
      "/blog/2026": 'href="/blog/2026"',
      "#part": 'href="#part"',
    };
    for (const [taken, attributes] of Object.entries(takenAs)) {
      fireEvent.change(await address(), { target: { value: taken } });
      await user.type(await address(), "{Enter}");
      await waitFor(() => expect(screen.queryByRole("textbox", { name: "Link address" })).toBeNull());
      expect(html()).toContain(`<a ${attributes}>`);
      await waitFor(() => expect(document.activeElement).toBe(root));
      await user.click(tool("Link"));
    }
  });
});

it("another colour is taken by Enter", async () => {
  const { html } = await open("Red");
  await user.click(tool("Color"));
  const other = await screen.findByRole("textbox", { name: "Other colour" });
  fireEvent.change(other, { target: { value: "#aa1122" } });
  await user.type(other, "{Enter}");
  await waitFor(() => expect(html()).toContain("#aa1122"));
});

it("a text within a line refuses files and pasted pictures with a sentence", async () => {
  const { root, editor, html } = await open("Words", "inline");
  const getData = (type: string) => (type === "text/html" ? '<img src="/media/a.png" alt="A map">' : "");
  const clipboardData = { types: ["text/html"], files: [], getData };
  const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), { clipboardData });
  await act(async () => root.dispatchEvent(event));
  await waitFor(() => expect(document.body.textContent).toContain("A map: This text takes words only."));
  expect(html()).not.toContain("<img");
  const before = html();
  await act(async () => editor.dispatchCommand(DRAG_DROP_PASTE, [new File([], "map.png", { type: "image/png" })]));
  await waitFor(() => expect(document.body.textContent).toMatch(/This text takes words only.*Not taken: map\.png/));
  expect(html()).toBe(before);
});

it("what is dragged here from another window comes out as clean as what is pasted; words come as they are", async () => {
  const { editor, html } = await open("Words");
  const drop = (data: Record<string, string>) => {
    const dataTransfer = { types: Object.keys(data), files: [], getData: (type: string) => data[type] ?? "" };
    const event = Object.assign(new InputEvent("beforeinput", { inputType: "insertFromDrop" }), { dataTransfer });
    return act(async () => {
      editor.update(() => $getRoot().selectEnd());
      editor.dispatchCommand(CONTROLLED_TEXT_INSERTION_COMMAND, event);
    });
  };
  const page =
    '<p style="margin:0"><b style="font-weight:normal"><span style="font-family:Arial;font-weight:700">Bold</span></b></p>';
  await drop({ "text/html": page, "text/plain": "Bold" });
  await waitFor(() => expect(html()).toBe("<p>Words<strong>Bold</strong></p>"));
  await drop({ "text/plain": " plain" });
  await waitFor(() => expect(html()).toMatch(/^<p>Words<strong>Bold/));
  expect(html()).toContain(" plain");
});
