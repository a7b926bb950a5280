import { describe, expect, it } from "vitest";
import { cleanPastedHtml } from "./html/clean";
import { tableOfTabs } from "./html/spreadsheet";

/** The HTML that the editor reads of what is pasted, without the white space between tags. */
const pasted = (html: string, wordsOnly = false) =>
  cleanPastedHtml(html, wordsOnly)
    .body.innerHTML.replace(/>[ \n]+</g, "><")
    .trim();

/** A table as it is stored. */
const stored = (inside: string) => `<figure class="table"><table>${inside}</table></figure>`;
const rows = (...lines: string[][]) =>
  `<tbody>${lines.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</tbody>`;
const right = (words: string) => `<p class="ql-align-right">${words}</p>`;

/** The clipboard as Excel writes it. */
const excel = (css: string, table: string) =>
  `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">
   <head><meta name=ProgId content=Excel.Sheet><style><!--table{mso-displayed-decimal-separator:"\\.";}
   td{padding-top:1px;color:black;font-size:11.0pt;font-weight:400;text-align:general;} ${css} --></style></head>
   <body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 style='border-collapse:collapse'>
   <!--StartFragment-->${table}<!--EndFragment--></table></body></html>`;

describe("a range of Excel", () => {
  it("has its widths, numbers at the right, and bold cells by their class", () => {
    const html = excel(
      `.xl65 {mso-style-parent:style0;font-weight:700;text-align:center;} .xl66 {mso-number-format:"0\\.0";}`,
      `<col width=120 style='mso-width-source:userset;mso-width-alt:4388;width:90pt'><col width=64 style='width:48pt'>
       <tr height=20 style='height:15.0pt'><td height=20 class=xl65 width=120 style='height:15.0pt;width:90pt'>Station</td>
       <td class=xl65 width=64 style='width:48pt'>Rain (mm)</td></tr>
       <tr height=20 style='height:15.0pt'><td height=20 style='height:15.0pt'>ಆಗುಂಬೆ</td><td class=xl66 align=right>7691.0</td></tr>`,
    );
    expect(pasted(html)).toBe(
      stored(
        '<colgroup><col style="width: 120px"><col style="width: 64px"></colgroup>' +
          rows(
            [
              '<p class="ql-align-center"><strong>Station</strong></p>',
              '<p class="ql-align-center"><strong>Rain (mm)</strong></p>',
            ],
            ["ಆಗುಂಬೆ", right("7691.0")],
          ),
      ),
    );
  });

  it("keeps merged cells, and drops hidden rows and columns", () => {
    const html = excel(
      "",
      `<col width=64 span=2 style='width:48pt'><col width=0 style='display:none;mso-width-source:userset;width:0'><col width=64>
       <tr height=20><td colspan=4 height=20>All four</td></tr>
       <tr height=0 style='display:none'><td>x</td><td>x</td><td>x</td><td>x</td></tr>
       <tr height=20><td rowspan=2 height=40>Two rows</td><td>b</td><td>hidden</td><td>d</td></tr>
       <tr height=20><td height=20>e</td><td>hidden</td><td>g</td></tr>`,
    );
    expect(pasted(html)).toBe(
      stored(
        `<colgroup>${'<col style="width: 64px">'.repeat(3)}</colgroup><tbody><tr><td colspan="3">All four</td></tr>` +
          '<tr><td rowspan="2">Two rows</td><td>b</td><td>d</td></tr><tr><td>e</td><td>g</td></tr></tbody>',
      ),
    );
  });

  it("has words that run over empty cells in one of them", () => {
    const html = excel(
      "",
      "<tr><td colspan=2 style='mso-ignore:colspan'>A long title</td></tr><tr><td>a</td><td>b</td></tr>",
    );
    expect(pasted(html)).toBe(stored(rows(["A long title", ""], ["a", "b"])));
  });

  it("of one cell is its words", () => {
    expect(pasted(excel("", "<tr height=20><td height=20>Only this</td></tr>"))).toBe("Only this");
  });

  it("is lines with tabs in a text of words only", () => {
    expect(pasted(excel("", "<tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr>"), true)).toBe(
      '<div>a<span class="ql-tab">\t</span>b</div><div>c<span class="ql-tab">\t</span>d</div>',
    );
  });
});

it("a range of Google Sheets has its widths, merged cells, bold, struck and aligned words, and links", () => {
  const html = `<style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style>
    <google-sheets-html-origin><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" data-sheets-root="1" data-sheets-baot="1">
    <colgroup><col width="100"/><col width="180"/><col width="60"/></colgroup><tbody>
    <tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;vertical-align:bottom;font-weight:bold;text-align:center;" rowspan="1" colspan="2" data-sheets-value="{&quot;1&quot;:2}">ಹೆಸರು</td><td></td></tr>
    <tr style="height:21px;"><td style="text-decoration:line-through;">old<br/>new</td><td><a class="in-cell-link" target="_blank" href="https://example.org/">x</a></td><td style="text-align:right;">4.5</td></tr></tbody></table>`;
  expect(pasted(html).replace(/<\/?google-sheets-html-origin>/g, "")).toContain(
    stored(
      '<colgroup><col style="width: 100px"><col style="width: 180px"><col style="width: 60px"></colgroup><tbody>' +
        '<tr><td colspan="2"><p class="ql-align-center"><strong>ಹೆಸರು</strong></p></td><td></td></tr>' +
        '<tr><td><s>old<br>new</s></td><td><a href="https://example.org/" target="_blank" rel="noreferrer noopener">x</a></td>' +
        `<td>${right("4.5")}</td></tr></tbody>`,
    ),
  );
});

it("a range of LibreOffice Calc is a table", () => {
  const html = `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 24.2 (Linux)"/></head><body>
    <table cellspacing="0" border="0"><colgroup width="97"></colgroup><colgroup width="85"></colgroup>
    <tr><td height="17" align="left" valign=bottom><b><font face="Liberation Sans">Name</font></b></td><td align="center"><b>Marks</b></td></tr>
    <tr><td height="17" align="left" valign=bottom>Asha</td><td align="right" valign=bottom sdval="91.5" sdnum="1033;">91.5</td></tr></table></body></html>`;
  expect(pasted(html)).toBe(
    stored(
      rows(
        ['<b><font face="Liberation Sans">Name</font></b>', '<p class="ql-align-center"><b>Marks</b></p>'],
        ["Asha", right("91.5")],
      ),
    ),
  );
});

it("a table of Word has the header rows that repeat on each page, lists in cells and merged cells", () => {
  const p = (words: string) =>
    `<p class=MsoNormal style='margin-bottom:0cm;line-height:normal'>${words}<o:p></o:p></p>`;
  const entry = (words: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span> </span></span><![endif]>${words}</p>`;
  const html = `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
    <thead><tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'><td width=301 valign=top>${p("<b>Article</b>")}</td><td width=301>${p("<b>Rights</b>")}</td></tr></thead>
    <tr style='mso-yfti-irow:1'><td rowspan=2>${p("19")}</td><td>${entry("speech") + entry("assembly")}</td></tr>
    <tr style='mso-yfti-irow:2;mso-yfti-lastrow:yes'><td>${p("movement")}</td></tr></table></body></html>`;
  expect(pasted(html)).toBe(
    stored(
      '<thead><tr><th scope="col"><p><b>Article</b></p></th><th scope="col"><p><b>Rights</b></p></th></tr></thead>' +
        '<tbody><tr><td rowspan="2"><p>19</p></td><td><ul><li>speech</li><li>assembly</li></ul></td></tr>' +
        "<tr><td><p>movement</p></td></tr></tbody>",
    ),
  );
});

describe("a table of a page", () => {
  it("has its caption and headers", () => {
    const html = `<figure class="wp-block-table"><table class="sortable"><thead><tr><th>Year</th><th>Rain</th></tr></thead>
      <tbody><tr><th>2019</th><td style="text-align:right">1,288</td></tr></tbody><tfoot><tr><td>Mean</td><td>1,160</td></tr></tfoot></table>
      <figcaption class="wp-element-caption">Rainfall in mm</figcaption></figure>`;
    expect(pasted(html)).toBe(
      stored(
        '<caption>Rainfall in mm</caption><thead><tr><th scope="col">Year</th><th scope="col">Rain</th></tr></thead>' +
          `<tbody><tr><th scope="row">2019</th><td>${right("1,288")}</td></tr><tr><td>Mean</td><td>1,160</td></tr></tbody>`,
      ),
    );
  });

  it("has its first row as headers where all cells of it are", () => {
    expect(pasted("<table><tr><th>a<th>b<tr><td>c<td>d</table>")).toBe(
      stored(`<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>${rows(["c", "d"])}`),
    );
  });

  it.each([
    [
      "holds another",
      "<table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>",
      `<div>a</div><div>${stored(rows(["b", "c"]))}</div>`,
    ],
    ["says so", '<table role="presentation"><tr><td>a</td><td>b</td></tr></table>', "<div>a</div><div>b</div>"],
    [
      "holds headings and has no headers",
      "<table><tr><td><h2>a</h2></td><td>b</td></tr></table>",
      "<div><h2>a</h2></div><div>b</div>",
    ],
  ])("only arranges it when it %s", (_name, html, left) => expect(pasted(html)).toBe(left));

  it("has no headings in its cells", () => {
    expect(pasted("<table><caption>c</caption><tr><td><h3>a</h3></td><td><pre>b</pre></td></tr></table>")).toBe(
      stored(`<caption>c</caption>${rows(["<p><strong>a</strong></p>", "<p>b</p>"])}`),
    );
  });

  it("has cells over twenty columns at most; the rest is empty", () => {
    const html = `<table><tr><td colspan="25">a</td></tr><tr>${"<td>b</td>".repeat(25)}</tr></table>`;
    expect(pasted(html)).toContain(`<tr><td colspan="20">a</td>${"<td></td>".repeat(5)}</tr>`);
  });

  it("that is too large is whole, and named", () => {
    const wide = `<table><caption>Wide</caption>${`<tr>${"<td>x</td>".repeat(31)}</tr>`}</table>`;
    const long = `<table>${"<tr><td>x</td><td>y</td></tr>".repeat(501)}</table>`;
    const { body, notes } = cleanPastedHtml(wide + long);
    expect(body.querySelectorAll("td")).toHaveLength(31 + 1002);
    expect(notes).toEqual([
      "The table “Wide” has 31 columns. A text takes 30: delete or split some.",
      "A table has 501 rows. A text takes 500: make it several tables.",
    ]);
  });

  it("says a hundred columns to mean all", () => {
    const html = '<table><tr><td colspan="100">all</td></tr><tr><td>a</td><td>b</td></tr></table>';
    expect(pasted(html)).toBe(stored('<tbody><tr><td colspan="2">all</td></tr><tr><td>a</td><td>b</td></tr></tbody>'));
  });

  it.each([
    [
      "whose cells go over a thousand others",
      `<tr>${'<td colspan="1000" rowspan="1000">x</td>'.repeat(20)}</tr>`.repeat(60),
    ],
    ["of one long row and many short ones", `<tr>${"<td>x</td>".repeat(600)}</tr>${"<tr><td>x</td></tr>".repeat(600)}`],
  ])("%s is written with few cells that are empty", (_name, inside) => {
    const cells = cleanPastedHtml(`<table>${inside}</table>`).body.querySelectorAll("td");
    expect([...cells].filter(({ textContent }) => textContent === "").length).toBeLessThan(3000);
  });

  it("runs nothing and fetches nothing: it is in no page that is shown", () => {
    const { createElement, adoptNode } = document;
    const taken: unknown[] = [];
    document.createElement = (tag: string) => {
      taken.push(tag);
      return createElement.call(document, tag);
    };
    document.adoptNode = (node) => {
      taken.push(node);
      return adoptNode.call(document, node) as typeof node;
    };
    try {
      const image = '<img src="x" onerror="globalThis.ran = true">';
      const list = `<p style="mso-list:l0 level1 lfo1">${image}</p>`;
      cleanPastedHtml(`<table><tr><td>${image}${list}</td><td>b</td></tr></table><figure>${image}</figure>${list}`);
    } finally {
      Object.assign(document, { createElement, adoptNode });
    }
    expect(taken).toEqual([]);
  });
});

describe("plain text with tabs", () => {
  it.each([
    ["of a spreadsheet", "a\tb\r\nc\td\r\n", rows(["a", "b"], ["c", "d"])],
    ["with empty cells", "a\t\tb\n\tc\t\n", rows(["a", "", "b"], ["", "c", ""])],
    [
      "with lines and quotes in a cell",
      '"two\nlines"\t"say ""hi"""\nc\td',
      rows(["two<br>lines", 'say "hi"'], ["c", "d"]),
    ],
    ["with quotes that are characters", '5" pipe\tb\n6"\td', rows(['5" pipe', "b"], ['6"', "d"])],
    ["with tags", "<b>\t&\nc\td", rows(["&lt;b&gt;", "&amp;"], ["c", "d"])],
  ])("%s is a table", (_name, text, inside) => expect(pasted(tableOfTabs(text) ?? "")).toBe(stored(inside)));

  it.each([
    ["one line", "a\tb"],
    ["lines without tabs among them", "a\tb\nplain"],
    ["lines of different lengths", "a\tb\nc\td\te"],
    ["code", "\tif x {\n\t}\n"],
    ["no tab", "a\nb"],
  ])("%s is text", (_name, text) => expect(tableOfTabs(text)).toBeNull());
});
