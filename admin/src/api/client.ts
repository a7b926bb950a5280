import createClient from "openapi-fetch";
import { ApiError, NetworkError } from "./errors";
import { inTurn, replacing, signedInAgain, takePlace } from "./gate";
import type { paths } from "./schema.gen";
import type { Problem } from "./types";

/** The one door to the API. Calls stand in each feature's `calls.ts`; a call fails with ApiError or NetworkError. */
export const api = createClient<paths>({
  baseUrl: `${window.location.origin}/api`,
  // Looked up on every call, so that tests and tools can put their own in place.
  fetch: async (request) => {
    // A body can be sent once; the copy is for a second time.
    const copy = request.clone();
    const place = takePlace();
    const { pathname } = new URL(request.url);
    const answer = await (REPLACING.has(pathname) ? replacing(send(request)) : send(request));
    if (answer.status !== 401 || CREDENTIALS.has(`${request.method} ${pathname}`)) return answer;
    if (!(await signedInAgain(place))) return answer;
    return copy.method === "GET" ? send(copy) : inTurn(() => send(copy));
  },
});

/** Options of a read of public content: without credentials, and never a copy that the browser kept. */
export const ANONYMOUS = { credentials: "omit", cache: "no-store" } as const;

/** Calls whose 401 is about what was given to sign in with, or the very question who is signed in. */
const CREDENTIALS = new Set(["GET /api/auth/me", "POST /api/auth/login", "POST /api/auth/phone/verify-otp"]);

/** Calls that end every session of the account, this one too, and begin a new one. */
const REPLACING = new Set(["/api/auth/password", "/api/auth/sessions/end-others"]);

async function send(request: Request): Promise<Response> {
  try {
    return await globalThis.fetch(request);
  } catch (cause) {
    throw new NetworkError(cause);
  }
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of an answer, or the failure it reports, thrown. */
export async function body<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await checked(call)).data as T;
}

/** A page of a list with the number of all items there are. */
export async function page<T>(call: Promise<Answer<T[]>>): Promise<{ items: T[]; total: number }> {
  const { data, response } = await checked(call);
  const items = data ?? [];
  return { items, total: Number(response.headers.get("X-Total-Count") ?? items.length) };
}

async function checked<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await call;
  if (!answer.response.ok) throw new ApiError(answer.response.status, problemIn(answer.error));
  return answer;
}

export function problemIn(value: unknown): Partial<Problem> | null {
  return typeof value === "object" && value !== null ? (value as Partial<Problem>) : null;
}

/** The header that makes a write fail with 412 when somebody else was faster. */
export function ifMatch(revision: number | undefined): { "If-Match"?: string } {
  return revision === undefined ? {} : { "If-Match": `"${revision}"` };
}
