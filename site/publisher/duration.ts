const MS = { h: 3_600_000, m: 60_000, s: 1_000 };

/** Milliseconds of a duration as the CMS writes it: "30m", "1h30m", "90s"; NaN for anything else. */
export function parseDuration(text: string): number {
  if (!/^(\d+(\.\d+)?[hms])+$/.test(text)) return Number.NaN;
  let total = 0;
  for (const [, number, unit] of text.matchAll(/([\d.]+)([hms])/g))
    total += Number(number) * MS[unit as keyof typeof MS];
  return total;
}
