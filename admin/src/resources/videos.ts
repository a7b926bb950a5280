import { body, page } from "@academy/shared/api/client";
import useSWR from "swr";
import { ANONYMOUS, api, ifMatch } from "@/api/client";
import { refreshList } from "@/api/lists";
import type { Media, Video } from "@/api/types";
import { upload } from "@/api/upload";
import { formFrom, storedFrom } from "@/editing/fieldForm";
import type { ListedKind } from "@/editing/kind";
import { writeChanges } from "@/editing/writeOver";
import type { PageQuery } from "@/lists/useList";
import { writeMedia } from "@/media/calls";
import { toast } from "@/ui/toasts";
import { COLLECTIONS } from "./collections";
import { noteSaved } from "./publishing";

/** The list's name, and the beginning of its keys. */
export const NAME = "Videos";

export const fetchVideos = (query: PageQuery) => page(api.GET("/videos", { params: { query } }));

/** The videos that a form offers. */
export const useVideos = () => useSWR<Video[], unknown>([NAME, "all"], () => body(api.GET("/videos", ANONYMOUS)));

export interface VideoForm {
  title: string;
  description: string;
  category: string;
}

const { fields } = COLLECTIONS.videos;
const formOf = (video: Video) => formFrom(fields, video) as unknown as VideoForm;
const trimmed = (form: VideoForm) => storedFrom(fields, form) as unknown as VideoForm;

interface Options {
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/** Makes a video of a file of the library, with a poster that may be another than the library has. */
export async function uploadVideo(texts: VideoForm, media: Media, poster: string, options: Options): Promise<Video> {
  if (poster !== media.poster) await writeMedia({ id: media.id }, { poster });
  const { title, description, category } = trimmed(texts);
  const form = new FormData();
  form.append("title", title);
  form.append("description", description);
  form.append("category", category);
  form.append("media", media.id);
  const video = await upload<Video>("/videos", form, options);
  await refreshVideos();
  return video;
}

/** How what is said about a video is edited. */
export const VIDEOS: ListedKind<Video, VideoForm> = {
  what: "video",
  collection: "videos",
  fields,
  empty: { title: "", description: "", category: "" },
  idOf: ({ id }) => id,
  formOf,
  written: trimmed,
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
    await refreshVideos();
    toast.success("Video updated successfully");
    return saved;
  },
  failed: () => "Failed to update video",
  stays: false,
  merges: true,
};

async function refreshVideos() {
  noteSaved();
  await refreshList(NAME);
}
