import type { Api } from "@academy/shared/api/client";
import { connectTo } from "./api";

/** An answer of the API, with the fingerprint of its content if that is known. */
export interface Answer<T> {
  value: T;
  fingerprint?: string;
}

/**
 * Asks the API. With `live`, the fingerprint of a release, the answer is none that a cache on the way has kept since
 * before that release: it stands in the address, which the API does not look at.
 */
export async function ask<T>(apiUrl: string, read: (api: Api) => Promise<T>, live?: string): Promise<Answer<T>> {
  const api = connectTo(apiUrl);
  let fingerprint: string | undefined;
  api.use({
    onRequest({ request }) {
      if (live === undefined) return;
      const url = new URL(request.url);
      url.searchParams.set("live", live);
      return new Request(url, request);
    },
    onResponse({ response }) {
      fingerprint = response.headers.get("Content-Fingerprint") ?? undefined;
    },
  });
  return { value: await read(api), fingerprint };
}

/**
 * What the API says now, when `answer` differs from what a page was built with. A cache may have kept the answer, and
 * the page be newer: it counts if it belongs to the content of the live release; otherwise the API itself is asked.
 */
export async function newest<T>(apiUrl: string, read: (api: Api) => Promise<T>, answer: Answer<T>): Promise<T> {
  const live = await together("release", liveFingerprint);
  if (live !== undefined && answer.fingerprint === live) return answer.value;
  // On a host that does not say what is live, the moment keeps caches out.
  return (await ask(apiUrl, read, live ?? `${Date.now()}`)).value;
}

async function liveFingerprint(): Promise<string | undefined> {
  const response = await fetch("/release.json", { cache: "no-cache" });
  if (!response.ok) return undefined;
  return ((await response.json()) as { fingerprint?: string }).fingerprint;
}

const underWay = new Map<string, Promise<unknown>>();

/** Does what `work` does once for all who want it at the same time: `key` says what it is. Nothing is kept. */
export function together<T>(key: string, work: () => Promise<T>): Promise<T> {
  const running = underWay.get(key) as Promise<T> | undefined;
  if (running) return running;
  const begun = work().finally(() => underWay.delete(key));
  underWay.set(key, begun);
  return begun;
}

/** Whether `answer` says all that `built` says; it may say more. */
export function says(answer: unknown, built: unknown): boolean {
  if (typeof built !== "object" || built === null) return answer === built;
  if (typeof answer !== "object" || answer === null) return false;
  if (Array.isArray(built) && !(Array.isArray(answer) && answer.length === built.length)) return false;
  return Object.entries(built).every(([key, value]) => says((answer as Record<string, unknown>)[key], value));
}
