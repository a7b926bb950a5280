/** Parses an address as browsers do, in a page at `base`; null if they refuse it. */
export function urlOf(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** Whether the address is, or may be, of another site. */
export const isExternal = (address: string) => /^(https?:|\/\/)/i.test(address);

/** Whether browsers accept the text as an address, of this site or another one. */
export const isAddress = (text: string) => text.trim() !== "" && urlOf(text, "https://site.invalid") !== null;
