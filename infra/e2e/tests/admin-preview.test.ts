import type { Article } from "../src/api";
import { rendered } from "../src/browser";
import { previewed } from "../src/dashboard";
import { expect, test } from "../src/test";
import { gate } from "../src/wait";

// The preview is the page: rendered by the publisher from what is typed, and shown beside the form.

const long = Array.from({ length: 60 }, (_, i) => `<p>Paragraph ${i + 1}</p>`).join("");

test("what is typed is followed where one reads, never shows an empty page, and links lead nowhere", async ({
  editor,
  dashboard,
}) => {
  const made = await editor.call<Article>("POST", "/api/articles", {
    title: "Followed",
    content: long,
    status: "published",
  });
  const page = await dashboard.open(`tab=articles&edit=${made.id}`);
  const title = page.getByRole("textbox", { name: "Title" });
  const heading = (name: string) => previewed(page).getByRole("heading", { level: 1, name, exact: true });
  const root = previewed(page).locator("html");
  const at = () => root.evaluate(() => Math.round(window.scrollY));
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await heading("Followed").waitFor();
  await previewed(page).getByText("Paragraph 60").waitFor();
  await root.evaluate(() => window.scrollTo(0, 900));
  await title.fill("Followed on");
  await heading("Followed on").waitFor();
  expect(await at()).toBe(900);
  await previewed(page).getByRole("link", { name: "Back to All Articles" }).first().click();
  await title.fill("Followed still");
  await heading("Followed still").waitFor();

  // On a slow line the page before stays.
  await page.clock.install();
  const { opened, open } = gate();
  const framed = /\?theme=/;
  await page.route(framed, async (route) => {
    await opened;
    await route.continue();
  });
  const asked = page.waitForRequest(framed);
  await title.fill("Come at last");
  await page.clock.runFor(1000);
  await asked;
  await page.clock.fastForward(10_000);
  await rendered(page);
  await heading("Followed still").waitFor();
  await root.evaluate(() => window.scrollTo(0, 900));
  open();
  await heading("Come at last").waitFor();
  expect(await at()).toBe(900);
});
