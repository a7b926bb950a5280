import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import type { Editor } from "../src/api";
import { awake } from "../src/browser";
import type { Dashboard } from "../src/dashboard";
import { answer, focused } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// What the manager of the landing page's sections says, beyond what it does.

interface Section {
  id: string;
  name: string;
  type: string;
  is_visible: boolean;
}

const all = (editor: Editor) => editor.call<Section[]>("GET", "/api/sections");
const of = async (editor: Editor, type: string) => (await all(editor)).find((section) => section.type === type);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const saving = (page: Page) => page.getByText("Saving changes...");
const row = (page: Page, name: string) =>
  page
    .getByRole("tabpanel")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

async function openTab(dashboard: Dashboard): Promise<Page> {
  const page = await dashboard.open("tab=sections");
  await page.getByRole("heading", { level: 3 }).first().waitFor();
  return page;
}

describe("a failed write", () => {
  test("takes its notice away before it is told, and is logged", async ({ dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/, /section update failed/);
    const page = await openTab(dashboard);
    await page.route("**/api/admin/sections/*", (route) => route.abort());
    const [logged] = await Promise.all([
      page.waitForEvent("console", (message) => message.text().includes("section update failed")),
      page
        .getByRole("button", { name: /^Visible: / })
        .first()
        .click(),
    ]);
    expect(logged.type()).toBe("error");
    await page.getByRole("dialog", { name: /^Failed to toggle visibility: Cannot connect/ }).waitFor();
    expect(await saving(page).count()).toBe(0);
  });

  test("of a new section leaves its button as it was", async ({ dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await openTab(dashboard);
    await page.route("**/api/admin/sections", (route) => route.abort());
    await button(page, "Add Section").click();
    await page.getByRole("textbox", { name: "Section Name" }).fill("Cut off");
    await page.getByRole("combobox", { name: "Section Type" }).fill("cut-off");
    await button(page, "Create Section").click();
    await page.getByRole("dialog", { name: /^Failed to create section: Cannot connect/ }).waitFor();
    expect(await page.getByText("Creating...").count()).toBe(0);
    expect(await saving(page).count()).toBe(0);
  });
});

describe("the texts of a section", () => {
  const dialog = (page: Page) => page.getByRole("dialog", { name: /^Edit Section Content/ });
  const openTexts = async (page: Page, name: string) => button(page, `Edit ${name}`).press("Enter");

  test("can be cancelled while they are loaded, and asked for again", async ({ editor, dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await openTab(dashboard);
    const hero = (await of(editor, "hero")) as Section;
    let answerIt: () => void = () => undefined;
    const asked = new Promise<void>((done) => {
      answerIt = done;
    });
    await page.route("**/api/page-content/**", async (route) => {
      await asked;
      await route.abort();
    });
    await openTexts(page, hero.name);
    await dialog(page).getByText("Loading section content...").waitFor();
    await dialog(page).getByRole("button", { name: "Cancel" }).press("Enter");
    await dialog(page).waitFor({ state: "hidden" });
    await openTexts(page, hero.name);
    answerIt();
    await dialog(page).getByText("Failed to load section content").waitFor();
    await dialog(page).getByText("Cannot connect to backend server").waitFor();
    await page.unroute("**/api/page-content/**");
    await dialog(page).getByRole("button", { name: "Try again" }).press("Enter");
    await dialog(page).getByRole("textbox", { name: "Subheading" }).waitFor();
  });

  test("stand in empty fields as the site has them", async ({ product, editor, dashboard }) => {
    const items = await editor.call<{ id: string; type: string }[]>("GET", "/api/page-content/home/why-choose");
    const stored = items.find(({ type }) => type === "card2_description");
    if (stored) await editor.call("PUT", `/api/admin/page-content/${stored.id}`, { content: "" });
    await editor.live();
    const page = await openTab(dashboard);
    const section = (await of(editor, "why-choose")) as Section;
    await openTexts(page, section.name);
    const field = dialog(page).locator('[name="card2_description"]');
    const builtIn = await field.getAttribute("placeholder");
    expect(builtIn).toMatch(/\w/);
    const home = await (await fetch(`${product.url}/`)).text();
    expect(home.includes(builtIn ?? ""), `the home page has ${builtIn}`).toBe(true);
  });
});

describe("texts that are not saved", () => {
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Edit Section Content: Hero" });
  const heading = (page: Page) => dialog(page).locator('[name="heading"]');

  test("stay when the dialog is closed, and are given up or left behind only when one says so", async ({
    editor,
    dashboard,
  }) => {
    const page = await openTab(dashboard);
    const leave = () => page.getByRole("tab", { name: "Articles" }).click();
    const question = "Leave without saving the texts of the sections?";
    await button(page, "Edit Hero").press("Enter");
    const before = await heading(page).inputValue();
    await heading(page).fill("Not yet");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "hidden" });
    await row(page, "Hero").getByText("Texts not saved yet").waitFor();
    await leave();
    await answer(page, question, "Stay");
    await button(page, "Edit Hero").press("Enter");
    expect(await heading(page).inputValue()).toBe("Not yet");
    await button(page, "Cancel").press("Enter");
    await answer(page, "Give up the changes to this section?", "Keep editing");
    expect(await heading(page).inputValue()).toBe("Not yet");
    await button(page, "Cancel").press("Enter");
    await answer(page, "Give up the changes to this section?", "Give up changes");
    await dialog(page).waitFor({ state: "hidden" });
    expect(await row(page, "Hero").getByText("Texts not saved yet").count()).toBe(0);
    await button(page, "Edit Hero").press("Enter");
    expect(await heading(page).inputValue()).toBe(before);
    await heading(page).fill("Saved");
    await button(page, "Save Changes").press("Enter");
    await dialog(page).waitFor({ state: "hidden" });
    await leave();
    await page.getByRole("button", { name: "Create Article" }).waitFor();
    const items = await editor.call<{ type: string; content: string }[]>("GET", "/api/page-content/home/hero");
    expect(items.find(({ type }) => type === "heading")?.content).toBe("Saved");
  });

  test("that the API refuses say so at their fields, and the others are saved", async ({
    editor,
    dashboard,
    visitor,
  }) => {
    visitor.expected.push(/Failed to load resource.*422/, /section update failed/);
    const page = await openTab(dashboard);
    await button(page, "Edit Hero").press("Enter");
    const subheading = dialog(page).locator('[name="subheading"]');
    await heading(page).fill("Within bounds");
    await subheading.fill("x".repeat(10_000));
    await button(page, "Save Changes").press("Enter");
    await dialog(page).getByText("Failed to save changes. Please try again.").waitFor();
    await focused(subheading);
    expect(await subheading.getAttribute("aria-invalid")).toBe("true");
    expect(await heading(page).getAttribute("aria-invalid")).not.toBe("true");
    const described = (await subheading.getAttribute("aria-describedby")) ?? "";
    expect(
      await page
        .locator(
          described
            .split(" ")
            .map((id) => `[id="${id}"]`)
            .join(", "),
        )
        .allTextContents(),
    ).toContainEqual(expect.stringMatching(/characters/));
    const items = await editor.call<{ type: string; content: string }[]>("GET", "/api/page-content/home/hero");
    expect(items.find(({ type }) => type === "heading")?.content).toBe("Within bounds");
  });
});

describe("the type of a new section", () => {
  const option = (page: Page, name: string) => page.getByRole("option", { name: new RegExp(`^${name}`) });

  test("is a text field that offers the blocks: by keyboard, first those that home shows without a section", async ({
    editor,
    dashboard,
  }) => {
    const promo = (await of(editor, "psi-promo")) as Section;
    await editor.call("DELETE", `/api/admin/sections/${promo.id}`);
    const page = await openTab(dashboard);
    await button(page, "Add Section").press("Enter");
    const type = page.getByRole("combobox", { name: "Section Type" });
    expect(await type.getAttribute("name")).toBe("type");
    expect(await type.getAttribute("placeholder")).toBe("e.g., success-stories");
    await page.keyboard.press("Tab");
    await focused(type);
    const model = await editor.call<{ blocks: { name: string }[] }>("GET", "/api/content-model");
    const offered = await page.locator(".option-name").allTextContents();
    expect(offered[0]).toBe("PSI promo");
    expect(offered.slice(1)).toEqual(model.blocks.map(({ name }) => name).filter((name) => name !== "PSI promo"));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await type.inputValue()).toBe("psi-promo");
    expect(await page.getByRole("textbox", { name: "Section Name" }).inputValue()).toBe("PSI promo");
    await page
      .getByRole("status")
      .getByText(/^PSI promo: /)
      .waitFor();
    await page.keyboard.press("Enter");
    await row(page, "PSI promo").waitFor();
    expect(await of(editor, "psi-promo")).toMatchObject({ name: "PSI promo", block: "", is_visible: true });
  });

  test("has a number where the block has a section: home then shows two of it", async ({
    product,
    editor,
    dashboard,
    visitor,
  }) => {
    const page = await openTab(dashboard);
    await button(page, "Add Section").click();
    const type = page.getByRole("combobox", { name: "Section Type" });
    await type.fill("quick-access");
    await page.getByText("There is a section of this type already.").waitFor();
    await type.fill("call");
    await option(page, "Call to action").click();
    await button(page, "Create Section").click();
    await row(page, "Call to action").waitFor();
    await button(page, "Add Section").click();
    await type.fill("call");
    await option(page, "Call to action").click();
    expect(await type.inputValue()).toBe("call-to-action-2");
    await page.getByRole("textbox", { name: "Section Name" }).fill("Second call");
    await button(page, "Create Section").click();
    await row(page, "Second call").getByText("Shown as “Call to action”").waitFor();
    expect(await of(editor, "call-to-action-2")).toMatchObject({ block: "call-to-action" });
    for (const [section, heading] of [
      ["call-to-action", "Write today"],
      ["call-to-action-2", "Call tomorrow"],
    ]) {
      await editor.call("POST", "/api/admin/page-content", {
        ...{ page: "home", section, type: "heading", content: heading, order_index: 1 },
      });
    }
    await editor.live();
    const visit = await visitor.page();
    await visit.goto(product.url);
    for (const heading of ["Write today", "Call tomorrow"]) {
      await visit.getByRole("heading", { level: 2, name: heading, exact: true }).waitFor();
    }
  });

  test("may be none of the blocks: the home page shows its heading and description until it is deleted", async ({
    product,
    editor,
    dashboard,
    visitor,
  }) => {
    const page = await openTab(dashboard);
    await button(page, "Add Section").click();
    await page.getByRole("textbox", { name: "Section Name" }).fill("Toppers");
    await page.getByRole("combobox", { name: "Section Type" }).fill("toppers");
    await page.getByText("The site has no block of this type: it is shown as “Heading and text”.").waitFor();
    await button(page, "Create Section").click();
    await row(page, "Toppers").getByText("Shown as “Heading and text”").waitFor();
    await button(page, "Edit Toppers").press("Enter");
    const dialog = page.getByRole("dialog", { name: "Edit Section Content: Toppers" });
    await dialog.locator('[name="heading"]').fill("They made it");
    await dialog.locator('[name="description"]').fill("Forty of our learners passed.");
    await button(page, "Save Changes").press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await editor.live();
    const visit = await visitor.page();
    await visit.goto(product.url);
    const heading = visit.getByRole("heading", { level: 2, name: "They made it", exact: true });
    await heading.waitFor();
    await visit.getByText("Forty of our learners passed.", { exact: true }).waitFor();

    await button(page, "Delete Toppers").press("Enter");
    const question = page.getByRole("dialog", { name: 'Are you sure you want to delete "Toppers"?', exact: true });
    await question.getByText("The home page shows this section no longer.").waitFor();
    expect(await question.getByRole("button", { name: "Hide" }).count()).toBe(0);
    await answer(page, 'Are you sure you want to delete "Toppers"?', "Delete");
    await eventually("it is gone", async () => !(await of(editor, "toppers")));
    await editor.live();
    await visit.reload();
    await awake(visit);
    expect(await heading.count()).toBe(0);
  });
});

test("who deletes a section learns that its block stays, and can hide it instead", async ({ editor, dashboard }) => {
  const page = await openTab(dashboard);
  const section = (await of(editor, "quick-access")) as Section;
  const question: Locator = page.getByRole("dialog", {
    name: `Are you sure you want to delete "${section.name}"?`,
    exact: true,
  });
  await button(page, `Delete ${section.name}`).press("Enter");
  await question.getByText("The home page goes on showing this block").waitFor();
  await focused(question.getByRole("button", { name: "Cancel" }));
  await page.keyboard.press("Tab");
  await focused(question.getByRole("button", { name: "Hide" }));
  await page.keyboard.press("Enter");
  await button(page, `Hidden: ${section.name}`).waitFor();
  expect(await of(editor, "quick-access")).toMatchObject({ is_visible: false });
  await button(page, `Delete ${section.name}`).press("Enter");
  await question.getByText("Without its section the home page shows it again").waitFor();
  expect(await question.getByRole("button", { name: "Hide" }).count()).toBe(0);
});
