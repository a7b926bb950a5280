import { readFileSync } from "node:fs";
import path from "node:path";
import { answer, toast, uploadTo } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

const video = path.resolve(
  import.meta.dirname,
  "../../../cms-api/internal/media/videofile/testdata/with-duration.webm",
);

test("a video is dropped or chosen, called off on its way, stored, on the site, and goes when it is deleted", async ({
  product,
  dashboard,
}) => {
  const page = await dashboard.open("tab=videos");
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Reading the Preamble");
  await page.getByRole("textbox", { name: "Category" }).fill("Polity");
  const bytes = readFileSync(video).toString("base64");
  await page.getByRole("form", { name: "Upload a video" }).evaluate((form, bytes) => {
    const dataTransfer = new DataTransfer();
    const file = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
    dataTransfer.items.add(new File([file], "preamble.webm", { type: "video/webm" }));
    form.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  }, bytes);
  await page.getByRole("form", { name: "Upload a video" }).getByText("1 of 1 uploaded").waitFor();
  await page.route("**/api/videos", (route) => (route.request().method() === "POST" ? undefined : route.continue()));
  const upload = page.getByRole("button", { name: "Upload Video" });
  await upload.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
  expect(await page.locator(".toast").count()).toBe(0);
  expect(await title.inputValue()).toBe("Reading the Preamble");

  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await uploadTo(page, "Video file", video);
  await upload.click();
  await toast(page, "Video uploaded successfully").waitFor();
  await page.getByRole("cell", { name: "Reading the Preamble", exact: true }).waitFor();
  const shown = async () => (await (await fetch(`${product.url}/videos`)).text()).includes("Reading the Preamble");
  await eventually("the video is on the site", shown);
  await page.getByRole("button", { name: "Delete Reading the Preamble" }).click();
  await answer(page, "Are you sure you want to delete this video?", "Delete");
  await toast(page, "Video deleted").waitFor();
  await eventually("the video has left the site", async () => !(await shown()));
});
