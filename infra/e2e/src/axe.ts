import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOnly } from "axe-core";
import type { Page } from "playwright-core";
import type { Theme } from "./dashboard";
import { misnamed } from "./names";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const standard: RunOnly = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
/** What a theme can change, by name: axe's tag for colours also has the rule of level AAA. */
const colours: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/**
 * What a machine finds wrong with a page by WCAG 2.2 AA, one line each; with `scope`, a selector, only there: enough
 * for a page whose other parts have been looked at on another one.
 */
export const violations = async (page: Page, scope?: string) => [
  ...(await look(page, standard, scope)),
  ...(await misnamed(page)),
];

/** Only what is wrong with its colours: enough for a page that has been looked at in another theme. */
export const violationsOfColours = (page: Page, scope?: string) => look(page, colours, scope);

async function look(page: Page, runOnly: RunOnly, scope?: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe);
  const found = await page.evaluate(
    async ({ runOnly, scope }) => {
      // Also without motion what changes does so in a millisecond, and not in none.
      const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
      await Promise.allSettled(timed.map((animation) => animation.finished));
      const { axe } = globalThis as unknown as {
        axe: { run(context: Document | string, options: object): Promise<AxeResults> };
      };
      return axe.run(scope ?? document, {
        runOnly,
        resultTypes: ["violations"],
        // A video of another site is that site's to answer for.
        iframes: false,
      });
    },
    { runOnly, scope },
  );
  return found.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
}

/** The faults of a page of the dashboard, or of a part of it, in its present theme, and of its colours in the other. */
export async function violationsInBothThemes(page: Page, scope?: string): Promise<string[]> {
  const found = await violations(page, scope);
  const other = (await page.locator("html").getAttribute("data-theme")) === "dark" ? "light" : "dark";
  await wear(page, other);
  return [...found, ...(await violationsOfColours(page, scope)).map((violation) => `${other}: ${violation}`)];
}

/** Puts on a theme that another window of the same browser has chosen. */
export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem("theme", newValue);
    window.dispatchEvent(new StorageEvent("storage", { key: "theme", newValue }));
  }, theme);
  await page.locator(`html[data-theme="${theme}"][data-mantine-color-scheme="${theme}"]`).waitFor();
}
