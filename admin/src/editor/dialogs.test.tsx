import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { $getRoot, type LexicalEditor, UNDO_COMMAND } from "lexical";
import { beforeAll, describe, expect, it } from "vitest";
import { install } from "@/test/browser";
import { FormulaNode } from "./FormulaNode";
import { FootnoteNode } from "./features/footnote";
import { FigureNode, ImageNode } from "./ImageNode";
import { button, change, editorOf, enterOn, show as open, select, tool } from "./testScreen";

// The dialogs of the editor, and what stands beside its text: from the tool to what is stored.

beforeAll(install);

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const undo = (editor: LexicalEditor) => act(async () => editor.dispatchCommand(UNDO_COMMAND, undefined));

describe("a formula", () => {
  const field = () => screen.findByRole("textbox", { name: "LaTeX" });
  const write = async (latex: string) => fireEvent.change(await field(), { target: { value: latex } });

  it("is shown while it is typed, with its error and where it is, inserted by Enter, and opened again by Enter", async () => {
    const { editor, html } = await open("<p>so</p>");
    await user.click(tool("Formula"));
    const dialog = await screen.findByRole("dialog", { name: "Formula" });
    await write("\\frac{1");
    await within(dialog).findByText("At character 8: A } is missing.");
    await within(dialog).findByText("7 of 2,000 characters");
    await write("\\frac{1}{3}");
    const result = within(dialog).getByRole("region", { name: "Result" });
    await waitFor(() => expect(result.querySelector("math mfrac")).not.toBeNull());
    expect(within(dialog).queryByText(/At character/)).toBeNull();
    await user.type(await field(), "{Enter}");
    const stored = '<p>so<span class="formula" data-formula="\\frac{1}{3}">\\frac{1}{3}</span></p>';
    await waitFor(() => expect(html()).toBe(stored));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Formula" })).toBeNull());
    expect(document.querySelector(".editor-text math")).not.toBeNull();

    await enterOn(editor, FormulaNode);
    expect(((await field()) as HTMLTextAreaElement).value).toBe("\\frac{1}{3}");
    await user.selectOptions(screen.getByRole("combobox", { name: "Place" }), "Set apart, on a line of its own");
    await user.click(await button("Save"));
    await waitFor(() =>
      expect(html()).toBe('<p>so</p><div class="formula" data-formula="\\frac{1}{3}">\\frac{1}{3}</div>'),
    );
    await undo(editor);
    await waitFor(() => expect(html()).toBe(stored));
  });

  it("takes commands of the palette around what is selected, moved in by arrow keys, and says what is too long", async () => {
    const { html } = await open("<p>a</p>");
    await user.click(tool("Formula"));
    await write("x");
    const area = (await field()) as HTMLTextAreaElement;
    area.setSelectionRange(0, 1);
    const palette = screen.getByRole("toolbar", { name: "Palette" });
    within(palette).getByRole("button", { name: "Fraction" }).focus();
    await user.keyboard("{ArrowRight}{Enter}");
    expect(area.value).toBe("\\sqrt{x}");
    await user.click(within(palette).getByRole("button", { name: "Chemistry" }));
    expect(area.value).toContain("\\ce{}");
    await write("क्ष".repeat(2001));
    await screen.findByText(/Give at most 2000 characters; these are 2001\./);
    await user.click(await button("Insert"));
    expect(area.value).toBe("क्ष".repeat(2001));
    expect(html()).toBe("<p>a</p>");
    await write("z");
    await user.click(await button("Insert"));
    await waitFor(() => expect(html()).toContain('data-formula="z"'));
  });

  it("that cannot be shown stands in the text as its source, and is named in the form", async () => {
    await open('<p>a <span class="formula" data-formula="\\fra{1}">x</span></p>');
    await screen.findByText("One formula cannot be shown.");
    await screen.findByText(/is no formula yet\. At character 1: \\fra is unknown\./);
    expect(document.querySelector(".editor-text code")?.textContent).toBe("\\fra{1}");
  });
});

it("a footnote is written in a small editor, stands as a mark, and is opened again by Enter", async () => {
  const { editor, html } = await open("<p>text</p>");
  await user.click(tool("Footnote"));
  await screen.findByRole("dialog", { name: "Footnote" });
  const note = () => editorOf("Note");
  expect((await button("Insert")).hasAttribute("disabled")).toBe(true);
  await change(await note(), () => $getRoot().selectEnd().insertText("See Article 21"));
  await user.click(await button("Insert"));
  await waitFor(() => expect(html()).toBe('<p>text<span class="footnote" role="note">See Article 21</span></p>'));
  await screen.findByRole("img", { name: "Footnote: See Article 21" });
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Footnote" })).toBeNull());

  await enterOn(editor, FootnoteNode);
  await change(await note(), () => $getRoot().selectEnd().insertText(" & 22"));
  await user.click(await button("Save"));
  await waitFor(() => expect(html()).toContain('role="note">See Article 21 &amp; 22</span>'));
  await undo(editor);
  await waitFor(() => expect(html()).toContain('role="note">See Article 21</span>'));
});

it("a picture gets a caption and a credit, and is a bare picture again", async () => {
  const { editor, html } = await open('<p>a <img src="/media/a.png" alt="A" width="64" height="36"> b</p>');
  await select(editor, ImageNode);
  await user.click(await button("Add caption"));
  await change(await editorOf("Caption"), () => $getRoot().selectEnd().insertText("The Ganga"));
  await user.type(screen.getByRole("textbox", { name: "Credit" }), "Survey of India");
  await user.selectOptions(screen.getByRole("combobox", { name: "Width" }), "Half as wide");
  await user.click(await button("Save"));
  await waitFor(() =>
    expect(html()).toBe(
      '<p>a</p><figure class="picture picture-half"><img src="/media/a.png" alt="A" width="64" height="36">' +
        "<figcaption>The Ganga <cite>Survey of India</cite></figcaption></figure><p>b</p>",
    ),
  );
  await enterOn(editor, FigureNode);
  await user.click(await button("Without caption"));
  await waitFor(() =>
    expect(html()).toBe('<p>a</p><p><img src="/media/a.png" alt="A" width="64" height="36"></p><p>b</p>'),
  );
});

it("a figure keeps the footnote of its caption and the link of its credit when its width changes", async () => {
  const words =
    '<figcaption>a<span class="footnote" role="note">b</span> <cite>By <a href="/blog/x">c</a></cite></figcaption></figure>';
  const { editor, html } = await open(`<figure class="picture picture-full"><img src="/media/a.png" alt="A">${words}`);
  await enterOn(editor, FigureNode);
  expect(await screen.findByRole("textbox", { name: "Credit" })).toHaveProperty("value", "By c");
  await user.selectOptions(screen.getByRole("combobox", { name: "Width" }), "Half as wide");
  await user.click(await button("Save"));
  await waitFor(() =>
    expect(html()).toBe(`<figure class="picture picture-half"><img src="/media/a.png" alt="A">${words}`),
  );
});

it.each([
  ["Footnote", '<span class="footnote" role="note">b</span>', "Note", '<span class="footnote" role="note">b!</span>'],
  [
    "Formula",
    '<span class="formula" data-formula="x">x</span>',
    "LaTeX",
    '<span class="formula" data-formula="x!">x!</span>',
  ],
])("%s in a caption: it is opened from where the caption is written", async (name, stored, field, changed) => {
  const figure = (words: string) =>
    `<figure class="picture picture-full"><img src="/media/a.png" alt=""><figcaption>a${words} c</figcaption></figure>`;
  const { editor, html } = await open(figure(stored));
  await enterOn(editor, FigureNode);
  await enterOn(await editorOf("Caption"), name === "Footnote" ? FootnoteNode : FormulaNode);
  await screen.findByRole("dialog", { name });
  if (name === "Formula") await user.type(await screen.findByRole("textbox", { name: field }), "!");
  else await change(await editorOf(field), () => $getRoot().selectEnd().insertText("!"));
  await user.click(within(screen.getByRole("dialog", { name })).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name })).toBeNull());
  await user.click(await button("Save"));
  await waitFor(() => expect(html()).toBe(figure(changed)));
});

describe("files", () => {
  const pdf = new File(["%PDF"], "Syllabus.pdf", { type: "application/pdf" });
  const stored = '<p class="file"><a href="/media/1" download="Syllabus.pdf" data-bytes="4">Syllabus.pdf</a></p>';

  it("that are dropped are stored with their progress, and pictures beside them are pictures", async () => {
    const sent: string[] = [];
    let finish = () => {};
    const { editor, html } = await open("<p></p>", async (file, options) => {
      const number = sent.push(file.name);
      options?.onProgress?.(40);
      if (file === pdf) await new Promise<void>((resolve) => (finish = resolve));
      return { url: `/media/${number}` };
    });
    const picture = new File([], "map.png", { type: "image/png" });
    await act(async () => editor.dispatchCommand(DRAG_DROP_PASTE, [pdf, picture]));
    await screen.findByText("Uploading Syllabus.pdf");
    expect(document.querySelector<HTMLElement>(".tool-progress")?.style.width).toBe("40%");
    await act(async () => finish());
    await waitFor(() => expect(html()).toContain(stored));
    expect(html()).toContain('<img src="/media/2" alt="">');
    expect(document.querySelector(".file > a")?.textContent).toBe("Syllabus.pdf PDF, 1 KB");
  });

  it("of other kinds are refused with a sentence; how large they may be, the server says", async () => {
    const { editor, html } = await open("<p>a</p>", async () => ({ url: "/media/1" }));
    const large = new File([], "Atlas.pdf");
    Object.defineProperty(large, "size", { value: 21 * 1024 * 1024 });
    await act(async () => editor.dispatchCommand(DRAG_DROP_PASTE, [large, new File([], "notes.odt")]));
    await waitFor(() =>
      expect(document.body.textContent).toMatch(
        /notes\.odt is no picture\. .* files \(PDF, DOCX, XLSX, PPTX, ZIP, TXT, CSV\)/,
      ),
    );
    await waitFor(() => expect(html()).toContain('data-bytes="22020096">Atlas.pdf</a>'));
  });
});

it.each([
  ["Kind of callout", '<aside class="callout callout-note"><p>a</p></aside>', "For the exam", "callout-exam"],
  ["Language of the code", '<pre class="ql-syntax" data-language="cobol">a</pre>', "Python", 'data-language="python"'],
])("%s is chosen beside the block", async (name, html, choice, stored) => {
  const { html: written } = await open(html);
  const select = await screen.findByRole("combobox", { name });
  await user.selectOptions(select, choice);
  await waitFor(() => expect(written()).toContain(stored));
});

describe("find and replace", () => {
  // Of this element jsdom knows no role.
  const shown = () => document.querySelector<HTMLElement>('search[aria-label="Find and replace"]');
  const bar = () => waitFor(() => shown() ?? Promise.reject(new Error("it is not open")));
  const press = (root: HTMLElement) =>
    act(async () => fireEvent.keyDown(root, { key: "f", code: "KeyF", ctrlKey: true }));
  const find = (words: string) =>
    fireEvent.change(screen.getByRole("textbox", { name: "Find" }), { target: { value: words } });

  it("is opened by Ctrl+F, counts, goes on in both directions, and gives the focus back", async () => {
    const { root, editor } = await open("<p>a b a</p><p>a</p>");
    await change(editor, () => $getRoot().selectStart());
    await press(root);
    const status = within(await bar()).getByRole("status");
    find("a");
    expect(status.textContent).toBe("1 of 3");
    await user.click(await button("Next"));
    expect(status.textContent).toBe("2 of 3");
    await user.type(screen.getByRole("textbox", { name: "Find" }), "{Enter}{Enter}");
    expect(status.textContent).toBe("1 of 3");
    await user.click(await button("Previous"));
    expect(status.textContent).toBe("3 of 3");
    find("x");
    expect(status.textContent).toBe("Not found");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(shown()).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(root));
  });

  it("replaces one after the other, past what it has written, or all in one step", async () => {
    const { root, editor, html } = await open("<p>a b a</p><p>a</p>");
    await change(editor, () => $getRoot().selectStart());
    await press(root);
    await bar();
    find("a");
    fireEvent.change(screen.getByRole("textbox", { name: "Replace with" }), { target: { value: "aa" } });
    await user.click(await button("Replace"));
    await user.click(await button("Replace"));
    await waitFor(() => expect(html()).toBe("<p>aa b aa</p><p>a</p>"));
    find("b");
    fireEvent.change(screen.getByRole("textbox", { name: "Replace with" }), { target: { value: "" } });
    find("a");
    await user.click(await button("Replace all"));
    await screen.findByText("5 replaced");
    await waitFor(() => expect(html()).toBe("<p>&nbsp;b&nbsp;</p><p><br></p>"));
    await undo(editor);
    await waitFor(() => expect(html()).toBe("<p>aa b aa</p><p>a</p>"));
  });
});

it("the number of words is read out on demand", async () => {
  const { editor } = await open("<p>one two</p>");
  const count = await button("2 words, 1 min to read");
  expect(within(count.parentElement as HTMLElement).getByRole("status").textContent).toBe("");
  await change(editor, () => $getRoot().selectEnd().insertText(" three"));
  await user.click(count);
  await waitFor(() =>
    expect(screen.getAllByRole("status").map((one) => one.textContent)).toContain("3 words, 1 min to read"),
  );
});
