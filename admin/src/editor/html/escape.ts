/** Text as it stands between tags. */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\u00a0", "&nbsp;");
}

/** Attributes in the given order; those that are null or empty are left out. */
export function attributes(values: Record<string, string | number | null | undefined>): string {
  let result = "";
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === "") continue;
    result += ` ${name}="${escapeText(String(value)).replaceAll('"', "&quot;")}"`;
  }
  return result;
}

/** The text of words as they are stored. */
export const textOf = (words: string): string =>
  new DOMParser().parseFromString(words, "text/html").body.textContent ?? "";
