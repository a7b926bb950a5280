import createClient, { type ClientOptions } from "openapi-fetch";
import { ApiError, problemIn } from "./errors";
import type { components, paths } from "./schema.gen";

/** The documents of the API, by name. */
export type Schemas = components["schemas"];

/** A client for the API. The functions below give what its calls answer. */
export const connect = (options: ClientOptions) => createClient<paths>(options);

export type Api = ReturnType<typeof connect>;

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

async function checked<T>(call: Promise<Answer<T>>): Promise<Answer<T>> {
  const answer = await call;
  if (!answer.response.ok) throw new ApiError(answer.response.status, problemIn(answer.error));
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
