/** The size of a file in the unit that suits it: at least 1 KB, and MB with one decimal. */
export function sizeOf(bytes: number): { size: number; unit: "KB" | "MB" } {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  if (kilobytes < 1024) return { size: kilobytes, unit: "KB" };
  return { size: Math.round((bytes / 1024 / 1024) * 10) / 10, unit: "MB" };
}
