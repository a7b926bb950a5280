import type { Heading, Page } from "./page";
import { type Element, wordsOf, write } from "./tree";

/** Fewer headings than this, or fewer characters, are found by scrolling. */
const LEAST_HEADINGS = 3;
const LEAST_LENGTH = 3000;

const nameOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** A heading with an id made of its words. */
export function heading(element: Element, page: Page): string {
  const text = page.withHeadings && wordsOf(element.children);
  const inside = page.write(element.children);
  if (!text) return write(element, inside);
  const name = `on-${nameOf(text)}`;
  let id = name;
  for (let time = 2; page.ids.has(id); time++) id = `${name}-${time}`;
  page.ids.add(id);
  page.headings.push({ id, text, level: Number(element.tag.slice(1)) });
  return write({ tag: element.tag, attributes: new Map([["id", id], ...element.attributes]) }, inside);
}

/** The headings that a list of contents names: the first levels that have enough. None where it would not help. */
export function contentsOf(html: string, headings: readonly Heading[]): Heading[] {
  if (html.length < LEAST_LENGTH) return [];
  for (let deepest = 1; deepest <= 6; deepest++) {
    const entries = headings.filter(({ level }) => level <= deepest);
    if (entries.length >= LEAST_HEADINGS) return entries;
  }
  return [];
}
