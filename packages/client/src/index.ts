import type { components, paths } from "@academy/shared/api/schema.gen";
import createClient from "openapi-fetch";

/** The documents of the API, by name. */
export type Schemas = components["schemas"];

/** The body of an answer that is an error (RFC 9457). */
export type Problem = Schemas["Problem"];

export interface Options {
  /** The site's address, such as "https://academy.example". */
  url: string;
  /** A token from Settings → Tokens. Without one, the calls read what is public. */
  token?: string;
  /** Takes the place of the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
}

/** Returns a client for the API. `body` and `page` return the answers of its calls. */
export function connect({ url, token, ...options }: Options) {
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  return createClient<paths>({ baseUrl: `${url.replace(/\/+$/, "")}/api`, headers, ...options });
}

/** An answer of the server that is an error. Its message is a sentence for people. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";

  constructor(
    readonly status: number,
    /** The problem, unless something other than the API answered. */
    readonly problem: Problem | undefined,
    /** The seconds after which to try again, if the server names them. */
    readonly retryAfter: number | undefined,
  ) {
    super(problem?.detail ?? `The server answered ${status}.`);
  }
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

async function checked<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await call;
  const { ok, status, headers } = answer.response;
  if (ok) return answer;
  const { error } = answer;
  const problem = typeof error === "object" && error !== null && "detail" in error ? (error as Problem) : undefined;
  throw new ProblemError(status, problem, Number(headers.get("Retry-After")) || undefined);
}

/** Returns the body of a good answer. Rejects with ProblemError for every other one. */
export async function body<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await checked(call)).data as T;
}

/** Returns a page of a list, with the number of all items. Rejects as `body` does. */
export async function page<T>(call: Promise<Answer<T[]>>): Promise<{ items: T[]; total: number }> {
  const { data = [], response } = await checked(call);
  return { items: data, total: Number(response.headers.get("X-Total-Count") ?? data.length) };
}

/** Returns the header with which a write fails with 412 if the document has another revision by now. */
export const ifMatch = (revision: number | undefined): { "If-Match"?: string } =>
  revision === undefined ? {} : { "If-Match": `"${revision}"` };
