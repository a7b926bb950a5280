import createClient, { type FetchResponse } from "openapi-fetch";
import type { components, paths } from "./schema.gen";

/** The documents of the API, by name. */
export type Schemas = components["schemas"];

/** What the API answered when it did not do what was asked. `message` is fit to be shown. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

const clients = new Map<string, Api>();

/** A client of its own for the API at this base address. It sends no credentials unless a call asks for it. */
export const connect = (baseUrl: string) => createClient<paths>({ baseUrl, credentials: "omit", cache: "no-cache" });

export type Api = ReturnType<typeof connect>;

/** The API at this base address, as `connect` gives it. */
export function apiAt(baseUrl: string) {
  let client = clients.get(baseUrl);
  if (!client) {
    client = connect(baseUrl);
    clients.set(baseUrl, client);
  }
  return client;
}

/** The body of a good answer. Throws ApiError for every other one, and TypeError when the API cannot be reached. */
export async function answer<T extends Record<string | number, unknown>, O, M extends `${string}/${string}`>(
  call: Promise<FetchResponse<T, O, M>>,
): Promise<NonNullable<FetchResponse<T, O, M>["data"]>> {
  const { data, error, response } = await call;
  if (!response.ok) {
    const detail = (error as { detail?: string } | undefined)?.detail;
    throw new ApiError(response.status, detail || `The server answered ${response.status}.`);
  }
  return data as NonNullable<typeof data>;
}
