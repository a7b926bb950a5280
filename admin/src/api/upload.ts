import { ApiError, hasStatus, NetworkError, problemIn, reasonOf } from "@academy/shared/api/errors";
import { signedInAgain, takePlace } from "./gate";
import { storable } from "./pictures";
import { sendResumably, type UploadOptions } from "./resumable";
import { requireSession } from "./session";
import type { Media } from "./types";

export type { UploadOptions };

/** A stored file, and all that the library knows of it. */
export type Uploaded = Pick<Media, "url"> & Partial<Pick<Media, "width" | "height">> & { media?: Media };

/**
 * Sends a form with a file and tells how far it is, which fetch cannot.
 * Fails like the other calls; an abort fails with the signal's reason. Like
 * them, it begins anew when the session had ended and the same person signs in.
 */
export async function upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  // A server that refuses a large file hangs up while it is being sent, which looks like a broken connection.
  await requireSession();
  const place = takePlace();
  try {
    return await send<T>(path, form, options);
  } catch (error) {
    if (!hasStatus(error, 401) || !(await signedInAgain(place))) throw error;
    return send<T>(path, form, options);
  }
}

function send<T>(path: string, form: FormData, { onProgress, signal }: UploadOptions): Promise<T> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api${path}`);
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress?.(Math.floor((loaded / total) * 100));
    };
    request.onload = () => {
      const answer = parse(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(answer as T);
      else reject(new ApiError(request.status, problemIn(answer)));
    };
    request.onerror = () => reject(new NetworkError(new Error("upload failed")));
    request.onabort = () => reject(signal?.reason ?? new Error("aborted"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

/** Stores a picture in the library. */
export const uploadImage = (file: File, options?: UploadOptions): Promise<Uploaded> =>
  uploadFile("image", file, options);

/** Stores a document to download in the library. */
export const uploadDocument = (file: File, options?: UploadOptions): Promise<Uploaded> =>
  uploadFile("file", file, options);

const WORDS = { image: "picture", video: "video", file: "document" };

/** The bytes up to which a file goes in one call: a line that breaks costs little then. */
const IN_ONE_CALL = 2 << 20;

/**
 * Stores a single file of a kind, a small one by one call. Its errors name the file, since several may be under way;
 * the server does so itself.
 */
async function uploadFile(kind: Media["kind"], file: File, options: UploadOptions = {}): Promise<Uploaded> {
  try {
    const ready = await storable(file);
    if (ready.size > IN_ONE_CALL) return ofKind(kind, await sendResumably(ready, options));
    const form = new FormData();
    form.append("file", ready);
    return ofKind(kind, await upload<Media>("/admin/media", form, options));
  } catch (cause) {
    if (options.signal?.aborted || cause instanceof ApiError) throw cause;
    throw new Error(`${file.name}: ${reasonOf(cause)}`, { cause });
  }
}

function ofKind(kind: Media["kind"], media: Media): Uploaded {
  if (media.kind !== kind) throw new Error(`It is no ${WORDS[kind]}. Choose another file.`);
  return { url: media.url, width: media.width, height: media.height, media };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
