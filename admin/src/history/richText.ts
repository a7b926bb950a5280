import { imageAddress, storedLinkAddress, storedVideoAddress } from "@/editor/urls";
import { type Piece, piecesOf, wordPieces, wordsOf } from "./pieces";

/*
 * Two rich texts are compared block by block, and blocks that resemble each other word by word. A word with its marks
 * counts as another one when its marks change, and so do the words of a formula; a block whose kind or alignment changes
 * is replaced. Cells of a row that has as many as before are compared with those in their place.
 */

type Kind = "ins" | "del";

/** A block, or a run of words between blocks. */
interface Part {
  /** Null for a run of words. */
  element: Element | null;
  nodes: readonly Node[];
  /** The element without what it holds. */
  shell: string;
  whole: string;
  words: ReadonlyMap<string, number>;
}

/** A word, a gap, a line break or a picture, with what it is marked as. */
interface Token {
  key: string;
  node: Node;
  marks: readonly Element[];
}

const BLOCKS: ReadonlySet<string> = new Set(
  (
    "P H1 H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE PRE HR IFRAME DIV FIGURE FIGCAPTION ASIDE DETAILS SUMMARY " +
    "TABLE CAPTION COLGROUP COL THEAD TBODY TR TH TD"
  ).split(" "),
);
const INLINE: ReadonlySet<string> = new Set("A STRONG B EM I U S SUB SUP CODE SPAN BR IMG CITE".split(" "));
/** Blocks that a class makes what they are; others are taken for what they hold. */
const SHAPES = "div.formula, div.pictures, figure.picture, figure.table, aside.callout, details.question";
const CLASS = /^(ql-.+|formula|footnote|pictures|picture(-.+)?|table|callout(-.+)?|question|file)$/;
/** Attributes that stay as they are. */
const PLAIN: ReadonlySet<string> = new Set(
  "alt title width height start data-formula data-language data-bytes download role scope colspan rowspan".split(" "),
);

/** One HTML of two: what went stands in `del`, what came in `ins`. */
export function comparedHtml(before: string, after: string): string {
  const result = document.implementation.createHTMLDocument().body;
  compare(safe(before), safe(after), result);
  foldUnchanged(result);
  return result.innerHTML;
}

/** Fewer blocks than these are not folded. */
const FOLDED = 3;

/** Leaves the blocks beside a change in sight; the others are in `details`. */
function foldUnchanged(body: Element) {
  const changed = (block: Element | null) => block?.matches("ins, del, :has(ins, del)") ?? false;
  const far = [...body.children].filter(
    (block) =>
      BLOCKS.has(block.tagName) &&
      ![block.previousElementSibling, block, block.nextElementSibling].some((near) => changed(near)),
  );
  const runs: Element[][] = [];
  for (const block of far) {
    const run = runs.at(-1);
    if (run && run.at(-1) === block.previousElementSibling) run.push(block);
    else runs.push([block]);
  }
  for (const run of runs.filter(({ length }) => length >= FOLDED)) {
    const details = document.createElement("details");
    run[0]?.before(details);
    details.append(document.createElement("summary"), ...run);
    (details.firstChild as Element).textContent = `${run.length} paragraphs unchanged`;
  }
}

/** The HTML as a tree that has nothing beyond what the editor writes. */
function safe(html: string): Element {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...body.querySelectorAll("*")]) {
    const known = BLOCKS.has(element.tagName) || INLINE.has(element.tagName);
    if (known && !element.matches(`:is(div, figure, aside, details):not(${SHAPES})`)) keepSafe(element);
    else if (element.matches("script, style, template, noscript, svg, math, object")) element.remove();
    else element.replaceWith(...element.childNodes);
  }
  return body;
}

function keepSafe(element: Element) {
  element.toggleAttribute("open", element.tagName === "DETAILS"); // what changed in an answer is in sight
  for (const { name, value } of [...element.attributes]) {
    const kept = attribute(element.tagName, name, value);
    if (kept === null) element.removeAttribute(name);
    else element.setAttribute(name, kept);
  }
}

function attribute(tag: string, name: string, value: string): string | null {
  if (PLAIN.has(name)) return value;
  if (name === "class")
    return (
      value
        .split(/\s+/)
        .filter((each) => CLASS.test(each))
        .join(" ") || null
    );
  if (name === "style") return /url|\\|@|expression/i.test(value) ? null : value;
  if (name === "open") return value;
  if (name === "href") return storedLinkAddress(value);
  if (name === "src") return tag === "IFRAME" ? storedVideoAddress(value) : imageAddress(value);
  return null;
}

function compare(before: Node, after: Node, into: Node) {
  const [was, is] = [partsOf(before), partsOf(after)];
  if (isElement(after) && after.tagName === "TR" && was.length === is.length) {
    for (const [index, cell] of is.entries()) {
      write({ same: true, before: was.slice(index, index + 1), after: [cell] }, into);
    }
    return;
  }
  for (const piece of piecesOf(was, is, (a, b) => a.whole === b.whole)) {
    if (piece.same) for (const part of piece.after) into.appendChild(copyOf(part));
    else for (const inner of piecesOf(piece.before, piece.after, alike)) write(inner, into);
  }
}

function write({ same, before, after }: Piece<Part>, into: Node) {
  if (!same) {
    for (const part of before) into.appendChild(marked(part, "del"));
    for (const part of after) into.appendChild(marked(part, "ins"));
    return;
  }
  after.forEach((part, index) => {
    const former = before[index];
    const target = part.element ? into.appendChild(part.element.cloneNode(false)) : into;
    if (former?.element && part.element && (holdsBlocks(former.element) || holdsBlocks(part.element))) {
      compare(former.element, part.element, target);
    } else writeWords(former?.nodes ?? [], part.nodes, target);
  });
}

function partsOf(parent: Node): Part[] {
  const parts: Part[] = [];
  let run: Node[] = [];
  const flush = () => {
    if (run.some((node) => node.textContent?.trim() || isElement(node))) parts.push(partOf(null, run));
    run = [];
  };
  for (const node of parent.childNodes) {
    if (isElement(node) && BLOCKS.has(node.tagName)) {
      flush();
      parts.push(partOf(node, [...node.childNodes]));
    } else run.push(node);
  }
  flush();
  return parts;
}

function partOf(element: Element | null, nodes: readonly Node[]): Part {
  const inner = nodes.map((node) => (isElement(node) ? node.outerHTML : (node.textContent ?? ""))).join("");
  const shell = element ? (element.cloneNode(false) as Element).outerHTML : "";
  const words = new Map<string, number>();
  for (const word of nodes.flatMap(textsOf).flatMap(wordsOf)) {
    if (word.trim() !== "") words.set(word, (words.get(word) ?? 0) + 1);
  }
  return { element, nodes, shell, whole: shell + inner, words };
}

const textsOf = (node: Node): string[] =>
  isElement(node) ? [...node.childNodes].flatMap(textsOf) : [node.textContent ?? ""];

/** Whether two parts are one that was edited: of a kind, and half of their words in common. */
function alike(a: Part, b: Part): boolean {
  if (a.shell !== b.shell) return false;
  const [all, others] = [count(a.words.values()), count(b.words.values())];
  let common = 0;
  for (const [word, times] of a.words) common += Math.min(times, b.words.get(word) ?? 0);
  return 4 * common >= all + others;
}

function count(numbers: Iterable<number>): number {
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum;
}

const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

const holdsBlocks = (element: Element) => [...element.children].some(({ tagName }) => BLOCKS.has(tagName));

function copyOf({ element, nodes }: Part): Node {
  return element ? element.cloneNode(true) : fragmentOf(nodes.map((node) => node.cloneNode(true)));
}

function fragmentOf(nodes: readonly Node[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...nodes);
  return fragment;
}

/** A part of which all went or came: the mark stands around its words, so that lists and quotes stay what they are. */
function marked({ element, nodes }: Part, kind: Kind): Node {
  if (element && holdsBlocks(element)) {
    const shell = element.cloneNode(false);
    for (const part of partsOf(element)) shell.appendChild(marked(part, kind));
    return shell;
  }
  const mark = document.createElement(kind);
  if (element && nodes.length === 0) {
    mark.append(element.cloneNode(true));
    return mark;
  }
  mark.append(...nodes.map((node) => node.cloneNode(true)));
  if (!element) return mark;
  const shell = element.cloneNode(false);
  shell.appendChild(mark);
  return shell;
}

function writeWords(before: readonly Node[], after: readonly Node[], into: Node) {
  for (const piece of wordPieces(tokensOf(before), tokensOf(after), ({ key }) => key)) {
    if (piece.same) writeTokens(piece.after, into);
    else {
      if (piece.before.length > 0) writeTokens(piece.before, into.appendChild(document.createElement("del")));
      if (piece.after.length > 0) writeTokens(piece.after, into.appendChild(document.createElement("ins")));
    }
  }
}

function tokensOf(nodes: readonly Node[], marks: readonly Element[] = []): Token[] {
  const under = marks.map((mark) => (mark.cloneNode(false) as Element).outerHTML).join("");
  return nodes.flatMap((node): Token[] => {
    if (!isElement(node)) {
      const words = wordsOf(node.textContent ?? "");
      return words.map((word) => ({ key: under + word, node: document.createTextNode(word), marks }));
    }
    if (!node.hasChildNodes()) return [{ key: under + node.outerHTML, node, marks }];
    return tokensOf([...node.childNodes], [...marks, node]);
  });
}

/** Neighbours share the marks that they have in common. */
function writeTokens(tokens: readonly Token[], into: Node) {
  let open: { mark: Element; copy: Node }[] = [];
  for (const { node, marks } of tokens) {
    const common = marks.findIndex((mark, index) => open[index]?.mark !== mark);
    open = open.slice(0, common < 0 ? marks.length : common);
    for (const mark of marks.slice(open.length)) {
      const copy = (open.at(-1)?.copy ?? into).appendChild(mark.cloneNode(false));
      open.push({ mark, copy });
    }
    (open.at(-1)?.copy ?? into).appendChild(node.cloneNode(true));
  }
}
