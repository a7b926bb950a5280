import type { MenuEntry } from "@/model/types";

/** An entry in the form: `key` tells it from the others while it is moved. */
export interface Item {
  key: string;
  label: string;
  href: string;
  hidden: boolean;
  children: readonly Item[];
}

const newKey = () => crypto.randomUUID();

export const newItem = (): Item => ({ key: newKey(), label: "", href: "", hidden: false, children: [] });

export const itemsOf = (entries: readonly MenuEntry[]): Item[] =>
  entries.map(({ label, href = "", hidden = false, children = [] }) => ({
    key: newKey(),
    label,
    href,
    hidden,
    children: itemsOf(children),
  }));

export const entriesOf = (items: readonly Item[]): MenuEntry[] =>
  items.map(({ label, href, hidden, children }) => ({
    label: label.trim(),
    href: href.trim(),
    hidden,
    children: entriesOf(children),
  }));

const whole = (entries: readonly MenuEntry[]) => JSON.stringify(entriesOf(itemsOf(entries)));

/** Whether two menus are the same to whoever sees them. */
export const sameMenu = (one: readonly MenuEntry[], other: readonly MenuEntry[]): boolean =>
  whole(one) === whole(other);
