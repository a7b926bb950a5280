import { violations, violationsOfColours } from "../../src/axe";
import { awake } from "../../src/browser";
import { coloursByIbm, violationsByIbm } from "../../src/ibm";
import { everyPage } from "../../src/pages";
import { expect, test } from "../../src/test";

// Every page of the site on a wide screen, by two checkers: each finds what the other does not. The second is slow.

test("every page, in both themes", async ({ product, visitor }) => {
  visitor.expected.push(/Failed to load resource.*404/);
  const page = await visitor.page({ viewport: { width: 1440, height: 900 } });
  await page.goto(product.url);
  const wear = (theme: string) =>
    page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
  for (const path of [...everyPage, "/nowhere", "/blog/there-is-no-such-article"]) {
    await page.goto(product.url + path);
    await awake(page);
    expect([...(await violations(page)), ...(await violationsByIbm(page))], `${path}, light`).toEqual([]);
    await wear("dark");
    expect([...(await violationsOfColours(page)), ...(await coloursByIbm(page))], `${path}, dark`).toEqual([]);
    await wear("light");
  }
});
