import { strFromU8, strToU8, zipSync } from "fflate";
import mammoth from "mammoth";
import { beginningOf } from "../advice";
import { formula } from "../html/formulas";
import { latexOfOmml } from "../html/omml";
import { unpack } from "./archive";
import { type Converted, Unreadable } from "./converted";

import { markNumbers, startLists } from "./wordNumbers";

/*
 * mammoth reads what a Word document means, its styles, lists, tables, notes and pictures, rather than how it looks. What
 * it drops, formulas and the numbers of lists, is put into the document as marks before.
 */

/** Parts of a document that have text. */
const TEXTS = /^word\/(document\d*|footnotes|endnotes)\.xml$/;

const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** Stand for a formula by its number, where mammoth has none. */
const [FROM, TO] = ["\ue000", "\ue001"];

/** How deep lists are taken; mammoth itself knows five levels. */
const LEVELS = 8;

const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='Caption'] => p:fresh",
  "u => u",
  "strike => s",
  ...["center", "right"].map((name) => `p[style-name='import ${name}'] => p.ql-align-${name}:fresh`),
  ...["unordered", "ordered"].flatMap((kind) =>
    Array.from({ length: LEVELS }, (_, index) => {
      const around = index === 0 ? "" : `ul|ol > li > ${"ul|ol > li > ".repeat(index - 1)}`;
      return `p:${kind}-list(${index + 1}) => ${around}${kind === "ordered" ? "ol" : "ul"} > li:fresh`;
    }),
  ),
];

/** Reads a Word document: its text as HTML, with formulas, footnotes and pictures in their place. */
export async function readWord(bytes: Uint8Array): Promise<Converted> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) {
    throw new Unreadable("It is of Word 97 to 2003, or has a password. Save it as .docx without one.");
  }
  const { files, refused } = unpack(bytes);
  if (![...files.keys()].some((name) => TEXTS.test(name))) throw new Unreadable("It is no Word document.");
  const formulas: (Element | null)[] = [];
  const places: string[] = [];
  for (const [name, content] of files) {
    if (TEXTS.test(name)) files.set(name, prepare(content, files, formulas, places));
  }
  const pictures: File[] = [];
  const packed = zipSync(Object.fromEntries(files), { level: 0 });
  const html = await convert(packed, (file) => `import:${pictures.push(file) - 1}`);
  const body = new DOMParser().parseFromString(html, "text/html").body;
  startLists(body);
  putFormulas(body, formulas);
  const xml = strFromU8(files.get("word/document.xml") ?? new Uint8Array());
  return {
    body,
    pictures: new Map(pictures.map((file, index) => [`import:${index}`, file])),
    title: titleIn(files),
    notes: [
      ...refused,
      ...notesOnFormulas(places),
      ...count(xml, /<c:chart[\s/>]/g, "chart", "Save it as a picture and insert that."),
      ...count(xml, /<dgm:relIds[\s/>]/g, "drawing (SmartArt)", "Save it as a picture and insert that."),
      ...count(xml, /<o:OLEObject[\s/>]/g, "embedded object", "Insert it as a picture or a file."),
    ],
  };
}

/** Puts marks into a part of the document for what mammoth drops: formulas and the numbers of lists. */
function prepare(
  content: Uint8Array,
  files: ReadonlyMap<string, Uint8Array>,
  formulas: (Element | null)[],
  places: string[],
): Uint8Array {
  const text = strFromU8(content);
  if (!text.includes("oMath") && !text.includes("numPr")) return content;
  const page = new DOMParser().parseFromString(text, "text/xml");
  if (page.getElementsByTagName("parsererror").length > 0)
    throw new Unreadable("It is damaged. Save it again in Word.");
  markNumbers(page, strFromU8(files.get("word/numbering.xml") ?? new Uint8Array()));
  for (const math of [...page.getElementsByTagNameNS("*", "oMath")]) {
    // One in another one goes with it.
    if (!page.contains(math)) continue;
    const latex = latexOfOmml(math);
    const apart = math.parentElement?.localName === "oMathPara" ? math.parentElement : null;
    if (latex === null) places.push(placeOf(math));
    const run = page.createElementNS(WORD, "w:r");
    const mark = page.createElementNS(WORD, "w:t");
    mark.setAttribute("xml:space", "preserve");
    mark.textContent = `${FROM}${formulas.push(latex === null ? null : formula(latex, apart !== null)) - 1}${TO}`;
    run.append(mark);
    (apart ?? math).before(run);
    math.remove();
  }
  return strToU8(new XMLSerializer().serializeToString(page));
}

/** The words around a formula, by which it is found. */
function placeOf(math: Element): string {
  let paragraph: Element | null = math;
  while (paragraph && paragraph.localName !== "p") paragraph = paragraph.parentElement;
  const words = [...(paragraph?.getElementsByTagNameNS(WORD, "t") ?? [])].map((text) => text.textContent).join("");
  const plain = words.replace(/[\ue000-\uf8ff]\d*/g, "").trim();
  return plain === "" ? "a line of its own" : `“${beginningOf(plain)}”`;
}

function notesOnFormulas(places: readonly string[]): string[] {
  if (places.length === 0) return [];
  const at = [...new Set(places)].slice(0, 10).join(", ");
  return [`${places.length === 1 ? "A formula" : `${places.length} formulas`} could not be taken: in ${at}.`];
}

function count(xml: string, sign: RegExp, name: string, advice: string): string[] {
  const number = [...xml.matchAll(sign)].length;
  if (number === 0) return [];
  return [
    `${number === 1 ? `A ${name}`.replace(/^A (?=[aeiou])/, "An ") : `${number} ${name}s`} could not be taken. ${advice}`,
  ];
}

async function convert(packed: Uint8Array<ArrayBuffer>, keep: (picture: File) => string): Promise<string> {
  const image = mammoth.images.imgElement(async ({ contentType, readAsArrayBuffer }) => {
    const type = contentType ?? "";
    return {
      src: keep(new File([await readAsArrayBuffer()], `Picture.${type.replace(/^image\/(x-)?/, "")}`, { type })),
    };
  });
  const buffer = packed.buffer;
  try {
    // Its build for Node has the other name.
    const input = { arrayBuffer: buffer, buffer: packed as unknown as Buffer };
    return (
      await mammoth.convertToHtml(input, { styleMap: STYLES, convertImage: image, transformDocument: alignments })
    ).value;
  } catch {
    throw new Unreadable("It is damaged. Save it again in Word.");
  }
}

interface Part {
  type: string;
  children?: Part[];
  alignment?: string | null;
  styleId?: string | null;
  styleName?: string | null;
  numbering?: unknown;
}

/** Gives plain paragraphs that are centred or at the right a style that says so: mammoth keeps styles only. */
function alignments(part: Part): Part {
  const children = part.children?.map(alignments);
  const aligned = part.type === "paragraph" && /^(center|right)$/.test(part.alignment ?? "") && !part.numbering;
  const plain = !part.styleName || part.styleName === "Normal";
  const style = aligned && plain ? { styleId: `import-${part.alignment}`, styleName: `import ${part.alignment}` } : {};
  return { ...part, ...(children && { children }), ...style };
}

const MARK = /[\ue000](\d+)[\ue001]/;

/** Puts the formulas where their marks are. One set apart that stands alone takes the place of its paragraph. */
function putFormulas(body: Element, formulas: readonly (Element | null)[]) {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (MARK.test(walker.currentNode.textContent ?? "")) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const parts = text.data.split(new RegExp(MARK, "g"));
    const nodes = parts.map((part, index) => (index % 2 === 0 ? part : (formulas[Number(part)] ?? "")));
    const paragraph = text.parentElement;
    text.replaceWith(...nodes.filter((node) => node !== ""));
    const alone =
      paragraph?.tagName === "P" &&
      paragraph.textContent !== "" &&
      [...paragraph.childNodes].every((node) => (node as Element).tagName === "DIV" || node.textContent?.trim() === "");
    if (alone) paragraph.replaceWith(...paragraph.children);
  }
  // A block cannot stand in a line.
  for (const block of body.querySelectorAll(":is(p, li, td, th, h1, h2, h3, h4, h5, h6) div.formula")) {
    block.replaceWith(formula(block.textContent ?? "", false));
  }
}

/** The title that Word keeps beside the text. */
function titleIn(files: ReadonlyMap<string, Uint8Array>): string {
  const core = files.get("docProps/core.xml");
  if (!core) return "";
  const page = new DOMParser().parseFromString(strFromU8(core), "text/xml");
  return page.getElementsByTagNameNS("*", "title")[0]?.textContent?.trim() ?? "";
}
