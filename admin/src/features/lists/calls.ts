import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { sendMove } from "@/api/moves";
import { moved } from "@/lists/Sortable";
import { noteSaved } from "@/resources/publishing";

/** The ordered lists of the site that have calls of their own. */
export type ListName = "programs" | "features" | "differentiators";

/** What people write of an entry; programmes alone have the last three. */
export interface Item {
  title: string;
  description: string;
  icon: string;
  link: string;
  details?: string;
  features?: string[];
  is_upcoming?: boolean;
}

export type Stored = Item & { id: string; revision?: number };

/** As staff read it: with the revision of each entry. */
export function useItems(name: ListName) {
  return useSWR<Stored[], unknown>(`/${name}`, () => body<Stored[]>(api.GET(`/${name}`, { cache: "no-store" })));
}

export async function addItem(name: ListName, item: Item): Promise<Stored> {
  const stored = await body<Stored>(api.POST(`/admin/${name}`, { body: item }));
  await refreshItems(name);
  return stored;
}

/** Fails with status 412 when the entry is no longer at `revision`. */
export async function changeItem(
  name: ListName,
  id: string,
  changes: Partial<Item>,
  revision: number | undefined,
): Promise<Stored> {
  const params = { path: { id }, header: ifMatch(revision) };
  const stored = await body<Stored>(api.PUT(`/admin/${name}/{id}`, { params, body: changes }));
  await refreshItems(name);
  return stored;
}

/**
 * Moves an entry of a list. The list shows it at once. Fails with status 412 when somebody else has moved the entry
 * meanwhile; the list then shows the order of now.
 */
export async function reorder(name: ListName, items: readonly Stored[], from: number, to: number): Promise<void> {
  await mutate(`/${name}`, moved(items, from, to), { revalidate: false });
  try {
    await sendMove(name, items, from, ({ id, revision }) => {
      const order = { items: [{ id, order_index: to + 1 }] };
      return body<unknown>(api.PUT(`/admin/${name}/reorder`, { params: { header: ifMatch(revision) }, body: order }));
    });
    noteSaved();
  } finally {
    await mutate(`/${name}`);
  }
}

async function refreshItems(name: ListName) {
  noteSaved();
  await mutate(`/${name}`);
}
