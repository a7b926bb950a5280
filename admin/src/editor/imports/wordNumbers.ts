/*
 * mammoth makes every numbered list begin at 1. The numbers that Word shows are counted here, and put into the text as
 * marks, so that a list that goes on after a paragraph does.
 */

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const [FROM, TO] = ["\ue002", "\ue003"];

const value = (element: Element | undefined, name = "val") => element?.getAttributeNS(WORD, name) ?? "";
const children = (element: Element, name: string) => element.getElementsByTagNameNS(WORD, name);

interface Definition {
  /** The id that lists share which go on with each other. */
  list: string;
  /** The number that a level begins with again. */
  restarts: Map<string, number>;
}

/** Puts the number of each numbered paragraph before its text. */
export function markNumbers(page: Document, numbering: string) {
  if (numbering === "") return;
  const definitions = new Map<string, Definition>();
  const starts = new Map<string, number>();
  const parsed = new DOMParser().parseFromString(numbering, "text/xml");
  for (const list of parsed.getElementsByTagNameNS(WORD, "abstractNum")) {
    for (const level of children(list, "lvl")) {
      const start = Number(value(children(level, "start")[0]) || 1);
      starts.set(`${value(list, "abstractNumId")} ${value(level, "ilvl")}`, start);
    }
  }
  for (const use of parsed.getElementsByTagNameNS(WORD, "num")) {
    const restarts = new Map<string, number>();
    for (const override of children(use, "lvlOverride")) {
      const start = children(override, "startOverride")[0];
      if (start) restarts.set(value(override, "ilvl"), Number(value(start)));
    }
    definitions.set(value(use, "numId"), { list: value(children(use, "abstractNumId")[0]), restarts });
  }
  const next = new Map<string, number>();
  const used = new Set<string>();
  for (const properties of [...page.getElementsByTagNameNS(WORD, "numPr")]) {
    const id = value(children(properties, "numId")[0]);
    const level = value(children(properties, "ilvl")[0]) || "0";
    const definition = definitions.get(id);
    const paragraph = properties.parentElement?.parentElement;
    if (!definition || paragraph?.localName !== "p") continue;
    const counter = `${definition.list} ${level}`;
    const restart = used.has(`${id} ${level}`) ? undefined : definition.restarts.get(level);
    used.add(`${id} ${level}`);
    const number = restart ?? next.get(counter) ?? starts.get(counter) ?? 1;
    next.set(counter, number + 1);
    for (let deeper = Number(level) + 1; deeper < 9; deeper++) next.delete(`${definition.list} ${deeper}`);
    const run = page.createElementNS(WORD, "w:r");
    const mark = page.createElementNS(WORD, "w:t");
    mark.textContent = `${FROM}${number}${TO}`;
    run.append(mark);
    properties.parentElement?.after(run);
  }
}

/** Has each numbered list begin with the number of its first entry, and takes the marks out. */
export function startLists(body: Element) {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const number = /\ue002(\d+)\ue003/.exec(text.data)?.[1];
    if (number === undefined) continue;
    text.data = text.data.replace(/\ue002\d+\ue003/g, "");
    const item = text.parentElement?.closest("li");
    const list = item?.parentElement;
    if (list?.tagName === "OL" && item === list.firstElementChild && number !== "1") list.setAttribute("start", number);
  }
}
