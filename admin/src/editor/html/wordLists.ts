import { element as make } from "./element";
import { startOf } from "./lists";

/** One entry of a list, before the list is built. */
interface Entry {
  /** The paragraph or list that it came in. */
  from: Element;
  item: Element;
  /** 1 is the outermost. */
  level: number;
  /** The numbers that its marker may mean, the likeliest first; empty when it has no number, null for a bullet. */
  numbers: readonly number[] | null;
}

interface OpenList {
  element: Element;
  /** The number that its next entry has; null when it has none. */
  next: number | null;
}

/**
 * Makes nested lists of what Word writes instead: paragraphs that say `mso-list: l0 level2 lfo1`, or, in a browser,
 * one flat list for each entry with the level in `aria-level`.
 */
export function makeLists(body: Element) {
  removeEnds(body);
  for (const wrapper of body.querySelectorAll(".ListContainerWrapper")) wrapper.replaceWith(...wrapper.childNodes);
  let run: Entry[] = [];
  const flush = () => {
    run[0]?.from.before(...nest(run));
    for (const { from } of run) from.remove();
    run = [];
  };
  for (const element of body.querySelectorAll("p, ol, ul")) {
    const entries = element.tagName === "P" ? entryOfParagraph(element) : entriesOfList(element);
    if (entries.length === 0) continue;
    if (element.previousElementSibling !== run.at(-1)?.from) flush();
    run.push(...entries);
  }
  flush();
}

/** Word ends each paragraph with a space that is not part of its text. */
function removeEnds(body: Element) {
  const ends = body.querySelectorAll(".EOP, [data-ccp-props]");
  for (const end of [...ends, ...body.getElementsByTagName("o:p")]) {
    if (end.textContent?.trim() === "") end.remove();
  }
}

/** The bullet or number that Word writes into the text of a list paragraph. */
const MARKER = "[style*='mso-list:Ignore'], [style*='mso-list: Ignore']";

function entryOfParagraph(paragraph: Element): Entry[] {
  const level = /mso-list:[^;]*level(\d)/i.exec(paragraph.getAttribute("style") ?? "")?.[1];
  if (!level) return [];
  const marker = paragraph.querySelector(MARKER);
  marker?.remove();
  return [
    {
      from: paragraph,
      item: itemOf(paragraph),
      level: Number(level),
      numbers: numbersOf(marker?.textContent?.trim() ?? ""),
    },
  ];
}

const LEVEL = /^[1-9]$/;
const levelOf = (item: Element) => item.getAttribute("aria-level") ?? item.getAttribute("data-aria-level") ?? "";

function entriesOfList(list: Element): Entry[] {
  const items = [...list.children];
  const flat = list.querySelector("ol, ul") === null && list.parentElement?.closest("ol, ul") === null;
  if (!flat || !items.every((item) => item.tagName === "LI" && LEVEL.test(levelOf(item)))) return [];
  const start = startOf(list);
  return items.map((item, index) => ({
    from: list,
    item: itemOf(item),
    level: Number(levelOf(item)),
    numbers: list.tagName === "UL" ? null : start === null ? [] : [start + index],
  }));
}

function itemOf(element: Element): Element {
  return make("li", {}, ...element.childNodes);
}

/** Builds the lists of entries that follow one another. */
function nest(entries: readonly Entry[]): Element[] {
  const roots: Element[] = [];
  const open: OpenList[] = [];
  for (const { item, level, numbers } of entries) {
    open.length = Math.min(open.length, level);
    if (open.length === level && !continues(open.at(-1), numbers)) open.pop();
    while (open.length < level) {
      const element = make(numbers ? "ol" : "ul", {});
      const around = open.at(-1)?.element;
      if (around) (lastItem(around) ?? around).append(element);
      else roots.push(element);
      open.push({ element, next: null });
    }
    const list = open.at(-1);
    if (!list) continue;
    const number = numbers?.find((candidate) => candidate === list.next) ?? numbers?.[0];
    if (!lastItem(list.element) && number !== undefined) list.element.setAttribute("start", `${number}`);
    list.next = number === undefined ? null : number + 1;
    list.element.append(item);
  }
  return roots;
}

const lastItem = (list: Element) => [...list.children].findLast((child) => child.tagName === "LI");

/** Whether an entry goes on with the list: it is of the same type, and no number is left out or begins anew. */
function continues(list: OpenList | undefined, numbers: Entry["numbers"]): boolean {
  if (!list || (list.element.tagName === "OL") !== (numbers !== null)) return false;
  return numbers === null || numbers.length === 0 || list.next === null || numbers.includes(list.next);
}

/** The numbers that a marker such as `4.`, `(1)`, `२.` or `iv)` may mean; null when it is a bullet. */
export function numbersOf(marker: string): number[] | null {
  const digits = marker.match(/\p{Nd}+/gu)?.at(-1);
  if (digits !== undefined) {
    const number = Number([...digits].map(digitOf).join(""));
    return number < 100_000 ? [number] : [];
  }
  const word = /^\(?([\p{L}\p{M}]+)[.):]/u.exec(marker)?.[1];
  if (word === undefined) return null;
  const letter = /^[a-z]$/i.test(word) ? (word.toLowerCase().codePointAt(0) ?? 0) - 96 : null;
  const roman = romanNumber(word);
  const both = /^[ivx]$/i.test(word) ? [roman, letter] : [letter, roman];
  return both.filter((number) => number !== null);
}

/** The value of a decimal digit of any script of India, of Arabic, or of ASCII; others stand for themselves. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  // The Indian scripts from Devanagari to Malayalam have blocks of one size, with the digits in one place.
  if (code >= 0x966 && code <= 0xd6f) return String((code - 0x966) % 0x80);
  return /[٠-٩۰-۹]/.test(digit) ? String(code & 0xf) : digit;
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function romanNumber(word: string): number | null {
  if (!/^(?=.)c{0,3}(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/i.test(word)) return null;
  const values = [...word.toLowerCase()].map((letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
