export const STATUSES = ["pending", "approved", "rejected"] as const;
export type Status = (typeof STATUSES)[number];

/** Anything but approved and rejected counts as pending. */
export function statusOf(value: string): Status {
  return STATUSES.find((known) => known === value) ?? "pending";
}
