import { describe, expect, it } from "vitest";
import { comparedHtml } from "./richText";

describe("two rich texts", () => {
  it.each([
    ["that are the same", "<p>One</p>", "<p>One</p>", "<p>One</p>"],
    [
      "with lists that begin elsewhere",
      '<ol start="4"><li>a</li></ol>',
      '<ol start="4"><li>a</li></ol>',
      '<ol start="4"><li>a</li></ol>',
    ],
    [
      "with another word",
      "<p>How <strong>monsoons</strong> form</p>",
      "<p>How <strong>cyclones</strong> form</p>",
      "<p>How <del><strong>monsoons</strong></del><ins><strong>cyclones</strong></ins> form</p>",
    ],
    [
      "with a word that is marked now",
      "<p>Read it twice</p>",
      "<p>Read it <em>twice</em></p>",
      "<p>Read it <del>twice</del><ins><em>twice</em></ins></p>",
    ],
    [
      "with words taken out of a marked run",
      "<p><strong>one two three</strong></p>",
      "<p><strong>one three</strong></p>",
      "<p><strong>one </strong><del><strong>two </strong></del><strong>three</strong></p>",
    ],
    [
      "with another block between",
      "<p>One</p><p>Two</p>",
      "<p>One</p><h2>Between</h2><p>Two</p>",
      "<p>One</p><h2><ins>Between</ins></h2><p>Two</p>",
    ],
    [
      "with a block of another kind",
      "<p>The rains</p>",
      "<h2>The rains</h2>",
      "<p><del>The rains</del></p><h2><ins>The rains</ins></h2>",
    ],
    [
      "with a block that is replaced",
      "<p>Alpha beta gamma</p>",
      "<p>Quite something else</p>",
      "<p><del>Alpha beta gamma</del></p><p><ins>Quite something else</ins></p>",
    ],
    [
      "with an entry more, and one that changed",
      "<ul><li>Polity of India</li><li>Economy</li></ul>",
      "<ul><li>Polity of Bharat</li><li>Ethics</li><li>Economy</li></ul>",
      "<ul><li>Polity of <del>India</del><ins>Bharat</ins></li><li><ins>Ethics</ins></li><li>Economy</li></ul>",
    ],
    [
      "with a list within an entry",
      "<ol><li>One<ul><li>a</li></ul></li></ol>",
      "<ol><li>One<ul><li>a</li><li>b</li></ul></li></ol>",
      "<ol><li>One<ul><li>a</li><li><ins>b</ins></li></ul></li></ol>",
    ],
    [
      "with another picture",
      '<p>See <img src="/media/a.png" alt="A"></p>',
      '<p>See <img src="/media/b.png" alt="A"></p>',
      '<p>See <del><img src="/media/a.png" alt="A"></del><ins><img src="/media/b.png" alt="A"></ins></p>',
    ],
    [
      "with a video more",
      "<p>One</p>",
      '<p>One</p><iframe class="ql-video" src="https://player.vimeo.com/video/12345"></iframe>',
      '<p>One</p><ins><iframe class="ql-video" src="https://player.vimeo.com/video/12345"></iframe></ins>',
    ],
    [
      "with another number in a table",
      '<figure class="table"><table><tbody><tr><th scope="row">Goa</th><td>9</td></tr></tbody></table></figure>',
      '<figure class="table"><table><tbody><tr><th scope="row">Goa</th><td>8</td></tr></tbody></table></figure>',
      '<figure class="table"><table><tbody><tr><th scope="row">Goa</th><td><del>9</del><ins>8</ins></td></tr></tbody></table></figure>',
    ],
    [
      "with a row more",
      '<figure class="table"><table><tbody><tr><td colspan="2">Rain in Goa</td></tr></tbody></table></figure>',
      '<figure class="table"><table><tbody><tr><td colspan="2">Rain in Goa</td></tr><tr><td>June</td><td>9</td></tr></tbody></table></figure>',
      '<figure class="table"><table><tbody><tr><td colspan="2">Rain in Goa</td></tr><tr><td><ins>June</ins></td><td><ins>9</ins></td></tr></tbody></table></figure>',
    ],
    [
      "with another formula",
      '<p>So <span class="formula" data-formula="a+b">a+b</span></p><div class="formula" data-formula="x">x</div>',
      '<p>So <span class="formula" data-formula="a+c">a+c</span></p><div class="formula" data-formula="y">y</div>',
      '<p>So <del><span class="formula" data-formula="a+b">a+b</span></del><ins><span class="formula" data-formula="a+c">a+c</span></ins></p>' +
        '<div class="formula" data-formula="x"><del>x</del></div><div class="formula" data-formula="y"><ins>y</ins></div>',
    ],
    [
      "with another answer, which is in sight",
      '<details class="question"><summary>Who?</summary><p>The President of India</p></details>',
      '<details class="question"><summary>Who?</summary><p>The Parliament of India</p></details>',
      '<details class="question" open=""><summary>Who?</summary><p>The <del>President</del><ins>Parliament</ins> of India</p></details>',
    ],
    [
      "with a callout of another kind",
      '<aside class="callout callout-tip"><p>Read</p></aside>',
      '<aside class="callout callout-exam"><p>Read</p></aside>',
      '<aside class="callout callout-tip"><p><del>Read</del></p></aside><aside class="callout callout-exam"><p><ins>Read</ins></p></aside>',
    ],
    [
      "with a footnote and a caption that changed",
      '<p>Rain<span class="footnote" role="note">IMD 2019</span></p><figure class="picture picture-half"><img src="/media/a.png" alt=""><figcaption>Rivers <cite>Survey</cite></figcaption></figure>',
      '<p>Rain<span class="footnote" role="note">IMD 2020</span></p><figure class="picture picture-half"><img src="/media/a.png" alt=""><figcaption>Lakes <cite>Survey</cite></figcaption></figure>',
      '<p>Rain<span class="footnote" role="note">IMD </span><del><span class="footnote" role="note">2019</span></del><ins><span class="footnote" role="note">2020</span></ins></p>' +
        '<figure class="picture picture-half"><img src="/media/a.png" alt=""><figcaption><del>Rivers</del><ins>Lakes</ins> <cite>Survey</cite></figcaption></figure>',
    ],
    [
      "with another file",
      '<p class="file"><a href="/media/files/a.pdf" download="a.pdf" data-bytes="9">Plan</a></p>',
      '<p class="file"><a href="/media/files/b.pdf" download="b.pdf" data-bytes="9">Plan</a></p>',
      '<p class="file"><del><a href="/media/files/a.pdf" download="a.pdf" data-bytes="9">Plan</a></del><ins><a href="/media/files/b.pdf" download="b.pdf" data-bytes="9">Plan</a></ins></p>',
    ],
    ["of which one is empty", "", "<p>One</p>", "<p><ins>One</ins></p>"],
    ["that are words only", "One two", "One three", "One <del>two</del><ins>three</ins>"],
  ])("%s", (_, before, after, expected) => {
    expect(comparedHtml(before, after)).toBe(expected);
  });

  it("keep no script, no handler and no address that the editor would not take", () => {
    const bad =
      '<p onclick="a()" id="x">One<script>a()</script><img src="x" onerror="a()"><a href="javascript:a()">two</a></p>' +
      '<svg><script>a()</script></svg><iframe src="https://evil.example/"></iframe><form><p>three</p></form>' +
      '<p style="background: url(//evil.example)">four</p><div class="x">five</div><aside><p>six</p></aside>' +
      '<table class="admin"><tr><td onclick="a()" style="background: url(//evil.example)">seven</td></tr></table>';
    const html = comparedHtml(bad, "");
    expect(html).not.toMatch(/script|onclick|onerror|evil|javascript|id=|form|div|aside|admin/);
    for (const word of ["One", "two", "three", "four", "five", "six", "seven"]) expect(html).toContain(word);
  });

  it("show what is beside a change, and fold the rest", () => {
    const text = (fifth: string) => ["1", "2", "3", "4", fifth, "6", "7", "8"].map((n) => `<p>${n}</p>`).join("");
    expect(comparedHtml(text("5"), text("five"))).toBe(
      "<details><summary>3 paragraphs unchanged</summary><p>1</p><p>2</p><p>3</p></details>" +
        "<p>4</p><p><del>5</del></p><p><ins>five</ins></p><p>6</p><p>7</p><p>8</p>",
    );
  });

  it("of a hundred blocks, all of them rewritten, are compared", () => {
    const text = (word: string) => Array.from({ length: 100 }, (_, i) => `<p>${word} ${i} ${word}</p>`).join("");
    const html = comparedHtml(text("before"), text("after"));
    expect(html.match(/<del>/g)).toHaveLength(100);
    expect(html.match(/<ins>/g)).toHaveLength(100);
  });
});
