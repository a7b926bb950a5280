import { body } from "@academy/shared/api/client";
import useSWR from "swr";
import { ANONYMOUS, api } from "@/api/client";
import type { BlockModel, ContentModel, Field } from "./types";

/** The model that the site was built with. It changes with a release of the software only. */
export function useContentModel() {
  return useSWR<ContentModel, unknown>("/content-model", () => body(api.GET("/content-model", ANONYMOUS)));
}

/** The block that shows a section or a block of this type. */
export function blockOf(model: ContentModel, type: string): BlockModel | undefined {
  return model.blocks.find((block) => block.type === type) ?? model.blocks.find(({ type }) => type === model.fallback);
}

/** What a form begins with for a field: what is stored under its key, or one that it had before. */
export function stored<V>(values: Readonly<Record<string, V>>, field: Pick<Field, "key" | "was">): V | undefined {
  for (const key of [field.key, ...(field.was ?? [])]) if (Object.hasOwn(values, key)) return values[key];
  return undefined;
}
