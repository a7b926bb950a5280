import { body, page } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api } from "@/api/client";
import type { Delivery } from "@/api/types";

const KEY = "/publish/deliveries";
/** How often the log is read again, in milliseconds: closely while something is being tried. */
const TRYING = 1500;
const QUIET = 5000;

export type DeliveryState = Delivery["state"];

export interface DeliveryQuery {
  endpoint: string;
  state: DeliveryState | "";
  limit: number;
  offset: number;
}

export interface DeliveryPage {
  items: Delivery[];
  total: number;
}

/** A page of the webhook deliveries, newest first. */
export function useDeliveries(query: DeliveryQuery) {
  return useSWR<DeliveryPage, unknown>([KEY, query], () => fetchDeliveries(query), {
    keepPreviousData: true,
    refreshInterval: (latest) => (latest?.items.some(({ state }) => state === "failing") ? TRYING : QUIET),
  });
}

/** The endpoints that lately were sent something, by id, with the newest of their names. */
export function useRecentEndpoints(): ReadonlyMap<string, string> {
  const query: DeliveryQuery = { endpoint: "", state: "", limit: 50, offset: 0 };
  const { data } = useSWR<DeliveryPage, unknown>([KEY, query], () => fetchDeliveries(query));
  return new Map(data?.items.toReversed().map(({ endpoint_id, endpoint }) => [endpoint_id, endpoint]));
}

function fetchDeliveries({ endpoint, state, ...window }: DeliveryQuery): Promise<DeliveryPage> {
  const query = { ...window, endpoint: endpoint || undefined, state: state || undefined };
  return page(api.GET("/publish/deliveries", { params: { query } }));
}

/** Sends a message again, once, and returns what became of it. */
export async function redeliver(id: string): Promise<Delivery> {
  try {
    return await body(api.POST("/publish/deliveries/{id}/redeliver", { params: { path: { id } } }));
  } finally {
    await refreshDeliveries();
  }
}

export async function refreshDeliveries(): Promise<void> {
  await mutate((key) => Array.isArray(key) && key[0] === KEY);
}
