import { $getRoot, UNDO_COMMAND } from "lexical";
import { describe, expect, it, vi } from "vitest";
import { documentHtml } from "./document";
import { cleanPastedHtml } from "./html/clean";
import { htmlOfMarkdown } from "./imports/markdown";
import { looksLikeMarkdown } from "./markdownSigns";
import { open as openEditor, paste as pasteData } from "./testEditor";

const html = (markdown: string) =>
  cleanPastedHtml(htmlOfMarkdown(markdown))
    .body.innerHTML.replace(/>[ \n]+</g, "><")
    .trim();

const formula = (latex: string, tag = "span") => `<${tag} class="formula" data-formula="${latex}">${latex}</${tag}>`;

describe("Markdown", () => {
  it.each([
    [
      "headings and marks",
      "## Polity\n\n**bold** *italic* ~~struck~~ `code`",
      "<h2>Polity</h2><p><strong>bold</strong><em>italic</em><del>struck</del><code>code</code></p>",
    ],
    ["nested lists", "- a\n  1. b\n  2. c\n- d", "<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>"],
    ["a list that begins at 4", "4. a\n5. b", '<ol start="4"><li>a</li><li>b</li></ol>'],
    ["what is done", "- [x] a\n- [ ] b", "<ul><li>☑ a</li><li>☐ b</li></ul>"],
    [
      "a table",
      "| Year | Rain |\n|---|---:|\n| 2019 | 1288 |",
      '<figure class="table"><table><thead><tr><th scope="col">Year</th><th scope="col"><p class="ql-align-right">Rain</p></th></tr></thead>' +
        '<tbody><tr><td>2019</td><td><p class="ql-align-right">1288</p></td></tr></tbody></table></figure>',
    ],
    [
      "formulas",
      "so $a_1 < 3$ costs $5 or $6\n\n$$\n\\frac{1}{3}\n$$\n\nend",
      `<p>so <span class="formula" data-formula="a_1 &lt; 3">a_1 &lt; 3</span> costs $5 or $6</p>${formula("\\frac{1}{3}", "div")}<p>end</p>`,
    ],
    ["formulas between brackets", "a \\(x^2\\)\n\n\\[ y \\]\n", `<p>a ${formula("x^2")}</p>${formula("y", "div")}`],
    [
      "footnotes",
      "Article 21[^a] says.\n\n[^a]: See *Maneka*.\n    And more.\n\nEnd[^b]",
      '<p>Article 21<span class="footnote" role="note">See <em>Maneka</em>.\nAnd more.</span> says.</p><p>End[^b]</p>',
    ],
    ["a footnote in itself", "a[^1]\n\n[^1]: b[^1]", '<p>a<span class="footnote" role="note">b[^1]</span></p>'],
    ["code", "```go\na := 1 < 2\n```", '<pre class="ql-syntax" data-language="go">a := 1 &lt; 2</pre>'],
    [
      "callouts",
      "> [!IMPORTANT]\n> Learn *this*",
      '<aside class="callout callout-exam"><p>Learn <em>this</em></p></aside>',
    ],
    ["a quote", "> quoted", "<blockquote><p>quoted</p></blockquote>"],
    ["a line", "a\n\n---\n\nb", "<p>a</p><hr><p>b</p>"],
    [
      "HTML of a format",
      '<details class="question"><summary>q</summary>\n\n**a**\n\n</details>',
      '<details class="question"><summary>q</summary><p><strong>a</strong></p></details>',
    ],
    ["Kannada", "# ಸಂವಿಧಾನ\n\n**ವಿಧಿ** 21", "<h1>ಸಂವಿಧಾನ</h1><p><strong>ವಿಧಿ</strong> 21</p>"],
  ])("%s", (_name, markdown, stored) => expect(html(markdown).replace(/> <(em|del|code)/g, "><$1")).toBe(stored));

  it.each([
    ["# Head\n\n- a", true],
    ["**a** and *b*", true],
    ["[a](https://example.org/) and `b`", true],
    ["| a | b |\n|---|---|\n| c | d |\n\n## e", true],
    ["$x^2$ and $y$ are formulas", true],
    ["1. ಒಂದು\n2. ಎರಡು", true],
    ["A plain sentence. And another one.", false],
    ["One **bold** word", false],
    ["It costs $5 to $6, or 2*3*4", false],
    ["snake_case_name and other_name_here", false],
    ["# a comment\nimport os\n# another\nx = f(1);\nreturn x", false],
    ["C# and F# are languages - I think", false],
    ["", false],
  ])("%j is recognised: %j", (text, is) => expect(looksLikeMarkdown(text)).toBe(is));

  it("is looked for in bounded time", () => {
    for (const part of ["[", "*", "**a", "`", "$x", "![a](", "_", "[^", "> "]) {
      const steps = (count: number) => looksLikeMarkdown(part.repeat(count));
      expect(typeof steps(100_000)).toBe("boolean");
    }
  });
});

/** An editor into which plain text is pasted. */
function open(stored = "") {
  const editor = openEditor(stored);
  const paste = (text: string) => pasteData(editor, { "text/plain": text });
  const undo = () => editor.dispatchCommand(UNDO_COMMAND, undefined);
  const becomes = (html: string) => vi.waitFor(() => expect(documentHtml(editor)).toBe(html));
  return { editor, paste, undo, becomes };
}

describe("Markdown that is pasted", () => {
  it("is formatted; Undo gives the plain text, and Undo again what was there before", async () => {
    const { paste, undo, becomes } = open("<p>Before&nbsp;</p>");
    paste("**a**\n\n- *b*");
    await becomes("<p>Before <strong>a</strong></p><ul><li><em>b</em></li></ul>");
    undo();
    await becomes("<p>Before **a**</p><p><br></p><p>- *b*</p>");
    undo();
    await becomes("<p>Before&nbsp;</p>");
  });

  it("in an empty text", async () => {
    const { paste, undo, becomes } = open();
    paste("# A\n\n*b*");
    await becomes("<h1>A</h1><p><em>b</em></p>");
    undo();
    await becomes("<p># A</p><p><br></p><p>*b*</p>");
  });

  it("that was changed meanwhile stays as it is", async () => {
    const { editor, paste, becomes } = open();
    paste("# A\n\n*b*");
    editor.update(() => void $getRoot().selectEnd().insertText("!"), { discrete: true });
    editor.update(() => void $getRoot().getFirstChild()?.remove(), { discrete: true });
    await import("./imports/markdown");
    await becomes("<p><br></p><p>*b*!</p>");
  });
});
