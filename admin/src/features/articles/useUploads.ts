import { messageOf } from "@academy/shared/api/errors";
import { useCallback, useMemo, useState } from "react";
import { type Uploaded, uploadImage } from "@/api/upload";
import { toast } from "@/components/toasts";

/** Where a picture of an article goes. */
type Place = "content" | "banner_image";
type Options = Parameters<typeof uploadImage>[1];

export interface Uploads {
  /** How many pictures are on their way. */
  pending: number;
  /** Why the last picture for a place was refused. */
  refused: Readonly<Partial<Record<Place, string>>>;
  /** Stores a picture; a failure is told. */
  store: (place: Place, file: File, options?: Options) => Promise<Uploaded>;
  forget: (place: Place) => void;
  forgetAll: () => void;
}

/** The pictures of the article in the form. */
export function useUploads(): Uploads {
  const [pending, setPending] = useState(0);
  const [refused, setRefused] = useState<Uploads["refused"]>({});
  const note = useCallback(
    (place: Place, reason?: string) => setRefused((known) => ({ ...known, [place]: reason })),
    [],
  );

  const store = useCallback(
    async (place: Place, file: File, options?: Options) => {
      note(place);
      setPending((count) => count + 1);
      try {
        return await uploadImage(file, options);
      } catch (error) {
        if (!options?.signal?.aborted) {
          note(place, messageOf(error));
          toast.failure("Failed to upload image", error);
        }
        throw error;
      } finally {
        setPending((count) => count - 1);
      }
    },
    [note],
  );
  const forgetAll = useCallback(() => setRefused({}), []);
  return useMemo(
    () => ({ pending, refused, store, forget: note, forgetAll }),
    [pending, refused, store, note, forgetAll],
  );
}
