// Documents as programs put them on the clipboard, at a length that no article has.
import { body } from "../publish/content.mjs";

const BYTES = 300_000;

/** Pieces, one after the other, until they are `bytes` long. */
function fill(piece, bytes = BYTES) {
  let html = "";
  for (let i = 0; html.length < bytes; i++) html += piece(i);
  return html;
}

/** A paragraph of Google Docs, each run of text with its whole look. */
const look =
  "font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;" +
  "font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;";
const run = (words, style = "") => `<span style="${look}${style}">${words}</span>`;
const docs = (i) =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt">${run(`Paragraph ${i} of a long document, as `)}` +
  `${run("teachers", "font-weight:700;")}${run(" write it for their students, with a ")}` +
  `<a href="https://example.org/${i}" style="text-decoration:none;">${run("link", "text-decoration:underline;")}</a>.</p>`;

/** A paragraph of Word, every third one of a list. */
const word = (i) =>
  i % 3
    ? `<p class=MsoNormal style='margin-bottom:0cm;line-height:normal'><span style='font-size:12.0pt'>Paragraph ${i} of a <b>book</b> about rivers<o:p></o:p></span></p>`
    : `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span><![endif]>Entry ${i}<o:p></o:p></p>`;

const row = (i) =>
  `<tr style='height:15.0pt'>${Array.from({ length: 8 }, (_, j) => `<td class=xl65 align=right style='height:15pt'>${i * j}</td>`).join("")}</tr>`;
const table = () =>
  `<table border=0 cellpadding=0 width=512>${Array.from({ length: 100 }, (_, i) => row(i)).join("")}</table>`;

/** The documents by their names. */
export const documents = {
  "a web page": fill((i) => body(i + 1)),
  "Google Docs": `<b style="font-weight:normal;" id="docs-internal-guid-1">${fill(docs)}</b>`,
  Word: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>${fill(word)}</body></html>`,
  "big tables": fill((i) => `<p>Table ${i}</p>${table()}`, 365_000),
};
