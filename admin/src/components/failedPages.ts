import type { PublishStatus } from "@/api/types";

/** Why the page of an article could not be made; undefined while it could. */
export function failureOf(status: PublishStatus | undefined, slug: string | undefined): string | undefined {
  return status?.failures.find(({ path }) => pathOf(path) === `/blog/${slug}`)?.reason;
}

/** A page's path as people write it. */
export function pathOf(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
