import { violations } from "../src/axe";
import { expect, test } from "../src/test";

// What a machine can find of WCAG 2.2 AA, on the way into the dashboard, in both themes.

const pages: [name: string, path: string, heading: RegExp, signedIn: boolean][] = [
  ["sign-in", "/auth", /Welcome Back/, false],
  ["articles tab", "/admin/dashboard?tab=articles", /Create Article/, true],
];

for (const theme of ["light", "dark"]) {
  for (const [name, path, heading, signedIn] of pages) {
    test(`${name}, ${theme}`, async ({ product, dashboard, visitor }) => {
      const page = signedIn ? await dashboard.page() : await visitor.page();
      await page.addInitScript((value) => localStorage.setItem("theme", value), theme);
      await page.goto(product.url + path, { waitUntil: "networkidle" });
      await page.getByRole("heading", { name: heading }).first().waitFor();
      expect(await violations(page)).toEqual([]);
    });
  }
}
