/** When something that is written is public. */
export interface Scheduled {
  status: "draft" | "published" | "archived";
  publish_date?: string | null;
  unpublish_date?: string | null;
}

/** Whether visitors see it now. */
export const isPublic = ({ status, publish_date, unpublish_date }: Scheduled, now = new Date()): boolean =>
  status === "published" && !isLater(publish_date, now) && !hasPassed(unpublish_date, now);

export const isLater = (time: string | null | undefined, now: Date): time is string =>
  Boolean(time) && new Date(time as string) > now;

export const hasPassed = (time: string | null | undefined, now: Date): time is string =>
  Boolean(time) && new Date(time as string) <= now;
