import {
  $getRoot,
  $isDecoratorNode,
  $isElementNode,
  $isLineBreakNode,
  $isTextNode,
  type ElementNode,
  type LexicalNode,
} from "lexical";
import type { EditorFeature, HtmlWriter, Mark } from "../feature";
import { attributes, escapeText } from "./escape";
import { OBJECT, protectLine } from "./whitespace";

type Piece = { text: string; marks: Mark[] } | { html: string };

/**
 * Writes the document as the HTML that is stored: no attribute, class or style
 * beyond the closed list, one way to write each thing.
 */
export function $writeHtml(features: readonly EditorFeature[]): string {
  const write = new Writer(features);
  const root = $getRoot();
  // An untouched editor holds one empty paragraph; stored, that is nothing.
  const only = root.getChildrenSize() === 1 ? root.getFirstChild() : null;
  if ($isElementNode(only) && only.getType() === "paragraph" && only.isEmpty()) return "";
  return write.$blocks(root);
}

/** Writes words that stand in no block, such as a footnote. */
export function $writeWords(nodes: readonly LexicalNode[], features: readonly EditorFeature[]): string {
  return nodes.length === 0 ? "" : new Writer(features).$inline(nodes);
}

class Writer implements HtmlWriter {
  /** The text of the block that is being written, by node key. */
  private texts: Map<string, string> | null = null;

  constructor(private readonly features: readonly EditorFeature[]) {}

  $blocks(parent: ElementNode): string {
    return parent
      .getChildren()
      .map((node) => this.$node(node))
      .join("");
  }

  $classes(block: LexicalNode, ...own: string[]): string {
    const shared = this.features.flatMap((feature) => feature.$writeBlockClasses?.(block) ?? []);
    return attributes({ class: [...own, ...shared].join(" ") });
  }

  $inline(nodes: readonly LexicalNode[]): string {
    if (this.texts !== null) return joinMarks(this.$pieces(nodes));
    // Spaces depend on their neighbours across links, so a block is looked at
    // as a whole before any of it is written.
    this.texts = $protectedTexts(nodes);
    const html = joinMarks(this.$pieces(nodes));
    this.texts = null;
    // Browsers do not show a line break at the very end of a block, nor a
    // block with nothing in it.
    const last = nodes.at(-1);
    return last === undefined || $isLineBreakNode(last) ? `${html}<br>` : html;
  }

  private $pieces(nodes: readonly LexicalNode[]): Piece[] {
    return nodes.map((node): Piece => {
      if ($isLineBreakNode(node)) return { html: "<br>" };
      if (!$isTextNode(node)) return { html: this.$node(node) };
      const plain = node.getFormat() === 0 && node.getStyle() === "" && node.getType() === "text";
      const marks = plain ? [] : this.features.flatMap((feature) => feature.$writeMarks?.(node) ?? []);
      return { text: this.texts?.get(node.getKey()) ?? "", marks: mergeSpans(marks) };
    });
  }

  private $node(node: LexicalNode): string {
    for (const feature of this.features) {
      const html = feature.$writeNode?.(node, this);
      if (html !== null && html !== undefined) return html;
    }
    if ($isElementNode(node)) return this.$blocks(node);
    return $isDecoratorNode(node) ? "" : escapeText(node.getTextContent());
  }
}

/** Classes and styles of several features share one span, inside all other marks. */
function mergeSpans(marks: readonly Mark[]): Mark[] {
  const spans = marks.filter((mark) => mark.tag === "span");
  const others = marks.filter((mark) => mark.tag !== "span");
  if (spans.length === 0) return others;
  return [
    ...others,
    {
      tag: "span",
      classes: spans.flatMap((span) => span.classes ?? []),
      styles: spans.flatMap((span) => span.styles ?? []),
    },
  ];
}

/** The text of every text node, its spaces protected line by line. */
function $protectedTexts(nodes: readonly LexicalNode[]): Map<string, string> {
  const result = new Map<string, string>();
  let line: { key: string; text: string }[] = [];
  const flush = () => {
    const texts = protectLine(line.map((piece) => piece.text));
    line.forEach((piece, index) => {
      result.set(piece.key, texts[index] ?? "");
    });
    line = [];
  };
  const visit = (node: LexicalNode) => {
    if ($isLineBreakNode(node)) flush();
    else if ($isElementNode(node)) node.getChildren().forEach(visit);
    else if ($isTextNode(node)) line.push({ key: node.getKey(), text: node.getTextContent() });
    else line.push({ key: node.getKey(), text: OBJECT });
  };
  nodes.forEach(visit);
  flush();
  return result;
}

/** Neighbouring runs share the marks they have in common, outermost first. */
function joinMarks(pieces: readonly Piece[]): string {
  let html = "";
  let open: string[] = [];
  const closeTo = (count: number) => {
    for (const tag of open.slice(count).reverse()) html += `</${tagName(tag)}>`;
    open = open.slice(0, count);
  };
  for (const piece of pieces) {
    if ("html" in piece) {
      closeTo(0);
      html += piece.html;
      continue;
    }
    if (piece.text === "") continue;
    const wanted = piece.marks.map(openTag);
    let common = 0;
    while (common < open.length && open[common] === wanted[common]) common++;
    closeTo(common);
    for (const tag of wanted.slice(common)) html += tag;
    open = wanted;
    html += escapeText(piece.text);
  }
  closeTo(0);
  return html;
}

function openTag(mark: Mark): string {
  const values = { class: mark.classes?.join(" "), style: mark.styles?.join("; ") };
  return `<${mark.tag}${attributes(values)}>`;
}

function tagName(tag: string): string {
  return /^<([a-z0-9]+)/.exec(tag)?.[1] ?? "";
}
