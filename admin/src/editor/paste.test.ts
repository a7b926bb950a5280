import { $getRoot, createEditor } from "lexical";
import { describe, expect, it } from "vitest";
import { documentHtml } from "./document";
import { FEATURES, NODES } from "./features";
import { cleanPastedHtml } from "./html/clean";
import { $readHtml } from "./html/read";

/** What pasting this HTML into an empty article stores. */
function pasted(html: string): string {
  const editor = createEditor({
    nodes: NODES,
    onError: (error) => {
      throw error;
    },
  });
  editor.setRootElement(document.createElement("div"));
  for (const feature of FEATURES) feature.register?.(editor, FEATURES);
  editor.update(
    () => {
      $getRoot().append(...$readHtml(cleanPastedHtml(html), FEATURES));
    },
    { discrete: true },
  );
  return documentHtml(editor);
}

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
