import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $isElementNode,
  $isLineBreakNode,
  $isTextNode,
  type ElementNode,
  type LexicalNode,
} from "lexical";
import { styleToCss } from "../closedList";
import type { EditorFeature, HtmlReader, InlineFormat } from "../feature";
import { holdsTabs } from "../features/tab";
import { $partLists } from "./lists";
import { collapseLine, OBJECT } from "./whitespace";
import { $writeWords } from "./write";

/** Text without any format. */
export const PLAIN: InlineFormat = { format: 0, style: {} };

const BLOCKS = new Set(
  (
    "ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CENTER DD DETAILS DIV DL DT FIELDSET FIGCAPTION FIGURE " +
    "FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR IFRAME LI MAIN NAV OL P PRE SECTION SUMMARY TABLE " +
    "TBODY TD TFOOT TH THEAD TR UL"
  ).split(" "),
);
const IGNORED = new Set(
  "SCRIPT STYLE HEAD TITLE META LINK TEMPLATE NOSCRIPT OBJECT SVG MATH SELECT BUTTON INPUT TEXTAREA".split(" "),
);

/**
 * Reads HTML into the blocks of a document. What the editor cannot produce is
 * read as the nearest thing that it can; text is never lost. Has no effect on
 * `container` but for its white space.
 */
export function $readHtml(container: Element, features: readonly EditorFeature[]): (ElementNode | LexicalNode)[] {
  collapseWhitespace(container);
  return new Reader(features).$blocks(container, PLAIN);
}

class Reader implements HtmlReader {
  private readonly $elements;
  private readonly marks;
  private readonly $looks;

  constructor(private readonly features: readonly EditorFeature[]) {
    this.$elements = features.flatMap(({ $readElement }) => $readElement ?? []);
    this.marks = features.flatMap(({ readMark }) => readMark ?? []);
    this.$looks = features.flatMap(({ $readBlock }) => $readBlock ?? []);
  }

  $blocks(parent: Element, around: InlineFormat): LexicalNode[] {
    const blocks: LexicalNode[] = [];
    let loose: LexicalNode[] = [];
    const flush = () => {
      if (loose.length === 0) return;
      // Between blocks each line break is an empty line.
      const breaks = loose.every($isLineBreakNode) ? loose : [];
      blocks.push(...breaks.map(() => $createParagraphNode()));
      const text = breaks.length > 0 ? [] : trimLine(loose);
      if (text.length > 0) blocks.push($createParagraphNode().append(...text));
      loose = [];
    };
    for (const child of parent.childNodes) {
      if (!(isElement(child) && holdsBlocks(child))) {
        loose.push(...this.$inlineNode(child, around));
        continue;
      }
      flush();
      blocks.push(...this.$blockElement(child, around));
    }
    flush();
    return $partLists(blocks);
  }

  $words(element: Element, notes = false): string {
    const copy = document.createElement("div");
    copy.append(...element.cloneNode(true).childNodes);
    for (const picture of copy.querySelectorAll("img")) picture.remove();
    collapseWhitespace(copy);
    const words = this.$inline(copy, PLAIN).map((node) => ($isLineBreakNode(node) ? $createTextNode(" ") : node));
    return $writeWords(
      words.filter((node) => $isWord(node) || (notes && node.getType() === "footnote")),
      this.features,
    );
  }

  $inline(element: Element, around: InlineFormat): LexicalNode[] {
    const nodes: LexicalNode[] = [];
    const visit = (parent: Element, format: InlineFormat) => {
      for (const child of parent.childNodes) {
        if (isElement(child) && holdsBlocks(child) && child.tagName !== "IFRAME" && !isObject(child)) {
          const last = nodes.at(-1);
          if (last?.isInline() && !$isLineBreakNode(last)) nodes.push($createLineBreakNode());
          visit(child, this.format(child, format));
        } else {
          nodes.push(...this.$inlineNode(child, format));
        }
      }
    };
    visit(element, this.format(element, around));
    return trimLine(nodes);
  }

  $lines(element: Element, around: InlineFormat, $create: () => ElementNode): LexicalNode[] {
    const nodes = this.$inline(element, around);
    if (nodes.every((node) => node.isInline())) return [this.$block(element, $create()).append(...nodes)];
    const blocks: LexicalNode[] = [];
    let line: LexicalNode[] = [];
    const flush = () => {
      const text = trimLine(line);
      if (text.length > 0) blocks.push(this.$block(element, $create()).append(...text));
      line = [];
    };
    for (const node of nodes) {
      if (node.isInline()) line.push(node);
      else {
        flush();
        blocks.push(node);
      }
    }
    flush();
    return blocks;
  }

  $block<T extends ElementNode>(element: Element, block: T): T {
    if (element.hasAttributes()) for (const $read of this.$looks) $read(element, block);
    return block;
  }

  format(element: Element, around: InlineFormat): InlineFormat {
    // No block changes the look of words by its name, and most say nothing else: a large table has thousands.
    if (BLOCKS.has(element.tagName) && !hasLook(element)) return around;
    return this.marks.reduce((format, read) => read(element, format), around);
  }

  private $blockElement(element: Element, around: InlineFormat): LexicalNode[] {
    if (IGNORED.has(element.tagName)) return [];
    for (const $read of this.$elements) {
      const nodes = $read(element, this, around);
      if (nodes) return nodes;
    }
    const inner = this.format(element, around);
    const mixed = [...element.children].some(holdsBlocks);
    if (mixed || !/^(P|DIV)$/.test(element.tagName)) return this.$blocks(element, inner);
    const paragraph = this.$block(element, $createParagraphNode());
    return [paragraph.append(...this.$inline(element, around))];
  }

  private $inlineNode(node: Node, around: InlineFormat): LexicalNode[] {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent ?? "";
      if (text === "") return [];
      const created = $createTextNode(text);
      // Each of these looks up the node's newest version.
      if (around.format !== 0) created.setFormat(around.format);
      const style = styleToCss(around.style);
      return [style === "" ? created : created.setStyle(style)];
    }
    if (!isElement(node) || IGNORED.has(node.tagName.toUpperCase())) return [];
    if (node.tagName === "BR") return [$createLineBreakNode()];
    for (const $read of this.$elements) {
      const nodes = $read(node, this, around);
      if (nodes) return nodes;
    }
    const inner = this.format(node, around);
    return [...node.childNodes].flatMap((child) => this.$inlineNode(child, inner));
  }
}

/** Whether a node may stand in a caption or a footnote. */
const $isWord = (node: LexicalNode) =>
  $isTextNode(node) || ($isElementNode(node) && node.isInline()) || (node.isInline() && node.getType() === "formula");

/** Drops what is empty, and the one line break at the end that no browser shows. */
function trimLine(nodes: LexicalNode[]): LexicalNode[] {
  const kept = nodes.filter(
    (node) =>
      !($isTextNode(node) && node.getTextContent() === "") &&
      !($isElementNode(node) && node.isInline() && node.isEmpty()),
  );
  if ($isLineBreakNode(kept.at(-1))) kept.pop();
  return kept;
}

function collapseWhitespace(container: Element) {
  let line: { text: Text | null; value: string }[] = [];
  const flush = () => {
    const values = collapseLine(line.map((piece) => piece.value));
    line.forEach((piece, index) => {
      const value = values[index] ?? "";
      if (piece.text && value !== piece.value) piece.text.data = value;
    });
    line = [];
  };
  const visit = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node as Text;
      line.push({ text, value: text.data });
    } else if (isElement(node)) {
      if (IGNORED.has(node.tagName.toUpperCase())) return;
      // Words are read by themselves.
      const isWords = node.tagName === "FIGCAPTION" && node.matches("figure.picture figcaption");
      if (node.tagName === "PRE" || isWords) return flush();
      const border = node.tagName === "BR" || BLOCKS.has(node.tagName);
      if (border) flush();
      if (isObject(node)) line.push({ text: null, value: OBJECT });
      else node.childNodes.forEach(visit);
      if (border) flush();
    }
  };
  visit(container);
  flush();
}

/** Whether an element is one thing in its line, whatever is in it. */
const isObject = (element: Element) =>
  element.tagName === "IMG" ||
  (/formula|footnote|ql-tab/.test(element.className) &&
    (element.matches(".formula, span.footnote") || holdsTabs(element)));

const hasLook = (element: Element) =>
  element.hasAttribute("style") || /\bql-(color|bg|font|size)-/.test(element.className);

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function holdsBlocks(element: Element): boolean {
  return BLOCKS.has(element.tagName) || [...element.children].some(holdsBlocks);
}
