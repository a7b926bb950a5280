package convert

import (
	"testing"

	"academy/cms-api/internal/content/richtext"
)

// markdown is Markdown, and the HTML of it.
var markdown = map[string]string{
	"# A\n\nb *c* **d** ~~e~~ `f`": "<h1>A</h1><p>b <em>c</em> <strong>d</strong> <s>e</s> <code>f</code></p>",
	"- a\n- b\n  - c\n":            "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>",
	"1. a\n2. b":                   "<ol><li>a</li><li>b</li></ol>",
	"> q":                          "<blockquote><p>q</p></blockquote>",
	"```go\nx := 1\n\ny\n```":      `<pre class="ql-syntax" data-language="go">x := 1` + "\n\ny</pre>",
	"$\\frac{1}{3}$ is not $5 and $6": `<p><span class="formula" data-formula="\frac{1}{3}">\frac{1}{3}</span>` +
		" is not $5 and $6</p>",
	"$$\na\n= b\n$$\n\nc":       `<div class="formula" data-formula="a` + "\n" + `= b">a` + "\n" + `= b</div><p>c</p>`,
	"$$x^2$$":                   `<div class="formula" data-formula="x^2">x^2</div>`,
	"a[^1] b\n\n[^1]: note *x*": `<p>a<span class="footnote" role="note">note <em>x</em></span> b</p>`,
	"a[^1]\n\n[^1]: self[^1]":   `<p>a<span class="footnote" role="note">self[^1]</span></p>`,
	"| a | b |\n|---|---|\n| 1 | $x$ |": `<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td>` +
		`<td><span class="formula" data-formula="x">x</span></td></tr></tbody></table>`,
	"<aside class=\"callout callout-note\"><p>x</p></aside>": `<aside class="callout callout-note"><p>x</p></aside>`,
	"![alt](a.png \"t\")": `<p><img src="a.png" alt="alt" title="t"/></p>`,
}

func TestMarkdown_Read(t *testing.T) {
	md := NewMarkdown()
	for in, want := range markdown {
		if got, err := md.Read(in, Compact); err != nil || got != want {
			t.Errorf("%q:\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestWriter_SameHTMLAgain(t *testing.T) {
	md, policy := NewMarkdown(), richtext.NewPolicy()
	w := NewWriter(md, policy.Sanitise)
	for _, each := range []struct {
		stored string
		layout Layout
	}{
		{"<p>Warm <strong>air</strong> rises.</p><h2>Why</h2><ul><li>a</li><li>b</li></ul>", Compact},
		{"<p>a</p>\n<ol>\n<li>b</li>\n<li><strong>c</strong> d</li>\n</ol>\n<p>e</p>\n", Lines},
		{"<p class=\"ql-align-center\">centred</p><p>1. no list</p><p># none</p><p>a * b * c</p><p>$5 and $6</p>", Compact},
		{"<p><u>u</u> <span class=\"ql-size-large\">big</span> x<sub>2</sub></p>", Compact},
		{"<pre class=\"ql-syntax\">a\n\n  b &lt; c\n</pre><p>x</p>", Compact},
		{"<p>a<br/>b</p><hr/><p>c&nbsp;d</p>", Compact},
		{"<ul><li>a</li></ul><ul><li>b</li></ul><ol><li>c</li></ol>", Compact},
		{"words alone", Compact},
		{"<p>a</p> <p>b</p>", Verbatim},
		{"<blockquote><p>q</p></blockquote><p><img src=\"/media/a.png\" alt=\"x &#34;y&#34;\"/></p>", Compact},
		{"<p><a href=\"https://example.com/a_b?c=1&amp;d=2\">l [x]</a></p>", Compact},
		{"<p>क्षत्रिय ಕನ್ನಡ</p><p>a\nb</p><p></p><p>c</p>", Compact},
	} {
		stored, _ := policy.Sanitise(each.stored)
		markdown, layout := w.Markdown(stored)
		if again, _ := w.read(markdown, layout); again != stored || layout != each.layout {
			t.Errorf("%q (%q)\nbecame %q\nwhich is %q", stored, layout, markdown, again)
		}
		t.Logf("%s\n---\n%s", stored, markdown)
	}
}
