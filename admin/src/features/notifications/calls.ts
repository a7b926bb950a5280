import useSWR from "swr";
import { api, page } from "@/api/client";
import type { Subscriber } from "@/api/types";
import { mapPages } from "./pages";

const CHUNK = 1000;

/** Every subscriber, newest first: the counts, the export and Copy All need all of them. */
export function useSubscribers() {
  return useSWR<Subscriber[], unknown>("/admin/notifications", () =>
    mapPages(CHUNK, (limit, offset) => page(api.GET("/admin/notifications", { params: { query: { limit, offset } } }))),
  );
}
