import { abstractNum, docx, drawing, noteReference, num, numbered, p, r, style } from "@academy/shared/test/docx";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { fileOf } from "@/test/files";
import { cleanPasted } from "./html/clean";
import { readDocument } from "./imports/convert";

const file = (name: string, content: Uint8Array | string) =>
  fileOf(name, typeof content === "string" ? strToU8(content) : content);

/** Reads a file: its HTML as the editor reads it, and the rest. */
async function read(name: string, bytes: Uint8Array | string) {
  const converted = await readDocument(file(name, bytes));
  const pictures = Object.fromEntries(
    [...converted.pictures].map(([address, { name, type, size }]) => [address, { name, type, size }]),
  );
  // As if each were stored.
  for (const image of converted.body.querySelectorAll("img")) {
    const src = image.getAttribute("src") ?? "";
    if (converted.pictures.has(src)) image.setAttribute("src", `/media/${src.slice("import:".length)}`);
  }
  const { body, leftOut } = cleanPasted(converted.body);
  const html = body.innerHTML.replace(/>\s+</g, "><").trim();
  return {
    html,
    pictures,
    title: converted.title,
    heading: converted.heading?.textContent,
    notes: [...converted.notes, ...leftOut],
  };
}

const word = async (parts: Parameters<typeof docx>[0]) => read("a.docx", docx(parts));

const formula = (latex: string, tag = "span") => `<${tag} class="formula" data-formula="${latex}">${latex}</${tag}>`;

describe("a Word document", () => {
  it("has its title, headings, marks, quotes and alignment", async () => {
    const { html, title, heading, notes } = await word({
      body:
        p("The Constitution", style("Title")) +
        p("Part III", style("Heading1")) +
        p(
          r("bold", "<w:b/>") +
            r(" italic", "<w:i/>") +
            r(" under", "<w:u w:val='single'/>") +
            r(" struck", "<w:strike/>"),
        ) +
        p(r("H") + r("2", '<w:vertAlign w:val="subscript"/>') + r("O")) +
        p("Quoted", style("Quote")) +
        p("In the middle", '<w:jc w:val="center"/>'),
    });
    expect(html).toBe(
      "<h1>The Constitution</h1><h1>Part III</h1><p><strong>bold</strong><em> italic</em><u> under</u><s> struck</s></p>" +
        '<p>H<sub>2</sub>O</p><blockquote>Quoted</blockquote><p class="ql-align-center">In the middle</p>',
    );
    expect({ title, heading, notes }).toEqual({ title: "The Constitution", heading: "The Constitution", notes: [] });
  });

  it.each([
    [
      "that it says beside its text",
      { body: p("Words") + p("Part", style("Heading2")), title: "Beside" },
      "Beside",
      undefined,
    ],
    ["of its first heading", { body: p("Words") + p("Part", style("Heading2")) }, "Part", undefined],
    ["that there is none of", { body: p("Words") }, "", undefined],
  ])("has the title %s", async (_name, parts, title, heading) => {
    expect(await word(parts)).toMatchObject({ title, heading });
  });

  it("has nested lists, and numbers that go on", async () => {
    const { html } = await word({
      numbering:
        abstractNum(0, ["decimal", "bullet", "lowerLetter"]) +
        abstractNum(1, ["bullet", "bullet"]) +
        num(1, 0) +
        num(2, 1) +
        num(3, 0, 7),
      body:
        p("a", numbered(0, 1)) +
        p("b", numbered(1, 1)) +
        p("c", numbered(2, 1)) +
        p("d", numbered(0, 1)) +
        p("between") +
        p("e", numbered(0, 1)) +
        p("f", numbered(0, 2)) +
        p("again") +
        p("g", numbered(0, 3)),
    });
    expect(html).toBe(
      '<ol><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ol><p>between</p><ol start="3"><li>e</li></ol>' +
        '<ul><li>f</li></ul><p>again</p><ol start="7"><li>g</li></ol>',
    );
  });

  it("has its tables with headers and merged cells", async () => {
    const cell = (words: string, properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(words)}</w:tc>`;
    const { html } = await word({
      body:
        `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell("Article")}${cell("Right")}</w:tr>` +
        `<w:tr>${cell("both", '<w:gridSpan w:val="2"/>')}</w:tr>` +
        `<w:tr>${cell("19", '<w:vMerge w:val="restart"/>')}${cell("speech")}</w:tr><w:tr>${cell("", "<w:vMerge/>")}${cell("assembly")}</w:tr></w:tbl>`,
    });
    expect(html).toBe(
      '<figure class="table"><table><thead><tr><th scope="col"><p>Article</p></th><th scope="col"><p>Right</p></th></tr></thead>' +
        '<tbody><tr><td colspan="2"><p>both</p></td></tr><tr><td rowspan="2"><p>19</p></td><td><p>speech</p></td></tr>' +
        "<tr><td><p>assembly</p></td></tr></tbody></table></figure>",
    );
  });

  it("has footnotes where they are referred to", async () => {
    const { html } = await word({
      footnotes: [r("See ") + r("Maneka", "<w:i/>"), "Second"],
      body: p(r("Article 21") + noteReference(1) + r(" says") + noteReference(2)),
    });
    expect(html).toBe(
      '<p>Article 21<span class="footnote" role="note">See <em>Maneka</em></span> says<span class="footnote" role="note">Second</span></p>',
    );
  });

  it("has its pictures, by their words; those of formats that cannot be shown are named", async () => {
    const { html, pictures } = await word({
      media: { "image1.png": new Uint8Array([1, 2, 3]), "image2.emf": new Uint8Array([4]) },
      body: p(drawing("rIdPic1", "A map")) + p(drawing("rIdPic2", "Old")),
    });
    expect(html).toBe('<p><img alt="A map" src="/media/0"></p><p><img alt="Old" src="/media/1"></p>');
    expect(pictures).toEqual({
      "import:0": { name: "Picture.png", type: "image/png", size: 3 },
      "import:1": { name: "Picture.emf", type: "image/x-emf", size: 1 },
    });
  });

  const mr = (text: string, properties = "") =>
    `<m:r>${properties && `<m:rPr>${properties}</m:rPr>`}<m:t>${text}</m:t></m:r>`;
  const part = (name: string, inside: string) => `<m:${name}>${inside}</m:${name}>`;

  it.each([
    ["a fraction", part("f", part("num", mr("1")) + part("den", mr("x+1"))), "\\frac{1}{x+1}"],
    [
      "a power and an index",
      part("sSubSup", part("e", mr("a")) + part("sub", mr("i")) + part("sup", mr("2"))),
      "a_{i}^{2}",
    ],
    ["a power of a group", part("sSup", part("e", mr("ab")) + part("sup", mr("n"))), "{ab}^{n}"],
    ["a root", part("rad", `<m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${part("e", mr("2"))}`), "\\sqrt{2}"],
    ["a third root", part("rad", part("deg", mr("3")) + part("e", mr("x"))), "\\sqrt[3]{x}"],
    [
      "a sum",
      part(
        "nary",
        `<m:naryPr><m:chr m:val="∑"/></m:naryPr>${part("sub", mr("i=1"))}${part("sup", mr("n"))}${part("e", mr("i"))}`,
      ),
      "\\sum_{i=1}^{n}i",
    ],
    [
      "an integral",
      part(
        "nary",
        `<m:naryPr><m:supHide m:val="1"/></m:naryPr>${part("sub", mr("V"))}${part("sup", "")}${part("e", mr("f"))}`,
      ),
      "\\int_{V}f",
    ],
    ["brackets", part("d", part("e", mr("a+b"))), "\\left(a+b\\right)"],
    [
      "cases",
      part(
        "d",
        '<m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>' +
          part("e", part("eqArr", part("e", mr("x&amp;=1")) + part("e", mr("y&amp;=2")))),
      ),
      "\\left\\{\\begin{aligned}x&amp;=1 \\\\ y&amp;=2\\end{aligned}\\right.",
    ],
    ["a function", part("func", part("fName", mr("sin", '<m:sty m:val="p"/>')) + part("e", mr("θ"))), "\\sin\\theta"],
    [
      "a limit",
      part(
        "func",
        part("fName", part("limLow", part("e", mr("lim", '<m:sty m:val="p"/>')) + part("lim", mr("x→0")))) +
          part("e", mr("x")),
      ),
      "\\lim_{x\\to0}x",
    ],
    [
      "a matrix",
      part(
        "m",
        part("mr", part("e", mr("1")) + part("e", mr("0"))) + part("mr", part("e", mr("0")) + part("e", mr("1"))),
      ),
      "\\begin{matrix}1 &amp; 0 \\\\ 0 &amp; 1\\end{matrix}",
    ],
    [
      "accents and bars",
      part("acc", `<m:accPr><m:chr m:val="⃗"/></m:accPr>${part("e", mr("v"))}`) +
        part("bar", `<m:barPr><m:pos m:val="top"/></m:barPr>${part("e", mr("x"))}`),
      "\\vec{v}\\overline{x}",
    ],
    ["signs and words", mr("2𝑥≤π") + mr(" if ", "<m:nor/>") + mr("50%"), "2x\\le\\pi\\text{ if }50\\%"],
  ])("has %s as a formula", async (_name, omml, latex) => {
    const { html } = await word({ body: p(`${r("so ")}<m:oMath>${omml}</m:oMath>${r(".")}`) });
    expect(html).toBe(`<p>so ${formula(latex)}.</p>`);
  });

  it("has formulas set apart, in footnotes too, and names those that it cannot have by their place", async () => {
    const { html, notes } = await word({
      footnotes: [`${r("where ")}<m:oMath>${mr("n")}</m:oMath>`],
      body:
        p(
          `<m:oMathPara><m:oMath>${mr("E=m")}${part("sSup", part("e", mr("c")) + part("sup", mr("2")))}</m:oMath></m:oMathPara>`,
        ) + p(`${r("Area of a circle ")}<m:oMath>${part("unheardOf", mr("x"))}</m:oMath>${noteReference(1)}`),
    });
    expect(html).toBe(
      `${formula("E=mc^{2}", "div")}<p>Area of a circle <span class="footnote" role="note">where ${formula("n")}</span></p>`,
    );
    expect(notes).toEqual(["A formula could not be taken: in “Area of a circle”."]);
  });

  it.each([
    ["a.docx", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), /^It is of Word 97 to 2003, or has a password\. Save it/],
    ["a.docx", new Uint8Array([1, 2, 3]), /^It is damaged, or no zip\./],
    ["a.docx", zipSync({ "a.txt": strToU8("x") }), /^It is no Word document\.$/],
    ["a.docx", docx({ body: "<w:p><w:numPr></w:p>" }), /^It is damaged\. Save it again in Word\.$/],
    ["a.docx", docx({ body: "<w:p></w:x>" }), /^It is damaged\. Save it again in Word\.$/],
    ["a.doc", "x", /^It is of Word 97 to 2003\. Save it as \.docx\.$/],
    ["a.odt", "x", /^Save it as \.docx/],
    ["a.pdf", "x", /^Documents are taken as \.docx, \.md, or a \.zip/],
    ["a.md", "", /^It is empty\.$/],
    ["a.zip", zipSync({ "a.txt": strToU8("x") }), /^There is no Markdown file/],
  ])("%s that cannot be read says why", async (name, bytes, sentence) => {
    await expect(read(name, bytes)).rejects.toThrow(sentence);
  });
});

describe("Markdown", () => {
  it("has the title of its front matter, and names pictures that did not come with it", async () => {
    const { html, title, notes } = await read(
      "a.md",
      '---\ntitle: "Rain in 2019"\ntags: [a]\n---\n\nText ![map](map.png) ![far](https://example.org/a.png)\n',
    );
    expect(html).toBe('<p>Text  <img src="https://example.org/a.png" alt="far"></p>');
    expect({ title, notes }).toEqual({
      title: "Rain in 2019",
      notes: ["The picture map.png was not taken: import it with its text as a .zip."],
    });
  });

  it("in UTF-16, as Notepad saved it", async () => {
    const text = "# ಮಳೆ";
    const bytes = new Uint8Array([
      0xff,
      0xfe,
      ...[...text].flatMap((char) => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]),
    ]);
    expect(await read("a.md", bytes)).toMatchObject({ title: "ಮಳೆ", heading: "ಮಳೆ" });
  });

  it("in a zip has its pictures, wherever they are in it", async () => {
    const picture = new Uint8Array([1, 2]);
    const { html, pictures, notes } = await read(
      "book.zip",
      zipSync({
        "book/chapters/one.md": strToU8("other"),
        "book/index.md": strToU8(
          "# Book\n\n![a](images/my%20map.png) ![b](./images/my%20map.png) ![c](gone.jpg) ![d](../../out.png)",
        ),
        "book/images/my map.png": picture,
        "../evil.md": strToU8("# evil"),
        "__MACOSX/book/._index.md": strToU8("x"),
      }),
    );
    expect(html).toBe(
      '<h1>Book</h1><p><img src="/media/book/images/my map.png" alt="a"><img src="/media/book/images/my map.png" alt="b"></p>',
    );
    expect(pictures).toEqual({ "import:book/images/my map.png": { name: "my map.png", type: "image/png", size: 2 } });
    expect(notes).toEqual([
      "../evil.md was not taken: its name leads out of the folder.",
      "The picture gone.jpg was not taken: it is not in the .zip.",
      "The picture ../../out.png was not taken: it is not in the .zip.",
      "book/chapters/one.md was not taken: one text is taken at a time.",
    ]);
  });

  it("in a zip that would unpack to more than the limits is refused by name", async () => {
    const bomb = zipSync({ "a.md": strToU8("# A"), "zeros.png": new Uint8Array((50 << 20) + 1) }, { level: 1 });
    const { notes } = await read("a.zip", bomb);
    expect(notes).toEqual(["zeros.png was not taken: it is larger than 50 MiB."]);
  });
});
