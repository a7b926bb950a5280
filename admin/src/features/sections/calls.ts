import useSWR, { mutate } from "swr";
import { ANONYMOUS, api, body } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { Section } from "@/api/types";
import type { Field } from "./fields";

const KEY = "/sections";

export function useSections() {
  return useSWR<Section[], unknown>(KEY, () => body(api.GET("/sections", ANONYMOUS)));
}

export async function createSection(section: { name: string; type: string; is_visible: boolean }) {
  await body(api.POST("/admin/sections", { body: section }));
  await saved();
}

export async function deleteSection(id: string) {
  await body(api.DELETE("/admin/sections/{id}", { params: { path: { id } } }));
  await saved();
}

export async function setVisible(id: string, is_visible: boolean) {
  await logged(body(api.PUT("/admin/sections/{id}", { params: { path: { id } }, body: { is_visible } })));
  await saved();
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

/** A section's texts by field, with the ids of those that exist. */
export async function fetchContent(type: string) {
  return body(
    api.GET("/page-content/{page}/{subpage}", {
      params: { path: { page: "home", subpage: type } },
      ...ANONYMOUS,
    }),
  );
}

/** The stored texts of a section by field. */
export type StoredTexts = Readonly<Record<string, { id: string; content: string }>>;

/**
 * Changes the fields that have an item, and gives the others their first.
 * Untouched ones are left alone. `onStored` is told each field that was
 * written, also when another one fails: a second try sends only the rest.
 */
export async function saveContent(
  type: string,
  fields: readonly Field[],
  stored: StoredTexts,
  values: Readonly<Record<string, string>>,
  onStored: (key: string, item: { id: string; content: string }) => void,
) {
  const writes = fields.map(async ({ key }, index) => {
    const content = values[key] ?? "";
    const before = stored[key];
    if (content === (before?.content ?? "")) return;
    const item = before
      ? await body(api.PUT("/admin/page-content/{id}", { params: { path: { id: before.id } }, body: { content } }))
      : await body(
          api.POST("/admin/page-content", {
            body: { page: "home", section: type, type: key, content, order_index: index + 1 },
          }),
        );
    onStored(key, { id: item.id, content });
  });
  const failed = (await Promise.allSettled(writes)).find((write) => write.status === "rejected");
  await saved();
  if (failed) await logged(Promise.reject(failed.reason));
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
