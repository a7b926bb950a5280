/** An element of stored HTML. Values of attributes and texts are HTML: what stands for a character stays. */
export interface Element {
  tag: string;
  attributes: Map<string, string>;
  children: Node[];
}
export type Node = Element | string;

const VOID = new Set(["br", "col", "hr", "img", "wbr"]);
const TAGS = /<(\/?)([a-z][a-z0-9-]*)((?:[^>"]|"[^"]*")*)>/g;
const ATTRIBUTES = /([^\s=/"]+)(?:="([^"]*)")?/g;

/**
 * The tree of HTML as the server stores it: elements are balanced, names are in lower case, and values are in double
 * quotes. That needs no more of a parser. An end without a beginning is left out, and what has no end ends with what is
 * around it.
 */
export function parse(html: string): Node[] {
  const root: Element = { tag: "", attributes: new Map(), children: [] };
  const open = [root];
  let read = 0;
  const text = (end: number) => {
    if (end > read) open.at(-1)?.children.push(html.slice(read, end));
  };
  for (const { 0: whole, 1: end, 2: tag = "", 3: rest = "", index } of html.matchAll(TAGS)) {
    text(index);
    read = index + whole.length;
    if (end) {
      const at = open.findLastIndex((element) => element.tag === tag);
      if (at > 0) open.length = at;
      continue;
    }
    const attributes = new Map<string, string>();
    for (const [, name = "", value = ""] of rest.matchAll(ATTRIBUTES)) attributes.set(name, value);
    const element = { tag, attributes, children: [] };
    open.at(-1)?.children.push(element);
    if (!VOID.has(tag)) open.push(element);
  }
  text(html.length);
  return root.children;
}

/** An element as HTML, around what is inside of it. */
export function write({ tag, attributes }: Pick<Element, "tag" | "attributes">, inside: string): string {
  let start = `<${tag}`;
  for (const [name, value] of attributes) start += ` ${name}="${value}"`;
  return VOID.has(tag) ? `${start}>` : `${start}>${inside}</${tag}>`;
}

export const isElement = (node: Node | undefined, tag: string): node is Element =>
  typeof node === "object" && node.tag === tag;

export const classesOf = ({ attributes }: Element) => (attributes.get("class") ?? "").split(" ").filter(Boolean);

const characters = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["#34", '"'],
  ["#39", "'"],
]);

/** The text of HTML without elements. The server writes these references and no others. */
export const plain = (html: string) =>
  html.replace(/&(#?\w+);/g, (whole, name: string) => characters.get(name) ?? whole);

/** Plain text as HTML, in an attribute too. */
export const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The words of nodes, but for those of their footnotes. */
export function wordsOf(nodes: readonly Node[]): string {
  const pieces: string[] = [];
  const collect = (node: Node) => {
    if (typeof node === "string") pieces.push(node);
    else if (!classesOf(node).includes("footnote")) {
      pieces.push(" ");
      for (const child of node.children) collect(child);
      pieces.push(" ");
    }
  };
  for (const node of nodes) collect(node);
  return plain(pieces.join("")).replace(/\s+/g, " ").trim();
}
