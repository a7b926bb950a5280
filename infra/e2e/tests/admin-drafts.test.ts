import { devices, type Page } from "playwright-core";
import { describe } from "vitest";
import type { Article, Editor } from "../src/api";
import { answer, focused, freeze, text, toast, unpublished } from "../src/dashboard";
import { finger, type Hands, keys, mouse } from "../src/hands";
import { hold } from "../src/leads";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// Changes that are kept and not published: in every browser, for every colleague, and on the site only when asked for.

const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const title = (page: Page) => page.getByRole("textbox", { name: "Title" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const make = (editor: Editor, name: string) =>
  editor.call<Article>("POST", "/api/articles", { title: name, content: "<p>Text</p>", status: "published" });
const stored = (editor: Editor, { id }: Article) => editor.call<Article>("GET", `/api/articles/${id}`);
const copyOf = (editor: Editor, id: string) => editor.request("GET", `/api/articles/${id}/working-copy`);
const row = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const holds = (page: Page, words: string) =>
  eventually(`the title is ${words}`, async () => (await title(page).inputValue()) === words);

const MANNERS: readonly [name: string, hands: Hands, options: object][] = [
  ["mouse", mouse, {}],
  ["keys", keys, {}],
  ["finger", finger, phone],
];

test.for(MANNERS)(
  "by %s: saved as a draft, gone on with by a colleague in another browser, and published",
  async ([manner, hands, options], { editor, dashboard, people, visitor }) => {
    visitor.expected.push(/412/);
    const made = await make(editor, `Held back by ${manner}`);
    const field = (page: Page, name: string) => page.getByRole("textbox", { name });
    const mine = await dashboard.open(`tab=articles&edit=${made.id}`, options);
    await hands.write(field(mine, "Excerpt"), "In short");
    await hands.press(button(mine, "Save draft"));
    await toast(mine, "Draft saved").waitFor();
    await unpublished(mine).waitFor();
    await row(mine, made.title).getByText("Unpublished changes", { exact: true }).waitFor();
    expect((await stored(editor, made)).excerpt).toBe("");

    const theirs = await people.join("Ravi Kumar", `ravi.${manner}@academy.test`, `tab=articles&edit=${made.id}`);
    await eventually("it is there", async () => (await field(theirs, "Excerpt").inputValue()) === "In short");
    await theirs.getByText(/^Test Editor has had this open since \d\d:\d\d\.$/).waitFor();
    await field(theirs, "Category").fill("Ethics");
    await button(theirs, "Publish changes").click();
    await toast(theirs, "Changes published").waitFor();
    const { excerpt, category } = await stored(editor, made);
    expect([excerpt, category]).toEqual(["In short", "Ethics"]);
    expect((await copyOf(editor, made.id)).status).toBe(404);

    // Who has still the draft on the screen that was published is told.
    await hands.write(field(mine, "Tags"), "ethics");
    await mine.getByText("Someone else published or discarded the changes of this article.").waitFor();
    await hands.press(button(mine, "Compare"));
    await mine
      .getByRole("dialog")
      .getByRole("row", { name: /^Category/ })
      .getByText("Ethics")
      .waitFor();
  },
);

describe("what is typed is saved by itself within 5 seconds of the last key", () => {
  test("and can be left without a question", async ({ editor, dashboard }) => {
    const made = await make(editor, "Typed and left");
    const page = await dashboard.open(`tab=articles&edit=${made.id}`);
    const saved = page.waitForResponse("**/working-copy");
    // By the page's own time: a machine that stands still moves every other clock.
    await freeze(page);
    await mouse.write(title(page), " alone");
    await page.clock.runFor(5000);
    expect((await saved).status()).toBe(200);
    await page.clock.resume();
    await unpublished(page).waitFor();
    await page.getByRole("tab", { name: "Videos" }).click();
    await page.getByRole("heading", { name: "Videos", exact: true }).waitFor();
    await page.goBack();
    await holds(page, "Typed and left alone");
    expect((await stored(editor, made)).title).toBe("Typed and left");
  });

  test("and who leaves sooner is asked, and loses nothing", async ({ editor, dashboard }) => {
    const made = await make(editor, "Left at once");
    const page = await dashboard.open(`tab=articles&edit=${made.id}`);
    const release = await hold(page, "**/working-copy", "continue");
    await title(page).fill("Left in a hurry");
    await page.getByRole("tab", { name: "Videos" }).click();
    await answer(page, "Leave without saving? Your changes stay on this device until you come back.", "Leave");
    release();
    await eventually("the server has it", async () => (await copyOf(editor, made.id)).status === 200);
    const elsewhere = await dashboard.open(`tab=articles&edit=${made.id}`);
    await holds(elsewhere, "Left in a hurry");
  });

  test("also of what is new: it is there in another browser, for the same person alone", async ({
    editor,
    dashboard,
    people,
  }) => {
    const page = await dashboard.open("tab=articles");
    await title(page).fill("Only begun");
    await text(page).click();
    await page.keyboard.type("Half a thought");
    await unpublished(page).waitFor();
    await eventually("the server has all of it", async () =>
      (await (await copyOf(editor, "new")).text()).includes("Half a thought"),
    );
    const elsewhere = await dashboard.open("tab=articles");
    await holds(elsewhere, "Only begun");
    await text(elsewhere).getByText("Half a thought").waitFor();
    const theirs = await people.join("Meera Nair", "meera.new@academy.test", "tab=articles");
    await text(theirs).waitFor();
    expect(await title(theirs).inputValue()).toBe("");

    await button(elsewhere, "Create Article").click();
    await toast(elsewhere, "Article created successfully").waitFor();
    await eventually("a blank form", async () => (await title(elsewhere).inputValue()) === "");
    expect((await copyOf(editor, "new")).status).toBe(404);
  });

  test("but for a server that is away: then it is on this device, and saved when that is back", async ({
    editor,
    dashboard,
    visitor,
  }) => {
    visitor.expected.push(/Failed to load resource/);
    const made = await make(editor, "Without a line");
    const page = await dashboard.open(`tab=articles&edit=${made.id}`);
    await page.route("**/working-copy", (route) => route.abort());
    await title(page).fill("Written without a line");
    await page.getByText(/^Unsaved changes, kept on this device only: Cannot connect/).waitFor();
    await page.unroute("**/working-copy");
    await unpublished(page).waitFor();
    expect((await copyOf(editor, made.id)).status).toBe(200);
  });
});

test("Discard changes asks, and brings back what is stored", async ({ editor, dashboard }) => {
  const made = await make(editor, "As it was");
  const page = await dashboard.open(`tab=articles&edit=${made.id}`);
  await title(page).fill("As it should not be");
  await unpublished(page).waitFor();
  const question = "Discard the changes that are not published?";
  await button(page, "Discard changes").press("Enter");
  await answer(page, question, "Keep them");
  await focused(button(page, "Discard changes"));
  await button(page, "Discard changes").press("Enter");
  await answer(page, question, "Discard changes");
  await toast(page, "Changes discarded").waitFor();
  await holds(page, "As it was");
  expect(await unpublished(page).count()).toBe(0);
  expect((await copyOf(editor, made.id)).status).toBe(404);
});

test("Cancel asks what was typed is to become: nothing, or a draft", async ({ editor, dashboard }) => {
  const made = await make(editor, "Second thoughts");
  const page = await dashboard.open(`tab=articles&edit=${made.id}`);
  const question = "Give up the changes to this article?";
  await title(page).fill("Third thoughts");
  await unpublished(page).waitFor();
  await button(page, "Cancel").click();
  await answer(page, question, "Give up changes");
  await button(page, "Create Article").waitFor();
  expect((await copyOf(editor, made.id)).status).toBe(404);

  await button(page, "Edit Second thoughts").click();
  await holds(page, "Second thoughts");
  await title(page).fill("Fourth thoughts");
  await button(page, "Cancel").click();
  await answer(page, question, "Keep as draft");
  await button(page, "Create Article").waitFor();
  await row(page, "Second thoughts").getByText("Unpublished changes", { exact: true }).waitFor();
  await button(page, "Edit Second thoughts").click();
  await holds(page, "Fourth thoughts");
});

test("Publish changes of what has moved on puts both versions side by side", async ({ editor, dashboard, visitor }) => {
  visitor.expected.push(/412/);
  const made = await make(editor, "Two ways");
  const page = await dashboard.open(`tab=articles&edit=${made.id}`);
  await title(page).fill("Two ways, mine");
  await unpublished(page).waitFor();
  await editor.call("PUT", `/api/articles/${made.id}`, { title: "Two ways, theirs", category: "Ethics" });
  await button(page, "Publish changes").click();
  const dialog = page.getByRole("dialog", { name: "Someone else saved this article" });
  const versions = dialog.getByRole("row", { name: /^Title/ });
  await versions.getByText("Two ways, theirs", { exact: true }).waitFor();
  await versions.getByText("Two ways, mine", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Publish yours" }).click();
  await toast(page, "Changes published").waitFor();
  const now = await editor.call<Article & { category: string }>("GET", `/api/articles/${made.id}`);
  expect([now.title, now.category]).toEqual(["Two ways, mine", "Ethics"]);
});

test("two who write the same draft are told, and choose", async ({ editor, dashboard, visitor }) => {
  visitor.expected.push(/412/);
  const made = await make(editor, "Four hands");
  const page = await dashboard.open(`tab=articles&edit=${made.id}`);
  await text(page).getByText("Text").waitFor();
  await editor.call("PUT", `/api/articles/${made.id}/working-copy`, { title: "Four hands, theirs" });
  await title(page).fill("Four hands, mine");
  await page.getByText("Someone else saved other changes of this article.").waitFor();
  await button(page, "Compare").click();
  const dialog = page.getByRole("dialog", { name: "Someone else saved this article" });
  await dialog.getByText("Four hands, theirs", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Overwrite" }).click();
  await toast(page, "Draft saved").waitFor();
  await unpublished(page).waitFor();
  const { title: kept } = (await (await copyOf(editor, made.id)).json()) as Article;
  expect(kept).toBe("Four hands, mine");
});

test("changes are scheduled, and not any more", async ({ editor, dashboard }) => {
  const made = await make(editor, "For August");
  const page = await dashboard.open(`tab=articles&edit=${made.id}`);
  await title(page).fill("For the first of August");
  await unpublished(page).waitFor();
  await button(page, "Schedule").press("Enter");
  const dialog = page.getByRole("dialog", { name: "Schedule changes" });
  await dialog.getByLabel("Publish these changes on").fill("2036-08-01T06:00");
  await page.keyboard.press("Enter");
  await toast(page, "The changes are published 1 Aug 2036, 06:00").waitFor();
  await row(page, "For August")
    .getByText(/published 1 Aug 2036, 06:00/)
    .waitFor();
  // What is typed afterwards is published then, too.
  await title(page).fill("For the 1st of August");
  const planned = async () =>
    (await (await copyOf(editor, made.id)).json()) as { title: string; publish_at: string | null };
  await eventually("it is saved", async () => (await planned()).title === "For the 1st of August");
  expect(new Date((await planned()).publish_at ?? 0)).toEqual(new Date("2036-08-01T06:00"));
  await button(page, "Schedule").press("Enter");
  await dialog.getByRole("button", { name: "Do not schedule" }).press("Enter");
  await toast(page, "The changes are not scheduled any more").waitFor();
  expect((await planned()).publish_at).toBeNull();
});

test("a page has drafts, too", async ({ editor, dashboard }) => {
  const fees = { path: "/draft-fees", title: "Fees", status: "published", blocks: [] };
  const { id } = await editor.call<{ id: string }>("POST", "/api/admin/pages", fees);
  const view = "tab=settings&view=pages";
  const page = await dashboard.open(`${view}&edit=${id}`);
  await title(page).fill("Fees of next year");
  await button(page, "Save draft").click();
  await toast(page, "Draft saved").waitFor();
  const elsewhere = await dashboard.open(view);
  await row(elsewhere, "Fees").getByText("Unpublished changes", { exact: true }).waitFor();
  await button(elsewhere, "Edit Fees").click();
  await holds(elsewhere, "Fees of next year");
  await button(elsewhere, "Publish changes").click();
  await toast(elsewhere, "Changes published").waitFor();
  expect((await editor.call<Article>("GET", `/api/admin/pages/${id}`)).title).toBe("Fees of next year");
});
