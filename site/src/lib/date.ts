// Making one takes longer than rendering the card that shows the date.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "long", day: "numeric", timeZone });
    formats.set(timeZone, format);
  }
  return format;
}

/** A day as en-US writes it in full, in the academy's zone: "October 2, 2025". Empty when the text is no date. */
export function longDate(iso: string, timezone: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : formatIn(timezone).format(date);
}
