package apitest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// expected is what a post of the large export is to become; nothing where it is to be skipped.
type expected struct{ title, slug, status, category, tags, content, old, skipped string }

// largePost returns a post of a large export, and what it is to become. Both are written by hand for
// each kind of post; the number only tells posts of a kind apart.
func largePost(i int) (post string, want expected) {
	title, old := fmt.Sprintf("Notes %d", i), fmt.Sprintf("/2024/01/post-%d", i)
	want = expected{title: title, slug: fmt.Sprintf("post-%d", i), status: "published", category: "Geography", old: old}
	switch i % 6 {
	case 0: // of the editor before blocks
		post = wxrPost(i, title, "The <em>monsoon</em>\nreaches Kerala\n\nin June.")
		want.content = "<p>The <em>monsoon</em><br/>reaches Kerala</p><p>in June.</p>"
	case 1: // of blocks
		post = wxrPost(i, title, "<!-- wp:heading -->\n<h2 class=\"wp-block-heading\">Why</h2>\n<!-- /wp:heading -->\n\n"+
			"<!-- wp:list {\"ordered\":true} -->\n<ol class=\"wp-block-list\"><!-- wp:list-item -->\n<li>Heat</li>\n<!-- /wp:list-item --></ol>\n<!-- /wp:list -->")
		want.content = "<h2>Why</h2><ol><li>Heat</li></ol>"
	case 2: // a draft with tags, in Kannada
		post = wxrPost(i, title, "<p>ಮಳೆ</p>", "status", "draft", "categories",
			`<category domain="post_tag" nicename="a"><![CDATA[ಮಳೆ]]></category><category domain="post_tag" nicename="b"><![CDATA[rain]]></category>`)
		want.status, want.category, want.tags, want.content = "draft", "", "ಮಳೆ,rain", "<p>ಮಳೆ</p>"
	case 3: // with an embed
		post = wxrPost(i, title, "[embed]https://youtu.be/x[/embed]")
		want.content = `<p><a href="https://youtu.be/x" rel="noreferrer">https://youtu.be/x</a></p>`
	case 4: // private
		post = wxrPost(i, title, "x", "status", "private")
		want.status, want.content = "draft", "<p>x</p>"
	default: // damaged
		post = strings.Replace(wxrPost(i, title, "x"), "</wp:post_id>", "", 1)
		want = expected{title: title, skipped: "It is damaged in the file and cannot be read."}
	}
	return post, want
}

func TestImport_ManyPosts(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	var posts []string
	var wants []expected
	for i := 1; i <= 60; i++ {
		post, want := largePost(i)
		posts, wants = append(posts, post), append(wants, want)
	}
	got := importFile(t, staff, "large.xml", wxr(posts...), asSource)
	if got.State != "done" || got.Total != 60 || got.Done != 60 || len(got.Created) != 50 || len(got.Skipped) != 10 ||
		len(got.Warnings) != 10 {
		t.Errorf("%s %s, %d of %d, created %d, skipped %d, warnings %d", got.State, got.Error, got.Done, got.Total,
			len(got.Created), len(got.Skipped), len(got.Warnings))
	}
	snapshot := string(app.Anonymous(t).Get("/api/snapshot").Want(http.StatusOK).Body)
	for _, want := range wants {
		if want.skipped != "" {
			if said := reasons(got.Skipped, want.title); !slices.Equal(said, []string{want.skipped}) {
				t.Errorf("%s was skipped because of %q", want.title, said)
			}
			continue
		}
		var a importedArticle
		staff.Get("/api/articles/" + want.slug).Want(http.StatusOK).Into(&a)
		moved := fmt.Sprintf(`{"from":%q,"to":%q}`, want.old, want.slug)
		if a.Title != want.title || a.Status != want.status || a.Category != want.category ||
			strings.Join(a.Tags, ",") != want.tags ||
			a.Content != want.content || strings.Contains(snapshot, moved) != (want.status == "published") {
			t.Errorf("got %+v\nwant %+v", a, want)
		}
	}
	if again := importFile(t, staff, "large.xml", wxr(posts...), asSource); len(again.Created) != 0 ||
		len(again.Skipped) != 60 {
		t.Errorf("again: created %d, skipped %d", len(again.Created), len(again.Skipped))
	}
}

func TestImport_Markdown(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	got := importFile(t, staff, "book.zip", zipOf(t, map[string]string{
		"_posts/2024-03-04-rain.md": "---\ntitle: \"Rain: a study\"\ncategories: [Geography, Weather]\ntags:\n  - rain\n  - \"1\"\nauthor:\n  name: Asha Rao\n" +
			"permalink: /old/rain/\nimage: img/a.png\n---\nWarm **air**[^1] rises in $\\frac{1}{3}$.\n\n![Map](../img/a.png \"The map\")\n\n![x](gone.png)\n\n[^1]: Or *cold*.\n",
		"img/a.png":             string(picture(t, 60, 40)),
		"_posts/img/a.png":      string(picture(t, 30, 20)),
		"plain.md":              "# Plain heading\r\n\r\nText",
		"draft.md":              "+++\n",
		"content/post/index.md": "---\ntitle: Bundle\ndate: 2024-01-02\ndraft: true\naliases: [/b, /c/d]\nlastmod: 2024-01-05T10:00:00+05:30\n---\nx",
		"README":                "none",
	}), asSource)
	if got.State != "done" || got.Source != "markdown" || got.Total != 4 || len(got.Created) != 4 ||
		got.path("Plain heading") != "/blog/plain" ||
		got.path("Bundle") != "/blog/post" || got.path("Rain: a study") != "/blog/rain" {
		t.Fatalf("%+v", got)
	}
	var a importedArticle
	staff.Get("/api/articles/rain").Want(http.StatusOK).Into(&a)
	if a.Author != "Asha Rao" || a.Category != "Geography" || strings.Join(a.Tags, ",") != "rain,1" ||
		a.Date != "2024-03-03T18:30:00Z" ||
		!strings.HasPrefix(a.Banner, "/media/images/") || !strings.Contains(a.Content, "Warm <strong>air</strong>") ||
		!strings.Contains(a.Content, `<img src="/media/images/`) {
		t.Errorf("%+v", a)
	}
	if said := reasons(got.Warnings, "Rain: a study"); len(said) != 1 ||
		!strings.HasPrefix(said[0], "The picture gone.png is missing") {
		t.Errorf("said: %q", said)
	}
	staff.Get("/api/articles/post").Want(http.StatusOK).Into(&a)
	if a.Status != "draft" || a.Date != "2024-01-01T18:30:00Z" {
		t.Errorf("%+v", a)
	}
	if snapshot := string(app.Anonymous(t).Get("/api/snapshot").Body); !strings.Contains(snapshot,
		`{"from":"/old/rain","to":"rain"}`) {
		t.Error("the permalink leads nowhere")
	}
}
