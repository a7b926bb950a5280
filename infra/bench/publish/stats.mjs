// Figures of many measurements, and how they are printed.

/** The value below which the share (0 to 1) of all values lies. */
export const at = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))];
};
export const median = (values) => at(values, 0.5);

export const ms = (value) =>
  value === undefined ? "–" : value < 1_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(1)} s`;
/** What publisher and renderers took of the processor, together. */
export const processor = (used, count = 1) => ms(used && ((used.publisher + used.renderers) * 1_000) / count);
export const mb = (value) => (value === undefined ? "–" : `${Math.round(value)} MB`);
export const times = (slow, fast) =>
  slow === undefined || fast === undefined ? "–" : `${(slow / fast).toFixed(slow / fast < 10 ? 1 : 0)} ×`;

export function table(head, rows) {
  console.log(`\n| ${head.join(" | ")} |`);
  console.log(`|${head.map(() => "---:").join("|")}|`);
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
  console.log("");
}

/** Prints whether each bar is met. */
export function verdict(bars) {
  for (const [bar, met] of bars) console.log(`- ${bar}: ${met ? "met" : "NOT met"}`);
}
