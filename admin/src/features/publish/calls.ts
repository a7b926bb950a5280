import { api, body } from "@/api/client";
import type { PublishStatus, Release } from "@/api/types";

export type { Release } from "@/api/types";

export const STATUS_KEY = "/publish/status";
export const RELEASES_KEY = "/publish/releases";

export function fetchStatus(): Promise<PublishStatus> {
  return body(api.GET("/publish/status"));
}

export function publishAgain(): Promise<PublishStatus> {
  return body(api.POST("/publish"));
}

/** The releases that are kept, newest first. */
export function fetchReleases(): Promise<Release[]> {
  return body(api.GET("/publish/releases", { params: { query: { limit: 6 } } }));
}
