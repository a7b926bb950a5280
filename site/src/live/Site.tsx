"use client";

import { createContext, type ReactNode, useContext, useEffect } from "react";
import { mutate, SWRConfig } from "swr";
import { ApiError } from "@/api/client";
import type { Chrome } from "@/content/routes";
import type { DateWords } from "@/lib/date";
import { notifyLeft } from "@/toast/notify";

export interface SiteContext {
  apiUrl: string;
  timezone: string;
  /** What the layout says. A page's own part says nothing of it (see chrome in content/routes.ts). */
  words: Chrome["words"];
  dates: DateWords;
}

const Context = createContext<SiteContext | null>(null);

/** How the site is run, for everything that works in the browser. */
export function useSite(): SiteContext {
  const site = useContext(Context);
  if (!site) throw new Error("this stands outside of the site's layout");
  return site;
}

/** Says on the console what could not be fetched; the page goes on with what it has. That there is no such article is an answer. */
export function logFailure(error: unknown, key: string): void {
  if (!(error instanceof ApiError && error.status === 404)) console.warn(`could not fetch ${key}:`, error);
}

// A site without its API is whole: one quiet question, no second try.
const swr = {
  shouldRetryOnError: false,
  revalidateOnReconnect: false,
  focusThrottleInterval: 5000,
  dedupingInterval: 5000,
  onError: logFailure,
};

export function Site({ value, children }: { value: SiteContext; children: ReactNode }) {
  useEffect(() => {
    // Until then the stylesheets do what scripts will: menus open under the pointer and with the focus.
    document.documentElement.dataset.alive = "";
    notifyLeft();
    // The browser has brought the page back as it was left: settings may have changed since, and who is signed in.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && void mutate(() => true);
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, []);
  return (
    <SWRConfig value={swr}>
      <Context value={value}>{children}</Context>
    </SWRConfig>
  );
}
