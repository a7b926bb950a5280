package convert

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"academy/cms-api/internal/content/richtext"
)

// documents draws HTML of everything that articles hold, and much that they do not.
func documents() *rapid.Generator[string] {
	word := rapid.SampledFrom([]string{
		"air", "क्षत्रिय", "ಕನ್ನಡ", "1.", "2)", "-", "+", "#", "##", "> q", "*", "**", "_a_", "`", "```", "~~~", "~~s~~",
		"[x]", "[a](b)", "![",
		"$", "$5", "$x$", "$$", "\\", "\\$", "&amp;", "&lt;b&gt;", "&nbsp;", "|", "| a |", "---", "===", "<br>", "\n", "\n\n",
		"    ", "\t",
		"http://x.example", "[^1]", ":", "&#96;", "&amp;amp;", "!", "...",
	})
	text := rapid.Custom(func(t *rapid.T) string {
		separator := rapid.SampledFrom([]string{"", " "}).Draw(t, "separator")
		return strings.Join(rapid.SliceOfN(word, 0, 6).Draw(t, "words"), separator)
	})
	var inline, block func(depth int) *rapid.Generator[string]
	inline = func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			if depth == 0 || rapid.Bool().Draw(t, "plain") {
				return text.Draw(t, "text")
			}
			inner := inline(depth-1).Draw(t, "inner")
			tags := rapid.SampledFrom([][2]string{
				{"<strong>", "</strong>"}, {"<em>", "</em>"}, {"<u>", "</u>"}, {"<s>", "</s>"}, {"<code>", "</code>"}, {"<sub>",
					"</sub>"},
				{`<a href="https://x.example/a_b?c=1&amp;d=(2)">`, "</a>"}, {`<span class="ql-size-large">`, "</span>"},
				{`<img src="/media/a b.png" alt="x [y] &quot;z&quot;" title="`, `">`}, {`<span class="footnote" role="note">`,
					"</span>"},
				{`<span class="formula" data-formula="x_1">x_1`, "</span>"},
			}).Draw(t, "tags")
			return text.Draw(t, "before") + tags[0] + inner + tags[1] + text.Draw(t, "after")
		})
	}
	block = func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			line := inline(2).Draw(t, "line")
			kinds := 8
			if depth > 0 {
				kinds = 14
			}
			within := func() string {
				return strings.Join(rapid.SliceOfN(block(depth-1), 0, 3).Draw(t, "blocks"), rapid.SampledFrom([]string{"",
					"\n"}).Draw(t, "between"))
			}
			switch rapid.IntRange(0, kinds).Draw(t, "kind") {
			case 0:
				return `<p class="ql-align-center">` + line + "</p>"
			case 1:
				return "<h2>" + line + "</h2>"
			case 2:
				return `<pre class="ql-syntax">` + text.Draw(t, "code") + "</pre>"
			case 3:
				return "<hr>"
			case 4:
				return `<div class="formula" data-formula="\frac{1}{2}">\frac{1}{2}</div>`
			case 5:
				return line
			case 6:
				return `<p class="file"><a href="/media/files/a.pdf" download="A.pdf" data-bytes="3">A.pdf</a></p>`
			case 9:
				return "<ul><li>" + line + "</li><li>" + within() + "</li></ul>"
			case 10:
				return `<ol start="3"><li>` + line + "</li></ol>"
			case 11:
				return "<blockquote>" + within() + "</blockquote>"
			case 12:
				return `<figure class="table"><table><caption>` + line +
					`</caption><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>` + within() +
					"</td></tr></tbody></table></figure>"
			case 13:
				return `<aside class="callout callout-note">` + within() + "</aside>"
			case 14:
				return `<details class="question"><summary>` + line + "</summary>" + within() + "</details>"
			default:
				return "<p>" + line + "</p>"
			}
		})
	}
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(block(2), 0, 5).Draw(t, "blocks"), rapid.SampledFrom([]string{"", "\n",
			"\n\n"}).Draw(t, "between"))
	})
}

// Whatever is stored comes back byte for byte.
func TestWriter_AnyDocumentComesBack(t *testing.T) {
	md, policy := NewMarkdown(), richtext.NewPolicy()
	w := NewWriter(md, policy.Sanitise)
	rapid.Check(t, func(t *rapid.T) {
		stored, _ := policy.Sanitise(documents().Draw(t, "document"))
		markdown, layout := w.Markdown(stored)
		if again, _ := w.read(markdown, layout); again != stored {
			t.Fatalf("%q (%q)\nbecame %q\nwhich is %q", stored, layout, markdown, again)
		}
	})
}

// What the converters of other programs are given, they return something for.
func FuzzConvert(f *testing.F) {
	md := NewMarkdown()
	for _, seed := range []string{
		"# a\n\n$x$ [^1]\n\n[^1]: b[^1]", "<figure><img><figcaption>x",
		"[caption]<img>[/caption] [gallery ids=\"1\"] [a b=c]", "<pre>\n\n</pre>",
		`{"root":{"children":[{"type":"text","text":"x","format":3}]}}`, `{"sections":[[1,"p",[[0,[0],9,"x"]]],[10,5]]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, _ = md.Read(text, Compact)
		_, _ = md.Read(text, Lines)
		_, _ = Tidy(text)
		_ = Text(text)
		attachment := func(string) (string, string) { return "/a.png", text }
		_, _ = WordPress{Attachment: attachment, Gallery: []string{"1"}}.HTML(text)
		_, _ = Lexical(md, text)
		_, _ = Mobiledoc(md, text)
	})
}
