import { violations, violationsOfColours } from "../../src/axe";
import { coloursByIbm, violationsByIbm } from "../../src/ibm";
import { everyPage } from "../../src/pages";
import { expect, test } from "../../src/site";

// Every page of the site on a wide screen, by two checkers: each finds what the other does not. The second is slow.

test("every page, in both themes", async ({ site }) => {
  site.expected.push(/Failed to load resource.*404/);
  const page = await site.visit("/resources");
  const wear = (theme: string) =>
    page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
  for (const path of [...everyPage, "/nowhere", "/blog/there-is-no-such-article"]) {
    await page.goto(site.url + path, { waitUntil: "load" });
    expect([...(await violations(page)), ...(await violationsByIbm(page))], `${path}, light`).toEqual([]);
    await wear("dark");
    expect([...(await violationsOfColours(page)), ...(await coloursByIbm(page))], `${path}, dark`).toEqual([]);
    await wear("light");
  }
});
