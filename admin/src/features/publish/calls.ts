import { body, page } from "@academy/shared/api/client";
import { api } from "@/api/client";
import type { PublishStatus, ReleaseDifference, ReleaseVerdict } from "@/api/types";

export type { Release } from "@/api/types";

/** The list's name, and the beginning of its keys. */
export const RELEASES = "Releases";

export function publishAgain(): Promise<PublishStatus> {
  return body(api.POST("/publish"));
}

/** A stretch of what went live, newest first. */
export const fetchReleases = (query: { limit: number; offset?: number; q?: string }) =>
  page(api.GET("/publish/releases", { params: { query } }));

/** Reads every file of a release on the server and compares it with its hash; may take a while. */
export function verifyRelease(release: string): Promise<ReleaseVerdict> {
  return body(api.POST("/publish/releases/{release}/verify", { params: { path: { release } } }));
}

/** What would change on the site if a release were made live. */
export function fetchDifference(release: string): Promise<ReleaseDifference> {
  return body(api.GET("/publish/releases/{release}/difference", { params: { path: { release } } }));
}

/** Makes a release the live one, and returns how things stand then. */
export function activateRelease(release: string): Promise<PublishStatus> {
  return body(api.POST("/publish/releases/{release}/activate", { params: { path: { release } } }));
}
