"use client";

import { type ReactNode, useContext, useEffect } from "react";
import { mutate, SWRConfig } from "swr";
import { ApiError } from "@/api/client";
import type { DateWords } from "@/lib/date";
import { notifyLeft } from "@/toast/notify";
import { type BuiltChrome, ChromeContext } from "./chrome";

/** How the site is run, and how it writes dates, for everything that works in the browser. */
export function useSite(): { apiUrl: string; timezone: string; dates: DateWords } {
  const chrome = useContext(ChromeContext);
  const { apiUrl, timezone } = chrome?.config ?? { apiUrl: "/api", timezone: "Asia/Kolkata" };
  return { apiUrl, timezone, dates: chrome?.dates ?? { date: "", months: "" } };
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

/** The site around a page. */
export function Site({ children, chrome }: { children: ReactNode; chrome: BuiltChrome }) {
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
      <ChromeContext value={chrome}>{children}</ChromeContext>
    </SWRConfig>
  );
}
