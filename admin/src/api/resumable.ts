import { body } from "@academy/shared/api/client";
import { ApiError, NetworkError, problemIn } from "@academy/shared/api/errors";
import type { DetailedError, HttpRequest, HttpResponse, HttpStack } from "tus-js-client";
import { api } from "./client";
import { signedInAgain, takePlace } from "./gate";
import { requireSession } from "./session";
import type { Media, Replaced } from "./types";

export interface UploadOptions {
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
}

const ENDPOINT = "/api/admin/media/uploads";

/** The bytes of the first call, and of the next one after a cut: few enough for any line. */
const FEWEST = 1 << 20;

/** The bytes of a part, as the server stores them. A call that ends within one has its beginning stored once more. */
const PART = 8 << 20;

/** The milliseconds within which a call has to succeed for the next one to be larger. */
const QUICK_MS = 5000;

/** The milliseconds between attempts; each byte that arrives begins them anew. */
const PAUSES = [0, 500, 1000, 3000, 5000, 10_000, 20_000];

/** The time that a call may take: the fewest bytes on a line of 10 KB/s. */
const TIMEOUT_MS = 120_000;

/**
 * Stores a file in the library, by several calls. A cut line goes on where it was, also when the page was loaded again
 * and the same file is sent. An abort fails with the signal's reason and removes what was sent.
 */
export async function sendResumably(file: File, options: UploadOptions = {}): Promise<Media> {
  const id = (await send(file, options)).getHeader("Upload-Media-Id") ?? "";
  return persist(() => body(api.GET("/admin/media/{id}", { params: { path: { id } } })), options.signal);
}

/**
 * Puts a file in the place of one of the library, sent likewise. Resolves to null where the line broke in the last
 * call: the server then changes the documents by itself.
 */
export async function replaceResumably(id: string, file: File, options: UploadOptions): Promise<Replaced | null> {
  const answer = (await send(file, options, id)).getBody();
  return answer === "" ? null : JSON.parse(answer);
}

/** Sends a file by several calls; resolves to the last answer. */
async function send(file: File, { onProgress, signal }: UploadOptions, replaces?: string): Promise<HttpResponse> {
  if (file.size === 0) throw new Error(`${file.name} is empty. Choose another file.`);
  const { Upload } = await import("tus-js-client");
  // Without one, what was sent before would not be found, and begin anew.
  await persist(requireSession, signal);
  // An ended signal tells no listener any more.
  signal?.throwIfAborted();
  const sized = callSizes();
  let began = 0;
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: ENDPOINT,
      chunkSize: FEWEST,
      retryDelays: PAUSES,
      removeFingerprintOnSuccess: true,
      metadata: { filename: file.name, filetype: file.type, ...(replaces && { replaces }) },
      fingerprint: async () => [file.name, file.type, file.size, file.lastModified, replaces].join("/"),
      httpStack: CALLS,
      onShouldRetry: ({ originalResponse }) => isPassing(originalResponse?.getStatus()),
      onBeforeRequest: () => {
        began = performance.now();
      },
      onAfterResponse: (request, response) => {
        const stored = request.getMethod() === "PATCH" && response.getStatus() < 300;
        const went = !stored ? "badly" : performance.now() - began < QUICK_MS ? "well" : "slowly";
        upload.options.chunkSize = sized(went, Number(response.getHeader("Upload-Offset") ?? 0));
      },
      onProgress: (sent, total) => onProgress?.(Math.floor((sent / total) * 100)),
      onSuccess: ({ lastResponse }) => resolve(lastResponse),
      onError: (error) => reject(failureOf(error)),
    });
    signal?.addEventListener("abort", () => {
      reject(signal.reason);
      upload.abort(true).catch(() => {}); // else the server removes it in a day
    });
    upload.findPreviousUploads().then((found) => {
      const [latest] = found.toSorted((a, b) => b.creationTime.localeCompare(a.creationTime));
      if (latest) upload.resumeFromPreviousUpload(latest);
      if (!signal?.aborted) upload.start();
    }, reject);
  });
}

/**
 * The bytes of the next call, by how the last one went and where it ended: more on a good line, the fewest after a cut.
 */
export function callSizes() {
  let size = FEWEST;
  return (went: "well" | "slowly" | "badly", offset: number): number => {
    if (went === "well") size = Math.min(2 * size, PART);
    if (went === "badly") size = FEWEST;
    return Math.min(size, PART - (offset % PART));
  };
}

/** Makes a call again after each pause while there is no answer, as tus does with its own. */
async function persist<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const pause of PAUSES) {
    signal?.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  signal?.throwIfAborted();
  return call();
}

/** Whether what failed may work a moment later: there was no answer, or one about the moment. */
const isPassing = (status = 0) => status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;

/** A failure like that of other calls. */
function failureOf(error: Error | DetailedError): Error {
  const answer = "originalResponse" in error ? error.originalResponse : null;
  if (!answer) return new NetworkError(error);
  return new ApiError(answer.getStatus(), parse(answer.getBody()));
}

function parse(text: string) {
  try {
    return problemIn(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Calls that wait when the session has ended until the same person signs in again, like all others. */
const CALLS: HttpStack = { getName: () => "calls", createRequest };

function createRequest(method: string, url: string): HttpRequest {
  const headers = new Map<string, string>();
  let request = new XMLHttpRequest();
  let onSent = (_: number) => {};
  const once = (part: Blob | null) =>
    new Promise<HttpResponse>((resolve, reject) => {
      request = new XMLHttpRequest();
      request.open(method, url);
      request.timeout = TIMEOUT_MS;
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded }) => onSent(loaded);
      request.onload = () => resolve(responseOf(request));
      request.onerror = request.ontimeout = () => reject(new Error("the connection broke"));
      request.send(part);
    });
  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader: (name, value) => void headers.set(name, value),
    getHeader: (name) => headers.get(name),
    setProgressHandler: (handler) => {
      onSent = handler;
    },
    send: async (part) => {
      const place = takePlace();
      const answer = await once(part);
      return answer.getStatus() === 401 && (await signedInAgain(place)) ? once(part) : answer;
    },
    abort: async () => request.abort(),
    getUnderlyingObject: () => request,
  };
}

const responseOf = (request: XMLHttpRequest): HttpResponse => ({
  getStatus: () => request.status,
  getHeader: (name) => request.getResponseHeader(name) ?? undefined,
  getBody: () => request.responseText,
  getUnderlyingObject: () => request,
});
