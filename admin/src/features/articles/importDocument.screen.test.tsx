import { docx, drawing, noteReference, p, r, style } from "@academy/shared/test/docx";
import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import { act } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { strToU8, zipSync } from "fflate";
import { $getRoot, $isTextNode, REDO_COMMAND, UNDO_COMMAND } from "lexical";
import { describe } from "vitest";
import type { Article } from "@/api/types";
import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { fileOf } from "@/test/files";
import { named, value } from "@/test/forms";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";
import { picture } from "@/test/uploads";
import { change, editing, paste, write, written } from "@/test/writing";

// Documents that are brought into an article, and what is pasted for fonts from before Unicode.

const button = (name: string) => screen.findByRole("button", { name });

const lecture = () => {
  const png = Uint8Array.from(
    atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="),
    (char) => char.charCodeAt(0),
  );
  return docx({
    media: { "a.png": png, "b.emf": new Uint8Array([1]) },
    footnotes: ["Maneka Gandhi"],
    body:
      p("Fundamental rights", style("Heading1")) +
      p(r("Article 21") + noteReference(1)) +
      p(drawing("rIdPic1", "A map")) +
      p(drawing("rIdPic2", "Old")),
  });
};

const choose = async (user: UserEvent, file: File) => {
  await button("Import document");
  await user.upload(named("document_file"), file);
};

/** Saves the article, so that nothing that was typed comes back in the next test. */
const save = async (user: UserEvent) => {
  if (value(named("title")) === "") await fill(user, named("title"), "Untitled");
  await user.click(await button("Create Article"));
  await told("Article created successfully");
};

describe("a document of Word", () => {
  test("comes into an empty article with its title and pictures, in one step; what is missing is named", async ({
    dashboard,
    editor,
  }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    const { editor: text } = await editing();
    const { release } = dashboard.calls.hold("POST", /^\/api\/upload\/image$/);
    await choose(user, fileOf("lecture.docx", lecture()));
    await screen.findByText("Uploading picture 1 of 2…");
    expect(written()).toBe("");
    release();
    const notice = await screen.findByText("lecture.docx");
    await waitFor(() => expect(written()).toContain("Article 21"));
    expect(written()).toMatch(/<img src="\/media\/[^>]*alt="A map"/);
    expect(written()).toContain("Maneka Gandhi");
    expect(written()).not.toContain("Fundamental rights");
    expect(value(named("title"))).toBe("Fundamental rights");
    const said = notice.closest<HTMLElement>(".notice");
    if (!said) throw new Error("there is no notice");
    within(said).getByText(/^Picture 2 \(Old\) could not be stored: /);
    await user.click(within(said).getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("lecture.docx")).toBeNull();
    const filled = written();
    await act(async () => text.dispatchCommand(UNDO_COMMAND, undefined));
    await waitFor(() => expect(written()).toBe(""));
    await act(async () => text.dispatchCommand(REDO_COMMAND, undefined));
    await waitFor(() => expect(written()).toBe(filled));
    await save(user);
    const [newest] = await editor.call<[Article]>("GET", "/api/articles?sort=-updated_at");
    expect(newest.title).toBe("Fundamental rights");
  });

  test.for(["Replace the text", "Insert at the caret", "Cancel"])(
    "asks where to go when there is a text: %s",
    async (answer, { dashboard }) => {
      const { user } = dashboard;
      await dashboard.open("tab=articles");
      await editing();
      await fill(user, named("title"), "My own");
      await write("Words");
      await choose(user, fileOf("b.docx", docx({ body: p("Title", style("Title")) + p("Second") })));
      const dialog = await screen.findByRole("dialog", { name: "Where should “b.docx” go?" });
      await user.click(within(dialog).getByRole("button", { name: answer }));
      const after = {
        "Replace the text": "<h1>Title</h1><p>Second</p>",
        "Insert at the caret": "<p>Words</p><h1>Title</h1><p>Second</p>",
        Cancel: "<p>Words</p>",
      }[answer];
      await waitFor(() => expect(written()).toBe(after));
      expect(value(named("title"))).toBe("My own");
      await save(user);
    },
  );

  test("that cannot be read says why", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await editing();
    await choose(user, fileOf("old.docx", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])));
    const alert = await screen.findByText(/It is of Word 97 to 2003, or has a password/);
    expect(alert.textContent).toContain("old.docx could not be read.");
  });

  test("is left when it is cancelled while its pictures are stored", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await editing();
    const { release } = dashboard.calls.hold("POST", /^\/api\/upload\/image$/);
    await choose(user, fileOf("lecture.docx", lecture()));
    await screen.findByText("Uploading picture 1 of 2…");
    const tools = named("document_file").closest<HTMLElement>(".import-tools");
    if (!tools) throw new Error("there are no tools");
    await user.click(within(tools).getByRole("button", { name: "Cancel" }));
    release();
    await button("Import document");
    expect(written()).toBe("");
    expect(value(named("title"))).toBe("");
  });
});

test("Markdown in a zip comes with its pictures", async ({ dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=articles");
  await editing();
  const png = new Uint8Array(await bytesOf(picture()));
  await choose(
    user,
    fileOf("book.zip", zipSync({ "a.md": strToU8("# Rain\n\n**heavy** ![map](img/a.png)"), "img/a.png": png })),
  );
  await waitFor(() => expect(written()).toMatch(/^<p><strong>heavy<\/strong> <img src="\/media\/[^>]* alt="map"/));
  expect(value(named("title"))).toBe("Rain");
  await save(user);
});

test("Markdown that is dropped on the text comes into it, and what is dropped beside it is what it always is", async ({
  dashboard,
}) => {
  const { user } = dashboard;
  await dashboard.open("tab=articles");
  const { editor: text } = await editing();
  const notes = (name: string, words: string) => fileOf(name, strToU8(words));
  const files = [notes("rain.md", "# Rain\n\n**heavy**"), picture("map.png"), notes("wind.MD", "*strong*")];
  await act(async () => text.dispatchCommand(DRAG_DROP_PASTE, files));
  const dialog = await screen.findByRole("dialog", { name: "Where should “wind.MD” go?" });
  await user.click(within(dialog).getByRole("button", { name: "Insert at the caret" }));
  await waitFor(() => expect(written()).toContain("<em>strong</em>"));
  await waitFor(() => expect(written()).toContain('<img src="/media/'));
  expect(written()).toContain("<strong>heavy</strong>");
  expect(value(named("title"))).toBe("Rain");
  await save(user);
});

const bytesOf = (file: Blob): Promise<ArrayBuffer> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(file);
  });

describe("what is pasted for a font from before Unicode", () => {
  const html = `<p><span style='font-family:"Nudi 01 e"'>¨sÁgÀvÀzÀ ¸ÀA«zsÁ£À</span> <b>Part III</b></p>`;
  const shown = "<p>¨sÁgÀvÀzÀ ¸ÀA«zsÁ£À <strong>Part III</strong></p>";

  test("is converted when somebody says so, as a step of its own", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    const { editor: text } = await editing();
    await paste({ html });
    await screen.findByText(/^This is Kannada for a font such as Nudi or Baraha/);
    expect(written()).toBe(shown);
    // That of the notice stands before that of the advice below the text.
    const [convert] = await screen.findAllByRole("button", { name: "Convert to Unicode" });
    if (convert) await user.click(convert);
    await waitFor(() => expect(written()).toBe("<p>ಭಾರತದ ಸಂವಿಧಾನ <strong>Part III</strong></p>"));
    expect(screen.queryByRole("button", { name: "Keep" })).toBeNull();
    await act(async () => text.dispatchCommand(UNDO_COMMAND, undefined));
    await waitFor(() => expect(written()).toBe(shown));
    await save(user);
  });

  test("is kept when somebody says so, and converted by its letters when it was changed", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    const { editor: text } = await editing();
    await paste({ html });
    await user.click(await button("Keep"));
    expect(screen.queryByRole("button", { name: "Keep" })).toBeNull();
    expect(written()).toBe(shown);
    // What is kept can be converted later.
    const later = await button("Convert to Unicode");
    await user.click(later);
    await waitFor(() => expect(written()).toBe("<p>ಭಾರತದ ಸಂವಿಧಾನ <strong>Part III</strong></p>"));
    await act(async () => text.dispatchCommand(UNDO_COMMAND, undefined));
    await waitFor(() => expect(written()).toBe(shown));
    await paste({ text: "Hkkjr dk lafo/kku egku gSA" });
    const hindi = await screen.findByText(/^This is Hindi for a font such as Kruti Dev/);
    await change(text, () => {
      const last = $getRoot().getLastDescendant();
      if ($isTextNode(last)) last.setTextContent(`1950 ${last.getTextContent()}`);
    });
    const notice = hindi.closest<HTMLElement>(".legacy-notice");
    if (!notice) throw new Error("there is no notice");
    await user.click(within(notice).getByRole("button", { name: "Convert to Unicode" }));
    await waitFor(() =>
      expect(written()).toBe("<p>ಭಾರತದ ಸಂವಿಧಾನ <strong>Part III</strong>1950 भारत का संविधान महान है।</p>"),
    );
    await save(user);
  });
});
