import { body, revised } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { ANONYMOUS, api } from "@/api/client";
import { noteSaved } from "@/api/publishing";

/** The ordered lists of the site that have calls of their own. */
export type ListName = "programs" | "features" | "differentiators";

/** An entry as its form holds it; programmes alone have the last three. */
export interface Item {
  id?: string;
  title: string;
  description: string;
  icon: string;
  link: string;
  details?: string;
  features?: string[];
  is_upcoming?: boolean;
}

type Stored = Item & { id: string };

export function useItems(name: ListName) {
  return useSWR<Stored[], unknown>(`/${name}`, () => body<Stored[]>(api.GET(`/${name}`, ANONYMOUS)));
}

export async function saveItem(name: ListName, { id, ...item }: Item): Promise<void> {
  await body<unknown>(
    id === undefined
      ? api.POST(`/admin/${name}`, { body: item })
      : api.PUT(`/admin/${name}/{id}`, { params: { path: { id } }, body: item }),
  );
  await saved(name);
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
