import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import type { Editor } from "../src/api";
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
    await page.getByRole("textbox", { name: "Section Type" }).fill("cut-off");
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

describe("a section without a block on the site", () => {
  test("is offered the types that are free, and says that another is shown nowhere", async ({ editor, dashboard }) => {
    const promo = (await of(editor, "psi-promo")) as Section;
    await editor.call("DELETE", `/api/admin/sections/${promo.id}`);
    const page = await openTab(dashboard);
    await button(page, "Add Section").click();
    const type = page.getByRole("textbox", { name: "Section Type" });
    expect(await type.getAttribute("placeholder")).toBe("e.g., success-stories");
    const offers = page.getByRole("list", { name: "Blocks of the home page without a section:" });
    expect(await offers.getByRole("button").allTextContents()).toEqual(["PSI Promo"]);
    const warning = page.getByText("the section would be stored, and shown nowhere");
    await type.fill("success-stories");
    await warning.waitFor();
    await offers.getByRole("button").press("Enter");
    await warning.waitFor({ state: "hidden" });
    expect(await type.inputValue()).toBe("psi-promo");
    expect(await page.getByRole("textbox", { name: "Section Name" }).inputValue()).toBe("PSI Promo");
    await button(page, "Create Section").press("Enter");
    await row(page, "PSI Promo").waitFor();
    expect(await of(editor, "psi-promo")).toMatchObject({ name: "PSI Promo", is_visible: true });
    expect(await row(page, "PSI Promo").getByText("Shown nowhere").count()).toBe(0);
  });

  test("of another type says so in its row, and when it is deleted", async ({ editor, dashboard }) => {
    await editor.call("POST", "/api/admin/sections", { name: "Toppers", type: "toppers", is_visible: true });
    const page = await openTab(dashboard);
    await row(page, "Toppers").getByText("Shown nowhere: the home page has no block of this type.").waitFor();
    await button(page, "Delete Toppers").press("Enter");
    const question = page.getByRole("dialog", { name: 'Are you sure you want to delete "Toppers"?', exact: true });
    await question.getByText("nothing changes for visitors").waitFor();
    expect(await question.getByRole("button", { name: "Hide" }).count()).toBe(0);
    await answer(page, 'Are you sure you want to delete "Toppers"?', "Delete");
    await eventually("it is gone", async () => !(await of(editor, "toppers")));
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
