package convert

import (
	"maps"
	"slices"
	"testing"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/test/fixture"
)

// book is Markdown as it is written elsewhere: with blocks in its lists and quotations.
var book = []string{
	"1. Soak\n\n   ![Rice](/media/a.png)\n\n2. Drain\n\n   - twice\n   - well\n\n   ```sh\n   drain --all\n   ```\n\n3. Boil\n\n   Do not stir.\n",
	"> ## Rain\n>\n> It *rains*.\n>\n> > So it does.\n>\n> - a\n> - b\n>\n> | a | b |\n> |---|---|\n> | 1 |\n",
	"- a\n\n  > b\n\n  | c |\n  |---|\n  | d |\n\n- $$x^2$$\n- ---\n\n# e\n\n- f[^1]\n\n[^1]: g  \n    h\n",
	"[![map](/media/a.png)](https://a.example/)\n\n* one\n\n+ two\n\n1. three\n\n1) four\n",
}

// elsewhere is what other programs export, with blocks in places where the editor has none.
var elsewhere = []string{
	"<blockquote><h2>a</h2><p>b</p><p>c</p><figure><a href=\"https://a.example/\"><img src=\"/a.png\"></a><figcaption>d</figcaption></figure></blockquote>",
	"<ol><li><p>a</p><p>b</p></li><li><h3>c</h3>d<table><tr><th>e<td>f</table>g</li><li>h<ul><li>i<hr></li></ul></li></ol>",
	"<!-- wp:quote --><blockquote class=\"wp-block-quote\"><!-- wp:list --><ul><li>a<pre>b\n<b>c</b></pre></li></ul><!-- /wp:list --><cite>d</cite></blockquote>",
}

// The editor's tests read what imports store: see admin/src/editor/sanitised.test.ts.
func TestFixture_Imported(t *testing.T) {
	md, policy := NewMarkdown(), richtext.NewPolicy()
	var bodies []string
	add := func(body string, err error) {
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, body)
	}
	for _, in := range append(slices.Sorted(maps.Keys(markdown)), book...) {
		add(md.Read(in, Compact))
	}
	for _, name := range slices.Sorted(maps.Keys(posts)) {
		post, err := site.HTML(posts[name].in)
		add(post.HTML, err)
	}
	for _, in := range elsewhere {
		post, err := site.HTML(in)
		add(post.HTML, err)
		tidied, err := Tidy(in)
		add(tidied.HTML, err)
	}
	lexical, _ := Lexical(md, `{"root":{"children":[{"type":"extended-heading","tag":"h2","children":[{"type":"text","text":"a","format":1}]},`+
		`{"type":"list","listType":"number","start":2,"children":[{"type":"listitem","children":[{"type":"text","text":"b","format":0},`+
		`{"type":"list","listType":"bullet","children":[{"type":"listitem","children":[{"type":"text","text":"c"}]}]}]}]},`+
		`{"type":"extended-quote","children":[{"type":"text","text":"d"}]},{"type":"image","src":"/a.png","alt":"e","caption":"f <b>g</b>"}]}}`)
	mobiledoc, _ := Mobiledoc(md, `{"version":"0.3.1","atoms":[["soft-return","",{}]],"cards":[["image",{"src":"/a.png","caption":"a"}],`+
		`["markdown",{"markdown":"> b\\n>\\n> c"}]],"markups":[["a",["href","/x"]]],"sections":[[1,"p",[[0,[0],1,"d"],[1,[],0,0]]],[10,0],`+
		`[3,"ol",[[[0,[],0,"e"]],[[0,[],0,"f"]]]],[10,1]]}`)
	var stored []string
	for _, body := range append(bodies, lexical.HTML, mobiledoc.HTML) {
		clean, err := policy.Sanitise(body)
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, clean)
	}
	fixture.Check(t, "imported.json", stored)
}
