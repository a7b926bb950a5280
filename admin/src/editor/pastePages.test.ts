import { describe, expect, it } from "vitest";
import { cleanPastedHtml } from "./html/clean";

const pasted = (html: string) => cleanPastedHtml(html).body.innerHTML.replace(/>\s+</g, "><").trim();
const formula = (latex: string, tag = "span") =>
  `<${tag} class="formula" data-formula="${latex}">${latex}</${tag}>`.replaceAll("&(?!amp)", "&amp;");

const annotated = (latex: string, display = "") =>
  `<math xmlns="http://www.w3.org/1998/Math/MathML"${display}><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">${latex}</annotation></semantics></math>`;

describe("a formula of a page", () => {
  it.each([
    [
      "KaTeX",
      `<p>so <span class="katex"><span class="katex-mathml">${annotated("c = \\pm\\sqrt{a^2}")}</span><span class="katex-html" aria-hidden="true"><span class="mord">c=±√a2</span></span></span>.</p>`,
      `<p>so ${formula("c = \\pm\\sqrt{a^2}")}.</p>`,
    ],
    [
      "KaTeX, set apart",
      `<span class="katex-display"><span class="katex"><span class="katex-mathml">${annotated("E=mc^2", ' display="block"')}</span><span class="katex-html">E=mc2</span></span></span>`,
      formula("E=mc^2", "div"),
    ],
    [
      "Wikipedia",
      `<p><span class="mwe-math-element mwe-math-element-inline"><span class="mwe-math-mathml-inline" style="display: none;">${annotated("{\\displaystyle \\frac{1}{3}}")}</span><img src="https://wikimedia.org/x.svg" class="mwe-math-fallback-image-inline" alt="{\\displaystyle \\frac{1}{3}}"></span></p>`,
      `<p>${formula("\\frac{1}{3}")}</p>`,
    ],
    [
      "Wikipedia, its picture only",
      `<p><span class="mwe-math-element"><img src="https://wikimedia.org/x.svg" alt="{\\displaystyle a^{2}}"></span></p>`,
      `<p>${formula("a^{2}")}</p>`,
    ],
    [
      "MathJax 3",
      `<mjx-container class="MathJax" jax="CHTML" display="true"><mjx-math aria-hidden="true"><mjx-mfrac></mjx-mfrac></mjx-math><mjx-assistive-mml display="block"><math display="block"><mfrac><mn>1</mn><mi>n</mi></mfrac></math></mjx-assistive-mml></mjx-container>`,
      formula("\\frac{1}{n}", "div"),
    ],
    [
      "MathJax 2",
      `<span class="MathJax" data-mathml="&lt;math&gt;&lt;msup&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;mn&gt;2&lt;/mn&gt;&lt;/msup&gt;&lt;/math&gt;"><nobr>x2</nobr></span>`,
      formula("x^{2}"),
    ],
  ])("of %s has its source", (_name, html, stored) => expect(pasted(html)).toBe(stored));

  it.each([
    ["<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>3</mn></mfrac>", "\\frac{a+1}{3}"],
    ["<msqrt><mn>2</mn></msqrt><mo>×</mo><mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt{2}\\times\\sqrt[3]{x}"],
    ["<msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup>", "a_{i}^{2}"],
    [
      "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
      "\\sum_{i=1}^{n}i",
    ],
    ["<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder>", "\\lim_{x\\to0}"],
    ["<mover><mi>v</mi><mo>→</mo></mover>", "\\vec{v}"],
    ["<mfenced><mi>a</mi><mi>b</mi></mfenced>", "\\left(a,b\\right)"],
    [
      "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable>",
      "\\begin{matrix}1 &amp; 0 \\\\ 0 &amp; 1\\end{matrix}",
    ],
    [
      "<mi>sin</mi><mi>θ</mi><mo>=</mo><mtext>50% of</mtext><mi>α</mi><mi>b</mi>",
      "\\sin\\theta=\\text{50\\% of}\\alpha b",
    ],
    ["<msup><mi>A</mi><mi>T</mi></msup><mi>𝑥</mi>", "A^{T}x"],
  ])("in MathML alone: %s", (inside, latex) => expect(pasted(`<math>${inside}</math>`)).toBe(formula(latex)));

  it("keeps its words where its source is not known", () => {
    expect(pasted("<p>a <math><mi>x</mi><mlongdiv>7</mlongdiv></math></p>")).toBe("<p>a x7</p>");
    expect(pasted(`<p>a ${annotated("x".repeat(2001))}</p>`)).toMatch(/^<p>a x/);
  });
});

it("a formula of Word is read from what its comments say, and its picture goes", () => {
  const look = (inside: string) =>
    `<i style='mso-bidi-font-style:normal'><span lang=EN-US style='font-family:"Cambria Math",serif'>${inside}</span></i>`;
  const html = `<p class=MsoNormal>so <!--[if gte msEquation 12]><m:oMath><m:f><m:fPr>${look("<m:ctrlPr></m:ctrlPr>")}</m:fPr>
    <m:num>${look("<m:r>1</m:r>")}</m:num><m:den>${look("<m:r>x</m:r>")}</m:den></m:f></m:oMath><![endif]--><![if !msEquation]><span
    style='position:relative'><img width=8 height=27 src="file:///C:/clip_image002.png"></span><![endif]> is<o:p></o:p></p>`;
  expect(pasted(html)).toBe(`<p>so ${formula("\\frac{1}{x}")} is</p>`);
  expect(cleanPastedHtml(html).leftOut).toEqual([]);
});

describe("a figure", () => {
  it.each([
    [
      "with words",
      '<figure class="wp-block-image"><img src="https://example.org/a.png" alt="A map"><figcaption>The <em>west</em> coast</figcaption></figure>',
      '<figure class="picture picture-full"><img src="https://example.org/a.png" alt="A map"><figcaption>The <em>west</em> coast</figcaption></figure>',
    ],
    [
      "of WordPress before figures",
      '<div id="attachment_4" class="wp-caption aligncenter"><a href="https://example.org/a.png"><img src="https://example.org/a.png" alt=""></a><p class="wp-caption-text">Words</p></div>',
      '<figure class="picture picture-full"><img src="https://example.org/a.png" alt=""><figcaption>Words</figcaption></figure>',
    ],
    [
      "without words",
      '<figure><picture><source srcset="a.webp"><img src="https://example.org/a.png" alt=""></picture></figure>',
      '<p><img src="https://example.org/a.png" alt=""></p>',
    ],
    [
      "of this site",
      '<figure class="picture picture-half"><img src="/media/a.png" alt="A"><figcaption>W <cite>NASA</cite></figcaption></figure>',
      '<figure class="picture picture-half"><img src="/media/a.png" alt="A"><figcaption>W <cite>NASA</cite></figcaption></figure>',
    ],
    ["of code", "<figure><pre>x = 1</pre><figcaption>Listing</figcaption></figure>", "<pre>x = 1</pre><p>Listing</p>"],
    [
      "whose picture cannot be taken",
      '<figure><img src="file:///C:/a.png"><figcaption>Words</figcaption></figure>',
      "<p>Words</p>",
    ],
  ])("%s", (_name, html, stored) => expect(pasted(html)).toBe(stored));
});

describe("what opens and closes", () => {
  it("is a question", () => {
    expect(pasted("<details open class='x'><summary><h3>Why?</h3></summary><p>So.</p></details>")).toBe(
      '<details class="question"><summary>Why?</summary><p>So.</p></details>',
    );
  });

  it("is its words when it has nothing to press, or is in another one", () => {
    expect(pasted("<details><p>a</p></details>")).toBe("<p>a</p>");
    expect(pasted("<details><summary>q</summary><details><summary>r</summary>a</details></details>")).toBe(
      '<details class="question"><summary>q</summary><p>r</p>a</details>',
    );
  });
});

describe("a footnote", () => {
  it("of Word stands where it is referred to", () => {
    const html = `<p class=MsoNormal>Article 21<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'>[1]</span></span></a> says<o:p></o:p></p>
      <div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1>
      <p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> See <i>Maneka Gandhi</i>.<o:p></o:p></p></div></div>`;
    expect(pasted(html)).toBe(
      '<p>Article 21<span class="footnote" role="note">See <i>Maneka Gandhi</i>.</span> says</p>',
    );
  });

  it("of Google Docs, too", () => {
    const html = `<b style="font-weight:normal" id="docs-internal-guid-2"><p>Rain<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> In mm.</span></p></div></b>`;
    expect(pasted(html)).toContain('<p>Rain<span class="footnote" role="note"><span> In mm.</span></span></p>');
  });

  it("of a page, without its list, is a number", () => {
    const html =
      '<p>Text<sup class="reference"><a href="https://en.wikipedia.org/wiki/X#cite_note-1">[1]</a></sup></p>';
    expect(pasted(html)).toBe("<p>Text<sup>[1]</sup></p>");
  });
});

it("classes of other pages that are named as formats are not formats", () => {
  expect(pasted('<div class="table picture file"><p class="question">a</p></div>')).toBe("<div><p>a</p></div>");
});

/** A page of `count` parts of all that is looked at. */
const page = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `<h2 style="font-weight:400">Part ${index}</h2><p class=MsoNormal style="margin:0;font-family:Calibri"><span style="font-weight:700">Words</span> of ${index} <a href="https://example.org/${index}">link</a></p>` +
      `<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>entry</p><p style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o</span>inner</p>` +
      `<table><tr><td>a</td><td align=right>${index}</td></tr><tr><td>b</td><td>c</td></tr></table>${annotated("x^2")}` +
      `<figure><img src="https://example.org/${index}.png"><figcaption>f</figcaption></figure><details><summary>q</summary>a</details>` +
      `<p>ref<a href="#_ftn${index}">[1]</a></p><div id="ftn${index}"><p>note</p></div>`,
  ).join("");

it("the work of a paste grows as its length", () => {
  // Steps through the document, which is what a paste costs.
  const steps = (count: number) => {
    let calls = 0;
    const restore = (
      ["getAttribute", "setAttribute", "matches", "closest", "contains", "remove", "append"] as const
    ).map((name) => {
      const owner = (name === "contains" ? Node.prototype : Element.prototype) as unknown as Record<string, unknown>;
      const real = owner[name] as (...args: unknown[]) => unknown;
      owner[name] = function (this: unknown, ...args: unknown[]) {
        calls++;
        return real.apply(this, args);
      };
      return () => {
        owner[name] = real;
      };
    });
    try {
      cleanPastedHtml(page(count));
    } finally {
      for (const put of restore) put();
    }
    return calls;
  };
  expect(steps(40)).toBeLessThan(4.2 * steps(10));
});
