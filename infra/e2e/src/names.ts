import type { Page } from "playwright-core";

/**
 * What has a name that does not begin with the words on it. Who works by voice says the words that are seen; axe asks
 * only that the name has them somewhere.
 */
export const misnamed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const plain = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();
    return [...document.querySelectorAll<HTMLElement>(":is(a, button, summary, [role])[aria-label]")]
      .filter((element) => element.matches("a, button, summary, [role=button], [role=link], [role=tab]"))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({ name: plain(element.ariaLabel ?? ""), words: plain(element.innerText) }))
      .filter(({ name, words }) => !name.startsWith(words))
      .map(({ name, words }) => `"${words}" is called "${name}"`);
  });
