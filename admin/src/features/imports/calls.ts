import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api } from "@/api/client";
import type { Import } from "@/api/types";
import { type UploadOptions, upload } from "@/api/upload";

const LIST = "/admin/imports";
const POLL_MS = 1000;

/** The latest imports, newest first, without what became of each item. */
export function useImports() {
  return useSWR<Import[], unknown>(LIST, () => body(api.GET("/admin/imports")));
}

/** An import with what became of its items; asked for again while it runs. */
export function useImport(id: string) {
  return useSWR<Import, unknown>([LIST, id], () => body(api.GET("/admin/imports/{id}", { params: { path: { id } } })), {
    refreshInterval: (latest) => (latest?.state === "running" ? POLL_MS : 0),
    refreshWhenHidden: true,
    onSuccess: ({ state }) => {
      if (state !== "running") void mutate(LIST);
    },
  });
}

/** How a file is imported. */
export interface ImportChoices {
  /** What was published is published; else it is a draft. */
  asSource: boolean;
  /** Pictures are copied here. */
  fetch: boolean;
}

/** Sends a file, which the server imports in the background. */
export async function startImport(file: File, choices: ImportChoices, options: UploadOptions): Promise<Import> {
  const form = new FormData();
  if (choices.asSource) form.append("status", "source");
  form.append("pictures", choices.fetch ? "fetch" : "keep");
  form.append("file", file);
  const begun = await upload<Import>(LIST, form, options);
  await mutate(LIST);
  return begun;
}
