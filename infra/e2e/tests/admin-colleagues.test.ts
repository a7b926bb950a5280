import type { Locator, Page } from "playwright-core";
import type { Editor } from "../src/api";
import { settings, toast } from "../src/dashboard";
import { enlist, PASSWORD } from "../src/people";
import { expect, test } from "../src/test";

// Two people in the forms of texts and lists: who else is there is said, and what somebody else has saved is not lost.

const button = (scope: Page | Locator, name: string | RegExp) => scope.getByRole("button", { name, exact: true });
const field = (scope: Page | Locator, name: string) => scope.getByRole("textbox", { name, exact: true });
const group = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const first = async (editor: Editor, address: string) =>
  (await editor.call<{ id: string; title: string }[]>("GET", address))[0] ?? { id: "", title: "" };
const setTexts = (editor: Editor, id: string, texts: Record<string, string>) =>
  editor.call(
    "PUT",
    `/api/admin/texts/${id}`,
    Object.fromEntries(Object.entries(texts).map(([key, content]) => [key, { content }])),
  );
const texts = async (editor: Editor, id: string) => {
  const { items } = await editor.call<{ items: { type: string; content: string }[] }>("GET", `/api/admin/texts/${id}`);
  return Object.fromEntries(items.map(({ type, content }) => [type, content]));
};

test("who else has it open is said in every form, and of the texts of a page in each section that is in sight", async ({
  product,
  editor,
  dashboard,
}) => {
  await enlist(editor, { name: "Ravi", email: "ravi.forms@academy.test", password: PASSWORD });
  const signedIn = await fetch(`${product.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ravi.forms@academy.test", password: PASSWORD }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const here = async (document: string) => {
    const heard = await fetch(`${product.url}/api/admin/presence/${document}`, { method: "PUT", headers: { cookie } });
    expect(heard.status, document).toBe(200);
  };
  const said = (scope: Page | Locator) =>
    scope
      .getByText(/^Ravi has had this open since /)
      .first()
      .waitFor();
  const made = await editor.call<{ id: string }>("POST", "/api/admin/pages", { path: "/fees", title: "Fees" });
  const page = await dashboard.page();
  const edit = (name: string | RegExp) => () => button(page, name).first().click();
  const program = await first(editor, "/api/programs");
  const link = await first(editor, "/api/admin/social-media");
  const forms: [document: string, query: string, open?: () => Promise<void>][] = [
    ["page-content/home.hero", "tab=sections", edit("Edit Hero")],
    ["page-content/adhva-vibes-psi", "tab=psi"],
    ["settings/settings", "tab=settings"],
    ["menus/main", settings("menus")],
    [`pages/${made.id}`, `${settings("pages")}&edit=${made.id}`],
    [`programs/${program.id}`, settings("lists"), edit(`Edit ${program.title}`)],
    [`social-links/${link.id}`, "tab=social", edit(/^Edit /)],
  ];
  for (const [document, query, open] of forms) {
    await here(document);
    await page.goto(dashboard.address(query));
    await open?.();
    await said(page);
  }

  await here("page-content/foundation-test-series.head");
  await here("page-content/foundation-test-series.course");
  const announced = new Set<string>();
  page.on("request", (request) => {
    const [, id] = /presence\/page-content\/foundation-test-series\.(.+)$/.exec(request.url()) ?? [];
    if (id) announced.add(id);
  });
  await page.goto(dashboard.address(`${settings("pages")}&page=foundation-test-series`));
  await said(group(page, "Top of the page"));
  expect([...announced]).not.toContain("course");
  const last = group(page, "Course, for search engines");
  await last.scrollIntoViewIfNeeded();
  await said(last);
});

test("texts of a page: one call and one save a section, over what it was; a colleague's is reloaded or overwritten", async ({
  editor,
  dashboard,
  visitor,
}) => {
  visitor.expected.push(/412/);
  await setTexts(editor, "about.join", { heading: "Join", lead: "All are welcome." });
  const page = await dashboard.open(`${settings("pages")}&page=about`);
  const join = group(page, "Enrolment");
  const conflict = page.getByRole("dialog", { name: "Someone else saved these texts" });
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/admin/texts/")) calls.push(request.postData() ?? "");
  });
  await field(join, "Heading").fill("Join us");
  await field(join, "Lead").fill("Come along.");
  await field(group(page, "Values"), "Heading").fill("What counts");
  await button(page, "Save Texts").click();
  await toast(page, "Texts saved").waitFor();
  expect(calls).toHaveLength(2);
  const [last] = await editor.call<{ fields: string[] }[]>("GET", "/api/admin/history/page-content/about.join?limit=1");
  expect(last?.fields.toSorted()).toEqual(["heading", "lead"]);

  // Another text of the section is nobody's business here; the same one is.
  await setTexts(editor, "about.join", { lead: "Theirs" });
  await field(join, "Heading").fill("Mine");
  await button(page, "Save Texts").click();
  await expect.poll(() => field(join, "Lead").inputValue()).toBe("Theirs");
  expect(await texts(editor, "about.join")).toMatchObject({ heading: "Mine", lead: "Theirs" });
  await setTexts(editor, "about.join", { heading: "Theirs, too" });
  await field(join, "Heading").fill("Mine again");
  await button(page, "Save Texts").click();
  await conflict.getByText(/^They were changed by Test Editor at /).waitFor();
  await conflict
    .getByRole("row", { name: /^Heading/ })
    .getByText("Theirs, too")
    .waitFor();
  await button(conflict, "Reload").click();
  await expect.poll(() => field(join, "Heading").inputValue()).toBe("Theirs, too");
  await button(page, "Put it back into the form").click();
  await expect.poll(() => field(join, "Heading").inputValue()).toBe("Mine again");
  await setTexts(editor, "about.join", { heading: "Theirs, once more" });
  await button(page, "Save Texts").click();
  await button(conflict, "Overwrite").click();
  await conflict.waitFor({ state: "hidden" });
  await expect.poll(() => texts(editor, "about.join")).toMatchObject({ heading: "Mine again", lead: "Theirs" });
});

test("a section's texts and the police page's: only what was typed is sent, and a colleague's is asked about", async ({
  editor,
  dashboard,
  visitor,
}) => {
  visitor.expected.push(/412/);
  const page = await dashboard.open("tab=sections");
  const dialog = page.getByRole("dialog", { name: /^Edit Section Content/ });
  const conflict = page.getByRole("dialog", { name: "Someone else saved these texts" });
  await setTexts(editor, "home.hero", { heading: "Before", subheading: "Before" });
  await button(page, "Edit Hero").click();
  await dialog.locator('[name="heading"]').fill("Mine");
  await setTexts(editor, "home.hero", { heading: "Theirs", subheading: "Theirs" });
  await button(dialog, "Save Changes").click();
  await conflict
    .getByRole("row", { name: /^Heading/ })
    .getByText("Theirs")
    .waitFor();
  expect(await conflict.getByRole("row", { name: /^Subheading/ }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await conflict.waitFor({ state: "hidden" });
  await button(dialog, "Save Changes").click();
  await button(conflict, "Overwrite").click();
  await dialog.waitFor({ state: "hidden" });
  expect(await texts(editor, "home.hero")).toMatchObject({ heading: "Mine", subheading: "Theirs" });

  await page.goto(dashboard.address("tab=psi"));
  const police = "adhva-vibes-psi";
  await field(page, "Hero title").fill("Mine");
  await setTexts(editor, police, { hero_subtitle: "Theirs" });
  await button(page, "Save PSI Content").click();
  await toast(page, "PSI page content updated").waitFor();
  expect(await texts(editor, police)).toMatchObject({ hero_title: "Mine", hero_subtitle: "Theirs" });
  await expect.poll(() => field(page, "Hero subtitle").inputValue()).toBe("Theirs");
  await setTexts(editor, police, { hero_title: "Theirs, too" });
  await field(page, "Hero title").fill("Mine again");
  await button(page, "Save PSI Content").click();
  const psi = page.getByRole("dialog", { name: "Someone else saved these PSI texts" });
  await psi
    .getByRole("row", { name: /^Hero title/ })
    .getByText("Theirs, too")
    .waitFor();
  await button(psi, "Overwrite").click();
  await expect.poll(() => texts(editor, police)).toMatchObject({ hero_title: "Mine again", hero_subtitle: "Theirs" });
});
