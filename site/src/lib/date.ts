import { fill } from "./fill";

/** How a day is written out: a text with {month}, {day} and {year}, and the names of the twelve months. */
export interface DateWords {
  date: string;
  months: string;
}

/** The texts that dates are written with. */
export interface DateStyle {
  timezone: string;
  dates: DateWords;
}

// Making one takes longer than rendering the card that shows the date.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "numeric", day: "numeric", timeZone });
    formats.set(timeZone, format);
  }
  return format;
}

/** A day in full, in the academy's zone: "October 2, 2025". Empty when the text is no date. */
export function longDate(iso: string, timezone: string, { date, months }: DateWords): string {
  const day = new Date(iso);
  if (Number.isNaN(day.getTime())) return "";
  const parts = Object.fromEntries(
    formatIn(timezone)
      .formatToParts(day)
      .map(({ type, value }) => [type, value]),
  );
  const month = months.split(",")[Number(parts.month) - 1]?.trim() ?? "";
  return fill(date, { month, day: parts.day ?? "", year: parts.year ?? "" });
}
