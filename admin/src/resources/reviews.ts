import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api } from "@/api/client";
import { useMay } from "@/api/session";
import type { Review } from "@/api/types";

const KEY = "/admin/reviews";

/** The time between two readings, in milliseconds. Somebody who comes back to the tab sees others' changes at once. */
const LOOK = 60_000;

/** Articles that wait for a review, the longest first, and those that were sent back. */
export function useReviews() {
  const may = useMay();
  const asks = may("content:read") || may("content:own");
  return useSWR<Review[], unknown>(asks ? KEY : null, () => body(api.GET(KEY)), { refreshInterval: LOOK });
}

/** Reads the reviews again: publishing an article ends its review. */
export const refreshReviews = () => mutate(KEY);

export async function askForReview(id: string): Promise<void> {
  await body(api.POST("/articles/{id}/review", { params: { path: { id } } }));
  await refreshReviews();
}

export async function sendBack(id: string, note: string): Promise<void> {
  await body(api.POST("/articles/{id}/review/answer", { params: { path: { id } }, body: { note } }));
  await refreshReviews();
}
