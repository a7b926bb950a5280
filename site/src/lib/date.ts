/** A day as en-US writes it in full, in the academy's zone: "October 2, 2025". Empty when the text is no date. */
export function longDate(iso: string, timezone: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleDateString("en-US", { year: "numeric", month: "long", day: "numeric", timeZone: timezone });
}
