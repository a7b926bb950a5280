import { element } from "./element";

/** The link from a text to its footnote: Word's, Google Docs', and that of converters. */
const REFERENCE = "a[href*='#_ftn'], a[href*='#_edn'], a[href*='#ftnt'], a[href*='#footnote-'], a[href*='#endnote-']";

/** Ids of footnotes: `ftn1`, `edn2`, `ftnt3`, `footnote-4`. Those of references have `ref` in them. */
const TARGET = /#_?((?:ftn|edn|ftnt|footnote-|endnote-)\d+)$/;

/**
 * Puts footnotes that stand in a list at the end of a document where they are referred to. References to footnotes
 * that are not there, as in a passage of a page, become plain text.
 */
export function makeFootnotes(body: Element) {
  const notes = new Map<string, Element>();
  for (const note of body.querySelectorAll("[id]")) {
    if (/^(ftn|edn|ftnt|footnote-|endnote-)\d+$/.test(note.id)) notes.set(note.id, blockOf(note));
  }
  const used = new Set<Element>();
  for (const link of body.querySelectorAll(REFERENCE)) {
    const note = notes.get(TARGET.exec(link.getAttribute("href") ?? "")?.[1] ?? "");
    if (!note || note.contains(link)) continue;
    const reference = link.parentElement?.tagName === "SUP" ? link.parentElement : link;
    if (reference.closest(".footnote")) continue;
    reference.replaceWith(footnote(wordsOf(note)));
    used.add(note);
  }
  for (const note of used) removeWithList(note);
  for (const link of body.querySelectorAll("sup a[href*='#'], a[href*='#'] > sup")) {
    const anchor = link.tagName === "A" ? link : link.parentElement;
    anchor?.replaceWith(...anchor.childNodes);
  }
}

/** A footnote as it is stored. */
export const footnote = (words: readonly Node[]): Element =>
  element("span", { class: "footnote", role: "note" }, ...words);

/** The whole note: Google Docs names only a link in it. */
const blockOf = (note: Element): Element => (note.tagName === "A" ? (note.closest("p, div, li") ?? note) : note);

/** The words of a note, its paragraphs as lines, without its own number and the link back. */
function wordsOf(note: Element): Node[] {
  const copy = note.cloneNode(true) as Element;
  for (const link of copy.querySelectorAll("a")) {
    if (/#_?(ftn|edn|ftnt_?|footnote-|endnote-)ref/.test(link.getAttribute("href") ?? "")) {
      (link.parentElement?.tagName === "SUP" ? link.parentElement : link).remove();
    }
  }
  const blocks = [...copy.querySelectorAll("p, li, div")].filter((block) => !block.querySelector("p, li, div"));
  const lines = blocks.length > 0 ? blocks : [copy];
  const nodes = lines
    .filter((line) => line.textContent?.trim())
    .flatMap((line, index) => [...(index > 0 ? [document.createTextNode(" ")] : []), ...line.childNodes]);
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first?.nodeType === Node.TEXT_NODE) first.textContent = first.textContent?.trimStart() ?? "";
  if (last?.nodeType === Node.TEXT_NODE) last.textContent = last.textContent?.trimEnd() ?? "";
  return nodes.filter((node) => node.textContent !== "" || node.nodeType === Node.ELEMENT_NODE);
}

/** Removes a note with what only held notes: the list, Word's line above them. */
function removeWithList(note: Element) {
  let holder: Element | null = note.parentElement;
  note.remove();
  while (holder && holder.tagName !== "BODY" && holder.textContent?.trim() === "" && !holder.querySelector("img")) {
    const around: Element | null = holder.parentElement;
    const before = holder.previousElementSibling;
    if (before?.tagName === "HR" && /footnote|endnote/.test(holder.getAttribute("style") ?? "")) before.remove();
    holder.remove();
    holder = around;
  }
}
