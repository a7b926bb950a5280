import createClient, { type ClientOptions } from "openapi-fetch";
import { ApiError, NetworkError, problemIn } from "./errors";
import type { components, paths } from "./schema.gen";

/** The documents of the API, by name. */
export type Schemas = components["schemas"];

/** How long a call waits for its whole answer, in seconds: as long as the server gives itself. */
export const PATIENCE = 30;

/** A client for the API. The functions below give what its calls answer. */
export const connect = ({ fetch = send, ...options }: ClientOptions) => createClient<paths>({ fetch, ...options });

/** The whole answer to a call. Rejects with NetworkError when there is none within so many seconds. */
export async function send(request: Request, patience = PATIENCE): Promise<Response> {
  const call = new AbortController();
  const abort = () => call.abort(request.signal.reason);
  request.signal.addEventListener("abort", abort);
  if (request.signal.aborted) abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    call.abort();
  }, patience * 1000);
  try {
    // Looked up on every call, so that tests and tools can put their own in place.
    const answer = await globalThis.fetch(request, { signal: call.signal });
    // An answer that has begun to arrive may end there.
    const content = await answer.arrayBuffer();
    return new Response(content.byteLength > 0 ? content : null, answer);
  } catch (cause) {
    throw new NetworkError(
      cause,
      late ? `The server did not answer within ${patience} seconds. Try again.` : undefined,
    );
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

/** The body of a good answer. Rejects with ApiError for every other one. */
export async function body<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await checked(call)).data as T;
}

/** A document that a call answers, and the revision that its ETag names. Rejects as body does. */
export async function revised<T>(call: Promise<Answer<T>>): Promise<{ document: T; revision: number }> {
  const { data, response } = await checked(call);
  return { document: data as T, revision: Number(/\d+/.exec(response.headers.get("ETag") ?? "")) };
}

/** A page of a list with the number of all items there are. Rejects as body does. */
export async function page<T>(call: Promise<Answer<T[]>>): Promise<{ items: T[]; total: number }> {
  const { data, response } = await checked(call);
  const items = data ?? [];
  return { items, total: Number(response.headers.get("X-Total-Count") ?? items.length) };
}
