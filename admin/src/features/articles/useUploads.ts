import { useCallback, useMemo, useState } from "react";
import { type Uploaded, type UploadOptions, uploadImage } from "@/api/upload";

/** Where a picture of an article goes. */
type Place = "content" | "banner_image";

export interface Uploads {
  /** How many pictures are on their way. */
  pending: number;
  /** Why the last picture for a place was refused. */
  refused: Readonly<Partial<Record<Place, string>>>;
  store: (file: File, options?: UploadOptions) => Promise<Uploaded>;
  note: (place: Place, reason: string | undefined) => void;
  forget: () => void;
}

/** The pictures of the article in the form. */
export function useUploads(): Uploads {
  const [pending, setPending] = useState(0);
  const [refused, setRefused] = useState<Uploads["refused"]>({});
  const store = useCallback(async (file: File, options?: UploadOptions) => {
    setPending((count) => count + 1);
    try {
      return await uploadImage(file, options);
    } finally {
      setPending((count) => count - 1);
    }
  }, []);
  const note = useCallback<Uploads["note"]>(
    (place, reason) => setRefused((known) => ({ ...known, [place]: reason })),
    [],
  );
  const forget = useCallback(() => setRefused({}), []);
  return useMemo(() => ({ pending, refused, store, note, forget }), [pending, refused, store, note, forget]);
}
