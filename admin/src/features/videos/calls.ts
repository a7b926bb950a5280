import { body, revised } from "@academy/shared/api/client";
import { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { Video } from "@/api/types";
import { upload } from "@/api/upload";

export const NAME = "Videos";

export interface VideoForm {
  title: string;
  description: string;
  category: string;
}

interface Options {
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/** Stores a video. The texts go first, so that wrong ones are refused before the file is sent. */
export async function uploadVideo(texts: VideoForm, file: File, options: Options) {
  const { title, description, category } = trimmed(texts);
  const form = new FormData();
  form.append("title", title);
  form.append("description", description);
  form.append("category", category);
  form.append("file", file);
  await upload<Video>("/videos", form, options);
  await changed();
}

/** Changes a video's texts. Fails with status 412 when the video is no longer at `revision`. */
export async function updateVideo(
  id: string,
  changes: Partial<VideoForm>,
  revision: number | undefined,
): Promise<Video> {
  const stored = await body(
    api.PUT("/videos/{id}", { params: { path: { id }, header: ifMatch(revision) }, body: changes }),
  );
  await changed();
  return stored;
}

export function trimmed({ title, description, category }: VideoForm): VideoForm {
  return { title: title.trim(), description: description.trim(), category: category.trim() };
}

/**
 * Resolves to the revision that it has in the trash. Fails with status 412 when the video is no longer as it is listed;
 * the list then shows it as it is.
 */
export async function deleteVideo({ id, revision }: Video): Promise<number> {
  try {
    return (await revised(api.DELETE("/videos/{id}", { params: { path: { id }, header: ifMatch(revision) } })))
      .revision;
  } finally {
    await changed();
  }
}

async function changed() {
  noteSaved();
  await mutate((key) => (Array.isArray(key) && key[0] === NAME) || key === "/videos");
}
