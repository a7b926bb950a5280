import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** Sets a field that a browser has controls of its own for, as that of a date. */
export const set = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } });

/** The value of a field, a select or a colour. */
export const value = (field: HTMLElement): string => (field as HTMLInputElement).value;

/** A field by its name in a form, as what is sent calls it. */
export function named(name: string, scope: ParentNode = document): HTMLInputElement {
  const field = scope.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!field) throw new Error(`there is no field ${name}`);
  return field;
}

/** Waits until no dialog of this name is there. */
export const closed = (name: string | RegExp): Promise<void> =>
  waitFor(() => expect(screen.queryByRole("dialog", { name })).toBeNull());

const entries = (words: string, scope: ParentNode) =>
  [...scope.querySelectorAll("li")].filter(({ textContent }) => textContent?.includes(words));

/** The first entry of a list with these words, once it is there. */
export const entry = (words: string, scope: ParentNode = document): Promise<HTMLElement> =>
  waitFor(() => {
    const [found] = entries(words, scope);
    if (!found) throw new Error(`no entry says ${words}`);
    return found;
  });

/** Waits until no entry has these words. */
export const gone = (words: string, scope: ParentNode = document): Promise<void> =>
  waitFor(() => expect(entries(words, scope)).toEqual([]));
