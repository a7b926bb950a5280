import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { png } from "@academy/shared/test/png";
import { CuttingLine } from "../src/cuttingLine";
import { chooseMedia as dialog, focused, text, tool, written } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// The dialog Choose media, and what uploads do that only a browser shows.

const testdata = (name: string) => readFileSync(path.resolve(import.meta.dirname, "../testdata", name));

interface Media {
  name: string;
  alt: string;
  type: string;
  width: number;
  height: number;
  url: string;
}

const MB = 1 << 20;

/** A photo as phones make them: behind the picture stands much that belongs to it. */
const photo = (index: number, size: number) => ({
  name: `IMG_${index}.jpg`,
  mimeType: "image/jpeg",
  buffer: Buffer.concat([testdata("dusk.jpg"), randomBytes(size)]),
});

test("forty photos are uploaded over a line that is cut every 2 MB, and only a last part is sent again", async ({
  product,
  editor,
  dashboard,
  visitor,
}) => {
  // The browser's own words about each cut, and about a part that it sent again by itself while the server stored the first.
  visitor.expected.push(/Failed to load resource: net::ERR_/, /status of 409/);
  const line = new CuttingLine(product, 2 * MB);
  try {
    const page = await dashboard.page();
    await page.goto(`${await line.open()}/admin/dashboard?tab=articles`);
    await page.getByRole("button", { name: "Choose media: Banner image" }).click();
    // Made in the page: Playwright sends no more than 50 MB itself. One of 12 MB, the others a little above the first
    // call.
    await page.locator('input[name="media"]').evaluate(async (input: HTMLInputElement, MB) => {
      const transfer = new DataTransfer();
      for (let index = 0; index < 40; index++) {
        const picture = new OffscreenCanvas(96, 64);
        const context = picture.getContext("2d") as OffscreenCanvasRenderingContext2D;
        context.fillStyle = `hsl(${index * 9} 80% 50%)`;
        context.fillRect(0, 0, 96, 64);
        const rest = new Uint8Array(index === 0 ? 12 * MB : 1.1 * MB);
        for (let at = 0; at < rest.length; at += 65_536) crypto.getRandomValues(rest.subarray(at, at + 65_536));
        const parts = [await picture.convertToBlob({ type: "image/jpeg" }), rest];
        transfer.items.add(new File(parts, `IMG_${index}.jpg`, { type: "image/jpeg" }));
      }
      input.files = transfer.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }, MB);
    await dialog(page).getByText("40 of 40 uploaded").waitFor({ timeout: 120_000 });
    expect(line.cuts).toBeGreaterThan(20);
    expect(line.sent.size).toBe(40);
    // Calls grow from 1 MiB where the line is good. One that was cut may be sent again, and nothing before it.
    for (const parts of line.sent.values()) {
      let end = 0;
      let last = 0;
      for (const { from, bytes } of parts) {
        expect(from).toBeLessThanOrEqual(end);
        expect(from).toBeGreaterThanOrEqual(last);
        expect(end - from).toBeLessThanOrEqual(2 * MB);
        end = Math.max(end, from + bytes);
        last = from;
      }
    }
    const stored = await editor.call<Media[]>("GET", "/api/admin/media?q=IMG_&limit=100");
    expect(stored).toHaveLength(40);
    expect(new Set(stored.map(({ width, height }) => `${width}x${height}`))).toEqual(new Set(["96x64"]));
  } finally {
    line.close();
  }
});

test("an upload that a reload cut goes on where it was when the same file is chosen again", async ({
  product,
  dashboard,
}) => {
  const line = new CuttingLine(product, 1000 * MB);
  try {
    const page = await dashboard.page();
    await page.goto(`${await line.open()}/admin/dashboard?tab=articles`);
    const file = { ...photo(77, 6 * MB) };
    const folder = path.join(product.dir, "IMG_77.jpg");
    const { writeFileSync } = await import("node:fs");
    writeFileSync(folder, file.buffer);
    const choose = async () => {
      await page.getByRole("button", { name: "Choose media: Banner image" }).click();
      await page.locator('input[name="media"]').setInputFiles(folder);
    };
    let parts = 0;
    await page.route("**/api/admin/media/uploads/**", (route) =>
      route.request().method() === "PATCH" && ++parts > 2 ? undefined : route.continue(),
    );
    await choose();
    await eventually("some of it is there", () => parts > 2);
    page.on("dialog", (question) => void question.accept());
    // The call that is held goes with the page.
    await page.reload();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await choose();
    await dialog(page).waitFor({ state: "hidden" });
    expect(line.sent.size).toBe(1);
    const [sent = []] = line.sent.values();
    // Calls of 1 and 2 MiB; after the reload, of 1 and 2 again, and the rest.
    expect(sent.map(({ from }) => from / MB)).toEqual([0, 1, 3, 4, 6]);
  } finally {
    line.close();
  }
});

test("HEIC and TIFF pictures are converted on the way; what cannot be read is refused", async ({
  dashboard,
  editor,
}) => {
  const page = await dashboard.open("tab=articles");
  await page.getByRole("button", { name: "Choose media: Banner image" }).click();
  await page.locator('input[name="media"]').setInputFiles([
    // Windows gives it no type.
    { name: "hills.HEIC", mimeType: "", buffer: testdata("hills.heic") },
    { name: "turned.tiff", mimeType: "image/tiff", buffer: testdata("turned.tiff") },
    { name: "broken.heic", mimeType: "image/heic", buffer: Buffer.from("no picture") },
  ]);
  const uploads = dialog(page).getByRole("region", { name: "Uploads" });
  await uploads.getByText("2 of 3 uploaded, 1 failed").waitFor();
  await uploads.getByText(/This is a HEIC picture, .* Export it as JPEG/).waitFor();
  const stored = await editor.call<Media[]>("GET", "/api/admin/media?sort=name&kind=image");
  const found = (name: string) => stored.find((media) => media.name === name);
  expect(found("hills.jpg")).toMatchObject({ type: "image/jpeg", width: 480, height: 320 });
  expect(found("turned.jpg")).toMatchObject({ type: "image/jpeg", width: 64, height: 96 });

  await uploads.getByRole("button", { name: "Hide finished" }).click();
  await dialog(page)
    .getByRole("option", { name: /^hills\.jpg/ })
    .click();
  await dialog(page).waitFor({ state: "hidden" });
  const banner = page.locator(".banner-image");
  const colours = await banner.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = new OffscreenCanvas(480, 320);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0, 480, 320);
    return [...(context?.getImageData(360, 90, 1, 1).data ?? [])].slice(0, 3);
  });
  // The circle.
  for (const [index, value] of [245, 197, 24].entries())
    expect(Math.abs((colours[index] ?? 0) - value)).toBeLessThan(12);
});

test("an editor adds a picture to a text, describes it, and chooses it again by keyboard", async ({
  dashboard,
  editor,
}) => {
  const page = await dashboard.open("tab=articles");
  await text(page).click();
  await page.keyboard.type("See ");
  // Playwright begins to intercept in the background: a key pressed at once would open the browser's own dialog.
  const choosing = page.waitForEvent("filechooser");
  await tool(page, "Image").click();
  await focused(dialog(page).getByRole("button", { name: "Upload", exact: true }));
  await page.keyboard.press("Enter");
  await (await choosing).setFiles({ name: "delta.png", mimeType: "image/png", buffer: png(64, 36, [40, 90, 60]) });
  const description = dialog(page).getByRole("textbox", { name: "Description (alt text)" });
  await focused(description);
  await page.keyboard.press("Enter");
  await dialog(page).getByText("Describe the picture, or choose Decorative.").waitFor();
  await page.keyboard.type("The delta of the Ganga");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "hidden" });
  await focused(text(page));
  await page.keyboard.type(" and ");
  await eventually("the library knows the description", async () => {
    const [found] = await editor.call<Media[]>("GET", "/api/admin/media?q=delta.png");
    return found?.alt === "The delta of the Ganga";
  });

  await tool(page, "Image").click();
  await dialog(page).getByRole("searchbox", { name: "Search" }).fill("delta");
  await dialog(page).getByText("1 picture", { exact: true }).waitFor();
  await page.keyboard.press("Tab");
  await focused(dialog(page).getByRole("option", { name: /^delta\.png, The delta of the Ganga/ }));
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "hidden" });
  await eventually(
    "it is there twice",
    async () => (await written(page)).match(/alt="The delta of the Ganga"/g)?.length === 2,
  );
  expect(await written(page)).toMatch(/^<p>See <img [^>]*> and <img [^>]*><\/p>$/);
});
