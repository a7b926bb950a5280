import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import type { Editor } from "../src/api";
import { answer } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// Sections of the home page are moved by what one has at hand.

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

  test("are reordered by mouse, and by keyboard, where every move is announced", async ({
    editor,
    dashboard,
    visitor,
  }) => {
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

    const count = rest.length + 3;
    await handle(page, second).focus();
    await page.keyboard.press("Space");
    await page.getByText(`Picked up ${second}, position 1 of ${count}.`).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowDown");
    await page.getByText(`Position 2 of ${count}`).waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await page.getByText(`Dropped ${second} at position 2 of ${count}`).waitFor({ state: "attached" });
    await stored(editor, [third, second, first, ...rest]);
    await handle(page, second).focus();
    await page.keyboard.press("Space");
    await page.getByText(`Picked up ${second}, position 2 of ${count}.`).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowUp");
    await page.getByText(`Position 1 of ${count}`).waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await page.getByText(`${second} stays where it was`).waitFor({ state: "attached" });
    expect(await order(editor)).toEqual([third, second, first, ...rest]);

    visitor.expected.push(/Failed to load resource/, /section update failed/);
    await page.route("**/api/admin/sections/reorder", (route) => route.abort());
    await handle(page, third).focus();
    await page.keyboard.press("Space");
    await page.getByText(`Picked up ${third}, position 1 of ${count}.`).waitFor({ state: "attached" });
    await page.keyboard.press("ArrowDown");
    await page.getByText(`Position 2 of ${count}`).waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await answer(page, /^Failed to reorder sections: Cannot connect to backend server/, "OK");
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
});
