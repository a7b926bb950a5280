import type { ContactMessage, EnrollmentSummary, MentorshipApplication, Subscriber } from "@/api/types";
import { COURSES, labelOf } from "@/leads/enrolment";
import { addressOf } from "@/ui/address";

/** What somebody left, whatever kind it is of. */
export interface Lead {
  id: string;
  kind: "Enrollment" | "Application" | "Message" | "Subscriber";
  /** Who it is. */
  name: string;
  /** What they want. */
  about: string;
  at: string;
  /** Where it can be read whole. */
  to: string;
}

/** The newest of all kinds, newest first. */
export function latest(
  count: number,
  enrollments: readonly EnrollmentSummary[],
  applications: readonly MentorshipApplication[],
  messages: readonly ContactMessage[],
  subscribers: readonly Subscriber[],
): Lead[] {
  const leads: Lead[] = [
    ...enrollments.map(({ id, name, course, created_at }) => ({
      ...{ id, name, kind: "Enrollment" as const, about: labelOf(COURSES, course), at: created_at },
      to: addressOf("enrollments", { open: id }),
    })),
    ...applications.map(({ id, name, email, status, education_level, created_at }) => ({
      ...{ id, name, kind: "Application" as const, at: created_at, to: addressOf("mentorship", { q: email }) },
      about: [education_level, status].filter(Boolean).join(", "),
    })),
    ...messages.map(({ id, name, email, message, created_at }) => ({
      ...{
        id,
        name,
        kind: "Message" as const,
        about: message,
        at: created_at,
        to: addressOf("contacts", { q: email }),
      },
    })),
    ...subscribers.map(({ id, email, page, created_at }) => ({
      ...{ id, name: email, kind: "Subscriber" as const, about: page, at: created_at },
      to: addressOf("notifications", { q: email }),
    })),
  ];
  return leads.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, count);
}
