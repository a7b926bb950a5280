/** An address as browsers read it, in a page at `base`; null where they refuse it. */
export function urlOf(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** Whether the address is of another site, or may be. */
export const isExternal = (address: string) => /^(https?:|\/\/)/i.test(address);

/** Whether browsers take the text as an address, be it of this site or of another one. */
export const isAddress = (text: string) => text.trim() !== "" && urlOf(text, "https://site.invalid") !== null;
