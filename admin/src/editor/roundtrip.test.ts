import type { LexicalEditor, SerializedEditorState } from "lexical";
import { describe, expect, it } from "vitest";
import { documentHtml } from "./document";
import { open, table } from "./testEditor";

/** The document without what only the cursor knows. */
function state(editor: LexicalEditor): string {
  const json: SerializedEditorState = editor.getEditorState().toJSON();
  return JSON.stringify(json, (key, value: unknown) =>
    key === "textFormat" || key === "textStyle" ? undefined : value,
  );
}

/** Every format in the form in which it is stored. */
const STORED: Record<string, string> = {
  paragraph: "<p>One way to Delhi.</p>",
  "several paragraphs": "<p>One</p><p>Two</p>",
  "empty paragraph between": "<p>One</p><p><br></p><p>Two</p>",
  "header 1": "<h1>Polity</h1>",
  "header 2": "<h2>Polity</h2>",
  "header 3": "<h3>Polity</h3>",
  "header 4": "<h4>Polity</h4>",
  "header 5": "<h5>Polity</h5>",
  "header 6": "<h6>Polity</h6>",
  bold: "<p>a <strong>bold</strong> word</p>",
  italic: "<p>an <em>italic</em> word</p>",
  underline: "<p>an <u>underlined</u> word</p>",
  strike: "<p>a <s>struck</s> word</p>",
  subscript: "<p>H<sub>2</sub>O</p>",
  superscript: "<p>x<sup>2</sup></p>",
  "marks in marks": "<p><strong>a <em>b <u>c</u></em></strong> d</p>",
  "all marks": "<p><strong><em><u><s>all</s></u></em></strong></p>",
  "marks in a heading": "<h2>One <em>fine</em> day</h2>",
  "font serif": '<p><span class="ql-font-serif">old</span></p>',
  "font monospace": '<p><span class="ql-font-monospace">code</span></p>',
  "size small": '<p><span class="ql-size-small">s</span></p>',
  "size large": '<p><span class="ql-size-large">l</span></p>',
  "size huge": '<p><span class="ql-size-huge">h</span></p>',
  color: '<p><span class="ql-color-red">red</span></p>',
  background: '<p><span class="ql-bg-yellow">marked</span></p>',
  "other color": '<p><span style="color: #b4472e">rust</span></p>',
  "other background": '<p><span style="background-color: #ffe08b">marked</span></p>',
  "a name and another colour": '<p><span class="ql-bg-teal" style="color: #b4472e">x</span></p>',
  "colour, ground, font and size at once":
    '<p><strong><span class="ql-font-serif ql-size-large" style="color: #b4472e; background-color: #ffe08b">x</span></strong></p>',
  "ordered list": "<ol><li>one</li><li>two</li></ol>",
  "bullet list": "<ul><li>one</li><li>two</li></ul>",
  "nested list": "<ul><li>one<ol><li>inner</li><li>more</li></ol></li><li>two</li></ul>",
  "ordered list that begins at 4": '<ol start="4"><li>one</li><li>two</li></ol>',
  "inner list that begins at 0": '<ul><li>one<ol start="0"><li>zero</li></ol></li></ul>',
  "two numbered lists in one item": '<ul><li>a<ol><li>b</li></ol><ol start="7"><li>c</li></ol></li></ul>',
  "three levels": "<ol><li>a<ol><li>b<ul><li>c</li></ul></li></ol></li></ol>",
  "two lists in one item": "<ul><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li></ul>",
  "item without an owner": '<ul><li class="ql-indent-2">deep</li><li>flat</li></ul>',
  "empty item": "<ul><li></li><li>two</li></ul>",
  "item with marks and a line break": "<ul><li>a <strong>b</strong><br>c</li></ul>",
  "aligned item": '<ul><li class="ql-align-center">a</li></ul>',
  "indent 1": '<p class="ql-indent-1">in</p>',
  "indent 8": '<p class="ql-indent-8">in</p>',
  "indented heading": '<h3 class="ql-indent-2">in</h3>',
  "align center": '<p class="ql-align-center">c</p>',
  "align right": '<p class="ql-align-right">r</p>',
  "align justify": '<p class="ql-align-justify">j</p>',
  "aligned and indented": '<p class="ql-indent-3 ql-align-right">r</p>',
  blockquote: "<blockquote>Said.</blockquote>",
  "blockquote of two lines": "<blockquote>Said.<br>Done.</blockquote>",
  "code block": '<pre class="ql-syntax">if (a &lt; b) {\n\treturn  a;\n}</pre>',
  "code block with blank lines": '<pre class="ql-syntax">\n\na\n\nb\n\n</pre>',
  "empty code block": '<pre class="ql-syntax"></pre>',
  "link http": '<p><a href="http://example.org/">x</a></p>',
  "link https with target":
    '<p>See <a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noreferrer noopener">here</a>.</p>',
  "link mailto": '<p><a href="mailto:a@example.org">write</a></p>',
  "link tel": '<p><a href="tel:+911234567890">call</a></p>',
  "link within the site": '<p><a href="/blog/x">x</a></p>',
  "link with marks": '<p><a href="https://example.org/">a <strong>b</strong></a></p>',
  "image with a title": '<p><img src="/media/a.png" alt="A map" title="Rivers"></p>',
  image: '<p><img src="/media/a.png" alt="A map"></p>',
  "image with size": '<p>before <img src="https://example.org/a.jpg" alt="" width="640" height="480"> after</p>',
  "image from data": '<p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="dot"></p>',
  "image in a link": '<p><a href="https://example.org/"><img src="/media/a.png" alt="A"></a></p>',
  "video from YouTube": '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/abcdefghijk"></iframe>',
  "video from Vimeo, centred":
    '<iframe class="ql-video ql-align-center" src="https://player.vimeo.com/video/123456789"></iframe>',
  "existing YouTube embed":
    '<iframe class="ql-video" src="https://www.youtube.com/embed/abcdefghijk?showinfo=0"></iframe>',
  "callout of each kind":
    '<aside class="callout callout-note"><p>a</p></aside><aside class="callout callout-tip"><h3>b</h3><p>c</p></aside>' +
    '<aside class="callout callout-warning"><ul><li>d</li></ul></aside><aside class="callout callout-exam"><p>e</p></aside>',
  "callout with other blocks":
    '<aside class="callout callout-tip"><p class="ql-align-center">a</p><ol start="4"><li>b<ul><li>c</li></ul></li></ol>' +
    '<blockquote>d</blockquote><pre class="ql-syntax">e</pre><p><img src="/media/a.png" alt="A"></p></aside>',
  question: '<details class="question"><summary>Who <em>made</em> it?</summary><p>All.</p></details>',
  "question with other blocks":
    '<details class="question"><summary>Why?</summary><ul><li>a</li></ul><aside class="callout callout-note"><p>b</p></aside>' +
    '<p class="ql-indent-1">c</p></details>',
  "question in a callout":
    '<aside class="callout callout-exam"><details class="question"><summary>a</summary><p>b</p></details></aside>',
  "question without words": '<details class="question"><summary></summary><p><br></p></details>',
  figure:
    '<figure class="picture picture-half"><img src="/media/a.png" alt="A" width="64" height="36">' +
    "<figcaption>The <em>Ganga</em> &nbsp;at &lt;Haridwar&gt; <cite>Survey of India</cite></figcaption></figure>",
  "figure with a caption only":
    '<figure class="picture picture-wide"><img src="/media/a.png" alt=""><figcaption>a</figcaption></figure>',
  "figure with a credit only":
    '<figure class="picture picture-full"><img src="/media/a.png" alt=""><figcaption><cite>a &amp; b</cite></figcaption></figure>',
  "figure with links, marks and a footnote":
    '<figure class="picture picture-full"><img src="/media/a.png" alt=""><figcaption>a' +
    '<span class="footnote" role="note">b <a href="/blog/x">c</a></span> d <cite>By <a href="https://example.org/">e</a>, ' +
    "<em>f</em> &amp; g</cite></figcaption></figure>",
  "figure with a footnote only":
    '<figure class="picture picture-full"><img src="/media/a.png" alt=""><figcaption>' +
    '<span class="footnote" role="note">b</span></figcaption></figure>',
  "figure without words": '<figure class="picture picture-full"><img src="/media/a.png" alt="A"></figure>',
  "two pictures":
    '<div class="pictures"><figure class="picture picture-full"><img src="/media/a.png" alt="A"></figure>' +
    '<figure class="picture picture-half"><img src="/media/b.png" alt=""><figcaption>b</figcaption></figure></div>',
  file: '<p class="file"><a href="/media/a.pdf" download="Name &amp; more.pdf" data-bytes="48213">Name &amp; more.pdf</a></p>',
  "file of unknown size": '<p class="file"><a href="/media/a.zip" download="a.zip">Maps</a></p>',
  footnote: '<p>Text<span class="footnote" role="note">See <em>Article</em> <a href="/blog/x">21</a>.</span>, more</p>',
  "footnote with spaces in a list": '<ul><li>a <span class="footnote" role="note">b &nbsp;c</span> d</li></ul>',
  formula:
    '<p>so <span class="formula" data-formula="\\frac{1}{3} &lt; &quot;x&quot;">\\frac{1}{3} &lt; "x"</span> is</p>',
  "formula set apart": '<p>a</p><div class="formula" data-formula="\\ce{H2O}">\\ce{H2O}</div><p>b</p>',
  "formulas in a list and a footnote":
    '<ul><li>a <span class="formula" data-formula="x  y">x  y</span></li></ul><p>b' +
    '<span class="footnote" role="note">c <span class="formula" data-formula="z">z</span></span></p>',
  "code in a language that nobody knows": '<pre class="ql-syntax" data-language="c++20">a</pre>',
  "code within a line": "<p>The <code>fmt.Println</code> of <strong>a <code>b</code></strong></p>",
  "code block of a language": '<pre class="ql-syntax" data-language="go">x := 1</pre>',
  divider: "<p>a</p><hr><p>b</p>",
  "a divider at either end": "<hr><p>a</p><hr>",
  table: table("<tbody><tr><td>a</td><td>b</td></tr><tr><td></td><td>d</td></tr></tbody>"),
  "table with everything": table(
    '<caption>Rain in <em>mm</em></caption><colgroup><col style="width: 120px"><col style="width: 80px"></colgroup>' +
      '<thead><tr><th scope="col">State</th><th scope="col">Rain</th></tr></thead>' +
      '<tbody><tr><th scope="row">ಕರ್ನಾಟಕ</th><td>1,248</td></tr></tbody>',
  ),
  "columns without a width": table(
    '<colgroup><col style="width: 160px"><col></colgroup><tbody><tr><td>a</td><td>b</td></tr></tbody>',
  ),
  "a paragraph alone in its cell": table("<tbody><tr><td><p>a</p></td><td>b</td></tr></tbody>"),
  "a list in an item of a picture": '<ul><li><img src="/media/a.png" alt=""><ul><li>a</li></ul></li></ul>',
  "signs of replacements in an inner list": "<ul><li>a<ul><li>$&amp; $1 $'</li></ul></li></ul>",
  "colours that let their ground through":
    '<p><span style="color: hsl(9, 50%, 50%)">a</span><span style="background-color: rgba(1, 2, 3, 0.5)">b</span></p>',
  "a frame with attributes":
    '<iframe class="ql-video" src="https://www.youtube.com/embed/abcdefghijk" allowfullscreen="true" frameborder="0" height="9" width="16"></iframe>',
  "table of headings alone": table('<thead><tr><th scope="col">a</th></tr><tr><th scope="col">b</th></tr></thead>'),
  "table without words": table("<tbody><tr><td></td></tr></tbody>"),
  "a heading within the table": table('<tbody><tr><td>a</td></tr><tr><th scope="col">b</th></tr></tbody>'),
  "cells that go over others": table(
    '<thead><tr><th scope="col" colspan="2">a</th><th scope="col" rowspan="2">b</th></tr>' +
      '<tr><th scope="col">c</th><th scope="col">d</th></tr></thead>' +
      '<tbody><tr><td colspan="2" rowspan="2">e</td><td>f</td></tr><tr><td>g</td></tr></tbody>',
  ),
  "cells with paragraphs, lists and pictures": table(
    '<tbody><tr><td><p>a</p><p class="ql-align-right">b</p></td><td><ul><li>c<ol><li>d</li></ol></li></ul></td></tr>' +
      '<tr><td><img src="/media/a.png" alt="A"></td><td><p class="ql-align-center">e<br>f</p></td></tr></tbody>',
  ),
  "table at either end": `${table("<tbody><tr><td>a</td></tr></tbody>")}<p>b</p>${table("<tbody><tr><td>c</td></tr></tbody>")}`,
  tabs: '<p>a<span class="ql-tab">\t</span>b <span class="ql-tab">\t</span> c<br><span class="ql-tab">\t\t</span>d</p>',
  "a tab in marks":
    '<p><strong>a<span class="ql-size-large">b</span><span class="ql-size-large ql-tab">\t</span></strong>c</p>',
  "line break": "<p>a<br>b</p>",
  "line break at the end": "<p>a<br><br></p>",
  "only a line break": "<p><br><br></p>",
  "two spaces": "<p>a &nbsp;b</p>",
  "many spaces": "<p>a &nbsp; &nbsp;b</p>",
  "spaces at the edges": "<p>&nbsp;a&nbsp;</p>",
  "spaces at a line break": "<p>a&nbsp;<br>&nbsp;b</p>",
  "space between marks": "<p><strong>a</strong> <em>b</em></p>",
  "spaces across a link": '<p>a &nbsp;<a href="https://example.org/"> b</a></p>',
  "a no-break space that was meant": "<p>10&nbsp;km</p>",
  "special characters": '<p>&lt;b&gt; &amp;amp; "quoted" ₹ ಕನ್ನಡ देव 🙂</p>',
};

describe("stored HTML is read and written back unchanged", () => {
  it.each(Object.entries(STORED))("%s", (_name, html) => {
    const first = open(html);
    expect(documentHtml(first)).toBe(html);
    const second = open(documentHtml(first));
    expect(state(second)).toBe(state(first));
  });

  it("all of it in one document", () => {
    // Lists that touch would become one list.
    const html = Object.values(STORED).join("<p>and</p>");
    expect(documentHtml(open(html))).toBe(html);
  });
});

/** HTML from elsewhere, and its stored form. */
const ACCEPTED: Record<string, [string, string]> = {
  nothing: ["", ""],
  "an empty paragraph": ["<p><br></p>", ""],
  "loose text": ["Hello <b>you</b>", "<p>Hello <strong>you</strong></p>"],
  "other tags for marks": [
    "<p><b>b</b><i>i</i><ins>u</ins><del>d</del><strike>s</strike></p>",
    "<p><strong>b</strong><em>i</em><u>u</u><s>ds</s></p>",
  ],
  "Quill's flat list": [
    '<ul><li>a</li><li class="ql-indent-1">b</li><li class="ql-indent-2">c</li><li>d</li></ul>',
    "<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li><li>d</li></ul>",
  ],
  "the server's spelling of the same": [
    '<p>a &#34;b&#34; \u00a0c<br/>&#39;</p><p><br/></p><p><img src="/media/a.png" alt=""/></p>',
    '<p>a "b" &nbsp;c<br>\'</p><p><br></p><p><img src="/media/a.png" alt=""></p>',
  ],
  "a list beside its item": ["<ul><li>a</li><ul><li>b</li></ul></ul>", "<ul><li>a<ul><li>b</li></ul></li></ul>"],
  "numbered lists that touch": [
    '<ol><li>a</li></ol><ol><li>b</li></ol><ol start="2"><li>c</li></ol>',
    "<ol><li>a</li></ol><p><br></p><ol><li>b</li><li>c</li></ol>",
  ],
  "a list that begins nowhere": ['<ol start="-1"><li>a</li></ol>', "<ol><li>a</li></ol>"],
  "a paragraph in an item": ["<ul><li><p>a</p><p>b</p></li></ul>", "<ul><li>a<br>b</li></ul>"],
  "styles that map to classes": [
    '<p style="text-align: center"><span style="font-size: 32px; font-family: Georgia, serif">x</span></p>',
    '<p class="ql-align-center"><span class="ql-font-serif ql-size-huge">x</span></p>',
  ],
  "colours in other notations": [
    '<p><span style="color: rgb(230, 0, 0);">a</span><span style="background-color:#FF0">b</span></p>',
    '<p><span style="color: #e60000">a</span><span style="background-color: #ffff00">b</span></p>',
  ],
  "colours from before they had names": [
    '<p><span style="color: #CF4B31; background-color: #ffe08a">a</span><span style="color: rgb(195, 76, 135)">b</span></p>',
    '<p><span class="ql-color-red ql-bg-yellow">a</span><span class="ql-color-pink">b</span></p>',
  ],
  "names of colours in CSS": [
    '<p><span style="color: teal">a</span><span style="color: rebeccapurple">b</span></p>',
    '<p><span class="ql-color-teal">a</span><span style="color: rebeccapurple">b</span></p>',
  ],
  "a colour that has no name": ['<p><span class="ql-color-mauve ql-bg-olive">a</span></p>', "<p>a</p>"],
  "styles that are not on the list": [
    '<p><span style="position: fixed; color: var(--x); letter-spacing: 3px">x</span></p>',
    "<p>x</p>",
  ],
  "a code block of other editors": ["<pre><code>a\nb</code></pre>", '<pre class="ql-syntax">a\nb</pre>'],
  "a quote with paragraphs": ["<blockquote><p>a</p><p>b</p></blockquote>", "<blockquote>a<br>b</blockquote>"],
  "a mail or call in a tab of its own": [
    '<p><a href="mailto:a@example.org" target="_blank" rel="noopener">a</a><a href="tel:+91%2099" target="_blank">b</a></p>',
    '<p><a href="mailto:a@example.org">a</a><a href="tel:+9199">b</a></p>',
  ],
  "a link that runs a script": ['<p><a href="javascript:alert(1)">x</a></p>', "<p>x</p>"],
  "an image that is a script": ['<p>a<img src="javascript:alert(1)">b</p>', "<p>ab</p>"],
  "a frame of another host": ['<p>a</p><iframe src="https://evil.example/"></iframe>', "<p>a</p>"],
  "a watch link in a frame": [
    '<iframe src="https://www.youtube.com/watch?v=abcdefghijk"></iframe>',
    '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/abcdefghijk"></iframe>',
  ],
  scripts: ["<p>a</p><script>alert(1)</script><style>p{}</style>", "<p>a</p>"],
  "white space between tags": ["<p>\n  a\n  b\n</p>\n\n<p>c</p>\n", "<p>a b</p><p>c</p>"],
  containers: ["<div><section><p>a</p><div>b</div></section></div>", "<p>a</p><p>b</p>"],
  "a bare table": [
    "<table><tr><th>a</th><td>b</td></tr></table>",
    table('<tbody><tr><th scope="row">a</th><td>b</td></tr></tbody>'),
  ],
  "a table whose headings do not say of what": [
    "<table><tr><th>a<th>b</tr><tr><th>c<td>d</tr></table>",
    table(
      '<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
        '<tbody><tr><th scope="row">c</th><td>d</td></tr></tbody>',
    ),
  ],
  "a table with its parts in another order": [
    "<table><caption>c</caption><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td>s</td></tr></tfoot><thead><tr><td>h</td></tr></thead></table>",
    table(
      '<caption>c</caption><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td>b</td></tr><tr><td>s</td></tr></tbody>',
    ),
  ],
  "a table of other editors": [
    '<figure class="table"><table><tbody><tr><td><p>a</p></td></tr></tbody></table><figcaption>c</figcaption></figure>',
    table("<caption>c</caption><tbody><tr><td><p>a</p></td></tr></tbody>"),
  ],
  "rows of different lengths": [
    "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
    table("<tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td></td></tr></tbody>"),
  ],
  "cells that go over more than there is": [
    '<table><thead><tr><th rowspan="9">a<th>b</tr></thead><tr><td rowspan="0">c<td colspan="0">d</tr><tr><td>e</table>',
    table(
      '<thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
        '<tbody><tr><td rowspan="2">c</td><td>d</td></tr><tr><td>e</td></tr></tbody>',
    ),
  ],
  "columns of which some have a width": [
    '<table><col style="width:90.4px" span="2"><col style="width: 50%"><tr><td>a<td>b<td>c</table>',
    table(
      '<colgroup><col style="width: 90px"><col style="width: 90px"><col></colgroup>' +
        "<tbody><tr><td>a</td><td>b</td><td>c</td></tr></tbody>",
    ),
  ],
  "blocks that no cell holds": [
    '<figure class="table"><table><tr><td><h2>a</h2><blockquote><p>b</p></blockquote><hr><pre>c</pre></td>' +
      "<td>d<table><tr><td>e</td><td>f</td></tr></table></td></tr></table></figure>",
    table("<tbody><tr><td><p>a</p><p>b</p><p>c</p></td><td><p>d</p><p>e</p><p>f</p></td></tr></tbody>"),
  ],
  "formats of a cell": [
    '<table><tr><td style="text-align: right; font-weight: 700">a</td><td class="ql-align-center">b</td></tr></table>',
    table(
      '<tbody><tr><td><p class="ql-align-right"><strong>a</strong></p></td><td><p class="ql-align-center">b</p></td></tr></tbody>',
    ),
  ],
  "a table in an item of a list": ["<ul><li>a<table><tr><td>b<td>c</table></li></ul>", "<ul><li>a<br>b<br>c</li></ul>"],
  "a table of one cell": ["<table><tr><td><p>a</p></td></tr></table>", "<p>a</p>"],
  "a table without rows": ['<p>a</p><figure class="table"><table></table></figure>', "<p>a</p>"],
  "words that are called a tab": ['<p><span class="ql-tab">a b</span></p>', "<p>a b</p>"],
  "a table that arranges a page": ["<table><tr><td><h2>a</h2></td><td>b</td></tr></table>", "<h2>a</h2><p>b</p>"],
  "a callout in a callout": [
    '<aside class="callout callout-tip"><p>a</p><aside class="callout callout-note"><p>b</p></aside></aside>',
    '<aside class="callout callout-tip"><p>a</p><p>b</p></aside>',
  ],
  "a question in a question": [
    '<details class="question" open><summary>a</summary><details class="question"><summary>b</summary>c</details></details>',
    '<details class="question"><summary>a</summary><p>b</p><p>c</p></details>',
  ],
  "a question without a summary": [
    '<details class="question"><p class="ql-align-right">a</p></details>',
    '<details class="question"><summary>a</summary><p><br></p></details>',
  ],
  "a callout of no known kind": [
    '<aside class="callout callout-x">a</aside>',
    '<aside class="callout callout-note"><p>a</p></aside>',
  ],
  "an empty callout": ['<aside class="callout callout-tip"></aside><p>a</p>', "<p>a</p>"],
  "numbered lists that touch in a callout": [
    '<aside class="callout callout-tip"><ol><li>a</li></ol><ol><li>b</li></ol></aside>',
    '<aside class="callout callout-tip"><ol><li>a</li></ol><p><br></p><ol><li>b</li></ol></aside>',
  ],
  "one picture of two": [
    '<div class="pictures"><figure class="picture picture-full"><img src="/media/a.png" alt=""></figure></div>',
    '<figure class="picture picture-full"><img src="/media/a.png" alt=""></figure>',
  ],
  "a figure whose caption has a picture and a line break": [
    '<figure class="picture"><img src="/media/a.png"><figcaption>a<br>b <img src="/media/b.png"> c<cite> d </cite></figcaption></figure>',
    '<figure class="picture picture-full"><img src="/media/a.png" alt=""><figcaption>a b c <cite>d</cite></figcaption></figure>',
  ],
  "a file elsewhere": [
    '<p class="file"><a href="https://example.org/a.pdf" download="a.pdf">a</a></p>',
    '<p><a href="https://example.org/a.pdf">a</a></p>',
  ],
  "a footnote in a footnote": [
    '<p>a<span class="footnote">b<br>c<span class="footnote">d</span></span></p>',
    '<p>a<span class="footnote" role="note">b c</span></p>',
  ],
  "a formula without its attribute": [
    '<p> <span class="formula">x^2</span> <span class="formula"> </span></p><div class="formula">y</div> a',
    '<p><span class="formula" data-formula="x^2">x^2</span>&nbsp;</p><div class="formula" data-formula="y">y</div><p>a</p>',
  ],
  "an empty footnote": ['<p>a<span class="footnote" role="note"> </span>b</p>', "<p>ab</p>"],
  "indentation beyond the last level": ['<p class="ql-indent-9">a</p>', "<p>a</p>"],
};

describe("other HTML becomes the nearest thing the editor has", () => {
  it.each(Object.entries(ACCEPTED))("%s", (_name, [html, stored]) => {
    expect(documentHtml(open(html))).toBe(stored);
    expect(documentHtml(open(stored))).toBe(stored);
  });
});
