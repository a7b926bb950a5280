"use client";

import { createContext, type ReactNode, useContext } from "react";
import { SWRConfig } from "swr";

export interface SiteContext {
  apiUrl: string;
  timezone: string;
}

const Context = createContext<SiteContext>({ apiUrl: "/api", timezone: "Asia/Kolkata" });

/** How the site is run, for everything that works in the browser. */
export const useSite = () => useContext(Context);

// A site without its API is whole: one quiet question, no second try.
const swr = {
  shouldRetryOnError: false,
  revalidateOnReconnect: false,
  focusThrottleInterval: 5000,
  dedupingInterval: 5000,
};

export function Site({ value, children }: { value: SiteContext; children: ReactNode }) {
  return (
    <SWRConfig value={swr}>
      <Context value={value}>{children}</Context>
    </SWRConfig>
  );
}
