import type { Schemas } from "@academy/shared/api/client";
import { ApiError, hasStatus, NetworkError, problemIn, reasonOf } from "@academy/shared/api/errors";
import { signedInAgain, takePlace } from "./gate";
import { storable } from "./pictures";
import { requireSession } from "./session";

/** What is said of any stored file; of a picture also its size. */
export type Uploaded = Pick<Schemas["StoredFile"], "url"> & Partial<Pick<Schemas["Image"], "width" | "height">>;

export interface UploadOptions {
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a form with a file and tells how far it is, which fetch cannot.
 * Fails like the other calls; an abort fails with the signal's reason. Like
 * them, it begins anew when the session had ended and the same person signs in.
 */
export async function upload<T = Uploaded>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
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

/** Stores a picture for an article. */
export function uploadImage(file: File, options?: UploadOptions): Promise<Uploaded> {
  return uploadFile("/upload/image", "image", file, options);
}

/** Stores a document to download. */
export function uploadDocument(file: File, options?: UploadOptions): Promise<Uploaded> {
  return uploadFile("/admin/files", "file", file, options);
}

/** Stores a single file. Its errors name the file, since several may be under way; the server does so itself. */
export async function uploadFile(
  path: string,
  field: string,
  file: File,
  options: UploadOptions = {},
): Promise<Uploaded> {
  try {
    const form = new FormData();
    form.append(field, await storable(file));
    return await upload(path, form, options);
  } catch (cause) {
    if (options.signal?.aborted || cause instanceof ApiError) throw cause;
    throw new Error(`${file.name}: ${reasonOf(cause)}`, { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
