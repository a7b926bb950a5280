import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";

/** Writes in a field over what stands there. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  if (text) await user.paste(text);
}

/** Waits until the keyboard's focus is there. */
export const focused = (target: HTMLElement | (() => HTMLElement | null)): Promise<void> =>
  waitFor(() => {
    const element = typeof target === "function" ? target() : target;
    const { activeElement } = document;
    if (element === null || activeElement !== element) throw new Error(`the focus is on ${name(activeElement)}`);
  });

/** Goes to a button and presses it by keyboard. */
export async function press(user: UserEvent, target: HTMLElement): Promise<void> {
  target.focus();
  await user.keyboard("{Enter}");
}

/** Presses a button and says yes to the question that follows, by keyboard: the careful answer has the focus first. */
export async function confirm(user: UserEvent, button: string, yes: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: button }));
  const dialog = within(await screen.findByRole("dialog"));
  await focused(dialog.getByRole("button", { name: "Cancel" }));
  await user.tab();
  await focused(dialog.getByRole("button", { name: yes }));
  await user.keyboard("{Enter}");
}

const name = (element: Element | null) =>
  element && `${element.tagName} ${element.ariaLabel ?? element.getAttribute("name") ?? element.textContent}`;
