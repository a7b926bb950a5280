import type { Lead } from "@/api/types";
import { formatDate, formatRupees } from "@/ui/format";
import { COURSES, labelOf, STEPS } from "./enrolment";
import { KINDS, type Kind, type LeadStatus, tomorrow } from "./kinds";

export const STATUSES: readonly { value: LeadStatus; label: string }[] = [
  { value: "new", label: "New" },
  { value: "contacted", label: "Contacted" },
  { value: "enrolled", label: "Enrolled" },
  { value: "closed", label: "Closed" },
  { value: "spam", label: "Spam" },
];

/** A lead that was stored before there were statuses is new. */
export const statusOf = (value: string | undefined): LeadStatus =>
  STATUSES.find((known) => known.value === value)?.value ?? "new";

/** "Enrollment, UPSC Mains", "Message, When does it begin?". */
export const aboutOf = (kind: Kind, about: string) =>
  [KINDS[kind].one, labelOf(COURSES, about)].filter(Boolean).join(", ");

/** "Call back today", "Call back 2 May 2031", "Call back was due 2 May 2026"; "" without a day. */
export function callBackWords(day: string | undefined, now = new Date()): string {
  if (!day) return "";
  const next = tomorrow(now);
  const today = tomorrow(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1));
  if (day === today) return "Call back today";
  if (day === next) return "Call back tomorrow";
  return `Call back ${day < today ? "was due " : ""}${formatDate(day)}`;
}

export const isDue = (day: string | undefined) => day !== undefined && day !== "" && day < tomorrow();

const DETAILS: Readonly<Record<string, string>> = {
  name: "Name",
  education_level: "Education level",
  message: "Message",
  page: "Page",
  source: "Source",
  status: "Decision",
};

/** A field of a form for reading: what it is called, and its value; "" for none. */
export function detailOf(name: string, value: string): [label: string, value: string] {
  const field = STEPS.flatMap(({ fields }) => fields).find((known) => known.name === name);
  const label = field?.label ?? DETAILS[name] ?? name;
  if (field?.options) return [label, labelOf(field.options, value)];
  if (field?.type === "date") return [label, formatDate(value)];
  // Nothing filled in is stored as 0.
  if (name === "amount") return [label, value === "0" ? "" : formatRupees(Number(value))];
  return [label, value];
}

/** An entry of a lead's activity in words: "Status: New → Contacted". */
export function activityWords({ what, from, to }: Pick<Lead["activity"][number], "what" | "from" | "to">): string {
  switch (what) {
    case "lead_status":
      return `Status: ${labelOf(STATUSES, from ?? "")} → ${labelOf(STATUSES, to ?? "")}`;
    case "assigned_to":
      if (!to) return `No longer assigned to ${from}`;
      return from ? `Assigned to ${to} instead of ${from}` : `Assigned to ${to}`;
    case "call_back_on":
      if (!to) return `Call back on ${formatDate(from)} cleared`;
      return from ? `Call back moved from ${formatDate(from)} to ${formatDate(to)}` : `Call back on ${formatDate(to)}`;
    case "note":
      return "Wrote a note";
  }
}

export const labelOfStatus = (status: LeadStatus): string => labelOf(STATUSES, status);
