export interface Contents {
  /** The article's HTML; its headings have ids. */
  html: string;
  /** The headings that a list of contents names; none where it would not help. */
  entries: { id: string; text: string }[];
}

/** Fewer headings than this, or fewer characters, are found by scrolling. */
const LEAST_HEADINGS = 3;
const LEAST_LENGTH = 3000;

const characters = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["#34", '"'],
  ["#39", "'"],
]);

/** The words of a piece of HTML. The server writes these references and no others. */
const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(#?\w+);/g, (whole, name: string) => characters.get(name) ?? whole)
    .replace(/\s+/g, " ")
    .trim();

const nameOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** Gives each heading an id made of its words, and lists the first levels that have enough of them. */
export function withHeadings(html: string): Contents {
  const ids = new Set<string>();
  const headings: { id: string; text: string; level: number }[] = [];
  const named = html.replace(/<h([1-6])([^>]*)>(.*?)<\/h\1>/gs, (whole, level: string, rest: string, inner: string) => {
    const text = textOf(inner);
    if (!text) return whole;
    const name = `on-${nameOf(text)}`;
    let id = name;
    for (let time = 2; ids.has(id); time++) id = `${name}-${time}`;
    ids.add(id);
    headings.push({ id, text, level: Number(level) });
    return `<h${level} id="${id}"${rest}>${inner}</h${level}>`;
  });
  if (html.length < LEAST_LENGTH) return { html: named, entries: [] };
  for (let deepest = 1; deepest <= 6; deepest++) {
    const entries = headings.filter(({ level }) => level <= deepest);
    if (entries.length >= LEAST_HEADINGS)
      return { html: named, entries: entries.map(({ id, text }) => ({ id, text })) };
  }
  return { html: named, entries: [] };
}
