// @vitest-environment jsdom
import { formulaOf } from "@academy/shared/formula";
import { sample } from "@academy/shared/test/sample";
import { expect, test } from "vitest";
import { pageOf } from "./pageOf";
import { shown, words } from "./testing";

function dom(html: string): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}
const table = (rows: string, before = "") =>
  `<figure class="table"><table>${before}<tbody>${rows}</tbody></table></figure>`;

test("what has no format stays as it is stored, byte by byte", () => {
  const html =
    '<h2>A &amp; B</h2><p class="ql-align-center">a <strong>b</strong> &lt;c&gt; &#34;d&#34;<br> <a href="/x?a=1&amp;b=2" rel="noreferrer noopener">e &gt; f</a></p>' +
    '<ul><li>one<ul><li>two</li></ul></li></ul><blockquote>q</blockquote><hr><pre class="ql-syntax" spellcheck="false">\n\n if a &lt; b {}</pre>';
  expect(shown(html)).toBe(html);
});

test("colours of the writer's own become custom properties", () => {
  expect(shown('<p><span style="color: #123456; font-size: large">x</span> style="color: red"</p>')).toBe(
    '<p><span style="--color: #123456; font-size: large">x</span> style="color: red"</p>',
  );
});

test("a formula is MathML, one that is set apart says so, and one that is wrong shows its source", () => {
  const html = shown(
    '<p><span class="formula" data-formula="a&lt;b">a&lt;b</span></p><div class="formula" data-formula="x">x</div>' +
      '<p><span class="formula" data-formula="\\frac{&lt;">\\frac{&lt;</span></p>',
  );
  expect(html).toMatch(/^<p><span class="formula"><math><semantics>.*<mo>&lt;<\/mo>.*a&lt;b<\/annotation>/);
  expect(html).toMatch(/<div class="formula"><math display="block"/);
  expect(html).toMatch(/<span class="formula"><code>\\frac{&lt;<\/code><\/span><\/p>$/);
});

test("formulas of more than 60,000 characters in all are shown as they are written", () => {
  const one = `<div class="formula" data-formula="${"x+".repeat(999)}x">x</div>`;
  const html = shown(one.repeat(40));
  expect(html.match(/<math/g)?.length).toBe(30);
  expect(html.match(/<code>/g)?.length).toBe(10);
});

test("a table has a frame that scrolls by the keyboard, with the name that its caption says", () => {
  const region = dom(
    shown(
      table(
        "<tr><td>1</td></tr>",
        '<caption>Rain &amp; <em>"wind"</em><span class="footnote" role="note">x</span></caption>',
      ),
    ),
  ).querySelector("figure.table > [role=region][tabindex='0']");
  expect(region?.getAttribute("aria-label")).toBe('Rain & "wind"');
  expect(region?.querySelector("table > caption")).not.toBeNull();
  const bare = dom(shown("<table><tbody><tr><td>1</td></tr></tbody></table>".repeat(2)));
  expect(
    [...bare.querySelectorAll("figure.table > [role=region]")].map(
      (one) => one.ariaLabel ?? one.getAttribute("aria-label"),
    ),
  ).toEqual(["Table 1", "Table 2"]);
});

const th = (text: string, more = "") => `<th scope="row"${more}>${text}</th>`;
const stays = (html: string) => [...dom(shown(html)).querySelectorAll(".stays")].map((cell) => cell.textContent);

test("a first column of headers stays in view, with the cell above it", () => {
  const head = '<thead><tr><th scope="col">District</th><th scope="col">mm</th></tr></thead>';
  expect(stays(table(`<tr>${th("A")}<td>1</td></tr><tr>${th("B")}<td>2</td></tr>`, head))).toEqual([
    "District",
    "A",
    "B",
  ]);
});

test("cells below one of several rows are in the second column, and stay nowhere", () => {
  const rows = `<tr>${th("A", ' rowspan="2"')}${th("a")}<td>1</td></tr><tr>${th("b")}<td>2</td></tr><tr>${th("B")}${th("c")}<td>3</td></tr>`;
  expect(stays(table(rows))).toEqual(["A", "B"]);
});

test.each([
  ["it has a cell that is none", `<tr>${th("A")}<td>1</td></tr><tr><td>B</td><td>2</td></tr>`],
  ["there is no other", `<tr>${th("A")}</tr><tr>${th("B")}</tr>`],
  ["there is none", "<tr></tr>"],
])("a first column scrolls away where %s", (_, rows) => {
  expect(stays(table(rows))).toEqual([]);
});

test("footnotes are numbered and listed at the end, with links both ways", () => {
  const note = (text: string) => `<span class="footnote" role="note">${text}</span>`;
  const page = dom(shown(`<p>a${note("<em>one</em>")} b</p><ul><li>c${note("two")}</li></ul>`));
  const numbers = [...page.querySelectorAll("sup a")];
  expect(numbers.map((one) => [one.textContent, one.getAttribute("aria-label")])).toEqual([
    ["1", "1, note"],
    ["2", "2, note"],
  ]);
  const notes = [...(page.lastElementChild?.querySelectorAll("li") ?? [])];
  expect(notes.map((one) => one.innerHTML.split(" <a")[0])).toEqual(["<em>one</em>", "two"]);
  for (const [i, number] of numbers.entries()) {
    expect(number.getAttribute("href")).toBe(`#${notes[i]?.id}`);
    expect(notes[i]?.querySelector("a")?.getAttribute("href")).toBe(`#${number.parentElement?.id}`);
  }
  expect(page.querySelector(".footnotes > p")?.textContent).toBe("Notes");
  expect(page.querySelectorAll("[role=note]").length).toBe(0);
});

test("several texts of a page do not share ids", () => {
  const html = '<p>a<span class="footnote" role="note">b</span></p>';
  const ids = ["x-", "y-"].flatMap((prefix) =>
    [...shown(html, { prefix }).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id),
  );
  expect(ids.length).toBe(6);
  expect(new Set(ids).size).toBe(6);
});

test("a footnote in a link is no link in a link, and one in a footnote is a part of it", () => {
  const note = '<span class="footnote" role="note">n</span>';
  expect(dom(shown(`<p><a href="/x">a${note}</a></p>`)).querySelector("p a a, p a sup a")).toBeNull();
  expect(shown(`<p>a<span class="footnote" role="note">b${note}</span></p>`)).toContain('<li id="note-1">b (n) <a');
});

test.each([
  ["note", "Note"],
  ["tip", "Tip"],
  ["warning", "Warning"],
  ["exam", "For the exam"],
] as const)("a callout of the kind %s says %s", (kind, word) => {
  const aside = dom(shown(`<aside class="callout callout-${kind}"><p>a</p></aside>`)).querySelector("aside");
  expect(aside?.className).toBe(`callout callout-${kind}`);
  expect(aside?.firstElementChild?.textContent).toBe(word);
  expect(aside?.getAttribute("aria-label")).toBe(word);
  expect(aside?.querySelector("svg[aria-hidden=true]")).not.toBeNull();
  expect(aside?.lastElementChild?.outerHTML).toBe("<p>a</p>");
});

test("the site's words are content, and say which language they are in", () => {
  const html = shown('<aside class="callout callout-note"><p>a</p></aside>', { words: { ...words, note: "ಟಿಪ್ಪಣಿ" } });
  expect(dom(html).querySelector(".callout-name[lang=kn]")?.textContent).toBe("ಟಿಪ್ಪಣಿ");
});

test.each([
  [48213, "PDF, 47 KB"],
  [1, "PDF, 1 KB"],
  [7340032, "PDF, 7 MB"],
  [1600000, "PDF, 1.5 MB"],
  ["", "PDF"],
])("a file of %s bytes is %s", (bytes, facts) => {
  const link = dom(
    shown(
      `<p class="file"><a href="/media/a.pdf" download="A &amp; B.pdf" data-bytes="${bytes}">A &amp; B.pdf</a></p>`,
    ),
  ).querySelector("p.file > a[download$='B.pdf'][href='/media/a.pdf']");
  expect(link?.textContent).toBe(`A & B.pdf ${facts}`);
});

test("code says its language", () => {
  const code = (language: string) =>
    dom(shown(`<pre class="ql-syntax" data-language="${language}">x</pre>`)).querySelector("figure.code > figcaption")
      ?.textContent;
  expect(["go", "sql", "typescript", "constructor"].map(code)).toEqual(["Go", "SQL", "TypeScript", "Constructor"]);
  expect(dom(shown('<pre class="ql-syntax">x</pre>')).querySelector("figure")).toBeNull();
});

test("what may be wider than a phone is stopped at by the keyboard, and nothing else is", () => {
  const stops = (html: string) =>
    [...dom(shown(html)).querySelectorAll("[tabindex='0']")].map(({ localName }) => localName);
  const formula = (tag: string, source: string) => `<${tag} class="formula" data-formula="${source}">x</${tag}>`;
  const long = "a+b+c+d+e+f+g+h+i+j";
  expect(stops(`<p>${formula("span", "x^2")}</p>${formula("div", "\\frac{1}{2}")}<pre>a\nb</pre>`)).toEqual([]);
  expect(stops(`<p>${formula("span", long)}</p>${formula("div", long)}<pre>${long.repeat(2)}</pre>`)).toEqual([
    "span",
    "div",
    "pre",
  ]);
});

test("a question is closed and holds its answer", () => {
  const html = '<details class="question"><summary>Q?</summary><p>A.</p></details>';
  expect(shown(html)).toBe(html);
});

test("the sample has every format, ids once, links that lead somewhere, and no stored attribute that only we read", () => {
  const { html, headings } = pageOf(sample, { words, formulaOf, headings: true });
  const page = dom(html);
  const ids = [...page.querySelectorAll("[id]")].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const link of page.querySelectorAll('a[href^="#"]'))
    expect(ids).toContain(decodeURIComponent(link.getAttribute("href")?.slice(1) ?? ""));
  expect(headings.map(({ text }) => text)).toEqual(["Article 21 and its reading", "ವರ್ಷದ ಮಳೆ"]);
  expect(page.querySelectorAll("math").length).toBe(7);
  expect(page.querySelectorAll(".formula > code").length).toBe(1);
  expect(page.querySelectorAll("[data-formula], [data-bytes], script").length).toBe(0);
  expect(page.querySelectorAll("figure.table").length).toBe(2);
});

test("names that mean something to objects, tags without ends and ends without tags lose no words", () => {
  expect(shown('<p class="constructor __proto__">a</p><table class="toString"></table>')).toContain(">a</p>");
  expect(shown("<p>a<em>b</p>c</em></figure>d")).toBe("<p>a<em>b</em></p>cd");
  expect(shown('<figure class="table"></figure><p class="file">x</p><aside class="callout">y</aside>')).toContain(
    "y</aside>",
  );
});

test("elements in elements as deep as the server allows are written", () => {
  const html = `${"<blockquote>".repeat(500)}a${"</blockquote>".repeat(500)}`;
  expect(shown(html)).toBe(html);
});
