package richtext_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/platform/problem"
)

const (
	fraction = `<span class="formula" data-formula="\frac{1}{3}">\frac{1}{3}</span>`
	sum      = `<div class="formula" data-formula="a &lt; b &amp; c">a &lt; b &amp; c</div>`
	note     = `<span class="footnote" role="note">See <em>Article 21</em>.</span>`
	picture  = `<figure class="picture picture-full"><img src="/media/images/a.png" alt="A map"/>` +
		`<figcaption>Rivers <cite>Survey of India</cite></figcaption></figure>`
	half  = `<figure class="picture picture-half"><img src="/media/images/b.png" alt=""/></figure>`
	table = `<figure class="table"><table><caption>Rainfall</caption><colgroup><col style="width: 120px"/><col/></colgroup>` +
		`<thead><tr><th scope="col">State</th><th scope="col"><p>mm</p></th></tr></thead>` +
		`<tbody><tr><th scope="row">Kerala</th><td rowspan="2"><p>3,055</p><ul><li>June</li></ul></td></tr>` +
		`<tr><td></td></tr></tbody></table></figure>`
	callout  = `<aside class="callout callout-exam"><h3>2019</h3><p>Asked twice.</p></aside>`
	question = `<details class="question"><summary>Who <strong>signs</strong>?</summary><p>The President.</p></details>`
	file     = `<p class="file"><a href="/media/files/3f.pdf" download="Syllabus.pdf" data-bytes="48213">Syllabus.pdf</a></p>`
	code     = `<pre class="ql-syntax" data-language="go">a := 1</pre>`
)

// Each shape stays what it is, wherever it may stand.
func TestSanitise_KeepsShapes(t *testing.T) {
	policy := richtext.NewPolicy()
	formats := []string{
		"<p>One " + fraction + " of" + note + "</p>", sum, "<h2>" + fraction + note + "</h2>", picture, half,
		strings.Replace(half, "half", "wide", 1), `<div class="pictures">` + half + half + `</div>`, table, callout, question,
		"<p><strong>a" + note + "<em>" + fraction + "</em></strong></p>", file, "<hr/>", code,
		`<pre class="ql-syntax">a</pre>`,
		`<p><span class="footnote" role="note"><a href="/x">x</a> <span class="ql-color-red">y</span> ` + fraction + `</span></p>`,
		`<figure class="table"><table><tbody><tr><td colspan="20"><p>` + fraction + note +
			`</p><p><img src="/a.png" alt="x"/></p>` + sum + picture + `</td></tr></tbody></table></figure>`,
	}
	for _, each := range formats {
		for frame, content := range map[string]string{
			"alone":         each,
			"in a callout":  `<aside class="callout callout-tip">` + each + `</aside>`,
			"in a question": `<details class="question"><summary>?</summary>` + each + `</details>`,
			"in both": `<details class="question"><summary>?</summary><aside class="callout callout-note">` + each +
				`</aside></details>`,
		} {
			if frame == "in a callout" && each == callout || frame == "in a question" && each == question ||
				frame == "in both" && (each == callout || each == question) {
				continue
			}
			if got := sanitise(t, policy, content); got != content {
				t.Errorf("%s: %s\nbecame %s", frame, content, got)
			}
			checkSafe(t, policy, content)
		}
	}
}

func TestSanitise_PutsShapesRight(t *testing.T) {
	policy := richtext.NewPolicy()
	for _, each := range []struct{ name, content, want string }{
		{
			"a bare table is wrapped, its parts put in order, headings get the scope of their place",
			`<table border=1><tr><th>State<th>mm<tr><th>Kerala<td style="width:9px">3,055<tfoot><tr><td>Sum<td>1</tfoot></table>`,
			`<figure class="table"><table><thead><tr><th scope="col">State</th><th scope="col">mm</th></tr></thead>` +
				`<tbody><tr><th scope="row">Kerala</th><td>3,055</td></tr><tr><td>Sum</td><td>1</td></tr></tbody></table></figure>`,
		},
		{
			"columns have widths in pixels and nothing else, and are no more than the table has",
			`<table><colgroup><col style="width: 120px; color: red"><col style="width: 5%"><col span=9></colgroup>` +
				`<tbody><tr><td>a</td><td>b</td></tr></table>`,
			`<figure class="table"><table><colgroup><col style="width: 120px"/><col/></colgroup>` +
				`<tbody><tr><td>a</td><td>b</td></tr></tbody></table></figure>`,
		},
		{
			"spans are 2 to 20", `<table><tbody><tr><td colspan=1 rowspan=21>a</td><td colspan=2 rowspan=0>b</td></tr></table>`,
			`<figure class="table"><table><tbody><tr><td>a</td><td colspan="2">b</td></tr></tbody></table></figure>`,
		},
		{
			"a table in a cell becomes paragraphs",
			`<table><tbody><tr><td>a<table><tbody><tr><td>b</td><td>c</td></tr></tbody></table></td></tr></table>`,
			`<figure class="table"><table><tbody><tr><td><p>a</p><p>b</p><p>c</p></td></tr></tbody></table></figure>`,
		},
		{
			"a cell holds no headings, quotes, callouts, videos", `<table><tbody><tr><td><h2 class="ql-align-center">a</h2>` +
				`<blockquote>b</blockquote>` + callout +
				`<hr><iframe src="https://player.vimeo.com/video/1"></iframe></td></tr></table>`,
			`<figure class="table"><table><tbody><tr><td><p class="ql-align-center">a</p><p>b</p><p>2019</p><p>Asked twice.</p>` +
				`<p><a href="https://player.vimeo.com/video/1" rel="noreferrer">https://player.vimeo.com/video/1</a></p></td></tr>` +
				`</tbody></table></figure>`,
		},
		{"a table without cells", `<table><caption>x</caption><tr></tr></table><p>y</p>`, `<p>x</p><p>y</p>`},
		{
			"other captions come after the table", `<table><caption>a<caption><b>b</b><caption> <tr><td>c</table>`,
			`<figure class="table"><table><caption>a</caption><tbody><tr><td>c</td></tr></tbody></table></figure><p><b>b</b></p>`,
		},
		{
			"code in a cell keeps its lines", "<table><tr><td><pre>\na\n\n<b>b\n  c</b>\n</pre><td><pre>\n</pre></table>",
			`<figure class="table"><table><tbody><tr><td><p>a<br/><br/><b>b<br/>  c</b></p></td><td></td></tr></tbody></table></figure>`,
		},
		{
			"what else stands in a table's frame comes after it",
			`<figure class="table"><figcaption>From IMD</figcaption><table><tbody><tr><td>a</td></tr></tbody></table></figure>`,
			`<figure class="table"><table><tbody><tr><td>a</td></tr></tbody></table></figure><p>From IMD</p>`,
		},
		{
			"a caption holds words", `<table><caption><h2>a</h2><p>b</p>` + picture +
				`</caption><tbody><tr><td>c</td></tr></table>`,
			`<figure class="table"><table><caption>a b A map Rivers Survey of India</caption><tbody><tr><td>c</td></tr></tbody></table></figure>`,
		},
		{
			"data-formula is the truth", `<p><span class="formula" data-formula="x^2" style="color:red"><b>old</b></span></p>`,
			`<p><span class="formula" data-formula="x^2">x^2</span></p>`,
		},
		{"a formula without it is its text", `<p><span class="formula">x^2</span></p>`,
			`<p><span class="formula" data-formula="x^2">x^2</span></p>`},
		{"an empty formula", `<p>a<span class="formula" data-formula=" "> </span></p>`, `<p>a</p>`},
		{
			"within a line a formula is never set apart",
			`<details class="question"><summary>a<div class="formula" data-formula="x">x</div></summary><p>b</p></details>`,
			`<details class="question"><summary>a <span class="formula" data-formula="x">x</span></summary><p>b</p></details>`,
		},
		{"control characters", "<p><span class=\"formula\" data-formula=\"x&#7;&#0;y\x01\">x</span></p>",
			`<p><span class="formula" data-formula="xy">xy</span></p>`},
		{"attributes of shapes on others", `<p data-formula="x" role="note"><span role="note" data-formula="x">a</span></p>`,
			`<p><span>a</span></p>`},
		{"a class of its own", `<p><span class="formula x" data-formula="x">y</span></p>`, `<p><span>y</span></p>`},
		{
			"no callout in a callout", `<aside class="callout callout-tip"><p>a</p>` + callout + `</aside>`,
			`<aside class="callout callout-tip"><p>a</p><h3>2019</h3><p>Asked twice.</p></aside>`,
		},
		{"words in a callout are a paragraph", `<aside class="callout callout-tip">a <b>b</b><ul><li>c</li></ul> d</aside>`,
			`<aside class="callout callout-tip"><p>a <b>b</b></p><ul><li>c</li></ul><p> d</p></aside>`},
		{"white space and comments between blocks", "<aside class=\"callout callout-tip\">\n<!-- a --> <p>a</p>\n</aside>",
			`<aside class="callout callout-tip"><p>a</p></aside>`},
		{"an unknown callout", `<aside class="callout callout-danger"><p>a</p></aside>`, `<p>a</p>`},
		{"no question in a question", `<details class="question"><summary>a</summary>` + question + `</details>`,
			`<details class="question"><summary>a</summary><p>Who <strong>signs</strong>?</p><p>The President.</p></details>`},
		{"the summary is first, and the only one, and words",
			`<details class="question" open><p>b</p><summary><h2>a</h2></summary><summary>c</summary></details>`,
			`<details class="question"><summary>a</summary><p>b</p><p>c</p></details>`},
		{"a question without a summary", `<details class="question"><p>a</p></details>`, `<p>a</p>`},
		{"other details", `<details><summary>a</summary><p>b</p></details>`, `<p>a</p><p>b</p>`},
		{"a picture without an address", `<figure class="picture picture-full"><img src="javascript:x" alt="x"><figcaption>a</figcaption></figure>`,
			`<p>a</p>`},
		{"other figures", `<figure class="x"><img src="/a.png"><figcaption>a</figcaption></figure>`,
			`<p><img src="/a.png"/></p><p>a</p>`},
		{"what else stands in a figure comes after it",
			`<figure class="picture picture-wide"><b><img src="/a.png"></b><p>b</p><img src="/c.png"></figure>`,
			`<figure class="picture picture-wide"><img src="/a.png"/></figure><p>b</p><p><img src="/c.png"/></p>`},
		{"one picture beside another is two", `<div class="pictures">` + half + `</div>`, half},
		{"three pictures", `<div class="pictures">` + half + half + half + `</div>`, half + half + half},
		{"a mark around shapes goes", `<b style="font-weight:normal"><p>a</p>` + table + `</b>`, `<p>a</p>` + table},
		{"no footnote in a footnote", `<p>a<span class="footnote" role="note">b<span class="footnote">c</span></span></p>`,
			`<p>a<span class="footnote" role="note">b c</span></p>`},
		{"a footnote is no link's, and holds words",
			`<p><a href="/x">a<span class="footnote">b</span></a><span class="footnote">` +
				`<img src="/a.png">c<iframe src="https://player.vimeo.com/video/1"></iframe></span></p>`,
			`<p><a href="/x">a b</a><span class="footnote" role="note">c <a href="https://player.vimeo.com/video/1" rel="noreferrer">` +
				`https://player.vimeo.com/video/1</a></span></p>`},
		{"a file elsewhere is a link", `<p class="file"><a href="https://x.example/a.pdf" download="a.pdf" data-bytes="9">a</a></p>`,
			`<p><a href="https://x.example/a.pdf" rel="noreferrer">a</a></p>`},
		{"a file among words is a link", `<p class="file">Read <a href="/media/files/a.pdf" download="a.pdf" data-bytes="9">a</a></p>`,
			`<p>Read <a href="/media/files/a.pdf">a</a></p>`},
		{"a file has a name of its type", `<p class="file"><a href="/media/files/a.pdf" download="../a` + "\u202e" +
			`fdp.exe">x</a></p>`,
			`<p class="file"><a href="/media/files/a.pdf" download="afdp.exe.pdf">x</a></p>`},
		{"a language without code", `<pre data-language="go">a</pre><pre class="ql-syntax" data-language='"x'>b</pre>`,
			`<pre class="ql-syntax">a</pre><pre class="ql-syntax">b</pre>`},
		{"words of divisions are not joined", `<div>a</div><div>b</div>`, `<p>a b</p>`},
	} {
		if got := sanitise(t, policy, each.content); got != each.want {
			t.Errorf("%s: %s\nbecame %s\n  want %s", each.name, each.content, got, each.want)
		}
		checkSafe(t, policy, each.content)
	}
}

// The document for clients tells the truth.
func TestSanitise_KeepsTheExamplesOfTheDocument(t *testing.T) {
	document, err := os.ReadFile("../../../../docs/content-format.md")
	if err != nil {
		t.Fatal(err)
	}
	policy, examples := richtext.NewPolicy(), strings.Split(string(document), "```html\n")[1:]
	if len(examples) < 12 {
		t.Errorf("there are %d examples", len(examples))
	}
	for _, each := range examples {
		content, _, _ := strings.Cut(each, "```")
		if got := sanitise(t, policy, content); got != content {
			t.Errorf("%s\nis stored as %s", content, got)
		}
	}
}

func TestSanitise_Limits(t *testing.T) {
	policy := richtext.NewPolicy()
	rows := func(count int, row string) string {
		return "<table><tbody>" + strings.Repeat("<tr>"+row+"</tr>", count) + "</tbody></table>"
	}
	formula := func(length int) string {
		return `<p><span class="formula">` + strings.Repeat("ಕಾ", length) + `</span></p>`
	}
	for name, content := range map[string]string{
		"columns": rows(1, strings.Repeat("<td>x</td>", 30)), "rows": rows(500, "<td>x</td>"),
		"spans": rows(2, strings.Repeat(`<td colspan="15">x</td>`, 2)), "characters": formula(2000),
		"rows that span": rows(496, "<td>x</td>") + rows(481, `<td rowspan="20">x</td>`),
	} {
		if clean := sanitise(t, policy, content); !strings.Contains(clean, "class=") {
			t.Errorf("%s: the format is gone", name)
		}
	}
	joined := "<div class=\"formula\">\\ce ರ\u200d್ಯ" + strings.Repeat("x", 2000) + `</div>`
	for content, want := range map[string]string{
		table + rows(1, strings.Repeat("<td>x</td>", 31)):                        `Table 2, which begins with "x x`,
		rows(501, "<td>x</td>"):                                                  "has more than 500 rows",
		rows(1, strings.Repeat(`<td colspan="16">x</td>`, 2)):                    `Table 1, which begins with "x x", has`,
		rows(2, strings.Repeat(`<td rowspan="2">x</td>`, 16)):                    "has more than 30 columns",
		rows(482, `<td rowspan="20">x</td>`):                                     "has more than 500 rows",
		"<aside class=\"callout callout-tip\">" + rows(501, "<td>") + "</aside>": "Table 1",
		"<p>" + fraction + "</p>" + formula(2001):                                `Formula 2, which begins with "ಕಾ`,
		joined: "begins with \"\\ce ರ\u200d್ಯxx",
		rows(1, "<td>"+strings.Replace(formula(2001), "span", "div", 1)+"</td>"):    "has 2001 characters. Write it",
		`<p><span class="formula" data-formula="` + strings.Repeat("x", 2001) + `"`: "",
	} {
		clean, err := policy.Sanitise(content)
		var refused *problem.Error
		if want == "" {
			if err != nil || clean != "" {
				t.Errorf("an open tag became %.80s, %v", clean, err)
			}
		} else if !errors.As(err, &refused) || refused.Kind != problem.Invalid || !strings.Contains(refused.Detail, want) {
			t.Errorf("%.60s: %v, want %s", content, err, want)
		}
	}
}

// Hostile nesting is refused, or becomes less, and costs as much as reading it.
func TestSanitise_HugeTables(t *testing.T) {
	policy := richtext.NewPolicy()
	for _, each := range []string{
		"<table>", "<table><tr><td>", "<table><td><table>", `<figure class="table"><table><tr><td>`,
		"<tr><td colspan=20 rowspan=20>",
		`<figure class="picture picture-full">`, `<details class="question"><summary>`, `<aside class="callout callout-tip">`,
		`<div class="pictures">`, `<span class="footnote">`, `<span class="formula">`, "<table><caption>",
		"<table><colgroup><col>",
	} {
		size := 1 << 18
		if strings.HasPrefix(each, "<table><tr>") {
			size = 5 << 20
		}
		content := "<table>" + strings.Repeat(each, size/len(each))
		clean, err := policy.Sanitise(content)
		if len(clean) > len(content) {
			t.Errorf("%s: %d bytes became %d", each, len(content), len(clean))
		}
		if err == nil {
			if again := sanitise(t, policy, clean); again != clean {
				t.Errorf("%s changes again", each)
			}
		}
	}
}

// However many images of a figure have no address, it is walked once.
func TestSanitise_ManyImagesWithoutAddress(t *testing.T) {
	const many = 200_000 // each walked for each would take minutes
	content := `<figure class="picture picture-full">` + strings.Repeat("<b></b>", many) + strings.Repeat("<img>", many) +
		`<img src="/a.png"></figure>`
	if clean := sanitise(t, richtext.NewPolicy(), content); !strings.HasPrefix(clean,
		`<figure class="picture picture-full"><img src="/a.png"/></figure>`) {
		t.Errorf("it became %.100s", clean)
	}
}
