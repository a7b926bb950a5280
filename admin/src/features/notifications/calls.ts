import { body, page } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api } from "@/api/client";
import type { Subscriber, SubscriberCounts } from "@/api/types";
import { KINDS } from "@/leads/kinds";
import type { PageQuery, Search } from "@/lists/useList";
import { readAll } from "./pages";

/** The list's name, and the beginning of its keys. */
export const NAME = KINDS.notifications.list;

const COUNTS = "/admin/notifications/counts";

/** The server's largest page. */
const CHUNK = 1000;

export const fetchSubscribers = (query: PageQuery) => page(api.GET("/admin/notifications", { params: { query } }));

/** How many there are. */
export function useCounts() {
  return useSWR<SubscriberCounts, unknown>(COUNTS, () => body(api.GET("/admin/notifications/counts")));
}

/** Everybody whom a search finds, in its order: what is saved and copied is not only the page that is shown. */
export function fetchEverybody(search: Search): Promise<Subscriber[]> {
  return readAll(CHUNK, (limit, offset) => fetchSubscribers({ ...search, limit, offset }));
}

export async function deleteSubscriber(id: string): Promise<void> {
  await body(api.DELETE("/admin/notifications/{id}", { params: { path: { id } } }));
  void mutate(COUNTS);
}
