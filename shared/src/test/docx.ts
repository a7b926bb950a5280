import { strToU8, zipSync } from "fflate";

// Word documents, made of their parts.

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ' +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';

const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

interface Parts {
  /** The content of the body. */
  body: string;
  /** The content of `w:numbering`. */
  numbering?: string;
  /** The notes, with ids from 1. */
  footnotes?: string[];
  /** Pictures by their name; the first has the relationship `rIdPic1`. */
  media?: Record<string, Uint8Array>;
  /** The title beside the text. */
  title?: string;
}

/** A paragraph with what stands in its `w:pPr`. */
export const p = (words: string, properties = "") =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${words.startsWith("<") ? words : r(words)}</w:p>`;
export const r = (words: string, properties = "") =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${words}</w:t></w:r>`;
export const style = (id: string) => `<w:pStyle w:val="${id}"/>`;
export const numbered = (level: number, id: number) =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;
export const noteReference = (id: number) =>
  `<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="${id}"/></w:r>`;
export const drawing = (id: string, alt: string) =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="9525" cy="9525"/><wp:docPr id="1" name="x" descr="${alt}"/><a:graphic>` +
  `<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:embed="${id}"/>` +
  "</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>";

/** A list definition whose levels alternate as given. */
export const abstractNum = (id: number, formats: readonly string[]) =>
  `<w:abstractNum w:abstractNumId="${id}">${formats
    .map((format, level) => `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`)
    .join("")}</w:abstractNum>`;
export const num = (id: number, abstract: number, restart?: number) =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstract}"/>${
    restart === undefined ? "" : `<w:lvlOverride w:ilvl="0"><w:startOverride w:val="${restart}"/></w:lvlOverride>`
  }</w:num>`;

const NAMED = {
  Title: "Title",
  Heading1: "heading 1",
  Heading2: "heading 2",
  Quote: "Quote",
  FootnoteText: "footnote text",
};

/** The bytes of a document. */
export function docx({ body, numbering, footnotes, media = {}, title }: Parts): Uint8Array {
  const xml = (root: string, inside: string) =>
    strToU8(`<?xml version="1.0"?><w:${root} ${NAMESPACES}>${inside}</w:${root}>`);
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${TYPE}/${kind}" Target="${target}"/>`;
  const relations = (inside: string) =>
    strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`,
    );
  const styles = Object.entries(NAMED).map(
    ([id, name]) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`,
  );
  return zipSync({
    "[Content_Types].xml": strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/>' +
        '<Default Extension="emf" ContentType="image/x-emf"/><Default Extension="xml" ContentType="application/xml"/></Types>',
    ),
    "_rels/.rels": relations(relation("rId1", "officeDocument", "word/document.xml")),
    "word/document.xml": xml("document", `<w:body>${body}<w:sectPr/></w:body>`),
    "word/styles.xml": xml("styles", styles.join("")),
    ...(numbering && { "word/numbering.xml": xml("numbering", numbering) }),
    ...(footnotes && {
      "word/footnotes.xml": xml(
        "footnotes",
        `<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>${footnotes
          .map((note, index) => `<w:footnote w:id="${index + 1}">${p(note, style("FootnoteText"))}</w:footnote>`)
          .join("")}`,
      ),
    }),
    ...(title && {
      "docProps/core.xml": strToU8(
        `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`,
      ),
    }),
    ...Object.fromEntries(Object.entries(media).map(([name, bytes]) => [`word/media/${name}`, bytes])),
    "word/_rels/document.xml.rels": relations(
      relation("rIdS", "styles", "styles.xml") +
        (numbering ? relation("rIdN", "numbering", "numbering.xml") : "") +
        (footnotes ? relation("rIdF", "footnotes", "footnotes.xml") : "") +
        Object.keys(media)
          .map((name, index) => relation(`rIdPic${index + 1}`, "image", `media/${name}`))
          .join(""),
    ),
  });
}
