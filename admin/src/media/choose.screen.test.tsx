import { administrator, Editor } from "@academy/shared/test/editor";
import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import { act } from "@testing-library/react";
import { describe } from "vitest";
import type { Media } from "@/api/types";
import { reply } from "@/test/calls";
import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { named, set, value } from "@/test/forms";
import { fill, focused } from "@/test/hands";
import { told } from "@/test/messages";
import { formOf, painting, picture, video } from "@/test/uploads";
import { editing, write, written } from "@/test/writing";

// The dialog Choose media: wherever a file goes, it comes from the library or is added to it.

const dialog = async () => within(await screen.findByRole("dialog", { name: "Choose media" }));
const closed = () => waitFor(() => expect(screen.queryByRole("dialog", { name: "Choose media" })).toBeNull());
const chooser = (of: string) => screen.findByRole("button", { name: `Choose media: ${of}` });
const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const tool = (name: string) =>
  within(screen.getByRole("toolbar", { name: "Formatting" })).getByRole("button", { name });
const PARTS = /^\/api\/admin\/media\/uploads\//;

/** A picture or video that the library has. */
async function shelved(editor: Editor, file: File, alt = ""): Promise<Media> {
  const { id } = await editor.send<Media>("/api/admin/media", await formOf(file));
  return editor.call<Media>("PUT", `/api/admin/media/${id}`, { alt });
}

/** Waits until the library has a file of this name with this description. */
const described = (editor: Editor, name: string, alt: string) =>
  waitFor(async () => {
    const [found] = await editor.call<Media[]>("GET", `/api/admin/media?q=${encodeURIComponent(name)}`);
    expect(found).toMatchObject({ name, alt });
  });

describe("a banner", () => {
  test("is found by words and chosen by keyboard", async ({ dashboard, editor }) => {
    const { user } = dashboard;
    const river = await shelved(editor, painting("river-one.png"), "A river");
    await shelved(editor, painting("river-two.png"));
    await shelved(editor, video());
    await dashboard.open("tab=articles");
    (await chooser("Banner image")).focus();
    await user.keyboard("{Enter}");
    const { getByRole, findByRole, findByText, findAllByRole, queryByRole } = await dialog();
    await focused(getByRole("button", { name: "Upload" }));
    await user.type(await findByRole("searchbox", { name: "Search" }), "river-");
    await findByText("2 pictures");
    expect(queryByRole("option", { name: /lecture/ })).toBeNull();
    const options = await findAllByRole("option");
    expect(options.map((option) => option.getAttribute("aria-label"))).toEqual([
      expect.stringMatching(/^river-two\.png, no description, PNG · 40 × 30/),
      expect.stringMatching(/^river-one\.png, A river, /),
    ]);
    await user.tab();
    await focused(options[0] as HTMLElement);
    await user.keyboard("{ArrowRight}");
    await focused(options[1] as HTMLElement);
    await user.keyboard("{Home}{End}{Enter}");
    await closed();
    expect(value(field("Banner image"))).toBe(river.url);
    await focused(await chooser("Banner image"));
  });

  test("is uploaded in the dialog, also over a line that is cut, and then chosen", async ({ dashboard, editor }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await user.click(await chooser("Banner image"));
    let cuts = 0;
    dashboard.calls.answer("PATCH", PARTS, () => {
      if (cuts++ > 0) return undefined;
      throw new TypeError("fetch failed");
    });
    await user.upload(named("media"), painting("cut.png"));
    await closed();
    expect(cuts).toBe(2);
    const [stored] = await editor.call<Media[]>("GET", "/api/admin/media?q=cut.png");
    expect(value(field("Banner image"))).toBe(stored?.url);
  });

  test("that is refused says why at the file; it can be sent again or cancelled", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await user.click(await chooser("Banner image"));
    const { findByRole, queryByRole } = await dialog();
    await user.upload(named("media"), new File([new Uint8Array([0, 1, 2, 3])], "notes.png", { type: "image/png" }));
    const uploads = within(await findByRole("region", { name: "Uploads" }));
    await uploads.findByText(/The format is none that is known here/);
    uploads.getByText("0 of 1 uploaded, 1 failed");
    const tries = () => dashboard.calls.of("PATCH", PARTS).length;
    const before = tries();
    await user.click(uploads.getByRole("button", { name: "Retry notes.png" }));
    await waitFor(() => expect(tries()).toBeGreaterThan(before));
    await user.click(await uploads.findByRole("button", { name: "Cancel notes.png" }));
    await waitFor(() => expect(queryByRole("region", { name: "Uploads" })).toBeNull());

    named("media").accept = "";
    await user.upload(named("media"), new File(["%PDF"], "syllabus.pdf", { type: "application/pdf" }));
    await told(/^Not taken.*syllabus\.pdf: choose a picture here\./);
    await user.upload(named("media"), new File(["no picture"], "IMG_0042.HEIC"));
    await within(await findByRole("region", { name: "Uploads" })).findByText(/Export it as JPEG/);
  });

  test("waits on its way for a session that has ended", async ({ dashboard, cms }) => {
    const { user } = dashboard;
    const own = await Editor.enter(cms);
    await dashboard.open("tab=articles", { editor: own });
    await user.click(await chooser("Banner image"));
    const { release } = dashboard.calls.hold("PATCH", PARTS);
    await user.upload(named("media"), painting("late.png"));
    await waitFor(() => expect(dashboard.calls.of("PATCH", PARTS)).toHaveLength(1));
    await own.request("POST", "/api/auth/logout");
    release();
    const ended = within(await screen.findByRole("dialog", { name: "Your session has ended" }));
    await fill(user, ended.getByLabelText(/^Password/), administrator.password);
    await user.click(ended.getByRole("button", { name: "Log in" }));
    await closed();
    expect(value(field("Banner image"))).toMatch(/^\/media\//);
    dashboard.expected.push(/401/);
  });
});

describe("a picture of a text", () => {
  test("without a description is described, which the library keeps; with one it brings it", async ({
    dashboard,
    editor,
  }) => {
    const { user } = dashboard;
    const bare = await shelved(editor, painting("bare.png"));
    await dashboard.open("tab=articles");
    await editing();
    await write("See ");
    const choose = async (name: RegExp) => {
      await user.click(tool("Image"));
      const { findByRole } = await dialog();
      await user.click(await findByRole("option", { name }));
    };
    await choose(/^bare\.png, no description/);
    const { getByRole, getByText } = await dialog();
    const words = getByRole("textbox", { name: "Description (alt text)" });
    await focused(words);
    await user.keyboard("{Enter}");
    getByText("Describe the picture, or choose Decorative.");
    await user.type(words, "A bare hill{Enter}");
    await closed();
    const shown = `<img src="${bare.url}" alt="A bare hill" width="40" height="30">`;
    await waitFor(() => expect(written()).toBe(`<p>See ${shown}</p>`));
    await described(editor, "bare.png", "A bare hill");
    await write(" and ");
    await choose(/^bare\.png, A bare hill/);
    await closed();
    await waitFor(() => expect(written()).toBe(`<p>See ${shown} and ${shown}</p>`));
  });

  test("can be decorative, and one can go back to choose another", async ({ dashboard, editor }) => {
    const { user } = dashboard;
    await shelved(editor, painting("pattern.png"));
    await dashboard.open("tab=articles");
    await editing();
    await user.click(tool("Image"));
    const { findByRole } = await dialog();
    await user.click(await findByRole("option", { name: /^pattern\.png/ }));
    await user.click(await findByRole("button", { name: "Back" }));
    await focused(await findByRole("option", { name: /^pattern\.png/ }));
    await user.keyboard("{Enter}");
    await user.click(await findByRole("button", { name: "Decorative" }));
    await closed();
    await waitFor(() => expect(written()).toMatch(/^<p><img src="\/media\/[^"]*" alt="" /));
    await described(editor, "pattern.png", "");
  });

  test("and another stand side by side: one of the library, one that is uploaded", async ({ dashboard, editor }) => {
    const { user } = dashboard;
    const hill = await shelved(editor, painting("hill.png"), "A hill");
    await shelved(editor, painting("other.png"), "Another");
    await dashboard.open("tab=articles");
    await editing();
    await user.click(tool("Two pictures"));
    const { findByRole, findByText, getByRole } = await dialog();
    await user.click(await findByRole("option", { name: /^other\.png/ }));
    await findByText("1 of 2 pictures chosen");
    await user.click(await findByRole("option", { name: /^other\.png/, selected: true }));
    await findByText("0 of 2 pictures chosen");
    await user.click(await findByRole("option", { name: /^hill\.png/ }));
    await user.upload(named("media"), painting("lake.png"));
    await user.type(await findByRole("textbox", { name: "Description (alt text)" }), "A lake");
    await user.click(getByRole("button", { name: "Insert" }));
    await closed();
    await waitFor(() => expect(written()).toMatch(/<div class="pictures">.*alt="A hill".*alt="A lake".*<\/div>/));
    expect(written()).toContain(hill.url);
  });

  test("and another that are uploaded together are described one after the other", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await editing();
    await user.click(tool("Two pictures"));
    const { findByRole } = await dialog();
    await user.upload(named("media"), [painting("one.png"), painting("two.png")]);
    for (const name of ["one.png", "two.png"]) {
      await findByRole("img", { name });
      await user.click(await findByRole("button", { name: "Decorative" }));
    }
    await closed();
    await waitFor(() => expect(written().match(/<figure/g)).toHaveLength(2));
  });

  test("that is dropped asks for its description without taking the caret", async ({ dashboard, editor }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    const text = await editing();
    const files = [painting("dropped-one.png"), painting("dropped-two.png")];
    await act(async () => text.editor.dispatchCommand(DRAG_DROP_PASTE, files));
    const one = await screen.findByRole("textbox", { name: "What does dropped-one.png show?" });
    await screen.findByText("The first of 2 pictures without a description.");
    expect(document.activeElement).not.toBe(one);
    await user.type(one, "One{Enter}");
    await screen.findByRole("textbox", { name: "What does dropped-two.png show?" });
    await user.click(screen.getByRole("button", { name: "Decorative" }));
    expect(screen.queryByRole("group", { name: "Picture without a description" })).toBeNull();
    await waitFor(() => expect(written()).toMatch(/alt="One".*alt=""/));
    await described(editor, "dropped-one.png", "One");
  });

  test("and a file to save are chosen where they stand in the library", async ({ dashboard, editor }) => {
    const { user } = dashboard;
    const pdf = new File(["%PDF-1.7\n1 0 obj\n"], "plan.pdf", { type: "application/pdf" });
    const { url, bytes } = await shelved(editor, pdf);
    await dashboard.open("tab=articles");
    await editing();
    await user.click(tool("File"));
    const { findByRole, queryByRole } = await dialog();
    await user.click(await findByRole("option", { name: /^plan\.pdf, PDF/ }));
    expect(queryByRole("textbox", { name: "Description (alt text)" })).toBeNull();
    await closed();
    const link = `<a href="${url}" download="plan.pdf" data-bytes="${bytes}">plan.pdf</a>`;
    await waitFor(() => expect(written()).toContain(`<p class="file">${link}</p>`));
  });
});

test("settings take a logo, and the hero's video and poster, from the library", async ({ dashboard, editor }) => {
  const { user } = dashboard;
  const logo = await shelved(editor, painting("logo.png"));
  const film = await shelved(editor, video());
  await dashboard.open("tab=settings");
  const choose = async (of: string, name: RegExp) => {
    await user.click(await chooser(of));
    const { findByRole } = await dialog();
    await user.click(await findByRole("option", { name }));
    await closed();
  };
  await choose("Logo", /^logo\.png/);
  expect(value(field("Logo"))).toBe(logo.url);
  set(await screen.findByRole("combobox", { name: "Background" }), "video");
  await choose("Video address", /^lecture\.webm, WebM/);
  expect(value(field("Video address"))).toBe(film.url);
  await choose("Poster", /^logo\.png/);
  expect(value(field("Poster"))).toBe(logo.url);
});

test("a library that cannot be read says so; one can upload all the same", async ({ dashboard }) => {
  const { user } = dashboard;
  dashboard.calls.answer("GET", /^\/api\/admin\/media\?/, () => reply(503));
  await dashboard.open("tab=articles");
  await user.click(await chooser("Banner image"));
  const { findByText } = await dialog();
  await findByText("The library could not be loaded");
  await user.upload(named("media"), picture("alone.png"));
  await closed();
  expect(value(field("Banner image"))).toMatch(/^\/media\//);
});
