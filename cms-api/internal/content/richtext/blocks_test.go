package richtext_test

import (
	"strings"
	"testing"

	"academy/cms-api/internal/content/richtext"
)

// Blocks that the editor has at the top alone come out of lists, quotes and lines, in their order, and nothing is lost.
func TestSanitise_TakesBlocksOut(t *testing.T) {
	policy := richtext.NewPolicy()
	for _, each := range []string{
		table, picture, `<div class="pictures">` + half + half + `</div>`, callout, question, file,
		code, sum, "<h3>x</h3>", "<hr/>", `<iframe class="ql-video" src="https://player.vimeo.com/video/1"></iframe>`} {
		for content, want := range map[string]string{
			"<blockquote>a" + each + "b</blockquote>":    "<blockquote>a</blockquote>" + each + "<blockquote>b</blockquote>",
			"<blockquote>" + each + "</blockquote>":      each,
			"<ul><li>a" + each + "</li><li>b</li></ul>":  "<ul><li>a</li></ul>" + each + "<ul><li>b</li></ul>",
			"<ol><li>a" + each + "c</li><li>b</li></ol>": "<ol><li>a</li></ol>" + each + `<p>c</p><ol start="2"><li>b</li></ol>`,
			"<ol><li>" + each + "a</li><li>b</li></ol>":  each + "<ol><li>a</li><li>b</li></ol>",
			"<ol><li>" + each + "</li><li>b</li></ol>":   each + `<ol start="2"><li>b</li></ol>`,
			"<ul>a" + each + "<li>b</li></ul>":           "<ul><li>a</li></ul>" + each + "<ul><li>b</li></ul>",
			"<ul><li><b>a" + each + "b</b></li></ul>":    "",
			"<ul><li>a<ul><li>b" + each + "</li></ul></li><li>c</li></ul>": "<ul><li>a<ul><li>b</li></ul></li></ul>" + each +
				"<ul><li>c</li></ul>",
		} {
			if got := sanitise(t, policy, content); want != "" && got != want {
				t.Errorf("%s\nbecame %s\n  want %s", content, got, want)
			}
			checkSafe(t, policy, content)
		}
	}
	for _, each := range []struct{ name, content, want string }{
		{"paragraphs in a quote are lines", `<blockquote class="ql-indent-1"><p>a</p> <p>b</p>c</blockquote>`,
			`<blockquote class="ql-indent-1">a<br/>b<br/>c</blockquote>`},
		{"paragraphs in an item are lines", `<ul><li> <p style="text-align:right">a</p><p>b</p></li></ul>`,
			`<ul><li class="ql-align-right">a<br/>b</li></ul>`},
		{"a quote in a quote", `<blockquote>a<blockquote>b</blockquote></blockquote>`,
			`<blockquote>a</blockquote><blockquote>b</blockquote>`},
		{"a list in a quote", `<blockquote>a<ul><li>b</li></ul></blockquote>`,
			`<blockquote>a</blockquote><ul><li>b</li></ul>`},
		{"a list goes on where it began", `<ol start="7"><li>a<hr></li><li>b</li></ol>`,
			`<ol start="7"><li>a</li></ol><hr/><ol start="8"><li>b</li></ol>`},
		{"inner items after a block keep their level, and the list its number",
			`<ol><li>a<hr><ol><li>b</li></ol></li><li>c</li></ol>`,
			`<ol><li>a</li></ol><hr/><ol><li class="ql-indent-1">b</li></ol><p><br/></p><ol start="2"><li>c</li></ol>`},
		{"flat lists are nested", `<ol><li>a</li><li class="ql-indent-1">b</li><li>c</li></ol>`,
			`<ol><li>a<ol><li>b</li></ol></li><li>c</li></ol>`},
		{"a list beside its item", `<ul><li>a</li><ol start="4"><li>b</li></ol></ul>`,
			`<ul><li>a<ol start="4"><li>b</li></ol></li></ul>`},
		{"lists that touch", `<ul><li>a</li></ul><ul><li>b</li></ul><ol><li>c</li></ol><ol start="2"><li>d</li></ol><ol><li>e</li></ol>`,
			`<ul><li>a</li><li>b</li></ul><ol><li>c</li><li>d</li></ol><p><br/></p><ol><li>e</li></ol>`},
		{"an item of no list", `<li>a</li>`, `<p>a</p>`},
		{"a list is no deeper than nine levels", strings.Repeat("<ul><li>a", 12),
			strings.Repeat("<ul><li>a", 9) + strings.Repeat("</li><li>a", 3) + strings.Repeat("</li></ul>", 9)},
		{"a heading with blocks", `<h2 class="ql-align-center">a<ul><li>b</li></ul>c</h2>`,
			`<h2 class="ql-align-center">a</h2><ul><li>b</li></ul><h2 class="ql-align-center">c</h2>`},
		{"marks and links go into blocks", `<a href="/x"><b>a<p>b</p></b><blockquote>c</blockquote></a>`,
			`<p><a href="/x"><b>a</b></a></p><p><a href="/x"><b>b</b></a></p><blockquote><a href="/x">c</a></blockquote>`},
		{"code is text", "<pre class=\"ql-syntax\"><b>a</b><br><a href=\"/x\">b</a>" + fraction + "<ul><li>c</li></ul>" +
			`<img src="/a.png" alt="d"/></pre>`,
			`<pre class="ql-syntax">a` + "\n" + `b\frac{1}{3}` + "\n" + `c</pre><p><img src="/a.png" alt="d"/></p>`},
		{"a line break in a footnote is a space", `<p>a<span class="footnote">b<br><i>c<br>d</i></span></p>`,
			`<p>a<span class="footnote" role="note">b <i>c d</i></span></p>`},
		{"a linked picture's caption is the link",
			`<figure class="picture picture-half"><a href="/x"><img src="/a.png"></a>` +
				`<figcaption>b <cite>c</cite></figcaption></figure>`, `<figure class="picture picture-half"><img src="/a.png"/>` +
				`<figcaption><a href="/x">b</a> <cite>c</cite></figcaption></figure>`},
		{"a linked figure",
			`<a href="/x">` + strings.Replace(half, "</figure>", "<figcaption>b</figcaption></figure>", 1) + `</a>`,
			`<figure class="picture picture-half"><img src="/media/images/b.png" alt=""/><figcaption><a href="/x">b</a></figcaption></figure>`},
		{"a linked picture without a caption is bare",
			`<figure class="picture picture-half"><a href="/x"><img src="/a.png"></a></figure>`,
			`<p><a href="/x"><img src="/a.png"/></a></p>`},
		{"a linked picture whose caption has links",
			`<figure class="picture picture-half"><a href="/x"><img src="/a.png"></a>` +
				`<figcaption><a href="/y">b</a><cite>c</cite></figcaption></figure>`,
			`<p><a href="/x"><img src="/a.png"/></a></p><p><a href="/y">b</a>c</p>`},
		{"the credit comes last", `<figure class="picture picture-half"><img src="/a.png"><figcaption><i>a<cite>b</cite></i>c` +
			`<cite>d</cite></figcaption></figure>`, `<figure class="picture picture-half"><img src="/a.png"/><figcaption>` +
			`<i>a</i>c<span>d</span> <cite>b</cite></figcaption></figure>`},
		{"headings of columns are the head of a table, and all in it are",
			`<table><thead><tr><td>a<th scope="row">b</thead>` +
				`<tbody><tr><th scope="col">c<th scope="col">d<tr><td>e<td>f</table>`, `<figure class="table"><table><thead>` +
				`<tr><th scope="col">a</th><th scope="col">b</th></tr><tr><th scope="col">c</th><th scope="col">d</th></tr></thead>` +
				`<tbody><tr><td>e</td><td>f</td></tr></tbody></table></figure>`},
		{"a table is whole", `<table><colgroup><col style="width: 90px"></colgroup><tr><td rowspan="9">a<td>b<td>c<tr>` +
			`<td colspan="3">d</table>`, `<figure class="table"><table><colgroup><col style="width: 90px"/><col/><col/><col/></colgroup>` +
			`<tbody><tr><td rowspan="2">a</td><td>b</td><td>c</td><td></td></tr><tr><td colspan="3">d</td></tr></tbody></table></figure>`},
		{"what shows nothing", `<p></p><h2> </h2><blockquote><b></b></blockquote><p>a</p><p><br></p><p>&nbsp;</p>`,
			"<p>a</p><p><br/></p><p>\u00a0</p>"},
		{"a text of one empty line", `<p class="ql-align-center"><br></p>`, ``},
		{"a question without an answer", `<details class="question"><summary>a</summary></details>`,
			`<details class="question"><summary>a</summary><p><br/></p></details>`},
		{"a picture without an address is its description", `<p>a <img alt="b" src="x"></p>`, `<p>a b</p>`},
		{"styles of blocks are classes", `<p style="color:red; TEXT-ALIGN: Center" class="ql-indent-2 x">a</p>`,
			`<p class="ql-align-center ql-indent-2">a</p>`},
		{"a video is one", `<p>a<iframe src="https://player.vimeo.com/video/1" allowfullscreen></iframe><iframe></iframe>b</p>`,
			`<p>a</p><iframe src="https://player.vimeo.com/video/1" class="ql-video"></iframe><p>b</p>`},
	} {
		if got := sanitise(t, policy, each.content); got != each.want {
			t.Errorf("%s: %s\nbecame %s\n  want %s", each.name, each.content, got, each.want)
		}
		checkSafe(t, policy, each.content)
	}
}

// However deep blocks are nested in what holds words, the text grows little.
func TestSanitise_NestedDeep(t *testing.T) {
	policy := richtext.NewPolicy()
	const size = 1 << 14
	long := `<a href="/` + strings.Repeat("x", 1<<15) + `">`
	for _, each := range []string{"<ul><li>a<b>", "<ol><li>a<hr>", "<blockquote>a<p>b", "<ul><b><li>", "<ul>", "<b><p>a",
		"<h2>a<ul><li>",
		"<b><p>a</p>", `<span class="ql-color-red"><p>a</p>`, "<pre><ul><li>a<img src=/a>", "<li class=ql-indent-8>a<ol>"} {
		content := strings.Repeat(each, 80) + strings.Repeat("<p>x</p><li>y</li>", size/18)
		clean, err := policy.Sanitise(content)
		if again := sanitise(t, policy, clean); err != nil || again != clean || len(clean) > 8*len(content) {
			t.Errorf("%s: %d bytes became %d, %v", each, len(content), len(clean), err)
		}
	}
	content := long + strings.Repeat("<p>x</p>", 1<<12)
	if clean := sanitise(t, policy, content); len(clean) > 20*len(content) {
		t.Errorf("a link around paragraphs of %d bytes became %d", len(content), len(clean))
	}
}
