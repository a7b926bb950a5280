import { mutate } from "swr";
import { api, body } from "@/api/client";
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
export async function uploadVideo({ title, description, category }: VideoForm, file: File, options: Options) {
  const form = new FormData();
  form.append("title", title.trim());
  form.append("description", description.trim());
  form.append("category", category.trim());
  form.append("file", file);
  await upload<Video>("/videos", form, options);
  await changed();
}

export async function deleteVideo(id: string) {
  await body(api.DELETE("/videos/{id}", { params: { path: { id } } }));
  await changed();
}

async function changed() {
  noteSaved();
  await mutate((key) => (Array.isArray(key) && key[0] === NAME) || key === "/videos");
}
