import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const standard = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What a machine finds wrong with a page by WCAG 2.2 AA, one line each; or by the rules with these tags only. */
export async function violations(page: Page, tags = standard): Promise<string[]> {
  await page.evaluate(axe);
  // What fades in or changes its theme has colours of its own for a moment: what is really wrong is still there later.
  let found: string[] = [];
  for (let looks = 0; looks < 3; looks++) {
    found = await look(page, tags);
    if (found.length === 0) break;
  }
  return found;
}

async function look(page: Page, tags: string[]): Promise<string[]> {
  const found = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: { run: (context: Document, options: object) => Promise<AxeResults> } }).axe.run(
        document,
        {
          runOnly,
          // Experimental in axe: it also counts text that is hidden from assistive technology.
          rules: { "label-content-name-mismatch": { enabled: false } },
          // A video of another site is that site's to answer for.
          iframes: false,
        },
      ),
    tags,
  );
  return found.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}

/**
 * What is wrong with a page in its theme, and with its colours in the dark one, which another window of the same browser
 * chooses: a theme changes nothing else. The page is one of the dashboard's.
 */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found = await violations(page);
  await page.evaluate(() => {
    localStorage.setItem("theme", "dark");
    window.dispatchEvent(new StorageEvent("storage", { key: "theme" }));
  });
  await page.locator('html[data-theme="dark"][data-mantine-color-scheme="dark"]').waitFor();
  return [...found, ...(await violations(page, ["cat.color"])).map((violation) => `dark: ${violation}`)];
}
