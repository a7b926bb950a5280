import { describe, expect, it } from "vitest";
import { pasted } from "./testEditor";

// The clipboard as each program writes it, and the article that is expected.
describe("a document that is pasted", () => {
  it("from Google Docs has bold, italic, struck, headings, colours and nested lists", () => {
    const span = (words: string, style = "") =>
      `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${words}</span>`;
    const item = (level: number, words: string) =>
      `<li dir="ltr" style="list-style-type:disc;font-size:11pt" aria-level="${level}"><p dir="ltr" role="presentation" style="line-height:1.38;margin-top:0pt">${span(words)}</p></li>`;
    const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-7f"><h2 dir="ltr" style="line-height:1.38">${span("Rivers", "font-size:16pt")}</h2>
<p dir="ltr">${span("plain ")}${span("bold", "font-weight:700;")}${span(" ")}${span("italic", "font-style:italic;")}${span(" ")}${span("struck", "text-decoration:line-through;")}${span(" ")}${span("red", "color:#ff0000;")}${span(" ")}${span("lit", "background-color:#ffff00;")}${span(" H")}${span("2", "vertical-align:sub;font-size:0.6em")}${span("O")}</p>
<ul style="margin-top:0;padding-inline-start:48px">${item(1, "a")}<ul>${item(2, "b")}</ul>${item(1, "c")}</ul></b>`;
    expect(pasted(html)).toBe(
      '<h2>Rivers</h2><p>plain <strong>bold</strong> <em>italic</em> <s>struck</s> <span style="color: #ff0000">red</span> ' +
        '<span style="background-color: #ffff00">lit</span> H<sub>2</sub>O</p><ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
    );
  });

  it("from LibreOffice Writer has its marks and lists", () => {
    const html = `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 24.2 (Linux)"/><style>p { line-height: 115% }</style></head><body lang="en-IN" dir="ltr">
<h1 class="western">Title</h1><p style="line-height: 100%; margin-bottom: 0cm"><font face="Liberation Serif, serif"><font size="3" style="font-size: 12pt"><b>Bold</b> <i>italic</i> <u>under</u> <strike>struck</strike> 10<sup>2</sup></font></font></p>
<ol><li><p style="margin-bottom: 0cm">one</p><ol><li><p>inner</p></li></ol></li><li><p>two</p></li></ol></body></html>`;
    expect(pasted(html)).toBe(
      "<h1>Title</h1><p><strong>Bold</strong> <em>italic</em> <u>under</u> <s>struck</s> 10<sup>2</sup></p>" +
        "<ol><li>one<ol><li>inner</li></ol></li><li>two</li></ol>",
    );
  });

  it("from Word in a browser has its headings and marks", () => {
    const run = (words: string, style = "") =>
      `<span data-contrast="auto" class="TextRun SCXW1" style="font-family:Calibri;${style}"><span class="NormalTextRun SCXW1">${words}</span></span>`;
    const html = `<div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1" role="heading" aria-level="2" style="font-weight:normal">${run("Part")}<span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></div>
<div class="OutlineElement Ltr SCXW1"><p class="Paragraph SCXW1">${run("plain ")}${run("bold", "font-weight:bold")}${run(" struck", "text-decoration:line-through")}<span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></div>`;
    expect(pasted(html)).toBe("<h2>Part</h2><p>plain <strong>bold</strong><s> struck</s></p>");
  });

  it("from Word keeps what is bold, and its headings, without its look", () => {
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><style><!-- p.MsoNormal {margin:0cm;font-size:11.0pt;} --></style></head><body lang=EN-IN style='tab-interval:36.0pt'><!--StartFragment-->
<h2 style='mso-outline-level:2'><span style='font-size:13.0pt;color:#2F5496'>Rights<o:p></o:p></span></h2>
<p class=MsoNormal align=center style='text-align:center'>Article <b style='mso-bidi-font-weight:normal'>19</b> and <span style='color:red'>21</span> <s>struck</s> <span lang=KN style='font-family:"Tunga",sans-serif'>ಹಕ್ಕು</span><o:p></o:p></p><!--EndFragment--></body></html>`;
    expect(pasted(html)).toBe(
      '<h2>Rights</h2><p class="ql-align-center">Article <strong>19</strong> and 21 <s>struck</s> ಹಕ್ಕು</p>',
    );
  });
});
