"use client";

import useSWR from "swr";
import { getJSON } from "@/api/client";
import { useSite } from "./Site";

/**
 * What the API says now, or what the page was built with until it answers, and for ever when it does not.
 * Sends no credentials. `path` is below the API's base, as "/settings".
 */
export function useLive<T>(path: string, built: T): T {
  const { apiUrl } = useSite();
  const { data } = useSWR<T>(`${apiUrl}${path}`, (url: string) => getJSON<T>(url), { fallbackData: built });
  return data ?? built;
}
