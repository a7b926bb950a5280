package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
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

	names   map[string]string   // of users, by their ids
	tags    map[string]ghostTag // by their ids
	authors map[string][]string // ids of users, by those of posts
	tagged  map[string][]string // ids of tags, by those of posts
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

// anyBool is true, or a number that is not 0.
type anyBool bool

// UnmarshalJSON implements json.Unmarshaler.
func (b *anyBool) UnmarshalJSON(data []byte) error {
	*b = anyBool(string(data) == "true" || string(data) == "1")
	return nil
}

// ghostTime is a time in words, or in milliseconds in old exports.
type ghostTime struct{ time.Time }

// UnmarshalJSON implements json.Unmarshaler.
func (t *ghostTime) UnmarshalJSON(data []byte) error {
	var milliseconds int64
	if json.Unmarshal(data, &milliseconds) == nil && milliseconds > 0 {
		t.Time = time.UnixMilli(milliseconds)
		return nil
	}
	var words string
	_ = json.Unmarshal(data, &words) // null is none
	for _, layout := range []string{time.RFC3339Nano, time.DateTime} {
		if at, err := time.Parse(layout, words); err == nil {
			t.Time = at
		}
	}
	return nil
}

// tables calls each with the decoder at every table of the file.
func (g *ghost) tables(each func(table string, from *json.Decoder) error) error {
	if _, err := g.f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	decoder := json.NewDecoder(g.f)
	var object func(within string) error
	object = func(within string) error {
		if _, err := decoder.Token(); err != nil { // the brace
			return err
		}
		for decoder.More() {
			key, err := decoder.Token()
			if err != nil {
				return err
			}
			switch {
			case within == "" && key == "db":
				if _, err = decoder.Token(); err != nil { // the bracket
					return err
				}
				for decoder.More() {
					if err = object("db"); err != nil {
						return err
					}
				}
				_, err = decoder.Token()
			case within != "data" && key == "data":
				err = object("data")
			case within == "data":
				err = each(fmt.Sprint(key), decoder)
			default:
				err = decoder.Decode(&skipped{})
			}
			if err != nil {
				return err
			}
		}
		_, err := decoder.Token()
		return err
	}
	err := object("")
	var known *problem.Error
	if err != nil && !errors.As(err, &known) {
		err = problem.Wrap(problem.Invalid, err, "The file is no whole export of Ghost.")
	}
	return err
}

// skipped is a value that is not needed.
type skipped struct{}

// UnmarshalJSON implements json.Unmarshaler.
func (*skipped) UnmarshalJSON([]byte) error { return nil }

// rows calls each with every row of a table.
func rows[T any](from *json.Decoder, each func(T) error) error {
	if open, err := from.Token(); err != nil || open != json.Delim('[') {
		return errors.Join(err, errors.New("a table is no list"))
	}
	for from.More() {
		var row T
		if err := from.Decode(&row); err != nil {
			var mistyped *json.UnmarshalTypeError
			if !errors.As(err, &mistyped) {
				return err
			}
		}
		if err := each(row); err != nil {
			return err
		}
	}
	_, err := from.Token()
	return err
}

func (g *ghost) count(ctx context.Context) (total int, err error) {
	g.names, g.tags = map[string]string{}, map[string]ghostTag{}
	g.authors, g.tagged = map[string][]string{}, map[string][]string{}
	type link struct {
		Post   json.RawMessage `json:"post_id"`
		Author json.RawMessage `json:"author_id"`
		Tag    json.RawMessage `json:"tag_id"`
		Order  int             `json:"sort_order"`
	}
	links := func(from *json.Decoder, into map[string][]string, other func(link) json.RawMessage) error {
		all := []link{}
		err := rows(from, func(row link) error { all = append(all, row); return ctx.Err() })
		slices.SortStableFunc(all, func(a, b link) int { return a.Order - b.Order })
		for _, row := range all {
			into[plain(row.Post)] = append(into[plain(row.Post)], plain(other(row)))
		}
		return err
	}
	err = g.tables(func(table string, from *json.Decoder) error {
		switch table {
		case "posts":
			return rows(from, func(skipped) error { total++; return ctx.Err() })
		case "users":
			return rows(from, func(row struct {
				ID   json.RawMessage `json:"id"`
				Name string          `json:"name"`
			}) error {
				g.names[plain(row.ID)] = row.Name
				return nil
			})
		case "tags":
			return rows(from, func(row struct {
				ID json.RawMessage `json:"id"`
				ghostTag
			}) error {
				g.tags[plain(row.ID)] = row.ghostTag
				return nil
			})
		case "posts_authors":
			return links(from, g.authors, func(row link) json.RawMessage { return row.Author })
		case "posts_tags":
			return links(from, g.tagged, func(row link) json.RawMessage { return row.Tag })
		}
		return from.Decode(&skipped{})
	})
	if err == nil && total == 0 {
		err = problem.New(problem.Invalid, "The file has no posts; it may be no export of Ghost.")
	}
	return total, err
}

// plain returns an id, which is a text or a number.
func plain(raw json.RawMessage) string { return strings.Trim(string(raw), `"`) }

func (g *ghost) each(ctx context.Context, j *job, each func(item) error) error {
	return g.tables(func(table string, from *json.Decoder) error {
		if table != "posts" {
			return from.Decode(&skipped{})
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

func (g *ghost) item(j *job, raw json.RawMessage) item {
	var post ghostPost
	var ids struct {
		ID     json.RawMessage `json:"id"`
		Author json.RawMessage `json:"author_id"`
		Title  any             `json:"title"`
	}
	_ = json.Unmarshal(raw, &ids) // else there are none
	if err := json.Unmarshal(raw, &post); err != nil {
		return item{title: fmt.Sprint(ids.Title), broken: errBroken}
	}
	id := plain(ids.ID)
	it := item{
		key: ghostKey(id, post, raw), page: post.Type == "page" || bool(post.Page), title: post.Title,
		slug: post.Slug, path: post.Slug,
		excerpt: post.Excerpt, status: article.Draft, created: post.CreatedAt.Time, updated: post.UpdatedAt.Time,
		former: oldPath("/" + post.Slug), banner: strings.TrimPrefix(post.Image, ghostURL),
	}
	it.id = idOf(Ghost, it.key)
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
	authors := g.authors[id]
	if len(authors) == 0 {
		authors = []string{plain(ids.Author)}
	}
	it.author = g.names[authors[0]]
	for _, each := range g.tagged[id] {
		switch tag := g.tags[each]; {
		case tag.Name == "" || tag.Visibility == "internal" || strings.HasPrefix(tag.Name, "#"):
		case it.category == "":
			it.category = tag.Name
		default:
			it.tags = append(it.tags, tag.Name)
		}
	}
	if err := g.text(&it, post); err != nil {
		it.broken = problem.Wrap(problem.Invalid, err, "Its text is damaged in the file and cannot be read.")
	}
	at := func(address string) string {
		j.names(address)
		if rest, is := strings.CutPrefix(address, ghostURL); is || strings.HasPrefix(address, "/content/images/") {
			it.lost = append(it.lost, "The file does not have the picture "+rest+", nor say on which site it is; upload it.")
			return rest
		}
		return address
	}
	it.html = strings.ReplaceAll(convert.Pictures(it.html, at), ghostURL, "")
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
		tidied = convert.Tidy(post.HTML)
	case post.Lexical != "":
		tidied, err = convert.Lexical(g.s.md, post.Lexical)
	case post.Mobiledoc != "":
		tidied, err = convert.Mobiledoc(g.s.md, post.Mobiledoc)
	}
	it.html, it.lost = tidied.HTML, append(it.lost, tidied.Lost...)
	return err
}

func (g *ghost) close() error { return g.f.Close() }
