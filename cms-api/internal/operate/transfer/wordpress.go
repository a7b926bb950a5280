package transfer

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/url"
	"strings"
	"time"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/operate/convert"
	"academy/cms-api/internal/platform/problem"
)

// wordpress is an export in WordPress's extended RSS.
type wordpress struct {
	f io.ReadSeeker
	s *Service

	site        *url.URL
	authors     map[string]string     // names by logins
	attachments map[string]attachment // by ids
	children    map[string][]string   // ids of pictures by those of the posts that they were uploaded to
	others      map[string]int        // numbers of posts of other kinds
	comments    int
}

type attachment struct{ address, caption string }

func (w *wordpress) count(ctx context.Context) (int, error) {
	w.authors, w.attachments = map[string]string{}, map[string]attachment{}
	w.children, w.others = map[string][]string{}, map[string]int{}
	total := 0
	err := w.parts(ctx, func(raw []byte, isItem bool) error {
		if !isItem {
			return w.head(raw)
		}
		var it wxrItem
		if decode(raw, &it) != nil {
			total++
			return nil
		}
		if len(w.attachments) > maxRows {
			return errRows
		}
		w.comments += len(it.Comments)
		switch {
		case it.Type == "attachment":
			w.attachments[it.ID] = attachment{it.File, it.encoded("excerpt")}
			if isPicture(it.File) {
				w.children[it.Parent] = append(w.children[it.Parent], it.ID)
			}
		case isPost(it):
			total++
		default:
			w.others[it.Type]++
		}
		return nil
	})
	return total, err
}

// isPost reports whether an item is imported.
func isPost(it wxrItem) bool {
	return (it.Type == "post" || it.Type == "page") && it.Status != "auto-draft" && it.Status != "inherit"
}

func isPicture(address string) bool {
	lower := strings.ToLower(address)
	for _, extension := range []string{".jpg", ".jpeg", ".png", ".gif", ".webp", ".bmp"} {
		if strings.HasSuffix(lower, extension) {
			return true
		}
	}
	return false
}

// head reads what precedes the items, of which nothing is closed.
func (w *wordpress) head(raw []byte) error {
	from := bytes.Index(raw, []byte("<channel>"))
	if from < 0 {
		return problem.New(problem.Invalid, "The file is no whole export of WordPress: it has no channel.")
	}
	var head wxrHead
	if err := decode(append(raw[from:], []byte("</channel>")...), &head); err != nil {
		return problem.Wrap(problem.Invalid, err, "What precedes the posts in the file cannot be read.")
	}
	for _, each := range head.Authors {
		w.authors[each.Login] = each.Name
	}
	for _, address := range []string{head.Blog, head.Site, head.Link} {
		if site, err := url.Parse(strings.TrimSpace(address)); err == nil && site.Host != "" && w.site == nil {
			w.site = site
		}
	}
	return nil
}

func (w *wordpress) each(ctx context.Context, j *job, each func(item) error) error {
	if w.site != nil {
		j.names(w.site.String())
	}
	for _, file := range w.attachments {
		j.names(file.address)
	}
	for kind, n := range w.others {
		j.warn(j.File, fmt.Sprintf("%d of the kind %q were left out.", n, kind))
	}
	if w.comments > 0 {
		j.warn(j.File, fmt.Sprintf("%d comments were left out: articles here have none.", w.comments))
	}
	return w.parts(ctx, func(raw []byte, isItem bool) error {
		var it wxrItem
		switch {
		case !isItem:
			return nil
		case decode(raw, &it) != nil:
			return each(item{title: titleIn(raw), broken: errBroken})
		case !isPost(it):
			return nil
		}
		made, err := w.s.made(it.Title, func() (item, error) { return w.item(it), nil })
		if err != nil {
			return err
		}
		return each(made)
	})
}

var errBroken = problem.New(problem.Invalid, "It is damaged in the file and cannot be read.")

// titleIn returns what names a broken item.
func titleIn(raw []byte) string {
	_, rest, _ := bytes.Cut(raw, []byte("<title>"))
	title, _, found := bytes.Cut(rest, []byte("</title>"))
	if !found {
		return "A post without a title"
	}
	title = bytes.TrimSuffix(bytes.TrimPrefix(title, []byte("<![CDATA[")), []byte("]]>"))
	return html.UnescapeString(string(title))
}

func (w *wordpress) item(from wxrItem) item {
	it := item{
		key: w.key(from), page: from.Type == "page",
		title: html.UnescapeString(from.Title), slug: unescaped(from.Name), author: from.Creator,
		excerpt: convert.Text(from.encoded("excerpt")), updated: w.time(from.ChangedGMT, from.Changed),
		created: w.time(from.DateGMT, from.Date), former: oldPath(from.Link), path: convert.PathOf(from.Link),
	}
	if name := w.authors[from.Creator]; name != "" {
		it.author = name
	}
	if it.path == "" {
		it.path = it.slug
	}
	if it.page && it.path == pathOf(it) {
		it.former = nil
	}
	w.status(&it, from)
	if it.status == article.Published && it.former == nil && strings.Contains(from.Link, "?") {
		it.lost = append(it.lost, "Its old address, "+from.Link+", does not lead here: only paths can.")
	}
	for _, category := range from.Categories {
		name := html.UnescapeString(category.Name)
		switch {
		case category.Domain == "category" && it.category == "" && name != "Uncategorized":
			it.category = name
		case (category.Domain == "category" || category.Domain == "post_tag") && name != "Uncategorized":
			it.tags = append(it.tags, name)
		}
	}
	text := convert.WordPress{
		Attachment: func(id string) (string, string) {
			return w.attachments[id].address, w.attachments[id].caption
		},
		Gallery: w.children[from.ID], Notes: map[string]string{},
	}
	var notes []struct{ ID, Content string }
	if json.Unmarshal([]byte(from.meta("footnotes")), &notes) == nil {
		for _, note := range notes {
			text.Notes[note.ID] = note.Content
		}
	}
	tidied, err := text.HTML(from.encoded("content"))
	if err != nil && it.broken == nil {
		it.broken = err
	}
	it.lost = append(it.lost, tidied.Lost...)
	it.html = convert.Pictures(tidied.HTML, "src", func(address string) string { return w.picture(&it, address) })
	it.banner = w.absolute(w.attachments[from.meta("_thumbnail_id")].address)
	return it
}

// key returns what identifies a post: its number on the site, else its address; a file that has
// neither says nothing but what is in the post.
func (w *wordpress) key(from wxrItem) []string {
	key := []string{w.siteName(), from.Type, from.ID}
	switch address := cmp.Or(from.GUID, from.Link); {
	case from.ID != "" && key[0] != "":
	case address != "":
		key = append(key, address)
	default:
		key = append(key, digest(from.Title, from.Name, from.DateGMT, from.Date, from.encoded("content")))
	}
	return key
}

// status sets the status and the date of a post. A post that was not public becomes a draft.
func (w *wordpress) status(it *item, from wxrItem) {
	it.status = article.Draft
	switch {
	case from.Password != "":
		it.lost = append(it.lost, "It had a password and became a draft.")
	case from.Status == "private":
		it.lost = append(it.lost, "It was private and became a draft.")
	case from.Status == "trash":
		it.broken = problem.New(problem.Invalid, "It was in WordPress's trash.")
	case from.Status == "publish", from.Status == "future":
		it.status, it.date = article.Published, it.created
	}
}

func (w *wordpress) siteName() string {
	if w.site == nil {
		return ""
	}
	return strings.ToLower(w.site.Host + strings.TrimRight(w.site.Path, "/"))
}

// picture is absolute for a picture in a text, without which it is removed.
func (w *wordpress) picture(it *item, address string) string {
	absolute := w.absolute(address)
	if strings.HasPrefix(absolute, "/") && !strings.HasPrefix(absolute, "//") {
		it.lost = append(it.lost, "The file does not say on which site the picture "+address+" is; upload it.")
		return ""
	}
	return absolute
}

// absolute returns the address of a picture with its host.
func (w *wordpress) absolute(address string) string {
	if w.site == nil || address == "" || strings.HasPrefix(address, "data:") {
		return address
	}
	parsed, err := w.site.Parse(address)
	if err != nil {
		return address
	}
	return parsed.String()
}

// time returns a time of the file: that of Greenwich, or where there is none that of the site's
// time zone.
func (w *wordpress) time(gmt, local string) time.Time {
	if at, err := time.Parse(time.DateTime, gmt); err == nil && at.Year() > 1 {
		return at
	}
	at, err := time.ParseInLocation(time.DateTime, local, w.s.o.Zone)
	if err != nil || at.Year() < 1 {
		return time.Time{}
	}
	return at
}

func unescaped(name string) string {
	if readable, err := url.PathUnescape(name); err == nil {
		return readable
	}
	return name
}
