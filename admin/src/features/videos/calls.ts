import { body, revised } from "@academy/shared/api/client";
import { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { noteSaved } from "@/api/publishing";
import type { Video } from "@/api/types";
import { upload } from "@/api/upload";
import { changedIn } from "@/editing/copies";
import type { ListedKind } from "@/editing/kind";
import { writeChanges } from "@/editing/writeOver";
import { toast } from "@/ui/toasts";

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

const formOf = ({ title, description, category }: Video): VideoForm => ({ title, description, category });

/** How what is said about a video is edited. */
export const VIDEOS: ListedKind<Video, VideoForm> = {
  what: "video",
  collection: "videos",
  empty: { title: "", description: "", category: "" },
  idOf: ({ id }) => id,
  formOf,
  same: (a, b) => Object.keys(changedIn(a, b)).length === 0,
  save: async (_, form, revision, before) => {
    if (!before) throw new Error("videos are added by uploadVideo");
    const path = { id: before.id };
    const { saved } = await writeChanges(
      {
        formOf,
        write: (changes, revision) =>
          body(api.PUT("/videos/{id}", { params: { path, header: ifMatch(revision) }, body: changes })),
      },
      trimmed(form),
      before,
      revision,
    );
    await changed();
    toast.success("Video updated successfully");
    return saved;
  },
  failed: () => "Failed to update video",
  goOn: "Keep editing",
  stays: false,
  merges: true,
  wordsOf: ({ title, description, category }) => ({ Title: title, Category: category, Description: description }),
};

function trimmed({ title, description, category }: VideoForm): VideoForm {
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
