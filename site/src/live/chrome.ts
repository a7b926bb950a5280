"use client";

import { createContext, useContext } from "react";
import type { Chrome } from "@/content/routes";
import type { ShownLink } from "@/lib/social";

/** What the layout shows, as the page brings it along. */
export type BuiltChrome = Omit<Chrome, "social_links" | "not_found"> & { social_links: ShownLink[] };

export const ChromeContext = createContext<BuiltChrome | null>(null);

/** What the layout shows; for its parts alone (see chrome in content/routes.ts). */
export function useChrome(): BuiltChrome {
  const chrome = useContext(ChromeContext);
  if (!chrome) throw new Error("this stands outside of the layout");
  return chrome;
}
