import { describe, expect, it } from "vitest";
import { isPicture, refusalOf } from "./files";
import { cleanPastedHtml } from "./html/clean";
import { numbersOf } from "./html/wordLists";
import { pasted } from "./testEditor";

/** A list paragraph of Word. */
const entry = (marker: string, words: string, level = 1, list = "l0") =>
  `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:${list} level${level} lfo1'><![if !supportLists]>` +
  `<span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span>` +
  `<![endif]>${words}</p>`;

/** A list of one entry, as Word in a browser writes it. */
const online = (tag: "ol" | "ul", words: string, level: number, start = "") =>
  `<div class="ListContainerWrapper SCXW1 BCX0"><${tag} class="SCXW1" role="list"${start}>` +
  `<li data-listid="1" aria-setsize="-1" data-aria-posinset="1" data-aria-level="${level}" role="listitem">` +
  `<p class="Paragraph SCXW1"><span class="TextRun"><span class="NormalTextRun">${words}</span></span>` +
  `<span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></li></${tag}></div>`;

describe("pasting comes out clean", () => {
  it("from Word: no fonts, no margins, lists are lists", () => {
    const html = `<html><body><!--StartFragment-->
      <p class=MsoNormal style='margin-bottom:0cm;font-family:"Calibri",sans-serif;color:#1F3864'><b><span style='font-size:16.0pt'>Polity</span></b><o:p></o:p></p>
      <p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span><![endif]>First</p>
      <p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>a.<span>&nbsp; </span></span>Inner</p>
      <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span>Second</p>
      <p class=MsoNormal>After</p><!--EndFragment--></body></html>`;
    expect(pasted(html)).toBe(
      "<p><strong>Polity</strong></p><ol><li>First<ol><li>Inner</li></ol></li><li>Second</li></ol><p>After</p>",
    );
  });

  it("from Google Docs: weight by style, not by the wrapping tag", () => {
    const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-family:Arial;color:#000000;background-color:transparent;font-weight:700;">Bold</span><span style="font-size:11pt;color:#000000;font-weight:400;"> plain </span><a href="https://example.org/"><span style="color:#1155cc;text-decoration:underline;">link</span></a></p></b>`;
    expect(pasted(html)).toBe(
      '<p><strong>Bold</strong> plain <a href="https://example.org/" target="_blank" rel="noreferrer noopener">link</a></p>',
    );
  });

  it.each([
    ["<br>", "<p><br></p>"],
    ["<br><br>", "<p><br></p><p><br></p>"],
    ["\n<span> <br> </span>\n", "<p><br></p>"],
    ["", ""],
  ])("from Google Docs: %j between paragraphs is as many empty ones", (between, stored) => {
    const html = `<b style="font-weight:normal;" id="docs-internal-guid-1"><p>a</p>${between}<p>b</p></b><br class="Apple-interchange-newline">`;
    expect(pasted(html)).toBe(`<p>a</p>${stored}<p>b</p>`);
  });

  it("from this site's own pages: pictures, colours, sizes and links as they are stored", () => {
    // As Chromium copies it, without what says nothing here.
    const { origin } = location;
    const html = `<h2 id="part" style="font-weight: 650; font-size: 28.8px; color: rgb(28, 32, 70);">Head</h2><p style="color: rgb(28, 32, 70); font-family: &quot;Source Serif&quot;, serif; font-size: 20px; font-weight: 400; text-align: start;">Some <strong style="font-weight: 650;">bold</strong>, <span class="ql-color-red" style="color: rgb(158, 31, 2);">red</span>, <span style="color: oklch(0.43 0.147447 34.3477); background: none 0% 0% / auto repeat scroll padding-box border-box oklch(0.93 0.07 90.068); --color: #b4472e; --background-color: #ffe08b;">rust</span>, <span class="ql-size-large" style="font-size: 1.35em; line-height: 1.4;">large</span>, <a href="${origin}/blog/x?a=b#c" style="text-decoration: underline 2px rgb(224, 142, 0);">here</a>, <a href="https://example.org/" target="_blank" rel="noreferrer">there</a></p><p><img loading="lazy" width="30" height="20" srcset="/media/images/ab_30x20.480.webp 480w" src="${origin}/media/images/ab_30x20.png" alt="A map" style="display: block; height: auto;"></p><blockquote style="font-style: italic; color: rgb(77, 81, 117);">q</blockquote>`;
    expect(pasted(html)).toBe(
      '<h2>Head</h2><p>Some <strong>bold</strong>, <span class="ql-color-red">red</span>, ' +
        '<span style="color: #b4472e; background-color: #ffe08b">rust</span>, <span class="ql-size-large">large</span>, ' +
        '<a href="/blog/x?a=b#c">here</a>, <a href="https://example.org/" target="_blank" rel="noreferrer noopener">there</a></p>' +
        '<p><img src="/media/images/ab_30x20.png" alt="A map" width="30" height="20"></p><blockquote>q</blockquote>',
    );
  });

  it.each([
    ["500", "a"],
    ["600", "<strong>a</strong>"],
    ["650", "<strong>a</strong>"],
    ["1000", "<strong>a</strong>"],
    ["bold", "<strong>a</strong>"],
    ["normal", "a"],
  ])("a weight of %s", (weight, stored) => {
    expect(pasted(`<p><span style="font-weight: ${weight}">a</span></p>`)).toBe(`<p>${stored}</p>`);
  });

  it("from a web page: words and pictures without its layout or scripts", () => {
    const html = `<div class="hero" style="display:flex"><h2 class="x">Title</h2><div><p style="color:red">Text <em>here</em></p><script>alert(1)</script><img src="https://example.org/a.png" class="wide" onerror="alert(1)"></div></div>`;
    expect(pasted(html)).toBe(
      '<h2>Title</h2><p>Text <em>here</em></p><p><img src="https://example.org/a.png" alt=""></p>',
    );
  });

  it("keeps the class names of stored articles", () => {
    expect(pasted('<p class="ql-align-center other"><span class="ql-size-large">a</span></p>')).toBe(
      '<p class="ql-align-center"><span class="ql-size-large">a</span></p>',
    );
  });
});

describe("a list from Word", () => {
  it.each([
    [
      "a numbered list directly after a bullet list",
      entry("·", "a") + entry("o", "b") + entry("1.", "c", 1, "l1") + entry("2.", "d", 1, "l1"),
      "<ul><li>a</li><li>b</li></ul><ol><li>c</li><li>d</li></ol>",
    ],
    [
      "bullets below a number",
      entry("1.", "a") + entry("o", "b", 2) + entry("§", "c", 3) + entry("2.", "d"),
      "<ol><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ol>",
    ],
    [
      "numbers below a bullet",
      entry("•", "a") + entry("a.", "b", 2) + entry("b.", "c", 2),
      "<ul><li>a<ol><li>b</li><li>c</li></ol></li></ul>",
    ],
    ["Devanagari digits", entry("१.", "a") + entry("२.", "b"), "<ol><li>a</li><li>b</li></ol>"],
    ["Kannada digits", entry("೧.", "a") + entry("೨.", "b"), "<ol><li>a</li><li>b</li></ol>"],
    ["numbers in brackets", entry("(1)", "a") + entry("(2)", "b"), "<ol><li>a</li><li>b</li></ol>"],
    ["a list that begins at 4", entry("4.", "a") + entry("5.", "b"), '<ol start="4"><li>a</li><li>b</li></ol>'],
    ["a list that begins at ೧೦", entry("೧೦.", "a"), '<ol start="10"><li>a</li></ol>'],
    [
      "a list that goes on after a paragraph",
      `${entry("1.", "a") + entry("2.", "b")}<p class=MsoNormal>between</p>${entry("3.", "c")}`,
      '<ol><li>a</li><li>b</li></ol><p>between</p><ol start="3"><li>c</li></ol>',
    ],
    [
      "a second list that begins anew",
      entry("1.", "a") + entry("2.", "b") + entry("1.", "c", 1, "l1"),
      "<ol><li>a</li><li>b</li></ol><p><br></p><ol><li>c</li></ol>",
    ],
    [
      "inner numbers that begin elsewhere",
      entry("1.", "a") + entry("c)", "b", 2) + entry("d)", "c", 2),
      '<ol><li>a<ol start="3"><li>b</li><li>c</li></ol></li></ol>',
    ],
    [
      "legal numbers",
      entry("2.", "a") + entry("2.1.", "b", 2) + entry("2.2.", "c", 2) + entry("3.", "d"),
      '<ol start="2"><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ol>',
    ],
    [
      "an inner level without an outer one",
      entry("·", "a", 2) + entry("·", "b"),
      '<ul><li class="ql-indent-1">a</li><li>b</li></ul>',
    ],
    ["a paragraph that is empty", "<p class=MsoNormal>a</p><p><o:p>&nbsp;</o:p></p>", "<p>a</p><p><br></p>"],
    [
      "in a browser: levels, types, numbers and ends",
      online("ol", "a", 1, ' start="4"') +
        online("ul", "b", 2) +
        online("ul", "c", 3) +
        online("ol", "d", 1, ' start="5"') +
        '<div class="OutlineElement"><p class="Paragraph">e<span class="EOP" data-ccp-props="{}">&nbsp;</span></p></div>' +
        online("ol", "f", 1, ' start="6"'),
      '<ol start="4"><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ol><p>e</p><ol start="6"><li>f</li></ol>',
    ],
  ])("%s", (_name, html, stored) => expect(pasted(`<html><body>${html}</body></html>`)).toBe(stored));

  it.each([
    ["1.", [1]],
    ["(12)", [12]],
    ["४२.", [42]],
    ["௩.", [3]],
    ["٣.", [3]],
    ["Q7:", [7]],
    ["i.", [1, 9]],
    ["v)", [5, 22]],
    ["c.", [3, 100]],
    ["XIV.", [14]],
    ["क.", []],
    ["123456.", []],
    ["o", null],
    ["§", null],
    ["–", null],
    ["", null],
  ])("the marker %j means %j", (marker, numbers) => expect(numbersOf(marker)).toEqual(numbers));
});

it("a list of Google Docs keeps the number that it begins with", () => {
  const item = (words: string, level: number) => `<li dir="ltr" aria-level="${level}"><p>${words}</p></li>`;
  expect(pasted(`<ol start="3">${item("a", 1)}<ol>${item("b", 2)}</ol>${item("c", 1)}</ol>`)).toBe(
    '<ol start="3"><li>a<ol><li>b</li></ol></li><li>c</li></ol>',
  );
});

describe("a picture that cannot be taken", () => {
  it.each([
    ["data:image/svg+xml;base64,PHN2Zz4=", 'alt="A map"', "A map: The format is SVG."],
    ["data:image/avif;base64,AAAA", "", "data:image/avif;base64,AAAA: The format is AVIF."],
    ["file:///C:/Users/a/clip_image001.png", "", "clip_image001.png: It is only where it was copied from."],
    ["cid:image001.png@01DB", "", "cid:image001.png@01DB: It is only"],
    [`blob:${"x".repeat(100)}`, "", `blob:${"x".repeat(55)}…: It is only`],
  ])("%s is left out and named", (src, alt, reason) => {
    const { body, leftOut } = cleanPastedHtml(`<p>a <img src="${src}" ${alt}> b</p>`);
    expect(body.innerHTML).toBe("<p>a  b</p>");
    expect(leftOut).toEqual([expect.stringContaining(reason)]);
  });

  it("is any picture where a text takes words only", () => {
    const { body, leftOut } = cleanPastedHtml('<p>a<img src="/media/a.png" alt="A map"></p>', true);
    expect(body.innerHTML).toBe("<p>a</p>");
    expect(leftOut).toEqual(["A map: This text takes words only."]);
  });

  it("is told of no picture that is kept", () => {
    const html =
      '<p><img src="/media/a.png"><img src="https://example.org/a.svg"><img src="data:image/gif;base64,R0lG"></p>';
    expect(cleanPastedHtml(html).leftOut).toEqual([]);
  });
});

describe("files", () => {
  it.each([
    ["map.png", "image/png", true],
    ["IMG_0042.HEIC", "", true],
    ["scan.tiff", "application/octet-stream", true],
    ["notes.pdf", "application/pdf", false],
    ["lecture.mp4", "video/mp4", false],
    ["folder", "", false],
  ])("%s of the type %j is sent as a picture: %j", (name, type, sent) =>
    expect(isPicture(new File([], name, { type }))).toBe(sent),
  );

  it.each([
    ["lecture.mp4", "video/mp4", /^lecture\.mp4 is a video\. Upload it in the tab Videos/],
    ["lecture.MKV", "", /^lecture\.MKV is a video\./],
    [
      "notes.odt",
      "application/vnd.oasis.opendocument.text",
      /^notes\.odt is no picture\. .* Link to others instead\.$/,
    ],
  ])("%s is refused with what to do", (name, type, words) =>
    expect(refusalOf(new File([], name, { type }))).toMatch(words),
  );
});

describe("a table stays one", () => {
  const table = (...rows: string[]) => `<figure class="table"><table>${rows.join("")}</table></figure>`;
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  const lines = (...rows: string[][]) => table(`<tbody>${rows.map((cells) => row(...cells)).join("")}</tbody>`);

  it.each([
    [
      "from Excel",
      `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td{color:black;font-size:11pt}</style></head><body link="#0563C1">
       <table border=0 cellpadding=0 style='border-collapse:collapse;width:96pt'><!--StartFragment--><col width=64 span=2>
       <tr height=19><td height=19 class=xl65 width=64 style='height:14.4pt'>Name</td>
       <td class=xl65 style='font-weight:700'>Marks</td></tr><tr><td>Asha</td><td align=right x:num="91.5">91.5</td></tr>
       <!--EndFragment--></table></body></html>`,
      table(
        '<colgroup><col style="width: 64px"><col style="width: 64px"></colgroup><tbody>' +
          "<tr><td>Name</td><td><strong>Marks</strong></td></tr>" +
          '<tr><td>Asha</td><td><p class="ql-align-right">91.5</p></td></tr></tbody>',
      ),
    ],
    [
      "from Sheets",
      `<style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style>
       <google-sheets-html-origin><table xmlns="http://www.w3.org/1999/xhtml" data-sheets-root="1"><colgroup><col width="100"/></colgroup>
       <tbody><tr style="height:21px;"><td style="overflow:hidden;">ಹೆಸರು</td><td>b</td><td>c</td></tr>
       <tr><td>two<br/>lines</td><td><a href="https://example.org/">x</a></td><td>d</td></tr></tbody></table>`,
      table(
        '<colgroup><col style="width: 100px"><col style="width: 120px"><col style="width: 120px"></colgroup><tbody>' +
          "<tr><td>ಹೆಸರು</td><td>b</td><td>c</td></tr><tr><td>two<br>lines</td>" +
          '<td><a href="https://example.org/" target="_blank" rel="noreferrer noopener">x</a></td><td>d</td></tr></tbody>',
      ),
    ],
    [
      "from Word",
      "<table class=MsoTableGrid><tr><td colspan=2><p class=MsoNormal><b>a</b><o:p></o:p></p></td><td><p>b</p><p>c</p></td></tr></table>",
      table('<tbody><tr><td colspan="2"><strong>a</strong></td><td><p>b</p><p>c</p></td></tr></tbody>'),
    ],
    ["of one column", "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>", lines(["a"], ["b"])],
  ])("%s", (_name, html, stored) => expect(pasted(html)).toBe(stored));
});
