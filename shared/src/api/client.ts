import createClient, { type ClientOptions } from "openapi-fetch";
import { ApiError, NetworkError, problemIn } from "./errors";
import type { components, paths } from "./schema.gen";

/** The documents of the API, by name. */
export type Schemas = components["schemas"];

/** The time limit of a call with its whole answer, in seconds: the server's own. */
export const TIMEOUT_SECONDS = 30;

/** Returns a client for the API. The functions below return the answers of its calls. */
export const connect = ({ fetch = send, ...options }: ClientOptions) => createClient<paths>({ fetch, ...options });

/** Returns the whole answer to a call. Rejects with NetworkError if there is none within `timeout` seconds. */
export async function send(request: Request, timeout = TIMEOUT_SECONDS): Promise<Response> {
  const call = new AbortController();
  const abort = () => call.abort(request.signal.reason);
  request.signal.addEventListener("abort", abort);
  if (request.signal.aborted) abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    call.abort();
  }, timeout * 1000);
  try {
    // Looked up on every call, so that tests and tools can replace it.
    const answer = await globalThis.fetch(request, { signal: call.signal });
    // An answer may break off after it has begun to arrive.
    const content = await answer.arrayBuffer();
    return new Response(content.byteLength > 0 ? content : null, answer);
  } catch (cause) {
    throw new NetworkError(cause, late ? `The server did not answer within ${timeout} seconds. Try again.` : undefined);
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", abort);
  }
}

export type Api = ReturnType<typeof connect>;

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

async function checked<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await call;
  const { ok, status, headers } = answer.response;
  if (!ok) throw new ApiError(status, problemIn(answer.error), Number(headers.get("Retry-After")) || undefined);
  return answer;
}

/** Returns the body of a good answer. Rejects with ApiError for every other one. */
export async function body<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await checked(call)).data as T;
}

/** Returns the document in an answer, and the revision that its ETag names. Rejects as body does. */
export async function revised<T>(call: Promise<Answer<T>>): Promise<{ document: T; revision: number }> {
  const { data, response } = await checked(call);
  return { document: data as T, revision: Number(/\d+/.exec(response.headers.get("ETag") ?? "")) };
}

/** Returns a page of a list, with the number of all items. Rejects as body does. */
export async function page<T>(call: Promise<Answer<T[]>>): Promise<{ items: T[]; total: number }> {
  const { data, response } = await checked(call);
  const items = data ?? [];
  return { items, total: Number(response.headers.get("X-Total-Count") ?? items.length) };
}
