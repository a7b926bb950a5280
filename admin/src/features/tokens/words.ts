import type { Token } from "@/api/types";

export type Scope = Token["scopes"][number];

/** The name of each scope, and what it allows. */
export const SCOPES: Readonly<Record<Scope, readonly [name: string, means: string]>> = {
  "content:read": ["Read content", "All content, drafts and unpublished changes included."],
  "content:write": ["Write drafts", "Reads content, and writes drafts and unpublished changes. Nothing live changes."],
  "content:publish": ["Publish", "Reads and writes content, and changes what is live."],
  "media:write": ["Manage files", "Uploads files, and changes and deletes those of the media library."],
  "leads:read": ["Read leads", "Reads and exports enrollments, applications, messages and subscribers."],
  "leads:write": ["Manage leads", "Reads leads, and changes and deletes them."],
  "settings:write": ["Change site settings", "Changes the site's settings."],
  "webhooks:write": ["Manage webhooks", "Sees, adds, changes and deletes webhooks."],
  "audit:read": ["Read the audit log", "Sees who changed what."],
};

/** Scopes in words: "Read content, manage files". */
export function scopeWords(scopes: readonly Scope[]): string {
  const words = scopes.map((scope) => SCOPES[scope][0].toLowerCase()).join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The lifetimes that a new token can have, in days; "" is for good. */
export const LIFETIMES = [
  { value: "30", name: "30 days" },
  { value: "90", name: "90 days" },
  { value: "365", name: "1 year" },
  { value: "", name: "Never expires" },
] as const;

/** The time at which a token that is made now expires; null is never. */
export function expiryAfter(days: string, now = Date.now()): string | null {
  return days === "" ? null : new Date(now + Number(days) * 86_400_000).toISOString();
}
