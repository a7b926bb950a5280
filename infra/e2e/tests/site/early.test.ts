import type { Page } from "playwright-core";
import { describe } from "vitest";
import { awake } from "../../src/browser";
import { everyPage } from "../../src/pages";
import { desktop, eventually, expect, phone, screens, test } from "../../src/site";
import { gate } from "../../src/wait";

// Between the page and its scripts: what is pressed and typed meanwhile counts, and nothing of it gets into an address.

const link = (page: Page, name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
const group = (page: Page) => page.getByRole("button", { name: "Learning Paths" });

describe("forms", () => {
  const fill = async (page: Page) => {
    await page.getByLabel("Name").fill("Asha Rao");
    await page.getByLabel("Email").fill("asha@example.com");
    await page.getByLabel("Message").fill("Sent before its time");
  };
  const values = (page: Page) =>
    page.locator("form :is(input, textarea)").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

  for (const [name, screen] of Object.entries(screens)) {
    test(`a message that is sent before the scripts have come goes off with them, once, ${name}`, async ({ site }) => {
      const { opened, open } = gate();
      const page = await site.visit("/contact-us", { ...screen, scripts: opened });
      const asked: string[] = [];
      page.on("request", (request) => /\/api\/|contact-us/.test(request.url()) && asked.push(request.url()));
      await fill(page);
      await page.getByRole("button", { name: "Send Message" }).click();
      await page.getByLabel("Name").press("Enter");
      await page.getByText("Your message goes off as soon as it is ready.").waitFor();
      expect(page.url()).toBe(`${site.url}/contact-us`);
      expect(asked).toEqual([]);
      expect(await values(page)).toEqual(["Asha Rao", "asha@example.com", "", "Sent before its time"]);
      open();
      await page.getByText("Message sent successfully!").waitFor();
      expect(await values(page)).toEqual(["", "", "", ""]);
      await page.getByText("goes off as soon").waitFor({ state: "hidden" });
      expect(asked.filter((url) => url.endsWith("/api/contact")).length).toBe(1);
      expect(asked.filter((url) => url.includes("Asha"))).toEqual([]);
      expect(page.url()).toBe(`${site.url}/contact-us`);
    });
  }

  test("so does an address, by Enter; the browser asks for what is missing as ever", async ({ site }) => {
    const { opened, open } = gate();
    const page = await site.visit("/current-affairs-test", { scripts: opened });
    await page.getByLabel("Email").fill("early@example.com");
    await page.getByLabel("Email").press("Enter");
    await page.getByText("Your address is sent as soon as it is ready.").waitFor();
    expect(page.url()).toBe(`${site.url}/current-affairs-test`);
    open();
    await page.getByText("Thank you! We will notify you when we launch.").waitFor();
  });

  test("what was typed and not sent is still there, and is not sent", async ({ site }) => {
    const { opened, open } = gate();
    const page = await site.visit("/current-affairs-test", { scripts: opened });
    await page.getByLabel("Email").fill("typed@example.com");
    open();
    await awake(page);
    expect(await page.getByLabel("Email").inputValue()).toBe("typed@example.com");
    await page.getByRole("button", { name: "Notify Me" }).click();
    await page.getByText("Thank you! We will notify you when we launch.").waitFor();
  });

  test("with scripts switched off Enter changes nothing", async ({ site }) => {
    const page = await site.visit("/contact-us", { javaScriptEnabled: false });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await fill(page);
    await page.getByLabel("Email").press("Enter");
    await page.getByLabel("Name").press("Enter");
    expect(await values(page)).toEqual(["Asha Rao", "asha@example.com", "", "Sent before its time"]);
    await page.getByLabel("Message").press("Tab");
    expect(page.url()).toBe(`${site.url}/contact-us`);
    expect(asked).toEqual([]);
  });

  test("no form would put into an address what a person is", async ({ site }) => {
    const { opened } = gate();
    const page = await site.visit("/", { scripts: opened });
    const open = [];
    for (const path of everyPage) {
      await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
      const forms = await page
        .locator("form")
        .evaluateAll((all) =>
          (all as HTMLFormElement[]).map((form) => `${form.method} ${[...new FormData(form).keys()].join()}`),
        );
      open.push(...forms.filter((form) => form.startsWith("get")).map((form) => `${path}: ${form}`));
    }
    expect(open).toEqual(["/blog: get q"]);
    // The dashboard's forms come with their scripts.
    for (const path of ["/auth", "/forgot-password", "/reset-password", "/admin/dashboard"]) {
      await page.goto(site.url + path, { waitUntil: "commit" });
      await page.locator("#root").waitFor({ state: "attached" });
      expect(await page.locator("form").count(), path).toBe(0);
    }
  });
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
    await eventually("the first link has the focus", () =>
      link(page, "PSI").evaluate((element) => element === document.activeElement),
    );
    open();
    await awake(page);
    expect(await group(page).getAttribute("aria-expanded")).toBe("true");
    await link(page, "PSI").waitFor();
    await page.keyboard.press("Escape");
    await link(page, "PSI").waitFor({ state: "hidden" });
  });

  test("so does the menu of a small screen, with its groups", async ({ site }) => {
    const { opened, open } = gate();
    const page = await site.visit("/about-us", { ...phone, scripts: opened });
    expect(await group(page).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Menu" }).tap();
    await group(page).tap();
    await link(page, "Mentorship").waitFor();
    expect(await page.getByRole("button", { name: "Menu" }).getAttribute("aria-expanded")).toBeNull();
    open();
    await awake(page);
    await link(page, "Mentorship").waitFor();
    expect(await page.getByRole("button", { name: "Menu" }).getAttribute("aria-expanded")).toBe("true");
    expect(await group(page).getAttribute("aria-expanded")).toBe("true");
    await page.getByRole("button", { name: "Menu" }).tap();
    await group(page).waitFor({ state: "hidden" });
  });

  test("a second press closes what the first one opened", async ({ site }) => {
    const { opened } = gate();
    const page = await site.visit("/about-us", { ...desktop, hasTouch: true, scripts: opened });
    await group(page).tap();
    await link(page, "PSI").waitFor();
    await group(page).tap({ force: true });
    await link(page, "PSI").waitFor({ state: "hidden" });
    await page.setViewportSize({ width: 390, height: 844 });
    const menu = page.getByRole("button", { name: "Menu" });
    await menu.tap();
    await group(page).waitFor();
    await menu.tap({ force: true });
    await group(page).waitFor({ state: "hidden" });
    // Safari focuses no button without it.
    expect([await menu.getAttribute("tabindex"), await group(page).count()]).toEqual(["0", 0]);
  });

  test("a press during which the scripts come opens and does not close again", async ({ site }) => {
    const { opened, open } = gate();
    const page = await site.visit("/about-us", { viewport: { width: 700, height: 900 }, scripts: opened });
    await page.getByRole("button", { name: "Menu" }).hover();
    await page.mouse.down();
    open();
    await page.waitForLoadState("networkidle");
    await page.mouse.up();
    await awake(page);
    await group(page).waitFor();
    expect(await page.getByRole("button", { name: "Menu" }).getAttribute("aria-expanded")).toBe("true");
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

  test("the menu of a small screen stays open with its last group closed", async ({ site }) => {
    const { opened, open } = gate();
    const page = await site.visit("/about-us", { ...phone, scripts: opened });
    await page.getByRole("button", { name: "Menu" }).tap();
    await group(page).tap();
    await link(page, "PSI").waitFor();
    await group(page).tap({ force: true });
    await link(page, "PSI").waitFor({ state: "hidden" });
    await group(page).waitFor();
    open();
    await awake(page);
    expect(await group(page).isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "Menu" }).getAttribute("aria-expanded")).toBe("true");
  });

  test("under a pointer that passes a group of a small screen it stays closed", async ({ site }) => {
    const page = await site.visit("/about-us", { viewport: { width: 768, height: 900 }, scripts: gate().opened });
    await page.getByRole("button", { name: "Menu" }).click();
    await group(page).hover();
    expect(await link(page, "PSI").isVisible()).toBe(false);
    await group(page).click();
    await link(page, "PSI").waitFor();
  });

  test("its links lead on", async ({ site }) => {
    const { opened } = gate();
    const page = await site.visit("/about-us", { ...phone, scripts: opened });
    await page.getByRole("button", { name: "Menu" }).tap();
    await group(page).tap();
    await link(page, "Mentorship").tap();
    await page.waitForURL("**/mentorship", { waitUntil: "domcontentloaded" });
  });
});

test("the chosen theme is there with the page", async ({ site }) => {
  const { opened } = gate();
  const page = await site.visit("/about-us", { theme: "dark", scripts: opened });
  expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
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

test("the programmes of the police page can be looked at by keyboard", async ({ site }) => {
  const { opened } = gate();
  const page = await site.visit("/adhva-vibes-psi", { scripts: opened });
  await page.getByRole("tab", { name: "Apex" }).focus();
  for (const name of ["Core Practice Set", "Descriptive Pro", "Subject Mastery", "Exam Simulator"]) {
    await page.keyboard.press("Tab");
    await page.getByRole("tabpanel", { name }).getByRole("heading", { name }).waitFor();
  }
});

test("a programme stays in sight when it is pressed, and when the scripts come", async ({ site }) => {
  const { opened, open } = gate();
  const page = await site.visit("/adhva-vibes-psi", { scripts: opened });
  const shown = () => page.locator('[role="tabpanel"]:visible').getByRole("heading").allInnerTexts();
  await page.getByRole("tab", { name: "Descriptive Pro" }).click();
  await page.getByRole("heading", { name: "Descriptive Pro" }).click();
  expect(await shown()).toEqual(["Descriptive Pro"]);
  open();
  await awake(page);
  expect(await shown()).toEqual(["Descriptive Pro"]);
  expect(await page.getByRole("tab", { name: "Descriptive Pro" }).getAttribute("aria-selected")).toBe("true");
});

test("the programmes of the police page can be looked at", async ({ site }) => {
  const { opened, open } = gate();
  const page = await site.visit("/adhva-vibes-psi", { scripts: opened });
  const shown = () => page.locator('[role="tabpanel"]:visible').getByRole("heading").allInnerTexts();
  expect(await shown()).toEqual(["Apex"]);
  await page.getByRole("tab", { name: "Descriptive Pro" }).click();
  expect(await shown()).toEqual(["Descriptive Pro"]);
  open();
  await awake(page);
  expect(await shown()).toEqual(["Descriptive Pro"]);
  expect(await page.getByRole("tab", { name: "Descriptive Pro" }).getAttribute("aria-selected")).toBe("true");
  await awake(page);
  await page.keyboard.press("ArrowRight");
  await expect.poll(shown).toEqual(["Subject Mastery"]);
});
