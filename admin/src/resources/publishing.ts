import { body, page } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { api } from "@/api/client";
import { useMay } from "@/api/session";
import type { ChangeSet, PublishStatus, ReleaseDifference, ReleaseVerdict, TargetStatus } from "@/api/types";

export type { Release } from "@/api/types";

/** The key of the publish state. */
export const STATUS = "/publish/status";
/** Begins the keys of the list of releases. */
export const RELEASES = "Releases";

const FAST = 250;
const SLOW = 5000;
/** After a save the dispatcher needs a moment before the state says so. */
const AFTER_SAVE = 3000;
let closeUntil = 0;

/** Something public may just have been saved: the publish state is read at once, and closely for a while. */
export function noteSaved(): void {
  closeUntil = Date.now() + AFTER_SAVE;
  void mutate(STATUS);
}

/**
 * The publish state, read closely while something is on its way; undefined for a person without content permissions.
 */
export function usePublishStatus() {
  const may = useMay();
  const asks = may("content:read") || may("content:own");
  return useSWR<PublishStatus, unknown>(asks ? STATUS : null, () => body(api.GET(STATUS)), {
    refreshInterval: (latest) => {
      const moving = latest?.state === "building" || (latest?.state === "pending" && !latest.held);
      return moving || Date.now() < closeUntil ? FAST : SLOW;
    },
    dedupingInterval: 100,
    keepPreviousData: true,
    shouldRetryOnError: true,
  });
}

/** Where the site is mirrored to. */
export const useTargets = () =>
  useSWR<TargetStatus[], unknown>("/publish/targets", () => body(api.GET("/publish/targets")), {
    refreshInterval: SLOW,
  });

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

/** What goes live beside the next change while an earlier release is held; null where that is not known. */
export function useHeldChanges(): ChangeSet | null | undefined {
  const { data: status } = usePublishStatus();
  const { data } = useSWR(status?.held ? ["held back", status.release, status.content_fingerprint] : null, () =>
    heldChanges(status?.content_fingerprint ?? ""),
  );
  return data;
}

async function heldChanges(content: string): Promise<ChangeSet | null> {
  const [newest] = (await fetchReleases({ limit: 1 })).items;
  // What was saved and not built before the roll back is in no release.
  if (!newest || newest.fingerprint !== content) return null;
  const difference = await fetchDifference(newest.release);
  return difference.way === "forward" && difference.complete ? difference : null;
}
