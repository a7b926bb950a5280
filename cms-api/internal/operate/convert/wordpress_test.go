package convert

import (
	"slices"
	"strings"
	"testing"
)

// site is a WordPress whose posts are converted.
var site = WordPress{
	Attachment: func(id string) (string, string) {
		return map[string]string{"7": "https://old.example/7.jpg", "8": "https://old.example/8.jpg"}[id], "Caption " + id
	},
	Gallery: []string{"8"}, Notes: map[string]string{"n1": "See <em>Article 14</em>."},
}

func player(address string) string {
	return `<iframe class="ql-video" frameborder="0" allowfullscreen="true" src="` + address + `"></iframe>`
}

// posts are their contents, what becomes of each, and what is said to be lost.
var posts = map[string]struct {
	in, want string
	lost     []string
}{
	"classic paragraphs": {
		in:   "First line\nsecond line\r\n\r\nSecond <strong>bold</strong>.\n\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\nLast",
		want: "<p>First line<br/>second line</p><p>Second <strong>bold</strong>.</p><ul><li>one</li><li>two</li></ul><p>Last</p>",
	},
	"preformatted text keeps its lines": {
		in: "a\n\n<pre>x\n\n y</pre>\n\nb", want: `<p>a</p><pre class="ql-syntax">x` + "\n\n" + ` y</pre><p>b</p>`,
	},
	"blocks": {
		in: "<!-- wp:paragraph {\"align\":\"center\"} -->\n<p class=\"has-text-align-center\">One</p>\n<!-- /wp:paragraph -->\n\n" +
			"<!-- wp:heading -->\n<h2 class=\"wp-block-heading\">Two</h2>\n<!-- /wp:heading -->\n\n" +
			"<!-- wp:list --><ul class=\"wp-block-list\"><!-- wp:list-item -->\n<li>a</li>\n<!-- /wp:list-item --></ul><!-- /wp:list -->" +
			"<!-- wp:code -->\n<pre class=\"wp-block-code\"><code>x &lt; y\n</code></pre>\n<!-- /wp:code -->" +
			"<!-- wp:latest-posts {\"postsToShow\":3} /-->",
		want: `<p class="ql-align-center">One</p><h2 class="wp-block-heading">Two</h2><ul class="wp-block-list"><li>a</li></ul>` +
			`<pre class="ql-syntax">x &lt; y</pre>`,
		lost: []string{`The block "latest-posts", which WordPress fills by itself, was removed.`},
	},
	"a picture with a caption": {
		in: "Before\n[caption id=\"attachment_7\" align=\"alignright\" width=\"300\"]<a href=\"x\"><img class=\"size-medium\" " +
			"src=\"https://old.example/7.jpg\" alt=\"Map\" width=\"300\" /></a> The <em>map</em>[/caption]\nAfter",
		want: `<p>Before</p><figure class="picture picture-half"><img src="https://old.example/7.jpg" alt="Map"/>` +
			`<figcaption>The <em>map</em></figcaption></figure><p>After</p>`,
		lost: []string{"The link of a picture to x was removed. Put it into the caption of the picture."},
	},
	"a picture that is linked to its file": {
		in: "<figure class=\"wp-block-image\"><a href=\"/7.jpg\"><img src=\"/7-300x200.jpg\" alt=\"Map\"/></a></figure>" +
			"<figure><a href=\"/maps/\"><img src=\"/8.jpg\" alt=\"\"/></a></figure>",
		want: `<figure class="picture picture-full"><img src="/7-300x200.jpg" alt="Map"/></figure>` +
			`<figure class="picture picture-full"><img src="/8.jpg" alt=""/></figure>`,
		lost: []string{"The link of a picture to /maps/ was removed. Put it into the caption of the picture."},
	},
	"galleries": {
		in: "[gallery ids=\"7,8\"]\n\n[gallery]",
		want: `<figure class="picture picture-full"><img src="https://old.example/7.jpg" alt="Caption 7"/><figcaption>Caption 7</figcaption></figure>` +
			`<figure class="picture picture-full"><img src="https://old.example/8.jpg" alt="Caption 8"/><figcaption>Caption 8</figcaption></figure>` +
			`<figure class="picture picture-full"><img src="https://old.example/8.jpg" alt="Caption 8"/><figcaption>Caption 8</figcaption></figure>`,
	},
	"addresses of videos alone on their lines": {
		in: "Watch\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90\nfirst.\r\n\r\n  https://vimeo.com/76979871\r\n\r\n" +
			"https://a.example/x\n\nSee https://youtu.be/dQw4w9WgXcQ\n\n<pre>\nhttps://youtu.be/dQw4w9WgXcQ\n</pre>",
		want: "<p>Watch</p>" + player("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90") + "<p>first.</p>" +
			player("https://player.vimeo.com/video/76979871") + "<p>https://a.example/x</p>" +
			`<p>See https://youtu.be/dQw4w9WgXcQ</p><pre class="ql-syntax">` + "https://youtu.be/dQw4w9WgXcQ\n</pre>",
	},
	"videos in blocks": {
		in: "<!-- wp:paragraph -->\n<p>https://youtu.be/dQw4w9WgXcQ</p>\n<!-- /wp:paragraph -->\n<!-- wp:embed -->\n" +
			"<figure class=\"wp-block-embed is-type-video\"><div class=\"wp-block-embed__wrapper\">\n" +
			"https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=90\n</div><figcaption>Rivers</figcaption></figure>\n<!-- /wp:embed -->",
		want: player("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ") +
			player("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90") + "<p>Rivers</p>",
	},
	"an embed": {
		in:   "[embed]https://www.youtube.com/watch?v=abc&amp;t=1[/embed]",
		want: `<p><a href="https://www.youtube.com/watch?v=abc&amp;t=1">https://www.youtube.com/watch?v=abc&amp;t=1</a></p>`,
	},
	"other shortcodes": {
		in:   "a [button url=\"x\"]Go[/button] b [contact-form-7 id=\"1\"] c [sic] d[1] [[gallery]]",
		want: `<p>a Go b  c [sic] d[1] [gallery]</p>`,
		lost: []string{`The shortcode [button url="x"] was removed.`, `The shortcode [contact-form-7 id="1"] was removed.`},
	},
	"footnotes and formulas": {
		in: "<!-- wp:paragraph --><p>Law<sup data-fn=\"n1\" class=\"fn\"><a href=\"#n1\" id=\"n1-link\">1</a></sup> $latex x^2 &lt; 1$</p><!-- /wp:paragraph -->",
		want: `<p>Law<span class="footnote" role="note">See <em>Article 14</em>.</span> ` +
			`<span class="formula" data-formula="x^2 &lt; 1">x^2 &lt; 1</span></p>`,
	},
	"a table": {
		in: "<!-- wp:table --><figure class=\"wp-block-table\"><table><thead><tr><th>Year</th></tr></thead><tbody><tr><td>1950</td></tr>" +
			"</tbody></table><figcaption>Years</figcaption></figure><!-- /wp:table -->",
		want: `<figure class="table"><table><caption>Years</caption><thead><tr><th>Year</th></tr></thead><tbody><tr><td>1950</td></tr></tbody></table></figure>`,
	},
	"a gallery of blocks": {
		in: "<!-- wp:gallery --><figure class=\"wp-block-gallery has-nested-images\"><!-- wp:image {\"id\":7} --><figure class=\"wp-block-image\">" +
			"<img src=\"/a.jpg\" alt=\"\"/></figure><!-- /wp:image --><figure class=\"wp-block-image alignwide\"><img src=\"/b.jpg\" alt=\"B\"/>" +
			"<figcaption class=\"wp-element-caption\">b</figcaption></figure></figure><!-- /wp:gallery -->",
		want: `<figure class="picture picture-full"><img src="/a.jpg" alt=""/></figure>` +
			`<figure class="picture picture-wide"><img src="/b.jpg" alt="B"/><figcaption>b</figcaption></figure>`,
	},
	"what cannot be kept": {
		in: "<!-- wp:html --><div><script>alert(1)</script>text <del>old</del><iframe src=\"https://maps.example/x\"></iframe>" +
			"<iframe src=\"https://www.youtube.com/embed/abcdefghijk?feature=oembed\"></iframe></div><!-- /wp:html -->",
		want: `<p>text <s>old</s></p><p><a href="https://maps.example/x">https://maps.example/x</a></p>` +
			`<iframe class="ql-video" frameborder="0" allowfullscreen="true" src="https://www.youtube-nocookie.com/embed/abcdefghijk"></iframe>`,
		lost: []string{"A script or plug-in was removed.", "What another site shows in a frame became a link."},
	},
}

func TestWordPress_HTML(t *testing.T) {
	for name, each := range posts {
		got, err := site.HTML(each.in)
		if err != nil || got.HTML != each.want || !slices.Equal(got.Lost, each.lost) {
			t.Errorf("%s:\n got %s %q\nwant %s %q", name, got.HTML, got.Lost, each.want, each.lost)
		}
	}
}

// Words in brackets are none of WordPress's, and stay.
func TestWordPress_WordsInBrackets(t *testing.T) {
	for _, words := range []string{
		"[UPSC-2019]", "[non-veg]", "[Art_21]", "[x = 5]", "[a=b]", "[sic]", "[/b]", "[Prelims 2019 = easy]",
	} {
		got, err := WordPress{}.HTML("Q " + words + " end")
		if err != nil || got.HTML != "<p>Q "+words+" end</p>" || len(got.Lost) > 0 {
			t.Errorf("%s became %s %q", words, got.HTML, got.Lost)
		}
	}
	got, err := WordPress{}.HTML(`a [tab-2]b[/tab-2] [slider id="1"] [wpforms] c`)
	if err != nil || got.HTML != "<p>a b   c</p>" || len(got.Lost) != 3 {
		t.Errorf("%s %q", got.HTML, got.Lost)
	}
}

// Thousands of the same are read without looking at all of them for each.
func TestWordPress_ManyTags(t *testing.T) {
	for _, tag := range []string{"<pre>a</pre>", "[a]"} {
		const many = 20_000
		got, err := WordPress{}.HTML(strings.Repeat(tag, many))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(got.HTML, tag[:2]); n != many {
			t.Errorf("%s is there %d times", tag, n)
		}
	}
}
