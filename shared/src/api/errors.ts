import type { components } from "./schema.gen";

export type Problem = components["schemas"]["Problem"];

/** An answer of the server that is an error. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    /** The problem document, if the answer had one. */
    readonly problem: Partial<Problem> | null,
    /** The seconds after which to try again, if the server names them. */
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

/** No answer: the server is away or hangs, or the connection broke. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";

  constructor(
    cause: unknown,
    words = `Cannot connect to backend server at ${window.location.host}. Please check if the backend is running.`,
  ) {
    super(words, { cause });
  }
}

/** Returns a sentence for people about anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : "Unknown error occurred";
}

/** Returns why a call failed, for people: all problems, if the server names several. */
export function reasonOf(error: unknown): string {
  const found = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
  return found.length > 1 ? found.map(({ message }) => asSentence(message)).join(" ") : messageOf(error);
}

/** Returns the words with a capital letter and a full stop. */
export function asSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");
}

export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}

/** Returns the problem document in the body of an error, if it has one. */
export function problemIn(value: unknown): Partial<Problem> | null {
  return typeof value === "object" && value !== null ? (value as Partial<Problem>) : null;
}
