import { body } from "@academy/shared/api/client";
import { api, ifMatch } from "@/api/client";
import type { Menu } from "@/api/types";
import type { DocumentKind } from "@/editing/kind";
import { COLLECTIONS } from "@/resources/collections";
import { noteSaved } from "@/resources/publishing";
import { toast } from "@/ui/toasts";
import { entriesOf, type Item, itemsOf } from "./tree";

/** What stands in the form of a menu. */
interface MenuForm {
  items: readonly Item[];
}

/** How a menu is edited, hidden entries included; its id is its place. */
export const MENUS: DocumentKind<Menu, MenuForm> = {
  what: "menu",
  collection: "menus",
  fields: COLLECTIONS.menus.fields,
  empty: { items: [] },
  idOf: ({ place }) => place,
  formOf: ({ items }) => ({ items: itemsOf(items) }),
  written: ({ items }) => ({ items: entriesOf(items) }),
  fetch: (place) => body(api.GET("/admin/menus/{place}", { params: { path: { place } }, cache: "no-store" })),
  save: async (id, form, revision) => {
    const params = { path: { place: id ?? "" }, header: ifMatch(revision) };
    const stored = await body(api.PUT("/admin/menus/{place}", { params, body: { items: entriesOf(form.items) } }));
    noteSaved();
    toast.success("Menu saved");
    return stored;
  },
  failed: () => "Failed to save menu",
  stays: true,
};
