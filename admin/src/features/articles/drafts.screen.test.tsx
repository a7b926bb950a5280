import type { Editor } from "@academy/shared/test/editor";
import { describe } from "vitest";
import type { Article } from "@/api/types";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { entry, named, set, value } from "@/test/forms";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";
import { enlist } from "@/test/people";
import { editing, write } from "@/test/writing";

// Changes that are kept and not published: on every device, for every colleague, and public only when asked for.

const title = () => named("title");
const button = (name: string) => screen.findByRole("button", { name });
const make = (editor: Editor, name: string) =>
  editor.call<Article>("POST", "/api/articles", { title: name, content: "<p>Text</p>", status: "published" });
const stored = (editor: Editor, { id }: Article) => editor.call<Article>("GET", `/api/articles/${id}`);
const copyOf = (editor: Editor, id: string) => editor.request("GET", `/api/articles/${id}/working-copy`);
const noCopy = async (editor: Editor, id: string) => expect((await copyOf(editor, id)).status).toBe(404);
const holds = (words: string) => waitFor(() => expect(value(title())).toBe(words));
const COPY = /\/working-copy(\?|$)/;
const CONFLICT = "Someone else saved this article";

/** The notice of changes that the server keeps and nobody has published. */
const unpublished = () =>
  waitFor(() => {
    const notice = document.querySelector<HTMLElement>(".unpublished");
    if (!notice?.textContent?.startsWith("Unpublished changes")) throw new Error("nothing is said of changes");
    return notice;
  });

/** Puts the window aside: what was typed is then saved at once. */
function putAside(): void {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
  Reflect.deleteProperty(document, "visibilityState");
}

test("saved as a draft, gone on with by a colleague, and published: the first one is told", async ({
  cms,
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const made = await make(editor, "Held back");
  const query = `tab=articles&edit=${made.id}`;
  await dashboard.open(query);
  await button("Save draft");
  await fill(user, named("excerpt"), "In short");
  await user.click(await button("Save draft"));
  await told("Draft saved");
  await unpublished();
  await within(await entry(made.title)).findByText("Unpublished changes");
  expect((await stored(editor, made)).excerpt).toBe("");

  await dashboard.leave();
  await editor.call("PUT", `/api/admin/presence/articles/${made.id}`);
  const ravi = await enlist(cms, editor, { name: "Ravi Kumar", email: "ravi.draft@academy.test" });
  await dashboard.open(query, { editor: ravi });
  await waitFor(() => expect(value(named("excerpt"))).toBe("In short"));
  await screen.findByText(/^Test Editor has had this open since \d\d:\d\d\.$/);
  await fill(user, named("category"), "Ethics");
  await user.click(await button("Publish changes"));
  await told("Changes published");
  const { excerpt, category } = await stored(editor, made);
  expect([excerpt, category]).toEqual(["In short", "Ethics"]);
  await noCopy(editor, made.id);
});

test("who has the draft still in the form that a colleague has published is told, and compares", async ({
  cms,
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const made = await make(editor, "Published by another");
  await editor.call("PUT", `/api/articles/${made.id}/working-copy`, { excerpt: "In short" });
  await dashboard.open(`tab=articles&edit=${made.id}`);
  const before = await unpublished();
  expect(before.textContent).toContain("by Test Editor");
  const meera = await enlist(cms, editor, { name: "Meera Nair", email: "meera.draft@academy.test" });
  await meera.call("DELETE", `/api/articles/${made.id}/working-copy`);
  await meera.call("PUT", `/api/articles/${made.id}`, { excerpt: "In short", category: "Ethics" });
  await fill(user, named("tags"), "ethics");
  putAside();
  await screen.findByText("Someone else published or discarded the changes of this article.");
  await user.click(await button("Compare"));
  const dialog = within(await screen.findByRole("dialog", { name: CONFLICT }));
  within(dialog.getByRole("row", { name: /^Category/ })).getByText("Ethics");
});

describe("what is typed is saved by itself", () => {
  test("and can be left without a question", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const made = await make(editor, "Typed and left");
    await dashboard.open(`tab=articles&edit=${made.id}`);
    await button("Save draft");
    await fill(user, title(), "Typed and left alone");
    putAside();
    await unpublished();
    await user.click(screen.getByRole("tab", { name: "Videos" }));
    await waitFor(() => expect(location.search).toContain("tab=videos"));
    expect(screen.queryByRole("dialog")).toBeNull();
    await dashboard.leave();
    await dashboard.open(`tab=articles&edit=${made.id}`);
    await holds("Typed and left alone");
    expect((await stored(editor, made)).title).toBe("Typed and left");
  });

  test("and who leaves sooner is asked, and loses nothing", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    const made = await make(editor, "Left at once");
    await dashboard.open(`tab=articles&edit=${made.id}`);
    await button("Save draft");
    const { release } = dashboard.calls.hold("PUT", COPY);
    await fill(user, title(), "Left in a hurry");
    await user.click(screen.getByRole("tab", { name: "Videos" }));
    await answer(user, "Leave without saving? Your changes stay on this device until you come back.", "Leave");
    release();
    await waitFor(async () => expect((await copyOf(editor, made.id)).status).toBe(200));
    localStorage.clear();
    await dashboard.leave();
    await dashboard.open(`tab=articles&edit=${made.id}`);
    await holds("Left in a hurry");
  });

  test("also of what is new: it is there on another device, for the same person alone", async ({
    cms,
    editor,
    dashboard,
  }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await button("Save draft");
    await fill(user, title(), "Only begun");
    await write("Half a thought");
    putAside();
    await unpublished();
    // The title may have been saved before the text was written.
    await waitFor(async () => expect(await (await copyOf(editor, "new")).text()).toContain("Half a thought"));
    await dashboard.leave();
    localStorage.clear();
    const anita = await enlist(cms, editor, { name: "Anita Rao", email: "anita.draft@academy.test" });
    await dashboard.open("tab=articles", { editor: anita });
    await button("Create Article");
    expect(value(title())).toBe("");
    await dashboard.leave();
    await dashboard.open("tab=articles");
    await holds("Only begun");
    await editing("Half a thought");
    await user.click(await button("Create Article"));
    await told("Article created successfully");
    await button("New Article");
    expect(value(title())).toBe("Only begun");
    await noCopy(editor, "new");
  });

  test("but for a server that is away: then it is on this device, and saved when that is back", async ({
    editor,
    dashboard,
  }) => {
    const made = await make(editor, "Without a line");
    await dashboard.open(`tab=articles&edit=${made.id}`);
    await button("Save draft");
    const mend = dashboard.calls.cut("PUT", COPY);
    await fill(dashboard.user, title(), "Written without a line");
    putAside();
    await screen.findByText(/^Unsaved changes, kept on this device only: Cannot connect/);
    mend();
    putAside();
    await unpublished();
    expect((await copyOf(editor, made.id)).status).toBe(200);
  });
});

test("Discard changes asks, and brings back what is stored", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const made = await make(editor, "As it was");
  await editor.call("PUT", `/api/articles/${made.id}/working-copy`, { title: "As it should not be" });
  await dashboard.open(`tab=articles&edit=${made.id}`);
  await holds("As it should not be");
  const question = "Discard unpublished changes?";
  await user.click(await button("Discard changes"));
  await answer(user, question, "Keep changes");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Discard changes"));
  await user.click(await button("Discard changes"));
  await answer(user, question, "Discard changes");
  await told("Changes discarded");
  await holds("As it was");
  expect(document.querySelector(".unpublished")).toBeNull();
  await noCopy(editor, made.id);
});

test("Cancel asks what was typed is to become: nothing, or a draft", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const made = await make(editor, "Second thoughts");
  await dashboard.open(`tab=articles&edit=${made.id}`);
  await button("Save draft");
  const question = "Discard your changes to this article?";
  await fill(user, title(), "Third thoughts");
  putAside();
  await unpublished();
  await user.click(await button("Cancel"));
  await answer(user, question, "Discard changes");
  await button("Create Article");
  await noCopy(editor, made.id);

  await user.click(await button("Edit Second thoughts"));
  await holds("Second thoughts");
  await fill(user, title(), "Fourth thoughts");
  await user.click(await button("Cancel"));
  await answer(user, question, "Keep as draft");
  await button("Create Article");
  await within(await entry("Second thoughts")).findByText("Unpublished changes");
  await user.click(await button("Edit Second thoughts"));
  await holds("Fourth thoughts");
});

test("Publish changes of what has moved on puts both versions side by side", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const made = await make(editor, "Two ways");
  await editor.call("PUT", `/api/articles/${made.id}/working-copy`, { title: "Two ways, mine" });
  await dashboard.open(`tab=articles&edit=${made.id}`);
  await holds("Two ways, mine");
  await editor.call("PUT", `/api/articles/${made.id}`, { title: "Two ways, theirs", category: "Ethics" });
  await user.click(await button("Publish changes"));
  const dialog = within(await screen.findByRole("dialog", { name: CONFLICT }));
  const versions = within(dialog.getByRole("row", { name: /^Title/ }));
  versions.getByText("Two ways, theirs");
  versions.getByText("Two ways, mine");
  await user.click(dialog.getByRole("button", { name: "Publish yours" }));
  await told("Changes published");
  const now = await stored(editor, made);
  expect([now.title, now.category]).toEqual(["Two ways, mine", "Ethics"]);
});

test("two who write the same draft are told, and choose", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const made = await make(editor, "Four hands");
  await dashboard.open(`tab=articles&edit=${made.id}`);
  await editing("Text");
  await editor.call("PUT", `/api/articles/${made.id}/working-copy`, { title: "Four hands, theirs" });
  await fill(user, title(), "Four hands, mine");
  putAside();
  await screen.findByText("Someone else saved other changes of this article.");
  await user.click(await button("Compare"));
  const dialog = within(await screen.findByRole("dialog", { name: CONFLICT }));
  dialog.getByText("Four hands, theirs");
  await user.click(dialog.getByRole("button", { name: "Overwrite" }));
  await told("Draft saved");
  await unpublished();
  expect(((await (await copyOf(editor, made.id)).json()) as Article).title).toBe("Four hands, mine");
});

test("changes are scheduled, and not any more", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const made = await make(editor, "For August");
  await editor.call("PUT", `/api/articles/${made.id}/working-copy`, { title: "For the first of August" });
  await dashboard.open(`tab=articles&edit=${made.id}`);
  await unpublished();
  await user.click(await button("Schedule"));
  const dialog = within(await screen.findByRole("dialog", { name: "Schedule changes" }));
  set(dialog.getByLabelText(/^Publish these changes on/), "2036-08-01T06:00");
  await user.type(dialog.getByLabelText(/^Publish these changes on/), "{Enter}");
  await told("The changes are published 1 Aug 2036, 06:00");
  await within(await entry("For August")).findByText(/published 1 Aug 2036, 06:00/);
  // Text that is typed afterwards is published then, too.
  await fill(user, title(), "For the 1st of August");
  putAside();
  const planned = async () =>
    (await (await copyOf(editor, made.id)).json()) as { title: string; publish_at: string | null };
  await waitFor(async () => expect((await planned()).title).toBe("For the 1st of August"));
  expect(new Date((await planned()).publish_at ?? 0)).toEqual(new Date("2036-08-01T06:00"));
  await user.click(await button("Schedule"));
  await user.click(await button("Do not schedule"));
  await told("The changes are no longer scheduled");
  expect((await planned()).publish_at).toBeNull();
});

test("a page has drafts, too", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const fees = { path: "/draft-fees", title: "Draft fees", status: "published", blocks: [] };
  const { id } = await editor.call<{ id: string }>("POST", "/api/admin/pages", fees);
  const view = "tab=pages";
  await dashboard.open(`${view}&edit=${id}`);
  await button("Save draft");
  await fill(user, title(), "Fees of next year");
  await user.click(await button("Save draft"));
  await told("Draft saved");
  await dashboard.leave();
  localStorage.clear();
  await dashboard.open(view);
  await within(await entry("Draft fees")).findByText("Unpublished changes");
  await user.click(await button("Edit Draft fees"));
  await holds("Fees of next year");
  await user.click(await button("Publish changes"));
  await told("Changes published");
  expect((await editor.call<Article>("GET", `/api/admin/pages/${id}`)).title).toBe("Fees of next year");
});
