import { ApiError } from "@academy/shared/api/errors";
import { mutate, type SWRConfiguration } from "swr";

/**
 * Says on the console what could not be fetched; the page goes on with what it has. Not for a 404, which is an answer:
 * there is no such article.
 */
export function logFailure(error: unknown, key: string): void {
  if (!(error instanceof ApiError && error.status === 404)) console.warn(`could not fetch ${key}:`, error);
}

/** A site without its API is whole: one quiet question, no second try. */
export const quietly: SWRConfiguration = {
  shouldRetryOnError: false,
  revalidateOnReconnect: false,
  focusThrottleInterval: 5000,
  dedupingInterval: 5000,
  onError: logFailure,
};

// The browser has brought the page back as it was left: settings may have changed since, and who is signed in.
globalThis.window?.addEventListener("pageshow", ({ persisted }) => persisted && void mutate(() => true));
