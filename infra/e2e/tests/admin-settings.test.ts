import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import type { Editor } from "../src/api";
import { violationsInBothThemes } from "../src/axe";
import { answer, focused, toast } from "../src/dashboard";
import { png } from "../src/png";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// The Settings tab: its views, and the site's settings.

const testdata = path.resolve(import.meta.dirname, "../../../cms-api/internal/media/videofile/testdata");

type Settings = Record<string, string | boolean>;
const LEAVE = "Leave without saving? Your changes stay on this device until you come back.";
const stored = (editor: Editor) => editor.call<Settings>("GET", "/api/settings");
const save = (page: Page) => page.getByRole("button", { name: "Save Settings" }).click();
const choose = (page: Page, kind: "Image" | "Video") =>
  page.getByRole("combobox", { name: "Background" }).selectOption({ label: kind });
const video = {
  name: "hero.webm",
  mimeType: "video/webm",
  buffer: readFileSync(path.join(testdata, "with-duration.webm")),
};
const poster = { name: "poster.png", mimeType: "image/png", buffer: png(16, 9, [28, 32, 70]) };

describe("the views", () => {
  test("have addresses, follow the back button, and are walked through by keyboard", async ({ dashboard }) => {
    const page = await dashboard.open("tab=settings&view=audit");
    expect(await page.getByRole("tablist", { name: "Settings" }).getByRole("tab").allTextContents()).toEqual([
      "Site",
      "Pages",
      "Menus",
      "Lists",
      "Trash",
      "Team",
      "Account",
      "Publishing",
      "Audit",
      "Privacy",
    ]);
    const tab = (name: string) => page.getByRole("tab", { name, exact: true });
    await tab("Audit").focus();
    await page.keyboard.press("Home");
    await focused(tab("Site"));
    await page.keyboard.press("ArrowRight");
    await focused(tab("Pages"));
    for (const next of ["Menus", "Lists", "Trash", "Team"]) {
      await page.keyboard.press("ArrowRight");
      await focused(tab(next));
    }
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Members" }).waitFor();
    expect(new URL(page.url()).search).toBe("?tab=settings&view=team");
    for (const before of ["Trash", "Lists", "Menus", "Pages", "Site"]) {
      await page.keyboard.press("ArrowLeft");
      await focused(tab(before));
    }
    await page.keyboard.press("Space");
    await page.getByRole("heading", { name: "Site settings" }).waitFor();
    expect(new URL(page.url()).search).toBe("?tab=settings");
    await page.goBack();
    await page.getByRole("list", { name: "Members" }).waitFor();
    expect(await tab("Team").getAttribute("aria-selected")).toBe("true");
  });

  test("are not left with unsaved settings unless one says so", async ({ dashboard }) => {
    const page = await dashboard.open("tab=settings");
    const title = page.getByRole("textbox", { name: "Site title" });
    await title.fill("Unsaved");
    await page.getByRole("tab", { name: "Account" }).click();
    await answer(page, LEAVE, "Keep editing");
    expect(await title.inputValue()).toBe("Unsaved");
    await page.getByRole("tab", { name: "Account" }).click();
    await answer(page, LEAVE, "Leave");
    await page.getByRole("heading", { name: "Your account" }).waitFor();
  });
});

describe("the site's settings", () => {
  test("are local until they are saved", async ({ product, editor, dashboard }) => {
    const page = await dashboard.open("tab=settings");
    const labels: [name: string, before: string, after: string][] = [
      ["Current affairs redirect", "OFF", "ON"],
      ["Blog", "LIVE", "COMING SOON"],
      ["Videos", "LIVE", "COMING SOON"],
      ["PSI page", "VISIBLE", "HIDDEN"],
    ];
    const before = await stored(editor);
    for (const [name, off, on] of labels) {
      const toggle = page.getByRole("switch", { name });
      const words = page.locator(".mantine-Switch-body").filter({ hasText: name });
      await words.getByText(off, { exact: true }).waitFor();
      await toggle.focus();
      await page.keyboard.press("Space");
      await words.getByText(on, { exact: true }).waitFor();
    }
    await page.getByRole("textbox", { name: "Site title" }).fill("Another Academy");
    await page.getByText("Unsaved changes, kept on this device").waitFor();
    expect(await stored(editor)).toEqual(before);
    await page.getByRole("button", { name: "Discard changes" }).click();
    await answer(page, "Discard the changes that are not saved?", "Discard changes");
    await page.locator(".mantine-Switch-body").filter({ hasText: "PSI page" }).getByText("VISIBLE").waitFor();
    expect(await page.getByRole("textbox", { name: "Site title" }).inputValue()).toBe(before.site_title);

    await page.getByRole("switch", { name: "Blog" }).click();
    await page.getByRole("textbox", { name: "Site title" }).fill("Another Academy");
    await save(page);
    await toast(page, "Settings updated successfully").waitFor();
    expect(await stored(editor)).toMatchObject({
      site_title: "Another Academy",
      blog_show_coming_soon: true,
      videos_show_coming_soon: before.videos_show_coming_soon,
    });
    await editor.live();
    expect(await (await fetch(`${product.url}/blog`)).text()).toContain("Another Academy");
  });

  test("two people change different ones, and the same one only knowingly", async ({
    editor,
    dashboard,
    people,
    visitor,
  }) => {
    visitor.expected.push(/Failed to load resource.*412/);
    const page = await dashboard.open("tab=settings");
    const ravi = await people.join("Ravi", "ravi@academy.test", "tab=settings");
    const field = (of: Page, name: string) => of.getByRole("textbox", { name, exact: true });
    const saved = async (of: Page) => {
      await save(of);
      await toast(of, "Settings updated successfully").getByRole("button", { name: "Dismiss" }).click();
    };
    await field(page, "Contact phone").fill("+91 80 1111 1111");
    await field(ravi, "Contact address").fill("1 Ravi Road");
    await saved(ravi);
    await saved(page);
    expect(await stored(editor)).toMatchObject({ contact_phone: "+91 80 1111 1111", contact_address: "1 Ravi Road" });
    expect(await field(page, "Contact address").inputValue()).toBe("1 Ravi Road");

    await field(page, "Contact e-mail").fill("mine@academy.test");
    await field(page, "Contact phone").fill("+91 80 3333 3333");
    await field(ravi, "Contact e-mail").fill("ravi@academy.test");
    await field(ravi, "Contact address").fill("2 Ravi Road");
    // His form still has the former phone.
    await saved(ravi);
    await save(page);
    const conflict = page.getByRole("dialog", { name: "Someone else saved these settings" });
    await conflict.getByText(/^They were changed by Ravi at \d\d:\d\d, after you began to edit\./).waitFor();
    expect(await conflict.getByRole("rowheader").allTextContents()).toEqual(["Contact e-mail", "Contact phone"]);
    await page.keyboard.press("Escape");
    expect(await field(page, "Contact e-mail").inputValue()).toBe("mine@academy.test");
    await save(page);
    await conflict.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => field(page, "Contact e-mail").inputValue()).toBe("ravi@academy.test");
    await page.getByRole("button", { name: "Put it back into the form" }).click();
    expect(await field(page, "Contact e-mail").inputValue()).toBe("mine@academy.test");

    await field(ravi, "Contact e-mail").fill("ravi.two@academy.test");
    await saved(ravi);
    await save(page);
    await conflict.getByRole("button", { name: "Overwrite" }).click();
    await toast(page, "Settings updated successfully").waitFor();
    expect(await stored(editor)).toMatchObject({
      contact_email: "mine@academy.test",
      contact_phone: "+91 80 3333 3333",
    });
  });

  test("what is wrong is said at its field", async ({ dashboard, visitor }) => {
    visitor.expected.push(/status of 422/);
    const page = await dashboard.open("tab=settings");
    const channel = page.getByRole("textbox", { name: "Community channel" });
    await channel.fill("https://x:99999/");
    await page.getByRole("switch", { name: "Loop" }).scrollIntoViewIfNeeded();
    await save(page);
    await toast(page, "Failed to update settings").waitFor();
    await page.getByRole("tabpanel").getByText("Give a full address (https://…)").waitFor();
    await toast(page, "Failed to update settings").getByText("Give a full address (https://…)").waitFor();
    await focused(channel);
    const box = await channel.boundingBox();
    expect(box && box.y > 60 && box.y < 900, "it is in sight").toBe(true);
    expect(await channel.inputValue()).toBe("https://x:99999/");
    expect(await channel.getAttribute("aria-invalid")).toBe("true");
  });

  test("a hero video with its poster is uploaded, and its fields are there only in video mode", async ({
    editor,
    dashboard,
  }) => {
    const page = await dashboard.open("tab=settings");
    const address = page.getByRole("textbox", { name: "Video address" });
    await page.getByRole("combobox", { name: "Background" }).waitFor();
    expect(await address.count()).toBe(0);
    for (const name of ["Autoplay", "Muted", "Loop"]) {
      expect(await page.getByRole("switch", { name }).isChecked()).toBe(true);
    }
    await choose(page, "Video");
    await page.locator('input[name="hero_video_url_file"]').setInputFiles(video);
    await toast(page, "Uploading video...").waitFor();
    await eventually("the video's address", async () => (await address.inputValue()).startsWith("/media/"));
    await page.locator('input[name="hero_video_poster_file"]').setInputFiles(poster);
    await toast(page, "Uploading poster...").waitFor();
    const image = page.getByRole("textbox", { name: "Poster" });
    await eventually("the poster's address", async () => (await image.inputValue()).startsWith("/media/"));
    await page.getByRole("switch", { name: "Loop" }).click();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await save(page);
    await toast(page, "Settings updated successfully").waitFor();
    expect(await stored(editor)).toMatchObject({
      hero_background_type: "video",
      hero_video_url: await address.inputValue(),
      hero_video_poster: await image.inputValue(),
      hero_video_loop: false,
      hero_video_muted: true,
    });
    await choose(page, "Image");
    expect(await address.count()).toBe(0);
  });

  test("an upload is cancelled without a word, and a failing one is told", async ({ dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await dashboard.open("tab=settings");
    await choose(page, "Video");
    const address = page.getByRole("textbox", { name: "Video address" });
    const before = await address.inputValue();
    await page.route("**/api/admin/upload-video", () => undefined);
    await page.locator('input[name="hero_video_url_file"]').setInputFiles(video);
    await page.getByRole("button", { name: /^\d+ % · Cancel$/ }).click();
    await page.getByRole("button", { name: "Upload video" }).waitFor();
    expect(await page.locator(".toast", { hasText: "Failed" }).count()).toBe(0);

    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.route("**/api/admin/upload-*", (route) => route.abort());
    await page.locator('input[name="hero_video_url_file"]').setInputFiles(video);
    await toast(page, "Failed to upload video").waitFor();
    await page.locator('input[name="hero_video_poster_file"]').setInputFiles(poster);
    await toast(page, "Failed to upload poster").waitFor();
    expect(await address.inputValue()).toBe(before);
  });

  test.for([
    ["GET", "The settings could not be loaded"],
    ["PUT", "Failed to update settings"],
  ] as const)("a %s that is cut says: %s", async ([method, words], { product, editor, dashboard, visitor }) => {
    visitor.expected.push(/Failed to load resource/);
    const page = await visitor.page();
    await page.context().addCookies(editor.cookies().map((cookie) => ({ ...cookie, url: product.url })));
    await page.route("**/api/settings", (route) =>
      route.request().method() === method ? route.abort() : route.continue(),
    );
    await page.goto(dashboard.address("tab=settings"));
    if (method === "PUT") {
      await page.getByRole("textbox", { name: "Site title" }).fill("Typed and kept");
      await save(page);
    }
    await page.getByText(words).first().waitFor();
    if (method === "PUT") {
      expect(await page.getByRole("textbox", { name: "Site title" }).inputValue()).toBe("Typed and kept");
    }
  });
});
