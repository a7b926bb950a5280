package apitest_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/test/apitest"
)

// imported is what an import answers.
type imported struct {
	ID, State, Source, Error, File string
	Total, Done                    int
	Created                        []struct{ Collection, ID, Title, Path string }
	Skipped, Warnings              []struct{ Title, Reason string }
}

// reasons returns what is said of an item.
func reasons(notes []struct{ Title, Reason string }, title string) []string {
	var found []string
	for _, each := range notes {
		if each.Title == title {
			found = append(found, each.Reason)
		}
	}
	return found
}

func (i imported) path(title string) string {
	for _, each := range i.Created {
		if each.Title == title {
			return each.Path
		}
	}
	return ""
}

// importFile imports a file and waits for its end.
func importFile(t testing.TB, who *apitest.Client, name string, data []byte, texts ...apitest.Part) imported {
	t.Helper()
	var begun, now imported
	who.Parts("/api/admin/imports", append(texts, apitest.File("file", name,
		data))...).Want(http.StatusAccepted).Into(&begun)
	apitest.Eventually(t, func() bool {
		now = imported{}
		who.Get("/api/admin/imports/" + begun.ID).Want(http.StatusOK).Into(&now)
		return now.State != "running"
	})
	return now
}

var asSource = apitest.Text("status", "source")

// wxr returns an export as WordPress writes it.
func wxr(items ...string) []byte {
	return []byte(`<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.5" created="2024-05-01 10:00" -->
<rss version="2.0"
	xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:wp="http://wordpress.org/export/1.2/"
>
<channel>
	<title>Old Academy</title>
	<link>https://old.example</link>
	<description>Notes</description>
	<pubDate>Wed, 01 May 2024 10:00:00 +0000</pubDate>
	<language>en-US</language>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_site_url>https://old.example</wp:base_site_url>
	<wp:base_blog_url>https://old.example</wp:base_blog_url>
	<wp:author><wp:author_id>1</wp:author_id><wp:author_login><![CDATA[asha]]></wp:author_login>
	<wp:author_email><![CDATA[asha@old.example]]></wp:author_email><wp:author_display_name><![CDATA[Asha Rao]]></wp:author_display_name></wp:author>
	<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename><![CDATA[geography]]></wp:category_nicename><wp:cat_name><![CDATA[Geography]]></wp:cat_name></wp:category>
` + strings.Join(items, "\n") + `
</channel>
</rss>
`)
}

// wxrPost is a post of such an export; fields overwrite those that it has.
func wxrPost(id int, title, content string, fields ...string) string {
	all := map[string]string{
		"link": fmt.Sprintf("https://old.example/2024/01/post-%d/", id), "type": "post", "status": "publish",
		"gmt": "2024-01-02 03:04:05", "date": "2024-01-02 08:34:05", "name": fmt.Sprintf("post-%d", id), "excerpt": "",
		"categories": `<category domain="category" nicename="geography"><![CDATA[Geography]]></category>`, "meta": "",
		"password": "",
	}
	for i := 0; i+1 < len(fields); i += 2 {
		all[fields[i]] = fields[i+1]
	}
	return fmt.Sprintf(`	<item>
		<title><![CDATA[%s]]></title>
		<link>%s</link>
		<pubDate>Tue, 02 Jan 2024 03:04:05 +0000</pubDate>
		<dc:creator><![CDATA[asha]]></dc:creator>
		<guid isPermaLink="false">https://old.example/?p=%d</guid>
		<description></description>
		<content:encoded><![CDATA[%s]]></content:encoded>
		<excerpt:encoded><![CDATA[%s]]></excerpt:encoded>
		<wp:post_id>%d</wp:post_id>
		<wp:post_date><![CDATA[%s]]></wp:post_date>
		<wp:post_date_gmt><![CDATA[%s]]></wp:post_date_gmt>
		<wp:post_modified><![CDATA[2024-02-01 08:00:00]]></wp:post_modified>
		<wp:post_modified_gmt><![CDATA[2024-02-01 02:30:00]]></wp:post_modified_gmt>
		<wp:comment_status><![CDATA[open]]></wp:comment_status>
		<wp:post_name><![CDATA[%s]]></wp:post_name>
		<wp:status><![CDATA[%s]]></wp:status>
		<wp:post_parent>0</wp:post_parent>
		<wp:post_type><![CDATA[%s]]></wp:post_type>
		<wp:post_password><![CDATA[%s]]></wp:post_password>
		<wp:is_sticky>0</wp:is_sticky>
		%s
		%s
	</item>`, title, all["link"], id, content, all["excerpt"], id, all["date"], all["gmt"], all["name"], all["status"],
		all["type"], all["password"], all["categories"], all["meta"])
}

func zipOf(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, content := range files {
		to, err := z.Create(name)
		if err == nil {
			_, err = to.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type importedArticle struct {
	ID, Title, Slug, Content, Excerpt, Author, Category, Status string
	AuthorID                                                    string `json:"author_id"`
	Banner                                                      string `json:"banner_image"`
	PublishDate, UpdatedAt, CreatedAt                           string
	Tags                                                        []string
	Date                                                        string `json:"publish_date"`
}

func TestImport_WordPress(t *testing.T) {
	app := apitest.New(t).Ready(t)
	staff := app.Staff(t)
	file := wxr(
		wxrPost(1, "How Monsoons Form", "Warm air rises.\n\nRain falls.", "excerpt", "Why it <b>rains</b>", "categories",
			`<category domain="category" nicename="g"><![CDATA[Geography &amp; Maps]]></category>`+
				`<category domain="post_tag" nicename="r"><![CDATA[rain]]></category>`+
				`<category domain="category" nicename="p"><![CDATA[Physics]]></category>`),
		wxrPost(2, "No GMT", "x", "status", "draft", "gmt", "0000-00-00 00:00:00", "link", "https://old.example/?p=2"),
		wxrPost(3, "Private", "x", "status", "private"),
		wxrPost(4, "Locked", "x", "password", "secret"),
		wxrPost(5, "In the trash", "x", "status", "trash"),
		wxrPost(6, "Later", "x", "status", "future", "gmt", "2099-01-02 03:04:05"),
		wxrPost(7, "Control\x08 characters", "a\x0bb"),
		"\t<item>\n\t\t<title>Broken</title>\n\t\t<content:encoded><![CDATA[x]]></content:enc",
		wxrPost(8, "ಮುಂಗಾರು", "<p>ಮಳೆ</p>", "name", "%e0%b2%ae%e0%b3%81", "link",
			"https://old.example/2024/01/%e0%b2%ae%e0%b3%81/"),
		wxrPost(9, "Our Courses", "<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->", "type", "page",
			"link", "https://old.example/courses/our-courses.html", "name", "our-courses"),
		wxrPost(10, "About us", "x", "type", "page", "link", "https://old.example/about-us/"),
		wxrPost(11, "Menu", "", "type", "nav_menu_item"),
	)
	got := importFile(t, staff, "old.xml", file, asSource)
	if got.State != "done" || got.Source != "wordpress" || got.Total != 11 || got.Done != 11 || len(got.Created) != 9 ||
		got.File != "old.xml" {
		t.Fatalf("%+v", got)
	}
	for title, want := range map[string]string{
		"Broken":       "It is damaged in the file and cannot be read.",
		"In the trash": "It was in WordPress's trash.",
	} {
		if found := reasons(got.Skipped, title); !slices.Equal(found, []string{want}) {
			t.Errorf("%s was skipped because of %q", title, found)
		}
	}
	for title, want := range map[string]string{
		"Private": "It was private and became a draft.", "Locked": "It had a password and became a draft.",
		"Control characters": "2 control characters were removed.",
		"About us":           "The site has another page at /about-us; this one is at /about-us-2.",
		"old.xml":            `1 of the kind "nav_menu_item" were left out.`,
	} {
		if found := reasons(got.Warnings, title); !slices.Equal(found, []string{want}) {
			t.Errorf("of %s is said %q, want %q", title, found, want)
		}
	}
	read := func(title string) (a importedArticle) {
		staff.Get("/api/articles/" + strings.TrimPrefix(got.path(title), "/blog/")).Want(http.StatusOK).Into(&a)
		return a
	}
	if a := read("How Monsoons Form"); a.Slug != "post-1" || a.Content != "<p>Warm air rises.</p><p>Rain falls.</p>" ||
		a.Excerpt != "Why it rains" ||
		a.Author != "Asha Rao" || a.AuthorID != "" || a.Category != "Geography & Maps" ||
		!slices.Equal(a.Tags, []string{"rain", "Physics"}) ||
		a.Status != "published" || a.Date != "2024-01-02T03:04:05Z" {
		t.Errorf("%+v", a)
	}
	for title, want := range map[string]string{"No GMT": "draft", "Private": "draft", "Locked": "draft",
		"Later": "published"} {
		if a := read(title); a.Status != want {
			t.Errorf("%s is %s, want %s", title, a.Status, want)
		}
	}
	if a := read("Later"); a.Date != "2099-01-02T03:04:05Z" {
		t.Errorf("later is %s", a.Date)
	}
	if a := read("Control characters"); a.Content != "<p>ab</p>" {
		t.Errorf("%q", a.Content)
	}
	snapshot := string(app.Anonymous(t).Get("/api/snapshot").Want(http.StatusOK).Body)
	for _, want := range []string{
		`{"from":"/2024/01/post-1","to":"post-1"}`, `{"from":"/2024/01/ಮು","to":"` + read("ಮುಂಗಾರು").Slug + `"}`,
		`{"from":"/courses/our-courses.html","to":"/courses/our-courses-html"}`,
	} {
		if !strings.Contains(snapshot, want) {
			t.Errorf("the snapshot lacks %s", want)
		}
	}
	again := importFile(t, staff, "old.xml", file, asSource)
	if again.State != "done" || len(again.Created) != 0 || len(reasons(again.Skipped, "Our Courses")) != 1 ||
		reasons(again.Skipped, "How Monsoons Form")[0] != "already imported" {
		t.Errorf("again: %+v", again)
	}
	var all []imported
	staff.Get("/api/admin/imports").Want(http.StatusOK).Into(&all)
	if len(all) != 2 || all[0].ID != again.ID || all[1].Total != 11 {
		t.Errorf("the list: %+v", all)
	}
}
