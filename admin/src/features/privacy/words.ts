const PLACES: Record<string, [one: string, many: string]> = {
  enrollments: ["enrollment", "enrollments"],
  mentorship_applications: ["mentorship application", "mentorship applications"],
  contact_messages: ["contact message", "contact messages"],
  subscribers: ["subscription", "subscriptions"],
  lead_alerts: ["choice of alerts", "choices of alerts"],
  account: ["account", "accounts"],
  sessions: ["session", "sessions"],
  second_factor: ["second factor", "second factors"],
  invitations: ["invitation", "invitations"],
  audit_log: ["entry of the audit log", "entries of the audit log"],
  history: ["former version", "former versions"],
  trash: ["deleted document", "deleted documents"],
  media: ["file that they uploaded", "files that they uploaded"],
  saves: ["save of content", "saves of content"],
  preview_links: ["link to a draft", "links to drafts"],
  working_copies: ["working copy", "working copies"],
  messages: ["message in the outbox", "messages in the outbox"],
};

/** How much a place has, in words: "2 enrollments". */
export function amount(place: string, count: number): string {
  const [one, many] = PLACES[place] ?? [place, place];
  return `${count.toLocaleString("en-IN")} ${count === 1 ? one : many}`;
}

/** After how many days something is removed, in words. */
export function term(days: number): string {
  if (days === 0) return "Forever";
  return days === 1 ? "1 day" : `${days.toLocaleString("en-IN")} days`;
}
