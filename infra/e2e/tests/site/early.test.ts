import type { Page } from "playwright-core";
import { describe } from "vitest";
import { awake } from "../../src/browser";
import { everyPage } from "../../src/pages";
import { read } from "../../src/read";
import { expect, phone, test } from "../../src/site";
import { gate } from "../../src/wait";

// Between the page and its scripts: what is pressed and typed meanwhile counts, and nothing of it gets into an address.

const link = (page: Page, name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
const group = (page: Page) => page.getByRole("button", { name: "Learning Paths" });
const menu = (page: Page) => page.getByRole("button", { name: "Menu" });
const expanded = (page: Page) => Promise.all([menu, group].map((of) => of(page).getAttribute("aria-expanded")));

test("a message that is sent before the scripts have come goes off with them, once", async ({ site }) => {
  const { opened, open } = gate();
  const page = await site.visit("/contact-us", { ...phone, scripts: opened });
  const asked: string[] = [];
  page.on("request", (request) => {
    // Sent again with work it is the same form.
    const again = request.postData()?.includes('"work":');
    if (!again && /\/api\/|contact-us/.test(request.url())) asked.push(request.url());
  });
  const values = () =>
    page
      .locator("form :is(input, textarea):not(.trap)")
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const early = page.getByText("Your message goes off as soon as it is ready.");
  // The browser asks for what is missing as ever.
  await page.getByRole("button", { name: "Send Message" }).click();
  expect(await early.isVisible()).toBe(false);
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill("asha@example.com");
  await page.getByLabel("Message").fill("Sent before its time");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByLabel("Name").press("Enter");
  await early.waitFor();
  expect(page.url()).toBe(`${site.url}/contact-us`);
  expect(asked).toEqual([]);
  expect(await values()).toEqual(["Asha Rao", "asha@example.com", "", "Sent before its time"]);
  open();
  await page.getByText("Message sent successfully!").waitFor();
  expect(await values()).toEqual(["", "", "", ""]);
  await early.waitFor({ state: "hidden" });
  expect(asked.filter((url) => url.endsWith("/api/contact")).length).toBe(1);
  expect(asked.filter((url) => url.includes("Asha"))).toEqual([]);
  expect(page.url()).toBe(`${site.url}/contact-us`);
});

test("no form would put into an address what a person is", async ({ site }) => {
  const open = [];
  for (const path of everyPage) {
    for (const form of (await read(site.url + path)).querySelectorAll("form")) {
      const names = [...form.querySelectorAll("[name]")].map((field) => field.getAttribute("name"));
      if (form.method === "get") open.push(`${path}: ${names}`);
    }
  }
  expect(open).toEqual(["/blog: q"]);
  // The dashboard's forms come with their scripts.
  for (const path of ["/auth", "/forgot-password", "/reset-password", "/admin/dashboard"]) {
    const page = await read(site.url + path);
    expect([page.querySelectorAll("#root").length, page.forms.length], path).toEqual([1, 0]);
  }
});

describe("menus", () => {
  test("open under the pointer and with the focus, and stay open when the scripts come", async ({ site }) => {
    const { opened, open } = gate();
    const page = await site.visit("/about-us", { scripts: opened });
    expect(await link(page, "NCERT Mastery").isVisible()).toBe(false);
    await group(page).hover();
    await link(page, "NCERT Mastery").waitFor();
    await page.mouse.move(200, 600);
    await link(page, "NCERT Mastery").waitFor({ state: "hidden" });
    await group(page).focus();
    await link(page, "PSI").waitFor();
    // What cannot follow the stylesheet says nothing.
    expect(await group(page).getAttribute("aria-expanded")).toBeNull();
    await page.keyboard.press("Tab");
    await expect.poll(() => link(page, "PSI").evaluate((element) => element === document.activeElement)).toBe(true);
    open();
    await awake(page);
    expect(await group(page).getAttribute("aria-expanded")).toBe("true");
    await link(page, "PSI").waitFor();
    await page.keyboard.press("Escape");
    await link(page, "PSI").waitFor({ state: "hidden" });
  });

  test("of a small screen open and close by touch, and stay as they are when the scripts come", async ({ site }) => {
    const { opened, open } = gate();
    const page = await site.visit("/about-us", { ...phone, scripts: opened });
    expect(await group(page).isVisible()).toBe(false);
    await menu(page).tap();
    await group(page).waitFor();
    await menu(page).tap({ force: true });
    await group(page).waitFor({ state: "hidden" });
    // Safari focuses no button without it.
    expect(await menu(page).getAttribute("tabindex")).toBe("0");
    await menu(page).tap();
    await group(page).tap();
    await link(page, "Mentorship").waitFor();
    expect(await expanded(page)).toEqual([null, null]);
    open();
    await awake(page);
    await link(page, "Mentorship").waitFor();
    expect(await expanded(page)).toEqual(["true", "true"]);
    await menu(page).tap();
    await group(page).waitFor({ state: "hidden" });
  });

  test("of a small screen lead on, and stay open with their last group closed", async ({ site }) => {
    const { opened, open } = gate();
    const page = await site.visit("/about-us", { ...phone, scripts: opened });
    await menu(page).tap();
    await group(page).tap();
    await link(page, "Mentorship").tap();
    await page.waitForURL("**/mentorship", { waitUntil: "domcontentloaded" });
    await menu(page).tap();
    await group(page).tap();
    await link(page, "PSI").waitFor();
    await group(page).tap({ force: true });
    await link(page, "PSI").waitFor({ state: "hidden" });
    await group(page).waitFor();
    open();
    await awake(page);
    expect(await group(page).isVisible()).toBe(true);
    expect(await expanded(page)).toEqual(["true", "false"]);
  });

  test("a second press on a wide screen that is touched closes, and the scripts leave it closed", async ({ site }) => {
    const { opened, open } = gate();
    const tablet = { viewport: { width: 1280, height: 900 }, isMobile: true, hasTouch: true };
    const page = await site.visit("/about-us", { ...tablet, scripts: opened });
    await group(page).tap();
    await link(page, "PSI").waitFor();
    await group(page).tap({ force: true });
    await link(page, "PSI").waitFor({ state: "hidden" });
    open();
    await awake(page);
    expect(await group(page).getAttribute("aria-expanded")).toBe("false");
    await group(page).tap();
    await link(page, "PSI").waitFor();
  });

  test("in a narrow window open by presses alone; the scripts may come during one", async ({ site }) => {
    const { opened, open } = gate();
    const page = await site.visit("/about-us", { viewport: { width: 768, height: 900 }, scripts: opened });
    await menu(page).click();
    // A pointer that passes opens no group.
    await group(page).hover();
    expect(await link(page, "PSI").isVisible()).toBe(false);
    await group(page).click();
    await link(page, "PSI").waitFor();
    await page.mouse.click(10, 880);
    await group(page).waitFor({ state: "hidden" });
    await menu(page).hover();
    await page.mouse.down();
    open();
    await page.waitForLoadState("networkidle");
    await page.mouse.up();
    await awake(page);
    await group(page).waitFor();
    expect(await menu(page).getAttribute("aria-expanded")).toBe("true");
  });
});

test("clicks on About count, over pages whose scripts have not come", async ({ site }) => {
  const { opened } = gate();
  const page = await site.visit("/blog", { scripts: opened });
  // A pause between two clicks begins the count anew.
  await page.clock.setFixedTime(new Date());
  for (let click = 1; click <= 6; click++) {
    await Promise.all([page.waitForEvent("domcontentloaded"), link(page, "About").click()]);
    expect(page.url()).toBe(`${site.url}/about-us`);
  }
  await link(page, "About").click();
  await page.waitForURL("**/auth", { waitUntil: "commit" });
});

test("the programmes of the police page can be looked at by keyboard and by mouse, and stay in sight", async ({
  site,
}) => {
  const { opened, open } = gate();
  const page = await site.visit("/adhva-vibes-psi", { scripts: opened });
  const shown = () => page.locator('[role="tabpanel"]:visible').getByRole("heading").allInnerTexts();
  const tab = page.getByRole("tab", { name: "Descriptive Pro" });
  expect(await shown()).toEqual(["Apex"]);
  await page.getByRole("tab", { name: "Apex" }).focus();
  for (const name of ["Core Practice Set", "Descriptive Pro", "Subject Mastery", "Exam Simulator"]) {
    await page.keyboard.press("Tab");
    await page.getByRole("tabpanel", { name }).getByRole("heading", { name }).waitFor();
  }
  await tab.click();
  expect(await shown()).toEqual(["Descriptive Pro"]);
  await page.getByRole("heading", { name: "Descriptive Pro" }).click();
  expect(await shown()).toEqual(["Descriptive Pro"]);
  open();
  await awake(page);
  expect(await shown()).toEqual(["Descriptive Pro"]);
  expect(await tab.getAttribute("aria-selected")).toBe("true");
  await tab.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(shown).toEqual(["Subject Mastery"]);
});
