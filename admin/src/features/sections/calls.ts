import { body, revised } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { ANONYMOUS, api, ifMatch } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { Section } from "@/api/types";
import type { Stored } from "@/model/text";
import { type ChangedTexts, type Item, type StoredTexts, saveEachText } from "@/model/texts";
import type { Field } from "@/model/types";

const KEY = "/sections";

export function useSections() {
  return useSWR<Section[], unknown>(KEY, () => body(api.GET("/sections", ANONYMOUS)));
}

export async function createSection(section: { name: string; type: string; block?: string; is_visible: boolean }) {
  await body(api.POST("/admin/sections", { body: section }));
  await saved();
}

/** Resolves to the revision that it has in the trash. */
export async function deleteSection(id: string): Promise<number> {
  const { revision } = await revised(api.DELETE("/admin/sections/{id}", { params: { path: { id } } }));
  await saved();
  return revision;
}

export async function setVisible(id: string, is_visible: boolean): Promise<Section> {
  const section = await logged(
    body(api.PUT("/admin/sections/{id}", { params: { path: { id } }, body: { is_visible } })),
  );
  await saved();
  return section;
}

/** Gives the sections their places 1..n, in the order of `sections`. The list shows it at once. */
export async function reorder(sections: readonly Section[]) {
  const placed = sections.map((section, index) => ({ ...section, display_order: index + 1 }));
  await mutate(KEY, placed, { revalidate: false });
  try {
    const order = placed.map(({ id, display_order }) => ({ id, display_order }));
    await logged(body(api.PUT("/admin/sections/reorder", { body: { sections: order } })));
    noteSaved();
  } finally {
    await mutate(KEY);
  }
}

/**
 * Saves changes of a section's texts, which were typed over `before`; `onStored` is told each that was written. Fails with
 * status 412, and the texts by now as `current`, when somebody else has changed one of them since.
 */
export async function saveSection(
  section: string,
  fields: readonly Field[],
  changed: ChangedTexts,
  before: StoredTexts,
  onStored: (key: string, item: Item) => void,
) {
  const put = (type: string, text: Stored, item: Item | undefined): Promise<Item> => {
    if (!item) {
      const order_index = fields.findIndex(({ key }) => key === type) + 1;
      return body(api.POST("/admin/page-content", { body: { page: "home", section, type, ...text, order_index } }));
    }
    const params = { path: { id: item.id }, header: ifMatch(item.revision) };
    return body(api.PUT("/admin/page-content/{id}", { params, body: text }));
  };
  await saveEachText({ page: "home", section }, changed, before, put, onStored);
}

/** The same call; that an update failed also goes to the console. */
async function logged<T>(update: Promise<T>): Promise<T> {
  try {
    return await update;
  } catch (error) {
    console.error("section update failed", error);
    throw error;
  }
}

async function saved() {
  noteSaved();
  await mutate(KEY);
}
