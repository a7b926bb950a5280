import { png } from "@academy/shared/test/png";
import { devices, type Locator, type Page } from "playwright-core";
import { violationsInBothThemes } from "../src/axe";
import { answer, focused, told } from "../src/dashboard";
import { tooLow } from "../src/finger";
import { finger, type Hands, keys, mouse } from "../src/hands";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// A picture of the media library from the list to its deletion, by whoever does it. What the calls do, and what is told when
// they fail, is in admin/src/features/media/media.screen.test.tsx.

const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });

interface Media {
  id: string;
  url: string;
  name: string;
  focus: { x: number; y: number } | null;
}

const MANNERS: readonly [name: string, hands: Hands, options: object][] = [
  ["mouse", mouse, {}],
  ["keys", keys, {}],
  ["finger", finger, phone],
];

test.for(MANNERS)("by %s", async ([manner, hands, options], { editor, dashboard, visitor }) => {
  // The browser writes that a deletion was refused.
  visitor.expected.push(/status of 409/);
  const name = `campus-by-${manner}.png`;
  const form = new FormData();
  const bytes = png(600 + manner.length, 400, [manner.length * 20, 120, 90]) as Uint8Array<ArrayBuffer>;
  form.set("file", new File([bytes], name, { type: "image/png" }));
  await editor.send("/api/admin/media", form);
  const find = async () => {
    const [found] = await editor.call<Media[]>("GET", `/api/admin/media?q=${name}`);
    if (!found) throw new Error(`${name} is not in the library`);
    return found;
  };
  const { id, url } = await find();
  const title = `Uses it by ${manner}`;
  const article = await editor.call<{ id: string }>("POST", "/api/articles", {
    title,
    content: "<p>Text</p>",
    banner_image: url,
  });

  // Found.
  const page = await dashboard.open("tab=media", options);
  const look = async (scope?: string) => {
    expect(await violationsInBothThemes(page, scope)).toEqual([]);
    if (hands !== finger) return;
    expect(await tooLow(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  };
  await button(page, name).waitFor();
  if (hands !== keys) await look();
  await hands.press(button(page, "List"));
  await hands.press(button(page, "Pictures"));
  await hands.write(page.getByRole("searchbox", { name: "Search" }), name);
  await eventually("only it is listed", async () => (await page.locator(".media-open").count()) === 1);
  if (hands === mouse) await look("main");
  await page.reload();
  await button(page, name).waitFor();
  expect(await page.locator(".media-open").count()).toBe(1);

  // Described and cropped.
  await hands.press(button(page, name));
  const panel = page.getByRole("dialog", { name, exact: true });
  const point = panel.getByRole("slider", { name: "Focal point" });
  await point.waitFor();
  await look("[role=dialog]");
  await panel.locator(".focal-frame").scrollIntoViewIfNeeded();
  const box = await panel.locator(".focal-frame").boundingBox();
  if (!box) throw new Error("the picture is not shown");
  const [x, y] = [box.x + box.width / 4, box.y + box.height * 0.75];
  if (hands === mouse) {
    await point.hover();
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 5 });
    await page.mouse.up();
  } else if (hands === finger) await page.touchscreen.tap(x, y);
  else {
    await point.focus();
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press("Shift+ArrowLeft");
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press("ArrowLeft");
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press("Shift+ArrowDown");
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press("ArrowDown");
  }
  await focused(point);
  expect(await point.getAttribute("aria-valuetext")).toBe("25 % from the left, 75 % from the top");
  await hands.write(panel.getByRole("textbox", { name: "Description" }), "The campus in the morning");
  await hands.press(button(panel, "Save"));
  await told(page, "File updated successfully");
  expect((await find()).focus).toEqual({ x: 0.25, y: 0.75 });

  // In use: it stays, and says where.
  await hands.press(button(panel, "Delete"));
  await answer(page, `Delete “${name}” for good?`, "Delete");
  await told(page, "Failed to delete file");
  const refusal = panel.getByRole("alert", { name: "In use" });
  const link = refusal.getByRole("link", { name: `Article “${title}”` });
  expect(await link.getAttribute("href")).toContain(article.id);
  await look("[role=dialog]");
  await hands.press(link);
  await page.getByRole("textbox", { name: "Title" }).waitFor();
  await eventually(
    "the article is open",
    async () => (await page.getByRole("textbox", { name: "Title" }).inputValue()) === title,
  );
  await page.goBack();

  // Unused: it goes.
  await editor.call("PUT", `/api/articles/${article.id}`, { banner_image: "" });
  await button(panel, "Delete").waitFor();
  await hands.press(button(panel, "Delete"));
  await answer(page, `Delete “${name}” for good?`, "Delete");
  await told(page, "File deleted");
  await panel.waitFor({ state: "hidden" });
  await page.getByText("No files found").waitFor();
  expect((await editor.request("GET", `/api/admin/media/${id}`)).status).toBe(404);
});
