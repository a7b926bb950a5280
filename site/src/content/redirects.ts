import type { Redirect } from "./types";

const isPattern = ({ from }: Redirect) => from.endsWith("*");

/**
 * The lines of _redirects. Hosts take the first that matches, so exact ones stand before patterns, and longer patterns
 * before shorter ones.
 */
export function redirectLines(redirects: Redirect[]): string {
  const exact = redirects.filter((redirect) => !isPattern(redirect));
  const patterns = redirects.filter(isPattern).sort((a, b) => b.from.length - a.from.length);
  return [...exact, ...patterns].map(line).join("");
}

function line({ from, to, status = 301 }: Redirect): string {
  if (status === 410) return `${word(from)} /404 410\n`;
  const target = isPattern({ from, to }) ? to.replace(/\*$/, ":splat") : to;
  return `${word(from)} ${word(target)} ${status}\n`;
}

/** Spaces end a word of a line. */
const word = (text: string) => text.replace(/\s/g, encodeURIComponent);
