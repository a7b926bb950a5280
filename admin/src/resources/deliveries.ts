import { body, page } from "@academy/shared/api/client";
import useSWR from "swr";
import { api } from "@/api/client";
import { type List, refreshList } from "@/api/lists";
import type { Delivery } from "@/api/types";
import type { PageQuery } from "@/lists/useList";

/** The list's name, and the beginning of its keys. */
export const NAME = "Deliveries";

/** How often the log is read again, in milliseconds: closely while something is being tried. */
const TRYING = 1500;
const QUIET = 5000;

export type DeliveryState = Delivery["state"];

/** A page of the deliveries, newest first. */
export const fetchDeliveries = (query: PageQuery & { endpoint?: string; state?: DeliveryState }) =>
  page(api.GET("/publish/deliveries", { params: { query } }));

export const refreshInterval = (latest: List<Delivery> | undefined) =>
  latest?.items.some(({ state }) => state === "failing") ? TRYING : QUIET;

/** The endpoints that lately were sent something, by id, with the newest of their names. */
export function useRecentEndpoints(): ReadonlyMap<string, string> {
  const { data } = useSWR([NAME, "endpoints"], () => fetchDeliveries({ limit: 50, offset: 0 }));
  return new Map(data?.items.toReversed().map(({ endpoint_id, endpoint }) => [endpoint_id, endpoint]));
}

/** Sends a message again, once, and returns what became of it. */
export async function redeliver(id: string): Promise<Delivery> {
  try {
    return await body(api.POST("/publish/deliveries/{id}/redeliver", { params: { path: { id } } }));
  } finally {
    await refreshList(NAME);
  }
}
