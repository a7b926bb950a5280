import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Ace from "accessibility-checker-engine";
import type { Page } from "playwright-core";
import { wear } from "./axe";

const engine = readFileSync(createRequire(import.meta.url).resolve("accessibility-checker-engine"), "utf8");

/** WCAG 2.2 AA and IBM's own requirements, by the rules that come with the pinned version of the package. */
const STANDARD = "IBM_Accessibility";

/** The rules of what a theme can change. */
const COLOURS = ["text_contrast_sufficient"];

/** What a rule is wrong about. */
const MISTAKEN: Record<string, string> = {
  // HTML allows it on a field of this type, and password managers look for it there.
  input_autocomplete_valid: 'input[type="email"][autocomplete="username"]',
};

/**
 * What IBM's checker is sure is wrong with a page, one line each: a second reading of the same standards. What it asks a
 * person to look at is not among the lines.
 */
export const violationsByIbm = (page: Page) => look(page, null);

/** Only what is wrong with its colours: enough for a page that has been looked at in another theme. */
export const coloursByIbm = (page: Page) => look(page, COLOURS);

/** What is wrong with a page of the dashboard in the light theme, and with its colours in the dark one. */
export async function violationsByIbmInBothThemes(page: Page): Promise<string[]> {
  await wear(page, "light");
  const found = await violationsByIbm(page);
  await wear(page, "dark");
  return [...found, ...(await coloursByIbm(page)).map((violation) => `dark: ${violation}`)];
}

async function look(page: Page, only: string[] | null): Promise<string[]> {
  if (!(await page.evaluate(() => "ace" in globalThis))) await page.evaluate(engine);
  return page.evaluate(
    async ({ only, STANDARD, MISTAKEN }) => {
      const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
      await Promise.allSettled(timed.map((animation) => animation.finished));
      const { ace } = globalThis as unknown as { ace: typeof Ace };
      const checker = new ace.Checker();
      if (only) {
        const standard = checker.getGuidelines().find(({ id }) => id === STANDARD);
        if (!standard) throw new Error(`there is no ${STANDARD}`);
        const checkpoints = standard.checkpoints.map(({ rules, ...checkpoint }) => ({
          ...checkpoint,
          rules: rules?.filter(({ id }) => only.includes(id)),
        }));
        checker.addGuideline({ ...standard, checkpoints });
      }
      const { results } = await checker.check(document, [STANDARD]);
      return results
        .filter(({ value: [policy, confidence] }) => `${policy} ${confidence}` === "VIOLATION FAIL")
        .filter(({ ruleId, node }) => !(ruleId in MISTAKEN && (node as Element).matches(MISTAKEN[ruleId] as string)))
        .map(({ ruleId, path, message, snippet }) => `${ruleId}: ${path.dom}: ${message} ${snippet}`);
    },
    { only, STANDARD, MISTAKEN },
  );
}
