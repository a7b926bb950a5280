import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { MenuEntry } from "@/model/types";

/** A menu as editors see it, hidden entries included. */
export interface StoredMenu {
  items: MenuEntry[];
  revision: number;
}

const keyOf = (place: string) => `/admin/menus/${place}`;

export function useMenu(place: string) {
  return useSWR<StoredMenu, unknown>(keyOf(place), async () => {
    const { items, revision } = await body(api.GET("/admin/menus/{place}", { params: { path: { place } } }));
    return { items, revision: revision ?? 0 };
  });
}

/** Returns the new revision. Fails with status 412 when the menu is no longer at `expected`; undefined overwrites. */
export async function saveMenu(place: string, items: MenuEntry[], expected: number | undefined): Promise<number> {
  const stored = await body(
    api.PUT("/admin/menus/{place}", { params: { path: { place }, header: ifMatch(expected) }, body: { items } }),
  );
  noteSaved();
  const { revision = 0 } = stored;
  await mutate(keyOf(place), { items: stored.items, revision }, { revalidate: false });
  return revision;
}
