package transfer

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/operate/convert"
	"academy/cms-api/internal/platform/problem"
)

// ghost is an export of Ghost.
type ghost struct {
	f *os.File
	s *Service

	names   map[anyText]string   // of users, by their ids
	tags    map[anyText]ghostTag // by their ids
	authors map[anyText][]link   // by the ids of posts
	tagged  map[anyText][]link   // by the ids of posts
}

type ghostTag struct{ Name, Visibility string }

type ghostPost struct {
	UUID        string    `json:"uuid"`
	Title       string    `json:"title"`
	Slug        string    `json:"slug"`
	HTML        string    `json:"html"`
	Lexical     string    `json:"lexical"`
	Mobiledoc   string    `json:"mobiledoc"`
	Image       string    `json:"feature_image"`
	Alt         string    `json:"feature_image_alt"`
	Type        string    `json:"type"`
	Page        anyBool   `json:"page"` // before there were types
	Status      string    `json:"status"`
	Visibility  string    `json:"visibility"`
	Excerpt     string    `json:"custom_excerpt"`
	PublishedAt ghostTime `json:"published_at"`
	CreatedAt   ghostTime `json:"created_at"`
	UpdatedAt   ghostTime `json:"updated_at"`
}

// link is a row of a table that links posts to authors or tags.
type link struct {
	Post   anyText `json:"post_id"`
	Author anyText `json:"author_id"`
	Tag    anyText `json:"tag_id"`
	Order  int     `json:"sort_order"`
}

func (g *ghost) count(ctx context.Context) (total int, err error) {
	g.names, g.tags = map[anyText]string{}, map[anyText]ghostTag{}
	g.authors, g.tagged = map[anyText][]link{}, map[anyText][]link{}
	count := 0
	// counted returns an error when more rows are in memory than a file may have.
	counted := func() error {
		if count++; count > maxRows {
			return errRows
		}
		return ctx.Err()
	}
	links := func(from reader, by map[anyText][]link) error {
		return rows(from, func(row link) error { by[row.Post] = append(by[row.Post], row); return counted() })
	}
	err = g.tables(func(table string, from reader) error {
		switch table {
		case "posts":
			return rows(from, func(skipped) error { total++; return ctx.Err() })
		case "users":
			return rows(from, func(row struct {
				ID   anyText
				Name string
			}) error {
				g.names[row.ID] = row.Name
				return counted()
			})
		case "tags":
			return rows(from, func(row struct {
				ID anyText
				ghostTag
			}) error {
				g.tags[row.ID] = row.ghostTag
				return counted()
			})
		case "posts_authors":
			return links(from, g.authors)
		case "posts_tags":
			return links(from, g.tagged)
		}
		return from.skip()
	})
	for _, by := range []map[anyText][]link{g.authors, g.tagged} {
		for _, each := range by {
			slices.SortStableFunc(each, func(a, b link) int { return a.Order - b.Order })
		}
	}
	if err == nil && total == 0 {
		err = problem.New(problem.Invalid, "The file has no posts; it may be no export of Ghost. "+
			"In Ghost it is made under Settings → Migration tools.")
	}
	return total, err
}

func (g *ghost) each(ctx context.Context, j *job, each func(item) error) error {
	return g.tables(func(table string, from reader) error {
		if table != "posts" {
			return from.skip()
		}
		return rows(from, func(raw json.RawMessage) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			var named struct{ Title any }
			_ = json.Unmarshal(raw, &named) // else it has no title
			it, err := g.s.made(fmt.Sprint(named.Title), func() (item, error) { return g.item(j, raw), nil })
			if err != nil {
				return err
			}
			return each(it)
		})
	})
}

// ghostURL stands for the site's address, which the file does not have.
const ghostURL = "__GHOST_URL__"

// ghostFile matches links to uploaded files, of which at most maxFiles are reported.
var ghostFile = regexp.MustCompile(`href="` + ghostURL + `(/content/(?:files|media)/[^"]*)"`)

const maxFiles = 100

func (g *ghost) item(j *job, raw json.RawMessage) item {
	var post ghostPost
	var ids struct {
		ID     anyText `json:"id"`
		Author anyText `json:"author_id"`
		Title  any     `json:"title"`
	}
	_ = json.Unmarshal(raw, &ids) // else there are none
	if err := json.Unmarshal(raw, &post); err != nil {
		return item{title: fmt.Sprint(ids.Title), broken: errBroken}
	}
	it := item{
		key: ghostKey(string(ids.ID), post, raw), page: post.Type == "page" || bool(post.Page), title: post.Title,
		slug: post.Slug, path: post.Slug,
		excerpt: post.Excerpt, status: article.Draft, created: post.CreatedAt.Time, updated: post.UpdatedAt.Time,
		former: oldPath("/" + post.Slug), banner: strings.TrimPrefix(post.Image, ghostURL),
	}
	if it.page && len(it.former) > 0 && it.former[0] == pathOf(it) {
		it.former = nil
	}
	switch {
	case post.Visibility != "" && post.Visibility != "public":
		it.lost = append(it.lost, "Only members could read it; it became a draft.")
	case post.Status == "published", post.Status == "scheduled":
		it.status, it.date = article.Published, post.PublishedAt.Time
	case post.Status == "sent":
		it.lost = append(it.lost, "It was sent by mail alone; it became a draft.")
	}
	it.author = g.names[ids.Author]
	if authors := g.authors[ids.ID]; len(authors) > 0 {
		it.author = g.names[authors[0].Author]
	}
	for _, each := range g.tagged[ids.ID] {
		switch tag := g.tags[each.Tag]; {
		case tag.Name == "" || tag.Visibility == "internal" || strings.HasPrefix(tag.Name, "#"):
		case it.category == "":
			it.category = tag.Name
		default:
			it.tags = append(it.tags, tag.Name)
		}
	}
	if err := g.text(&it, post); err != nil {
		it.broken = err
	}
	at := func(address string) string {
		j.names(address)
		if rest, is := strings.CutPrefix(address, ghostURL); is || strings.HasPrefix(address, "/content/images/") {
			it.lost = append(it.lost, "The file does not have the picture "+rest+", nor say on which site it is; upload it.")
			return ""
		}
		return address
	}
	it.html = convert.Pictures(it.html, "src", at)
	for _, found := range ghostFile.FindAllStringSubmatch(it.html, maxFiles) {
		it.lost = append(it.lost,
			"The file does not have "+found[1]+", nor say on which site it is; upload it, and link to that.")
	}
	it.html = strings.ReplaceAll(it.html, ghostURL, "")
	if it.banner != "" {
		it.banner = at(post.Image)
	}
	return it
}

// ghostKey returns what identifies a post. Its id may be that of another post of another site, as
// old ones are numbers.
func ghostKey(id string, post ghostPost, raw []byte) []string {
	switch {
	case post.UUID != "":
		return []string{"uuid", post.UUID}
	case id != "":
		return []string{id, digest(post.Title, post.Slug, post.CreatedAt.UTC().Format(time.RFC3339Nano))}
	}
	return []string{"", digest(string(raw))}
}

// text sets the text of a post: its HTML, else what the editors have kept.
func (g *ghost) text(it *item, post ghostPost) (err error) {
	var tidied convert.Tidied
	switch {
	case post.HTML != "":
		tidied, err = convert.Tidy(post.HTML)
	case post.Lexical != "":
		tidied, err = convert.Lexical(g.s.md, post.Lexical)
	case post.Mobiledoc != "":
		tidied, err = convert.Mobiledoc(g.s.md, post.Mobiledoc)
	}
	it.html, it.lost = tidied.HTML, append(it.lost, tidied.Lost...)
	return err
}
