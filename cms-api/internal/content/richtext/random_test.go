package richtext_test

import (
	"cmp"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/content/richtext/corpus"
)

// document makes random HTML of all formats. Each element stands where it may, except a number of them that stand where
// they do not belong.
type document struct {
	t    *rapid.T
	wild *int
}

func newDocument(t *rapid.T, wild int) document { return document{t, &wild} }

func (d document) one(of ...string) string { return rapid.SampledFrom(of).Draw(d.t, "one of") }

func (d document) some(least, most int, each func() string) string {
	var all strings.Builder
	for range rapid.IntRange(least, most).Draw(d.t, "some") {
		all.WriteString(each())
	}
	return all.String()
}

func (d document) chance() bool { return rapid.Bool().Draw(d.t, "chance") }

// astray is what may stand at a place where it does not belong.
func (d document) astray(each func() string) string {
	if *d.wild > 0 && rapid.IntRange(0, 3).Draw(d.t, "astray") == 3 {
		*d.wild--
		return each()
	}
	return ""
}

// text is words in several scripts, and what HTML and LaTeX have to write in another way.
func (d document) text() string {
	return html.EscapeString(rapid.StringOfN(rapid.SampledFrom([]rune("ab 1<>&\"'\\{}^$ಕ್ಷहिü\U0001f389")), 1, 8, -1).
		Filter(func(s string) bool { return strings.TrimSpace(s) != "" }).Draw(d.t, "text"))
}

func (d document) formula(element string) string {
	source := d.text()
	return "<" + element + ` class="formula" data-formula="` + source + `">` + source + "</" + element + ">"
}

// line is text with inline formats; with footnotes and line breaks outside of them and of links.
func (d document) line(notes bool) string {
	return d.text() + d.some(0, 2, func() string {
		switch rapid.IntRange(0, 9).Draw(d.t, "inline") {
		case 0:
			mark := d.one("strong", "b", "em", "i", "u", "s", "sub", "sup", "code")
			return "<" + mark + ">" + d.text() + d.astray(func() string { return d.line(notes) }) + "</" + mark + ">"
		case 1:
			return `<span class="` + d.one("ql-size-large", "ql-color-red ql-bg-yellow", "ql-font-serif") + `">` + d.text() +
				"</span>"
		case 2:
			return `<a href="` + d.one("/blog", "#x", "mailto:a@example.com", `https://a.example/" rel="noreferrer`) + `">` +
				d.text() + d.astray(d.image) + "</a>"
		case 3:
			return d.formula("span")
		case 4:
			if notes || *d.wild > 0 {
				return "<br/>"
			}
		case 5:
			if notes || *d.wild > 0 {
				return `<span class="footnote" role="note">` + d.text() + d.line(false) + "</span>"
			}
		case 6:
			return d.astray(func() string {
				return `<span style="` + d.one("color: #b4472e", "color: hsl(9, 50%, 50%); font-size: x-large",
					"background-color: rgba(1, 2, 3, 0.5)", "font-family: monospace", "color: RED", "color: inherit") + `">` +
					d.text() + "</span>"
			})
		}
		return d.text()
	})
}

func (d document) image() string {
	return `<img src="` + d.one("/media/images/a.png", "https://x.example/b.jpg") + `" alt="` + d.text() + `"` +
		d.one("", ` title="`+d.text()+`"`) + `/>`
}

func (d document) figure() string {
	credit := "<cite>" + d.text() + "</cite>"
	words := d.text() + strings.ReplaceAll(d.line(true), "<br/>", " ") // in one line
	caption := d.one("", "<figcaption>"+words+" "+credit+"</figcaption>") +
		d.astray(func() string { return "<figcaption>" + credit + d.line(true) + "<b>" + credit + "</b></figcaption>" })
	picture := d.image()
	if linked := d.astray(func() string { return `<a href="/x">` + picture + "</a>" }); linked != "" {
		picture = linked
	}
	return `<figure class="picture picture-` + d.one("full", "half", "wide") + `">` + picture + caption + "</figure>"
}

func (d document) paragraph() string {
	return "<p" + d.one("", ` class="ql-align-center"`, ` class="ql-indent-2"`) + ">" + d.line(true) +
		d.one("", d.image()) + "</p>"
}

func (d document) any() string { return d.block(true, true) }

func (d document) list() string {
	list := d.one("ul", "ol", `ol start="3"`)
	name, _, _ := strings.Cut(list, " ")
	return "<" + list + ">" + d.some(1, 3, func() string {
		return "<li" + d.astray(func() string { return ` class="ql-indent-` + d.one("1", "3") + `"` }) + ">" +
			d.astray(d.any) + d.line(true) + d.astray(d.any) + d.astray(d.list) + d.astray(d.any) + "</li>" + d.astray(d.any)
	}) + "</" + name + ">" + "<p>and</p>"
}

// inCell is what stands between paragraphs wherever anything does.
func (d document) inCell() string {
	switch rapid.IntRange(0, 4).Draw(d.t, "in a cell") {
	case 0:
		return d.list()
	case 1:
		return d.formula("div")
	case 2:
		return d.figure()
	}
	return d.paragraph()
}

func (d document) table() string {
	width := rapid.IntRange(1, 4).Draw(d.t, "columns")
	row := func(cell func(column int) string) string {
		var cells strings.Builder
		for column := range width {
			cells.WriteString(cell(column))
		}
		return "<tr>" + cells.String() + "</tr>"
	}
	var all strings.Builder
	if d.chance() {
		all.WriteString("<caption>" + d.text() + d.line(true) + "</caption>")
	}
	if d.chance() {
		all.WriteString(`<colgroup><col style="width: 90px"/>` + strings.Repeat("<col/>", width-1) + "</colgroup>")
	}
	if d.chance() {
		all.WriteString("<thead>" + row(func(int) string {
			return `<th scope="` + d.one("col", "col", cmp.Or(d.astray(func() string { return "row" }), "col")) + `">` +
				d.line(true) + "</th>" + d.astray(func() string { return "<td>" + d.any() + "</td>" })
		}) + "</thead>")
	}
	spans := func() string { return d.one("", ` colspan="2"`, ` rowspan="3"`, ` colspan="9"`) }
	all.WriteString("<tbody>" + d.some(1, 3, func() string {
		return row(func(column int) string {
			if column == 0 {
				return `<th scope="row">` + d.line(true) + "</th>" + d.astray(func() string { return `<th scope="col">` + d.any() })
			}
			return "<td" + d.astray(spans) + ">" + d.some(0, 2, d.inCell) + d.astray(d.any) + "</td>"
		})
	}) + "</tbody>")
	return `<figure class="table"><table>` + all.String() + "</table></figure>"
}

// block is anything that stands at the top; without callouts and questions where they may not.
func (d document) block(callouts, questions bool) string {
	mark := d.astray(func() string { return d.one("b", `a href="/around"`, `span class="ql-color-red"`) })
	if mark != "" {
		name, _, _ := strings.Cut(mark, " ")
		return "<" + mark + ">" + d.any() + d.line(true) + d.any() + "</" + name + ">"
	}
	switch rapid.IntRange(0, 14).Draw(d.t, "block") {
	case 0:
		heading := d.one("h1", "h2", "h3", "h4", "h5", "h6")
		return "<" + heading + ">" + d.line(true) + d.astray(d.any) + "</" + heading + ">"
	case 1:
		return "<blockquote>" + d.astray(d.paragraph) + d.line(true) + d.astray(d.any) + d.astray(d.paragraph) +
			"</blockquote>"
	case 2:
		return `<pre class="ql-syntax"` + d.one("", ` data-language="c++"`) + ">" + d.text() +
			d.astray(func() string { return "<b>\n" + d.line(true) + "</b>\n" + d.image() + d.list() }) + "</pre>"
	case 3:
		return "<hr/>"
	case 4:
		return `<iframe class="ql-video" src="https://www.youtube.com/embed/aaaaaaaaaaa" allowfullscreen="true"></iframe>`
	case 5:
		return d.table()
	case 6:
		return `<div class="pictures">` + d.figure() + d.figure() + "</div>"
	case 7:
		return `<p class="file"><a href="/media/files/a.pdf" download="a.pdf" data-bytes="12">` +
			strings.TrimSpace(d.text()) + "</a></p>"
	case 8:
		if callouts {
			return `<aside class="callout callout-` + d.one("note", "tip", "warning", "exam") + `">` + d.paragraph() +
				d.some(0, 2, func() string { return d.block(*d.wild > 0, questions) }) + "</aside>"
		}
	case 9:
		if questions {
			return `<details class="question"><summary>` + d.text() + d.line(true) + "</summary>" +
				d.some(1, 3, func() string { return d.block(callouts, *d.wild > 0) }) + "</details>"
		}
	}
	return d.inCell() + d.astray(func() string { return d.line(true) })
}

// All formats are stored as they are sent, byte for byte.
func TestSanitise_KeepsRandomDocuments(t *testing.T) {
	policy := richtext.NewPolicy()
	rapid.Check(t, func(t *rapid.T) {
		d := newDocument(t, 0)
		content := d.some(1, 6, d.any)
		if got := sanitise(t, policy, content); got != content {
			t.Fatalf("%s\nbecame %s", content, got)
		}
	})
}

// Parts of documents, put together in any order, are balanced, safe and settled once they are sanitised.
func TestSanitise_SettlesRandomParts(t *testing.T) {
	policy := richtext.NewPolicy()
	rapid.Check(t, func(t *rapid.T) {
		d := newDocument(t, 8)
		content := d.some(1, 12, func() string {
			if d.chance() {
				return d.any()
			}
			return d.one("<table>", "<tr>", "<td>", "</td>", "</table>", "<caption>", "<thead>", "<th>", "<colgroup><col>",
				"<p>", "</p>", `<p class="file">`, `<a href="/media/files/a.pdf">`, "</a>", `<span class="formula">`,
				`<div class="formula">`, "</div>", "<h2>", `<span class="footnote">`, "</span>", `<figure class="table">`,
				`<figure class="picture picture-half">`, "<figcaption>", "<cite>", "</figure>", `<div class="pictures">`,
				`<aside class="callout callout-tip">`, "</aside>", `<details class="question">`, "<summary>", "</summary>",
				"</details>", "<b>", "</b>", "<pre>", "<blockquote>", "<li>", "<ul>", "</ul>", "<svg>", "<math>",
				"<annotation-xml encoding=text/html>", "<mtext>", "</math>", "<select>", "<template>", "<foreignObject>", "word")
		})
		clean := sanitise(t, policy, content)
		if found := corpus.Check(clean); len(found) > 0 {
			t.Fatalf("%s\nbecame %s,\nwhich holds %v", content, clean, found)
		}
		if again := sanitise(t, policy, clean); again != clean {
			t.Fatalf("%s\nbecame %s\n   and %s", content, clean, again)
		}
	})
}
