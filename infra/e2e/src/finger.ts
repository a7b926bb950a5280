import type { Page } from "playwright-core";

/** How high whatever a finger presses has to be, in pixels. */
const HIGH = 44;

/**
 * What a page shows that is too low for a finger: less than 44 px of height around its middle lead to it. Links within
 * a sentence are as high as its lines.
 */
export const tooLow = (page: Page): Promise<string[]> =>
  page.evaluate((high) => {
    const root = document.querySelector("[role=dialog]") ?? document;
    const inSentence = (element: Element) =>
      getComputedStyle(element).display === "inline" &&
      element.parentElement?.textContent?.trim() !== element.textContent?.trim();
    // A skip link is shown only to whoever comes to it by keyboard.
    const skipLink = (element: Element) => element.closest(".skip") !== null;
    // The heads of a table that is shown as cards; only who cannot see it meets them.
    const cutAway = (element: Element): boolean =>
      getComputedStyle(element).clipPath !== "none" ||
      (element.parentElement !== null && cutAway(element.parentElement));
    return [...root.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [role=button]")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !skipLink(element))
      .filter((element) => !inSentence(element) && !cutAway(element))
      .flatMap((element) => {
        element.scrollIntoView({ block: "center", inline: "center" });
        const { left, width, top, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const leads = (at: number) => {
          const hit = document.elementFromPoint(x, at);
          return element.contains(hit) || hit?.closest("label")?.control === element;
        };
        let [above, below] = [y, y];
        while (y - above < high && leads(above - 1)) above--;
        while (below - above < high - 1 && leads(below + 1)) below++;
        const what = `${element.tagName} ${element.ariaLabel ?? element.getAttribute("name") ?? element.textContent}`;
        return below - above < high - 1 ? [`${what}: ${Math.round(below - above)} px`] : [];
      });
  }, HIGH);
