import type { Article } from "@/api/types";
import { hasPassed, isLater, isPublic, type Scheduled } from "@/editing/schedule";
import { formatDay, formatDayTime } from "@/ui/format";

/** What a published article's dates come to, in words; "" when there is nothing to say but its date. */
export function inWords({ status, publish_date, unpublish_date }: Scheduled, now = new Date()): string {
  if (status !== "published") return "";
  if (hasPassed(unpublish_date, now)) return `Ended ${formatDay(unpublish_date)}`;
  const until = unpublish_date ? ` until ${formatDayTime(unpublish_date)}` : "";
  if (isLater(publish_date, now)) return `Goes live ${formatDayTime(publish_date)}${until && `,${until}`}`;
  return until && `Published${until}`;
}

/** What the chosen status and publish date mean for visitors, in a sentence. */
export function whenPublic({ status, publish_date, unpublish_date }: Scheduled, now = new Date()): string {
  const later = isLater(publish_date, now);
  if (status === "published") {
    if (later) return "The article goes live automatically at that time.";
    if (hasPassed(unpublish_date, now)) return "The article was public until its unpublish date.";
    return "The article is public as soon as it is saved.";
  }
  if (status === "draft" && later) return "Goes live automatically at that time once its status is Published.";
  return "Set a future time to publish later.";
}

/** What saving does to the site, in a sentence; `before` is how the article is stored now. */
export function whatSavingDoes(next: Scheduled, before: Scheduled | null, now = new Date()): string {
  const wasPublic = before !== null && isPublic(before, now);
  const waits = next.status === "published" && isLater(next.publish_date, now);
  const later = waits ? formatDayTime(next.publish_date as string) : "";
  if (isPublic(next, now)) return wasPublic ? "The changes go live at once." : "Goes live at once.";
  if (wasPublic) return waits ? `Takes it off the site until ${later}.` : "Takes it off the site.";
  if (waits) return `Goes live on ${later}.`;
  if (next.status === "published") return "Not on the site: its unpublish date has passed.";
  if (next.status === "draft") return before && before.status !== "draft" ? "Becomes a draft." : "Stays a draft.";
  return before?.status === "archived" ? "Stays archived." : "Is archived, and not on the site.";
}

/** Whether saving changes what visitors see, at once or when its date comes. */
export function publishes(next: Scheduled, before: Scheduled | null, now = new Date()): boolean {
  const comes = next.status === "published" && !hasPassed(next.unpublish_date, now);
  return comes || (before !== null && isPublic(before, now));
}

/** The status as lists show it: a published article may still wait for its date, or have ended. */
export function standingOf(article: Scheduled, now = new Date()): Article["status"] | "scheduled" | "ended" {
  if (article.status !== "published" || isPublic(article, now)) return article.status;
  return hasPassed(article.unpublish_date, now) ? "ended" : "scheduled";
}

/** What the chosen unpublish date means for visitors, in a sentence. */
export function whenEnded({ status, publish_date, unpublish_date }: Scheduled, now = new Date()): string {
  if (!unpublish_date) return "Empty: stays on the site once published.";
  if (publish_date && new Date(unpublish_date) <= new Date(publish_date)) {
    return "Choose a time after the publish date.";
  }
  const passed = hasPassed(unpublish_date, now);
  if (status !== "published") return `A published article ${passed ? "has already ended" : "leaves the site then"}.`;
  if (passed) return "The article has ended. To bring it back, set a later time or none.";
  return "The article leaves the site automatically at that time.";
}
