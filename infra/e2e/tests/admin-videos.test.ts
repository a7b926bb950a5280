import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { answer, toast } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// Videos: stored, shown, deleted, and what happens when that fails; and the tables that are saved as files.

const video = path.resolve(
  import.meta.dirname,
  "../../../cms-api/internal/media/videofile/testdata/with-duration.webm",
);

async function fill(page: Page, title: string, files: Parameters<ReturnType<Page["locator"]>["setInputFiles"]>[0]) {
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("textbox", { name: "Category" }).fill("Polity");
  await page.locator('input[type="file"]').setInputFiles(files);
  await page.getByRole("button", { name: "Upload Video" }).click();
}

test("a video is stored, is on the site, and goes when it is deleted", async ({ product, dashboard }) => {
  const page = await dashboard.open("tab=videos");
  await fill(page, "Reading the Preamble", video);
  await toast(page, "Video uploaded successfully").waitFor();
  await page.getByRole("cell", { name: "Reading the Preamble", exact: true }).waitFor();
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("");

  const shown = async () => (await (await fetch(`${product.url}/videos`)).text()).includes("Reading the Preamble");
  await eventually("the video is on the site", shown);
  await page.getByRole("button", { name: "Delete Reading the Preamble" }).click();
  const about = "“Reading the Preamble” in Polity";
  await answer(page, "Are you sure you want to delete this video?", "Delete", about);
  await toast(page, "Video deleted").waitFor();
  await page.getByText("No videos yet").waitFor();
  await eventually("the video has left the site", async () => !(await shown()));
});

test("a refused or cut upload says so and keeps what was typed", async ({ dashboard, visitor }) => {
  visitor.expected.push(/422/, /ERR_FAILED/);
  const page = await dashboard.open("tab=videos");
  const broken = { name: "broken.webm", mimeType: "video/webm", buffer: readFileSync(video).subarray(0, 400) };
  await fill(page, "Broken", broken);
  const refused = toast(page, "Failed to upload video");
  await refused.getByText("The video is damaged or incomplete. Please choose another file.").waitFor();
  await page.getByRole("tabpanel").getByText("The video is damaged or incomplete.").waitFor();
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Broken");

  await page.route("**/api/videos", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await fill(page, "Cut", video);
  await refused.getByText("Cannot connect to backend server").waitFor();
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Cut");

  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await page.getByText("Choose a video file: MP4, WebM, MOV or MKV.").waitFor();
});

test("an upload can be cancelled, and a delete that fails is told", async ({ dashboard, visitor }) => {
  visitor.expected.push(/500/);
  const page = await dashboard.open("tab=videos");
  await page.route("**/api/videos", (route) => (route.request().method() === "POST" ? undefined : route.continue()));
  await fill(page, "Slow", video);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Upload Video" }).waitFor();
  expect(await page.locator(".toast").count()).toBe(0);
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Slow");

  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: "Upload Video" }).click();
  await toast(page, "Video uploaded successfully").waitFor();
  await page.route("**/api/videos/*", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("button", { name: "Delete Slow" }).click();
  await answer(page, "Are you sure you want to delete this video?", "Delete");
  await toast(page, "Failed to delete video").waitFor();
  await page.getByRole("cell", { name: "Slow", exact: true }).waitFor();
});

test("a video's texts are changed by keyboard; what somebody else wrote meanwhile is not lost unseen", async ({
  editor,
  dashboard,
  visitor,
}) => {
  visitor.expected.push(/412/, /ERR_FAILED/);
  const page = await dashboard.open("tab=videos");
  await fill(page, "A lecture", video);
  const edit = page.getByRole("button", { name: "Edit A lecture", exact: true });
  await edit.focus();
  await Promise.all([page.waitForRequest("**/api/admin/presence/videos/*"), page.keyboard.press("Enter")]);
  const dialog = page.getByRole("dialog", { name: "Edit video" });
  const title = dialog.getByRole("textbox", { name: "Title" });
  await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => edit.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.keyboard.press("Enter");
  await title.fill("A longer lecture");
  await dialog.getByRole("textbox", { name: "Description" }).fill("Of two minutes.");
  await page.route("**/api/videos/*", (route) => route.abort());
  await title.press("Enter");
  await toast(page, "Failed to update video").waitFor();
  await page.unroute("**/api/videos/*");
  const stored = async () => (await editor.call<Record<string, unknown>[]>("GET", "/api/videos?limit=1"))[0] ?? {};
  await editor.call("PUT", `/api/videos/${(await stored()).id}`, { title: "Their lecture", category: "History" });
  await title.press("Enter");
  const conflict = page.getByRole("dialog", { name: "Someone else saved this video" });
  await conflict
    .getByRole("row", { name: /^Title/ })
    .getByText("Their lecture")
    .waitFor();
  expect(await conflict.getByRole("row", { name: /^Category/ }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await conflict.waitFor({ state: "hidden" });
  await title.press("Enter");
  await conflict.getByRole("button", { name: "Overwrite" }).press("Enter");
  await toast(page, "Video updated successfully").waitFor();
  await page.getByRole("cell", { name: "A longer lecture", exact: true }).waitFor();
  expect(await stored()).toMatchObject({
    title: "A longer lecture",
    description: "Of two minutes.",
    category: "History",
  });
});

test.for([
  ["enrollments", "enrollments.csv", "id,fullName"],
  ["mentorship", "mentorship.csv", "id,name"],
])("%s are saved as %s", async ([tab, file, beginning], { dashboard, visitor }) => {
  visitor.expected.push(/ERR_FAILED/);
  const page = await dashboard.open(`tab=${tab}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(file);
  expect(readFileSync(await download.path(), "utf8").slice(0, 40)).toContain(`\ufeff${beginning}`);

  await page.route("**/export?*", (route) => route.abort());
  await page.getByRole("button", { name: "Export CSV" }).click();
  await toast(page, "Failed to export").waitFor();
});
