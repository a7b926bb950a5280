import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api } from "@/api/client";
import type { PageSummary } from "@/api/types";
import { noteSaved } from "./publishing";

const LIST = "/admin/pages";

/** The pages that editors made, by their path; nothing is read unless they are `wanted`. */
export function usePages(wanted = true) {
  return useSWR<PageSummary[], unknown>(wanted ? LIST : null, () => body(api.GET(LIST)));
}

export const refreshPages = () => mutate(LIST);

/** A page was stored: the list and the publish state are read again. */
export async function pageSaved() {
  noteSaved();
  await refreshPages();
}
