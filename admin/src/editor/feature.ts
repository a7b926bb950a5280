import type { Transformer } from "@lexical/markdown";
import type { ElementNode, Klass, LexicalEditor, LexicalNode, TextNode } from "lexical";
import type { ComponentType } from "react";

/** Marks the update that replaces the document by what is stored. */
export const LOAD_TAG = "load";

/** An element that wraps a run of text, as it is written to HTML. */
export interface Mark {
  tag: string;
  /** Class names from the closed list; a `span` only. */
  classes?: string[];
  /** Declarations such as `color: #b42318`; a `span` only. */
  styles?: string[];
}

/** The facts about the text below an element while HTML is read. */
export interface InlineFormat {
  /** Lexical's bit mask of text formats. */
  format: number;
  /** CSS properties from the closed list, with canonical values. */
  style: Readonly<Record<string, string>>;
}

/** The functions by which a feature reads its elements. */
export interface HtmlReader {
  /** The blocks of an element; loose words become paragraphs. */
  $blocks(element: Element, around: InlineFormat): LexicalNode[];
  /** The inline content of an element, formatted by it; blocks inside are joined by line breaks. */
  $inline(element: Element, around: InlineFormat): LexicalNode[];
  /**
   * The words of an element with marks and links, as they are stored: no pictures, no line breaks. Footnotes only where
   * they are wanted.
   */
  $words(element: Element, notes?: boolean): string;
  /** Sets what the element says on the block (alignment, indentation) and returns it. */
  $block<T extends ElementNode>(element: Element, block: T): T;
  /** The format below an element. */
  format(element: Element, around: InlineFormat): InlineFormat;
}

/** The functions by which a feature writes its nodes. */
export interface HtmlWriter {
  /** The blocks of an element, one after the other. */
  $blocks(parent: ElementNode): string;
  /** The text of a block with its marks, links, images and line breaks. */
  $inline(nodes: readonly LexicalNode[]): string;
  /** The `class` attribute of a block: the feature's own names and the shared ones. */
  $classes(block: LexicalNode, ...own: string[]): string;
}

/** An entry of the listbox *Insert*, which `/` opens on an empty line. */
export interface Insertion {
  /** The words typed after `/` are looked for in it. */
  name: string;
  Icon: ComponentType<{ size: number; stroke: number }>;
  /** Acts where the caret is: on an empty line. */
  run: (editor: LexicalEditor) => void;
}

/**
 * One capability of the editor. Everything that belongs to it stands in one
 * file: its node or command, its toolbar item, and how it is written to and
 * read from HTML. Writing and then reading gives the same document.
 */
export interface EditorFeature {
  /** The name the toolbar item is found by. */
  name: string;
  nodes?: ReadonlyArray<Klass<LexicalNode>>;
  /** Wires commands and transforms, given all features; returns how to unwire them. */
  register?: (editor: LexicalEditor, features: readonly EditorFeature[]) => () => void;
  /** The toolbar item. */
  Tool?: ComponentType;
  /** A panel or handle beside its tool, rendered where the text scrolls. */
  Panel?: ComponentType<{ features: readonly EditorFeature[] }>;
  /** Its entries in the listbox *Insert*. */
  insert?: readonly Insertion[];
  /** Markdown that becomes its format while it is typed. */
  markdown?: readonly Transformer[];

  /** Marks of a run of text, outermost first. */
  $writeMarks?: (text: TextNode) => Mark[];
  /** The format below `element`, given the format around it. */
  readMark?: (element: Element, around: InlineFormat) => InlineFormat;

  /** Class names of a block. */
  $writeBlockClasses?: (block: LexicalNode) => string[];
  /** Sets on `block` what its element says. */
  $readBlock?: (element: Element, block: ElementNode) => void;

  /** The HTML of a node, or null when it is not this feature's. */
  $writeNode?: (node: LexicalNode, write: HtmlWriter) => string | null;
  /** The nodes an element stands for, or null when it is not this feature's. */
  $readElement?: (element: Element, read: HtmlReader, around: InlineFormat) => LexicalNode[] | null;
}
