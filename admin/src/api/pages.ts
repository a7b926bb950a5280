import { body } from "@academy/shared/api/client";
import useSWR from "swr";
import { api } from "./client";
import type { PageSummary } from "./types";

/** Begins the SWR key of the pages that editors made. */
export const PAGES_KEY = "/admin/pages";

/** The pages that editors made, by their path; nothing is read unless they are `wanted`. */
export function usePages(wanted = true) {
  return useSWR<PageSummary[], unknown>(wanted ? PAGES_KEY : null, () => body(api.GET(PAGES_KEY)));
}
