import type { components } from "./schema.gen";

export type Problem = components["schemas"]["Problem"];

/** The server answered with a failure. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    /** The problem document, when the answer carried one. */
    readonly problem: Partial<Problem> | null,
    /** In how many seconds to ask again, where the server says so. */
    readonly retryAfter?: number,
  ) {
    super(problem?.detail ?? `Server error: ${status}`);
  }

  /** The server's messages about fields of the request body, by field name. */
  fieldErrors(): Record<string, string> {
    const entries = (this.problem?.errors ?? []).map(({ location, message }): [string, string] => [
      location.replace(/^body\./, ""),
      message,
    ]);
    return Object.fromEntries(entries);
  }
}

/** No answer at all: the server is away or hangs, or the connection broke. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";

  constructor(
    cause: unknown,
    words = `Cannot connect to backend server at ${window.location.host}. Please check if the backend is running.`,
  ) {
    super(words, { cause });
  }
}

/** A sentence for a person, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Unknown error occurred";
}

/** Why a call failed, for a person: each thing that the server found wrong, when there are several. */
export function reasonOf(error: unknown): string {
  const found = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  return found.length > 1 ? found.map(({ message }) => asSentence(message)).join(" ") : messageOf(error);
}

/** Words with a capital letter and a full stop. */
export function asSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");
}

export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}

/** The problem document in the body of a failure, if it has any. */
export function problemIn(value: unknown): Partial<Problem> | null {
  return typeof value === "object" && value !== null ? (value as Partial<Problem>) : null;
}
