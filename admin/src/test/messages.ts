import { isPaused, onPaused, pauseBy } from "@academy/shared/toast/paused";
import { waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

// Messages stay until they are dismissed: one goes after four seconds that nobody reads it, on a busy machine before a
// test has pressed its button.
const reader = document.createElement("div");
pauseBy(reader);
const read = () => {
  if (!isPaused()) reader.dispatchEvent(new Event("pointerenter"));
};
onPaused(read);
read();

/**
 * Waits for a message with these words that no earlier call has returned, and not for the end of that one: the next may
 * say the same.
 */
export const told = (words: string | RegExp): Promise<HTMLElement> =>
  waitFor(() => {
    const all = [...document.querySelectorAll<HTMLElement>(".toast")];
    const found = all.find(({ dataset, textContent }) => {
      if (dataset.seen !== undefined) return false;
      return typeof words === "string" ? textContent.includes(words) : words.test(textContent);
    });
    if (!found) throw new Error(`no message says ${words}, only: ${all.map(({ textContent }) => textContent)}`);
    found.setAttribute("data-seen", "");
    return found;
  });

/** The messages with these words that no call has waited for. */
export const untold = (words: string): (string | null)[] =>
  [...document.querySelectorAll(".toast:not([data-seen])")]
    .map(({ textContent }) => textContent)
    .filter((text) => text?.includes(words));

/** Waits for a message, and presses its button. */
export async function pressIn(user: UserEvent, words: string | RegExp, button: string): Promise<void> {
  await user.click(within(await told(words)).getByRole("button", { name: button }));
}
