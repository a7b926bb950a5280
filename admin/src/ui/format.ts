const DAY = new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "short", year: "numeric" });
const DATE = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const DAY_TIME = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});
const SECONDS = { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false } as const;
const DAY_SECOND = new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "short", year: "numeric", ...SECONDS });
const SECOND = new Intl.DateTimeFormat("en-IN", SECONDS);
const TIME = new Intl.DateTimeFormat("en-IN", { hour: "2-digit", minute: "2-digit", hour12: false });

function format(how: Intl.DateTimeFormat, value: string | null | undefined): string {
  const at = value ? new Date(value) : null;
  return at && !Number.isNaN(at.getTime()) ? how.format(at) : "";
}

/** Dates in the reader's own time zone; "" for a missing one. */
export const formatDay = (value: string | null | undefined) => format(DAY, value);
export const formatDayTime = (value: string | null | undefined) => format(DAY_TIME, value);

/** A date without a time, such as a birthday: the same in every time zone. */
export const formatDate = (value: string | null | undefined) => format(DATE, value);

/** "₹12,500", "₹999.50". */
export function formatRupees(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return amount.toLocaleString("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: digits });
}

/** The time alone when it was today, else the day with it. */
export function formatMoment(value: string | null | undefined, now = new Date()): string {
  return format(isToday(value, now) ? TIME : DAY_TIME, value);
}

/** The day in a word when it is near: "today, 18:30", "tomorrow, 06:00". */
export function formatComing(value: string, now = new Date()): string {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const word = isToday(value, now) ? "today" : isToday(value, tomorrow) ? "tomorrow" : null;
  return word ? `${word}, ${format(TIME, value)}` : format(DAY_TIME, value);
}

/** The moment to the second, for what can follow closely upon one another. */
export function formatSecond(value: string | null | undefined, now = new Date()): string {
  return format(isToday(value, now) ? SECOND : DAY_SECOND, value);
}

const isToday = (value: string | null | undefined, now: Date) =>
  value && new Date(value).toDateString() === now.toDateString();

/** "16 ms", "0.4 s", "12 s", "2 min 5 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 100) return `${Math.max(1, Math.round(milliseconds))} ms`;
  if (milliseconds < 9950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A stored time as the date field shows it: local, to the minute. */
export function localDateTime(iso: string | null | undefined): string {
  if (!iso) return "";
  const at = new Date(iso);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/**
 * Converts the value of a date field to the stored form. A value that is no time stays as it is, for the server to
 * refuse.
 */
export function storedTime(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local || null : at.toISOString();
}

/**
 * Which clock a date field follows: the browser's time zone by name and offset, and what becomes of a time that the
 * clocks leave out when they are put forward.
 */
export function zoneHint(local: string): string {
  const at = new Date(local);
  if (Number.isNaN(at.getTime())) return inZone(new Date());
  const counts = localDateTime(at.toISOString());
  // A browser may have added seconds.
  if (counts === local.slice(0, counts.length)) return inZone(at);
  const [time, moved] = [local, counts].map((each) => each.slice(11, 16));
  const gap = `${time} does not exist and counts as ${moved}`;
  return `${inZone(at)} The clocks are put forward on ${formatDay(local)}: ${gap}.`;
}

function inZone(at: Date): string {
  const name = (timeZoneName: "long" | "longOffset") =>
    new Intl.DateTimeFormat("en", { timeZoneName }).formatToParts(at).find(({ type }) => type === "timeZoneName")
      ?.value;
  return `Your local time (${name("long")}, ${name("longOffset")}).`;
}
