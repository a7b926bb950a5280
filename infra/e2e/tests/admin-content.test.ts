import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import type { Article, Editor } from "../src/api";
import { answer, previewed, text, toast } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// Articles and landing page sections in the dashboard, in a browser on the running product.

const draft = (editor: Editor, fields: Partial<Article> & { publish_date?: string }) =>
  editor.call<Article>("POST", "/api/articles", { content: "<p>Text</p>", status: "draft", ...fields });

describe("articles", () => {
  const titles = (page: Page) => page.getByRole("region", { name: "All Articles" }).getByRole("heading", { level: 3 });

  test("are searched, narrowed, sorted and paged by the server", async ({ editor, dashboard }) => {
    for (let number = 10; number < 55; number++) await draft(editor, { title: `Needle ${number}` });
    const page = await dashboard.open("tab=articles");
    await page.getByRole("searchbox", { name: "Search" }).fill("needle");
    await page.getByText("45 matching articles").waitFor();
    expect(await titles(page).count()).toBe(20);
    await page.getByRole("combobox", { name: "Sort" }).selectOption({ label: "Title, A to Z" });
    await eventually("sorted", async () => (await titles(page).first().textContent()) === "Needle 10");
    await page.getByRole("button", { name: "next page" }).click();
    await page.getByRole("button", { name: "next page" }).click();
    await eventually("the last page", async () => (await titles(page).allTextContents()).join() === lastOf(5));
    await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "Published" });
    await page.getByText("No article matches").waitFor();
  });
  const lastOf = (count: number) => Array.from({ length: count }, (_, i) => `Needle ${55 - count + i}`).join();

  test("open by ?edit=, are cancelled, updated, previewed and deleted", async ({ editor, dashboard }) => {
    const made = await draft(editor, { title: "Edited by address" });
    const page = await dashboard.open(`tab=articles&edit=${made.id}`);
    await page.getByText(`/blog/${made.slug}`).waitFor();
    await text(page).getByText("Text").waitFor();
    await page.getByRole("button", { name: "Preview" }).click();
    await previewed(page).getByRole("heading", { level: 1, name: "Edited by address" }).waitFor();
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("region", { name: "Preview" }).waitFor({ state: "hidden" });
    await page.getByRole("textbox", { name: "Tags" }).fill(" polity, , prelims ,");
    await page.getByRole("button", { name: "Update Article" }).click();
    await toast(page, "Article updated successfully").waitFor();
    await page.getByRole("button", { name: "Create Article" }).waitFor();
    const stored = await editor.call<Article & { tags: string[] }>("GET", `/api/articles/${made.id}`);
    expect(stored.tags).toEqual(["polity", "prelims"]);

    await page.getByRole("button", { name: "Edit Edited by address" }).click();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: "Create Article" }).waitFor();
    await page.getByRole("button", { name: "Delete Edited by address" }).click();
    await answer(page, "Are you sure you want to delete this article?", "Delete");
    await toast(page, "Article deleted").waitFor();
    expect((await editor.request("GET", `/api/articles/${made.id}`)).status).toBe(404);
  });

  test.for(["Create Article", "Update Article"])(
    "typed on while %s is answered, lose nothing",
    async (button, { editor, dashboard, visitor }) => {
      const made = await draft(editor, { title: "Slow line" });
      const page = await dashboard.open(button.startsWith("C") ? "tab=articles" : `tab=articles&edit=${made.id}`);
      const title = page.getByRole("textbox", { name: "Title" });
      await title.fill("Sent over a slow line");
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/api\/articles(\/[^/?]+)?$/, async (route) => {
        if (route.request().method() !== "GET") await held;
        await route.continue();
      });
      const sent = page.waitForRequest(
        (request) => /\/api\/articles(\/[^/?]+)?$/.test(request.url()) && /POST|PUT/.test(request.method()),
      );
      await page.getByRole("button", { name: button }).click();
      await sent;
      // On this device alone, else it would be saved as a draft by itself.
      visitor.expected.push(/ERR_FAILED.*working-copy/);
      await page.route("**/working-copy*", (route) =>
        route.request().method() === "PUT" ? route.abort() : route.fallback(),
      );
      await title.fill("Typed meanwhile");
      release();
      await toast(page, /^C/.test(button) ? "Article created successfully" : "Article updated successfully").waitFor();
      await page.getByText("Unsaved changes, kept on this device").waitFor();
      await page.getByRole("button", { name: "Update Article" }).waitFor();
      expect(await title.inputValue()).toBe("Typed meanwhile");
    },
  );

  test("saved by two: the second is told, reloads, and still has both versions", async ({
    editor,
    dashboard,
    visitor,
  }) => {
    visitor.expected.push(/412/);
    const made = await draft(editor, { title: "Two pens" });
    const page = await dashboard.open(`tab=articles&edit=${made.id}`);
    const title = page.getByRole("textbox", { name: "Title" });
    await title.fill("Two pens, mine");
    await editor.call("PUT", `/api/articles/${made.id}`, { title: "Two pens, theirs" });
    await page.getByRole("button", { name: "Update Article" }).click();
    const dialog = page.getByRole("dialog", { name: "Someone else saved this article" });
    await dialog.getByRole("button", { name: "Reload" }).click();
    await eventually("theirs is in the form", async () => (await title.inputValue()) === "Two pens, theirs");
    await page.reload();
    await page.getByRole("button", { name: "Put it back into the form" }).click();
    expect(await title.inputValue()).toBe("Two pens, mine");

    await editor.call("PUT", `/api/articles/${made.id}`, { title: "Two pens, theirs again" });
    await page.getByRole("button", { name: "Update Article" }).click();
    await dialog.getByRole("button", { name: "Overwrite" }).click();
    await toast(page, "Article updated successfully").waitFor();
    expect((await editor.call<Article>("GET", `/api/articles/${made.id}`)).title).toBe("Two pens, mine");
  });
});

interface Section {
  id: string;
  name: string;
  display_order: number;
}

describe("sections", () => {
  const order = async (editor: Editor) =>
    (await editor.call<Section[]>("GET", "/api/sections")).map(({ name }) => name);
  const handle = (page: Page, name: string) => page.getByRole("button", { name: `Drag to reorder ${name}` });

  async function places(page: Page): Promise<string[]> {
    const rows = page.getByRole("tabpanel").getByRole("listitem").getByRole("heading", { level: 3 });
    await rows.first().waitFor();
    return rows.allTextContents();
  }
  async function middle(locator: Locator): Promise<{ x: number; y: number }> {
    const box = await locator.boundingBox();
    if (!box) throw new Error("it is not in sight");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  const stored = (editor: Editor, wanted: string[]) =>
    eventually(`the order ${wanted.join()}`, async () => (await order(editor)).join() === wanted.join());

  test("are reordered by mouse", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=sections");
    const [first = "", second = "", third = "", ...rest] = await places(page);
    const [from, to] = [await middle(handle(page, first)), await middle(handle(page, third))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 10);
    await page.mouse.move(to.x, to.y + 4, { steps: 8 });
    await page.mouse.up();
    await stored(editor, [second, third, first, ...rest]);
    expect(await places(page)).toEqual([second, third, first, ...rest]);
  });

  test("are reordered by touch", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=sections", {
      hasTouch: true,
      viewport: { width: 390, height: 844 },
    });
    const [first = "", second = "", ...rest] = await places(page);
    await handle(page, second).scrollIntoViewIfNeeded();
    const [from, to] = [await middle(handle(page, first)), await middle(handle(page, second))];
    const touch = await page.context().newCDPSession(page);
    const at = (type: "touchStart" | "touchMove", y: number) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x: from.x, y }] });
    await at("touchStart", from.y);
    for (let step = 1; step <= 8; step++) await at("touchMove", from.y + ((to.y + 6 - from.y) * step) / 8);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await stored(editor, [second, first, ...rest]);
  });

  test("are reordered by keyboard, and every move is announced", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=sections");
    const [first = "", second = "", ...rest] = await places(page);
    const count = rest.length + 2;
    await handle(page, first).focus();
    await page.keyboard.press("Space");
    await page.getByText(`Picked up ${first}, position 1 of ${count}.`).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowDown");
    await page.getByText(`Position 2 of ${count}`).waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await page.getByText(`Dropped ${first} at position 2 of ${count}`).waitFor({ state: "attached" });
    await stored(editor, [second, first, ...rest]);
    await handle(page, first).focus();
    await page.keyboard.press("Space");
    await page.getByText(`Picked up ${first}, position 2 of ${count}.`).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowUp");
    await page.getByText(`Position 1 of ${count}`).waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await page.getByText(`${first} stays where it was`).waitFor({ state: "attached" });
    expect(await order(editor)).toEqual([second, first, ...rest]);
  });

  test("are created, hidden, filled and deleted", async ({ editor, dashboard }) => {
    const page = await dashboard.open("tab=sections");
    await page.getByRole("button", { name: "Add Section" }).click();
    await page.getByRole("button", { name: "Create Section" }).click();
    await answer(page, "Please fill in all required fields.", "OK");
    await page.getByRole("textbox", { name: "Section Name" }).fill("Success Stories");
    await page.getByRole("combobox", { name: "Section Type" }).fill("success-stories");
    await page.getByRole("button", { name: "Create Section" }).click();
    await page.getByRole("button", { name: "Visible: Success Stories" }).click();
    await page.getByRole("button", { name: "Hidden: Success Stories" }).waitFor();

    await page.getByRole("button", { name: "Edit Success Stories" }).click();
    const dialog = page.getByRole("dialog", { name: /^Edit Section Content/ });
    await dialog.getByRole("textbox", { name: "Heading" }).fill("They made it");
    await page.mouse.click(5, 400);
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Edit Success Stories" }).click();
    expect(await dialog.getByRole("textbox", { name: "Heading" }).inputValue()).toBe("They made it");
    expect(await dialog.getByRole("textbox", { name: "Description" }).getAttribute("rows")).toBe("4");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await dialog.waitFor({ state: "hidden" });
    const items = await editor.call<{ type: string; content: string }[]>(
      "GET",
      "/api/page-content/home/success-stories",
    );
    expect(items.map(({ type, content }) => [type, content])).toEqual([["heading", "They made it"]]);

    await page.getByRole("button", { name: "Delete Success Stories" }).click();
    await answer(page, 'Are you sure you want to delete "Success Stories"?', "Delete");
    await eventually("it is gone", async () => !(await order(editor)).includes("Success Stories"));
  });

  const fields: Record<string, string[]> = {
    hero: ["heading", "subheading", "description", "cta_text", "cta_link"],
    "why-choose": ["heading", ...[1, 2, 3, 4].flatMap((card) => [`card${card}_title`, `card${card}_description`])],
    "ncert-showcase": ["label", "heading", "description", "button_text", "button_link", "youtube_url"],
    "ncert-poster": ["heading", "description", "cta_text", "cta_link"],
    "mission-vision": ["mission_heading", "mission_text", "vision_heading", "vision_text"],
    "psi-promo": ["heading", "description"],
  };
  test("have the fields of their type, and a half failed save goes on where it stopped", async ({
    editor,
    dashboard,
    visitor,
  }) => {
    visitor.expected.push(/Failed to load resource/, /section update failed/);
    const page = await dashboard.open("tab=sections");
    const dialog = page.getByRole("dialog", { name: /^Edit Section Content/ });
    const all = await editor.call<(Section & { type: string })[]>("GET", "/api/sections");
    for (const { name, type } of all.filter((section) => fields[section.type])) {
      await page.getByRole("button", { name: `Edit ${name}`, exact: true }).click();
      await dialog.locator("form").waitFor();
      // Apart from the fields themselves: an empty one asks whether to show the site's own text.
      const names = (controls: Locator) =>
        controls.evaluateAll((all) =>
          all.map((one) => one.getAttribute("name") ?? "").filter((name) => !name.endsWith(".empty")),
        );
      const own = fields[type] ?? [];
      const all = await names(dialog.locator("input, textarea"));
      expect(all.slice(0, own.length), type).toEqual(own);
      // What the block has beyond them is folded.
      const more = dialog.locator("details", { has: page.getByText("More texts", { exact: true }) });
      expect(await names(more.locator("input, textarea")), type).toEqual(all.slice(own.length));
      for (const control of await more.locator("input, textarea").all()) expect(await control.isVisible()).toBe(false);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "hidden" });
    }
    const promo = all.find(({ type }) => type === "psi-promo")?.name;
    await page.getByRole("button", { name: `Edit ${promo}`, exact: true }).click();
    await dialog.locator('[name="heading"]').fill("A new heading");
    await dialog.locator('[name="description"]').fill("A new description");
    let cut = true;
    await page.route("**/api/admin/page-content**", async (route) => {
      if (cut && route.request().postData()?.includes("A new description")) await route.abort();
      else await route.continue();
    });
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await dialog.getByText("Failed to save changes. Please try again.").waitFor();
    cut = false;
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await dialog.waitFor({ state: "hidden" });
  });
});
