import useSWR, { mutate } from "swr";
import { api, body } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { Section } from "@/api/types";
import type { Field } from "./fields";

const KEY = "/sections";

export function useSections() {
  return useSWR<Section[], unknown>(KEY, () => body(api.GET("/sections", { cache: "no-store" })));
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
  await body(api.PUT("/admin/sections/{id}", { params: { path: { id } }, body: { is_visible } }));
  await saved();
}

/** Gives the sections their places 1..n, in the order of `sections`. The list shows it at once. */
export async function reorder(sections: readonly Section[]) {
  const placed = sections.map((section, index) => ({ ...section, display_order: index + 1 }));
  await mutate(KEY, placed, { revalidate: false });
  try {
    await body(
      api.PUT("/admin/sections/reorder", {
        body: { sections: placed.map(({ id, display_order }) => ({ id, display_order })) },
      }),
    );
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
      cache: "no-store",
    }),
  );
}

/** Changes the fields that have an item, and gives the others their first. Untouched ones are left alone. */
export async function saveContent(
  type: string,
  fields: readonly Field[],
  ids: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
) {
  const writes = fields.flatMap((field, index) => {
    const content = values[field.key] ?? "";
    if (content === (before[field.key] ?? "")) return [];
    const id = ids[field.key];
    const write = id
      ? api.PUT("/admin/page-content/{id}", { params: { path: { id } }, body: { content } })
      : api.POST("/admin/page-content", {
          body: { page: "home", section: type, type: field.key, content, order_index: index + 1 },
        });
    return [write.then((answer) => body(Promise.resolve(answer)).then(() => undefined))];
  });
  await Promise.all(writes);
  await saved();
}

async function saved() {
  noteSaved();
  await mutate(KEY);
}
