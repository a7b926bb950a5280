import { ApiError, NetworkError } from "./errors";
import type { Problem } from "./types";

/** A call that the API description does not have yet. It fails like all others. */
export async function call<T>(method: "GET" | "POST", path: string, payload?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: payload === undefined ? {} : { "Content-Type": "application/json" },
      body: payload === undefined ? undefined : JSON.stringify(payload),
    });
  } catch (cause) {
    throw new NetworkError(cause);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, answer as Partial<Problem> | null);
  return answer as T;
}
