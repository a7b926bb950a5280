import type { LeadSummary } from "@/api/types";
import { ENROLLMENTS } from "./enrolment";

export type Kind = LeadSummary["kind"];
export type LeadStatus = LeadSummary["lead_status"];
export type Ref = Pick<LeadSummary, "kind" | "id">;
/** The kinds of leads: what one is called, the name of its list, which begins the list's keys, and its tab. */
export const KINDS: Readonly<Record<Kind, { one: string; list: string; tab: string }>> = {
  enrollments: { one: "Enrollment", list: ENROLLMENTS, tab: "enrollments" },
  mentorship: { one: "Application", list: "Mentorship applications", tab: "mentorship" },
  contact: { one: "Message", list: "Contact submissions", tab: "contacts" },
  notifications: { one: "Subscriber", list: "Subscribers", tab: "notifications" },
};

/** The name of the list of all leads, whatever kind they are of. */
export const LEADS = "Leads";
/** Tomorrow as the API writes days: what is due today or earlier is before that. */
export function tomorrow(now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}
