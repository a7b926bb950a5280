import type { formulaOf } from "@academy/shared/formula";
import { ownStyle } from "@academy/shared/ownColors";
import { languageOfWords } from "@/lib/language";
import type { WritingTexts } from "@/model/writing";
import { classesOf, type Element, escaped, type Node, write } from "./tree";

/** Writes an element of a format as the site shows it. */
export type Format = (element: Element, page: Page) => string;

export interface Options {
  words: WritingTexts;
  /** Makes MathML of formulas; without it they are shown as they are written. It is too large for pages' scripts. */
  formulaOf?: typeof formulaOf;
  /** Begins the ids of what is made here; unique on the page where it has several texts. */
  prefix?: string;
  /** The name of a video: {number} and {title} are filled in. */
  video?: { name: string; title: string };
  /** Whether headings get ids, by which a list of contents leads to them. */
  headings?: boolean;
}

export interface Heading {
  id: string;
  text: string;
  level: number;
}

/** How many characters all formulas of a text may have: each takes time of the renderer. */
const MAX_FORMULAS = 60_000;

/** The state of a text while its elements are written, each once and in order. */
export class Page {
  readonly words: WritingTexts;
  private readonly formulaOf: Options["formulaOf"];
  readonly prefix: string;
  readonly videoWords: Options["video"];
  readonly withHeadings: boolean;
  readonly headings: Heading[] = [];
  readonly ids = new Set<string>();
  tables = 0;
  videos = 0;
  private formulas = 0;
  /** The HTML of each footnote. */
  private readonly notes: string[] = [];
  /** The elements around the one that is being written. */
  private readonly around: string[][] = [];

  /** `formats` are found by tag, or by tag and class. */
  constructor(
    { words, formulaOf, prefix = "", video, headings = false }: Options,
    private readonly formats: ReadonlyMap<string, Format>,
  ) {
    this.words = words;
    this.formulaOf = formulaOf;
    this.prefix = prefix;
    this.videoWords = video;
    this.withHeadings = headings;
  }

  write(nodes: readonly Node[]): string {
    let html = "";
    for (const node of nodes) html += typeof node === "string" ? node : this.element(node);
    return html;
  }

  private element(element: Element): string {
    const style = element.attributes.get("style");
    if (style) element.attributes.set("style", ownStyle(style));
    const names = [...classesOf(element).map((name) => `${element.tag}.${name}`), element.tag];
    this.around.push(names);
    const format = names.map((name) => this.formats.get(name)).find(Boolean);
    const html = format ? format(element, this) : write(element, this.write(element.children));
    this.around.pop();
    return html;
  }

  /** Whether the element that is being written stands in one of that tag, or tag and class. */
  isIn(name: string): boolean {
    return this.around.slice(0, -1).some((names) => names.includes(name));
  }

  /** The MathML of a formula; undefined where it is wrong, or the text has too many. */
  mathml(source: string, block: boolean): string | undefined {
    this.formulas += source.length;
    return this.formulas > MAX_FORMULAS ? undefined : this.formulaOf?.(source, block).mathml;
  }

  /** Adds a footnote, and returns its number. */
  note(html: string): number {
    return this.notes.push(html);
  }

  idOf = (kind: "note" | "ref", number: number) => `${this.prefix}${kind}-${number}`;

  /** The list of footnotes, each with the way back; nothing without them. */
  footnotes(): string {
    if (this.notes.length === 0) return "";
    const { notes, back } = this.words;
    const items = this.notes.map((html, i) => {
      const name = escaped(back.replace("{number}", String(i + 1)));
      const link =
        `<a href="#${this.idOf("ref", i + 1)}" role="doc-backlink" aria-label="${name}"` +
        ` lang="${languageOfWords(back)}"></a>`;
      return `<li id="${this.idOf("note", i + 1)}">${html} ${link}</li>`;
    });
    const title = `<p id="${this.prefix}notes" lang="${languageOfWords(notes)}">${escaped(notes)}</p>`;
    return (
      `<section class="footnotes" role="doc-endnotes" aria-labelledby="${this.prefix}notes">` +
      `${title}<ol>${items.join("")}</ol></section>`
    );
  }
}
