import path from "node:path";
import type { Page } from "playwright-core";
import { type Article, administrator, Editor } from "../src/api";
import { Dashboard, text, toast } from "../src/dashboard";
import { enlist, logIn } from "../src/people";
import { test as base, expect } from "../src/test";
import { eventually } from "../src/wait";

// A session that ends while one works: nothing that was typed is lost.

const video = path.resolve(
  import.meta.dirname,
  "../../../cms-api/internal/media/videofile/testdata/with-duration.webm",
);
const ravi = { name: "Ravi Kumar", email: "ravi@academy.test", password: "another long passphrase" };

const test = base
  /** Opens a tab with a session of its own. The publish state stands still, so that only the test's own calls meet its end. */
  .extend("work", ({ product, dashboard, visitor }) => async (query: string) => {
    visitor.expected.push(/401/);
    const own = await Editor.enter(product);
    const status = await own.status();
    const page = await new Dashboard(product, own, visitor).open("tab=home");
    await page.route("**/api/publish/status", (route) => route.fulfill({ json: status }));
    // What is typed is on this device alone.
    visitor.expected.push(/503/);
    await page.route("**/new/working-copy*", (route) =>
      route.fulfill({ status: route.request().method() === "GET" ? 204 : 503 }),
    );
    await page.goto(dashboard.address(query));
    const end = async () => {
      expect((await own.request("POST", "/api/auth/logout")).status).toBe(204);
    };
    return { page, end };
  });

test.beforeAll(({ editor }) => enlist(editor, ravi));

const ended = (page: Page) => page.getByRole("dialog", { name: "Your session has ended" });

async function write(page: Page, title: string): Promise<void> {
  await text(page).waitFor();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await text(page).fill(`The text of ${title}.`);
}

const named = async (editor: Editor, title: string) =>
  (await editor.call<(Article & { author: string })[]>("GET", "/api/articles?limit=200")).filter(
    (article) => article.title === title,
  );

test("is mended in place, and the call that failed is sent again once", async ({ editor, work }) => {
  const { page, end } = await work("tab=articles");
  await write(page, "Half written");
  await end();
  await page.getByRole("button", { name: "Create Article" }).click();
  const dialog = ended(page);
  await dialog.getByText("what you typed is still here").waitFor();
  expect(await dialog.getByRole("textbox", { name: "Email" }).inputValue()).toBe(administrator.email);
  const password = dialog.getByRole("textbox", { name: "Password" });
  await eventually("the password has the focus", () =>
    password.evaluate((element) => element === document.activeElement),
  );
  await password.fill("not the passphrase");
  await page.keyboard.press("Enter");
  await dialog.getByText("The e-mail address or the password is not right.").waitFor();
  await page.keyboard.press("Escape");
  await password.fill(administrator.password);
  await page.keyboard.press("Enter");
  await toast(page, "Article created successfully").waitFor();
  await dialog.waitFor({ state: "hidden" });
  expect((await named(editor, "Half written")).map(({ author }) => author)).toEqual([administrator.name]);
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("");
});

test("stands over other dialogs, and several writes keep their order", async ({ work }) => {
  const { page, end } = await work("tab=sections");
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  const content = page.getByRole("dialog", { name: /Edit Section Content/ });
  const fields = content.getByRole("textbox");
  await fields.first().waitFor();
  const count = Math.min(await fields.count(), 3);
  for (let at = 0; at < count; at++) await fields.nth(at).fill(`Text ${at}`);
  const writes: string[] = [];
  page.on("response", (response) => {
    const { content: sent } = (response.request().postDataJSON() ?? {}) as { content?: string };
    if (response.url().includes("/admin/page-content") && response.ok()) writes.push(sent ?? "");
  });
  await end();
  await content.getByRole("button", { name: "Save Changes" }).click();
  await ended(page).waitFor();
  await page.keyboard.press("Escape");
  expect(await fields.first().inputValue()).toBe("Text 0");
  await ended(page).getByRole("textbox", { name: "Password" }).fill(administrator.password);
  await ended(page).getByRole("button", { name: "Log in", exact: true }).click();
  await content.waitFor({ state: "hidden" });
  expect(writes).toEqual(["Text 0", "Text 1", "Text 2"].slice(0, count));
});

test("an upload begins when one is signed in again", async ({ editor, work }) => {
  const { page, end } = await work("tab=videos");
  await page.getByRole("textbox", { name: "Title" }).fill("Late");
  await page.getByRole("textbox", { name: "Category" }).fill("Polity");
  await page.locator('input[type="file"]').setInputFiles(video);
  await end();
  await page.getByRole("button", { name: "Upload Video" }).click();
  await ended(page).getByRole("textbox", { name: "Password" }).fill(administrator.password);
  await ended(page).getByRole("button", { name: "Log in", exact: true }).click();
  await toast(page, "Video uploaded successfully").waitFor();
  const stored = await editor.call<{ title: string }[]>("GET", "/api/videos");
  expect(stored.filter(({ title }) => title === "Late")).toHaveLength(1);
});

test("is noticed when one comes back to the window, also that one has signed in elsewhere", async ({ work }) => {
  const { page, end } = await work("tab=settings");
  const title = page.getByRole("textbox", { name: "Site title" });
  await title.fill("Typed before");
  await end();
  const comesBack = (what: string, probe: () => Promise<boolean>) =>
    eventually(what, async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      return probe();
    });
  await comesBack("the end is noticed", () => ended(page).isVisible());
  const [elsewhere] = await Promise.all([
    page.waitForEvent("popup"),
    ended(page).getByRole("link", { name: "Log in with your phone in a new tab" }).click(),
  ]);
  await elsewhere.getByRole("heading", { name: "Phone Login" }).waitFor();
  await elsewhere.getByRole("button", { name: "Log in with e-mail" }).click();
  await logIn(elsewhere, administrator.email, administrator.password);
  await elsewhere.getByRole("button", { name: "Logout" }).waitFor();
  await comesBack("the session is noticed", () => ended(page).isHidden());
  expect(await title.inputValue()).toBe("Typed before");
  await page.getByText("Unsaved changes, kept on this device").waitFor();
});

test("another person does not save what was typed, nor sees the draft", async ({
  product,
  editor,
  dashboard,
  work,
}) => {
  const { page, end } = await work("tab=articles");
  await write(page, "Of one hand");
  await end();
  await page.getByRole("button", { name: "Create Article" }).click();
  await ended(page).waitFor();
  await logIn(page, ravi.email, ravi.password);
  const other = page.getByRole("dialog", { name: "Ravi Kumar is signed in now" });
  await other.getByRole("button", { name: `Sign in as ${administrator.name}` }).click();
  await ended(page).waitFor();
  expect(await named(editor, "Of one hand")).toEqual([]);
  await logIn(page, ravi.email, ravi.password);
  page.on("dialog", (dialog) => dialog.accept());
  await other.getByRole("button", { name: "Go on as Ravi Kumar" }).click();
  await page.getByText("Welcome, Ravi Kumar").waitFor();
  await text(page).waitFor();
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("");
  expect(await named(editor, "Of one hand")).toEqual([]);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${product.url}/`);
  await page.goto(dashboard.address("tab=articles"));
  await logIn(page, administrator.email, administrator.password);
  await page.getByText("were kept on this device and are back").waitFor();
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Of one hand");
});

test("Cancel leads to the sign-in page, which leads back to the draft", async ({ editor, work }) => {
  const { page, end } = await work("tab=articles");
  await write(page, "Given up");
  await end();
  await page.getByRole("button", { name: "Create Article" }).click();
  await ended(page).getByRole("button", { name: "Cancel" }).click();
  await toast(page, "Failed to create article").waitFor();
  await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
  await logIn(page, administrator.email, administrator.password);
  await page.getByText("were kept on this device and are back").waitFor();
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Given up");
  expect(new URL(page.url()).search).toBe("?tab=articles");
  expect(await named(editor, "Given up")).toEqual([]);
});
