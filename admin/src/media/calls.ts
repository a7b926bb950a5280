import { body } from "@academy/shared/api/client";
import { hasStatus } from "@academy/shared/api/errors";
import { api, ifMatch } from "@/api/client";
import { refreshList } from "@/api/lists";
import type { Media } from "@/api/types";
import { NAME } from "@/resources/media";
import { toast } from "@/ui/toasts";

/** Changes what the library knows of a file. */
export async function writeMedia(
  { id, revision }: Pick<Media, "id"> & Partial<Pick<Media, "revision">>,
  change: { alt: string } | { poster: string },
): Promise<Media> {
  const params = { path: { id }, header: ifMatch(revision) };
  const written = await body(api.PUT("/admin/media/{id}", { params, body: change }));
  void refreshList(NAME);
  return written;
}

/** Keeps a description for the next who uses the picture, unless it has one. */
export async function keepDescription(media: Media, alt: string): Promise<void> {
  if (media.alt !== "" || alt === "") return;
  try {
    await writeMedia(media, { alt });
  } catch (error) {
    // Somebody has changed it meanwhile: theirs stays.
    if (!hasStatus(error, 412)) toast.failure("The description was not kept in the library", error);
  }
}
