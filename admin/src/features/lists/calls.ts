import { body, revised } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { noteSaved } from "@/api/publishing";

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
  await saved(name);
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
  await saved(name);
  return stored;
}

/** Resolves to the revision that it has in the trash. */
export async function deleteItem(name: ListName, id: string): Promise<number> {
  const { revision } = await revised<unknown>(api.DELETE(`/admin/${name}/{id}`, { params: { path: { id } } }));
  await saved(name);
  return revision;
}

/** Gives the entries their places 1..n, in the order of `items`. The list shows it at once. */
export async function reorder(name: ListName, items: readonly Stored[]): Promise<void> {
  await mutate(`/${name}`, items, { revalidate: false });
  try {
    const places = items.map(({ id }, index) => ({ id, order_index: index + 1 }));
    await body<unknown>(api.PUT(`/admin/${name}/reorder`, { body: { items: places } }));
    noteSaved();
  } finally {
    await mutate(`/${name}`);
  }
}

async function saved(name: ListName) {
  noteSaved();
  await mutate(`/${name}`);
}
