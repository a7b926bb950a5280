import { COLLECTIONS } from "@/resources/collections";

/** The labels of fields in the forms: those of the collections, and others that are not their names. */
const LABELS: Readonly<Record<string, string>> = {
  interval_seconds: "Interval",
  ...Object.fromEntries(
    Object.values(COLLECTIONS).flatMap(({ fields }) => fields.map(({ key, name }) => [key, name] as const)),
  ),
};

/** What the program keeps for itself: hashes, secrets, ids, moments, counters … */
const INTERNAL_ENDINGS = /(^|_)(hash|token|secret|id|at|revision|generation|tries|used)$/;
const INTERNAL: ReadonlySet<string> = new Set([
  "founder",
  "invitation",
  "invited_by",
  "user_agent",
  "previous_slugs",
  "slug_fixed",
  "first_published",
]);

/** A name of the API for people: "social links", "is_visible". */
export function readable(name: string): string {
  const words = name.replaceAll("_", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a field is called in the forms. */
export const labelOf = (name: string): string => (Object.hasOwn(LABELS, name) && LABELS[name]) || readable(name);

/** The changed fields by their labels: "Title and excerpt"; "" when none is for people. */
export function fieldsOf(names: readonly string[], label = labelOf): string {
  const labels = names.filter((name) => !INTERNAL_ENDINGS.test(name) && !INTERNAL.has(name)).map(label);
  const words = [...new Set(labels)].map((label, index) => (index === 0 ? label : withinSentence(label)));
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : (words[0] ?? "");
}

/** A label within a sentence; "PSI page is hidden" keeps its capitals. */
export const withinSentence = (label: string): string =>
  /^[A-Z][^A-Z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
