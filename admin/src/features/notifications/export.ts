import type { Subscriber } from "@/api/types";

/** Each address once, in the order of first appearance. */
export function uniqueEmails(subscribers: readonly Subscriber[]): string[] {
  return [...new Set(subscribers.map(({ email }) => email))];
}

/** RFC 4180 with a byte order mark; cells a spreadsheet would run as a formula are quoted out of it. */
export function csvOf(subscribers: readonly Subscriber[], date: (iso: string) => string): string {
  const rows = subscribers.map(({ email, page, source, created_at }) => [
    email,
    page,
    source || "N/A",
    date(created_at),
  ]);
  const lines = [["Email", "Page", "Source", "Date"], ...rows].map((row) => row.map(cell).join(","));
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

/** What a spreadsheet may take for a formula, whatever it cannot be seen behind. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠−﹣﹢﹦﹫])/u;

function cell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The file is named with the day it was made. */
export function fileName(now: Date): string {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");
  return `notifications-${day}.csv`;
}
