import { body, revised } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { ANONYMOUS, api } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { Settings } from "@/api/types";
import { type UploadOptions, uploadFile } from "@/api/upload";

const KEY = "/settings";

export function useSettings() {
  return useSWR<Settings, unknown>(KEY, () => body(api.GET("/settings", ANONYMOUS)));
}

/** Resolves to the revision that this made. */
export async function saveSettings(settings: Settings): Promise<number> {
  // One flag has two spellings; the dashboard's own is the one that counts.
  const { adva_vibes_psi_hidden: _alias, ...rest } = settings;
  const { document, revision } = await revised(api.PUT("/settings", { body: rest }));
  noteSaved();
  await mutate(KEY, document, { revalidate: false });
  return revision;
}

/** Stores the hero video or its poster. */
export const storeHero = (kind: "video" | "poster") => (file: File, options: UploadOptions) =>
  uploadFile(`/admin/upload-${kind}`, "file", file, options);
