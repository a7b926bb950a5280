/** Whether the reader asked for little motion or little data: then nothing moves or loads by itself. Browser only. */
export function calm(): boolean {
  const connection = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection;
  return (
    window.matchMedia("(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)").matches ||
    connection?.saveData === true
  );
}
