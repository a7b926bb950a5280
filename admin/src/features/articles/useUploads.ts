import { useCallback, useMemo, useRef, useState } from "react";
import { type Uploaded, type UploadOptions, uploadImage } from "@/api/upload";

export interface Uploads {
  /** How many pictures are on their way. */
  pending: number;
  /** Why the last picture was refused. */
  refused: string | undefined;
  /** Stores a picture, unless another upload is given. */
  store: (file: File, options?: UploadOptions, upload?: typeof uploadImage) => Promise<Uploaded>;
  /** Resolves when each picture that is on its way is in the form; rejects when one could not be stored. */
  settled: () => Promise<void>;
  refuse: (reason: string | undefined) => void;
}

/** The pictures of the text in the form. */
export function useUploads(): Uploads {
  const [pending, setPending] = useState(0);
  const [refused, refuse] = useState<string>();
  const underWay = useRef(new Set<Promise<boolean>>());
  const store = useCallback<Uploads["store"]>(async (file, options, start = uploadImage) => {
    const upload = start(file, options);
    const fine = upload.then(
      () => true,
      () => options?.signal?.aborted ?? false,
    );
    underWay.current.add(fine);
    setPending(underWay.current.size);
    try {
      return await upload;
    } finally {
      underWay.current.delete(fine);
      setPending(underWay.current.size);
    }
  }, []);
  const settled = useCallback(async () => {
    while (underWay.current.size > 0) {
      const fine = await Promise.all(underWay.current);
      if (fine.includes(false)) throw new Error("A picture could not be stored. Save again to leave it out.");
      // What is stored is put into the form, and the next of several is sent.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }, []);
  return useMemo(() => ({ pending, refused, store, settled, refuse }), [pending, refused, store, settled]);
}
