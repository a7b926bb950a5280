import type { Locator, Page } from "playwright-core";

/** How somebody works with a form. */
export interface Hands {
  /** Presses a button. */
  press(target: Locator): Promise<void>;
  /** Goes to a field and writes at its end. */
  write(target: Locator, text: string): Promise<void>;
  /** Chooses one of the options of a list that has just been opened. */
  choose(page: Page, option: string): Promise<void>;
  /** Chooses an option of a select, by its label. */
  select(target: Locator, option: string): Promise<void>;
}

/** Text comes in one piece, as of somebody who dictates. */
export const mouse: Hands = {
  press: (target) => target.click(),
  async write(target, text) {
    await target.click();
    await target.page().keyboard.insertText(text);
  },
  choose: (page, option) => page.getByRole("option", { name: option, exact: true }).click(),
  async select(target, option) {
    await target.selectOption({ label: option });
  },
};

/** On a screen that is touched. */
export const finger: Hands = {
  ...mouse,
  press: (target) => target.tap(),
  async write(target, text) {
    await target.tap();
    await target.page().keyboard.insertText(text);
  },
  choose: (page, option) => page.getByRole("option", { name: option, exact: true }).tap(),
};

/** The most presses of a key that lead anywhere: nobody presses more. */
const FAR = 300;

/** Goes by Tab, or back by Shift+Tab, until the target has the focus. */
async function reach(target: Locator): Promise<void> {
  const { keyboard } = target.page();
  for (let presses = 0; presses < FAR; ) {
    const way = await target.evaluate((element) => {
      const { activeElement } = document;
      if (activeElement === element) return null;
      if (!activeElement || activeElement === document.body) return { key: "Tab", presses: 1 };
      // About as many as there are stops on the way: what is pressed too often is pressed back.
      const stops = [
        ...document.querySelectorAll<HTMLElement>("a, button, input, select, textarea, summary, [tabindex]"),
      ];
      const reached = stops.filter((stop) => stop === element || (stop.tabIndex >= 0 && stop.checkVisibility()));
      const [from, to] = [activeElement, element].map((one) => reached.indexOf(one as HTMLElement)) as [number, number];
      const before = element.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_PRECEDING;
      return { key: before ? "Tab" : "Shift+Tab", presses: from < 0 || to < 0 ? 1 : Math.max(1, Math.abs(to - from)) };
    });
    if (way === null) return;
    for (let i = 0; i < way.presses; i++, presses++) await keyboard.press(way.key);
  }
  throw new Error(`no ${FAR} presses of Tab lead to ${target}`);
}

/** How many letters of a text are typed. */
const TYPED = 4;

export const keys: Hands = {
  async press(target) {
    await reach(target);
    await target.page().keyboard.press("Enter");
  },
  async write(target, text) {
    await reach(target);
    const { keyboard } = target.page();
    // Each key has the whole form rendered: a few show that what is typed comes into the field, in its order.
    await keyboard.type(text.slice(0, TYPED));
    await keyboard.insertText(text.slice(TYPED));
  },
  async choose(page, option) {
    const chosen = page.locator("[role=option][data-combobox-selected]");
    await page.getByRole("option", { name: option, exact: true }).waitFor();
    for (let presses = 0; presses < FAR; presses++) {
      await page.keyboard.press("ArrowDown");
      if ((await chosen.getAttribute("aria-label")) === option) return page.keyboard.press("Enter");
    }
    throw new Error(`no ${FAR} presses of an arrow lead to ${option}`);
  },
  async select(target, option) {
    await reach(target);
    // A closed select takes the first letters of an option.
    await target.page().keyboard.type(option);
  },
};
