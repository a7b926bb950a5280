import type { Page } from "playwright-core";
import { expect, type Site, test } from "../../src/site";

// A page that is of another version of the code than what is live: files that it still has to load may be gone. When it is
// loaded again, and what is kept: renew.island.test.tsx in site/src/islands.

const other = "/_next/static/other/";
const live = "/_next/static/islands/";

/** Opens a page of another version, of whose files those are gone whose names begin with `gone`. */
async function outdated(site: Site, path: string, gone: string): Promise<Page> {
  site.expected.push(/404/, /did not load/);
  // Its policy knows the page's own script by a hash, and here that has another address in it.
  const page = await site.visit("/resources", { bypassCSP: true, scripts: Promise.resolve() });
  await page.route(`**${other}*`, async (route) => {
    const address = route.request().url();
    if (address.includes(other + gone)) return route.fulfill({ status: 404 });
    return route.fulfill({ response: await route.fetch({ url: address.replace(other, live) }) });
  });
  await page.route(
    site.url + path,
    async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, body: (await response.text()).replaceAll(live, other) });
    },
    { times: 1 },
  );
  await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
  await page.evaluate(() => Object.assign(window, { left: true }));
  return page;
}

const renewed = (page: Page) => page.waitForFunction(() => !("left" in window));

const fields = (page: Page) => page.locator("form :is(input, textarea):not(.trap)");
const typed = ["Asha Rao", "asha@example.com", "", "Half of a message"];

async function type(page: Page): Promise<void> {
  for (const [i, text] of typed.entries()) await fields(page).nth(i).fill(text);
}

const values = (page: Page) => fields(page).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

/** The messages that are sent from now on. */
function sent(page: Page): string[] {
  const found: string[] = [];
  page.on("request", (request) => request.url().endsWith("/api/contact") && found.push(request.postData() ?? ""));
  return found;
}

test("a form that was sent before its file was found to be gone is sent by a fresh page, once", async ({ site }) => {
  const page = await outdated(site, "/contact-us", "ContactForm");
  const messages = sent(page);
  await type(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  await renewed(page);
  await page.getByText("Message sent successfully!").waitFor();
  const bodies = messages.map((message) => JSON.parse(message));
  // The same form with the work that the server asks of one that is sent so soon is no second one.
  const forms = bodies.filter(({ sent_from }) => !sent_from?.work);
  expect(forms.map(({ message }) => message)).toEqual(["Half of a message"]);
});

test("what was typed and not sent is there on the fresh page, and is not sent", async ({ site }) => {
  const page = await outdated(site, "/contact-us", "NavBar");
  const messages = sent(page);
  await type(page);
  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  await renewed(page);
  await expect.poll(() => values(page)).toEqual(typed);
  await page.waitForLoadState("networkidle");
  expect(messages).toEqual([]);
  await page.reload();
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test("where neither the API nor the toaster answers, it is said all the same", async ({ site }) => {
  site.expected.push(/net::ERR_/, /the toaster did not load/);
  const page = await site.visit("/contact-us", { alone: true });
  await page.route("**/Toaster-*.js", (route) => route.abort());
  await type(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  const alert = page.getByRole("alert").and(page.locator("[popover]"));
  const notice = alert.filter({ hasText: "Failed to send message" });
  await notice.waitFor();
  expect(await values(page)).toEqual(typed);
  await page.keyboard.press("Escape");
  await notice.waitFor({ state: "hidden" });
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
