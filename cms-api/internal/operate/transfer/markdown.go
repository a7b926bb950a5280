package transfer

import (
	"context"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/operate/convert"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// markdownFiles is a zip of Markdown files with front matter, as Jekyll, Hugo and others have them.
type markdownFiles struct {
	*folder
	s *Service
}

func (m *markdownFiles) count(context.Context) (int, error) {
	total := len(m.refused)
	for _, name := range m.names {
		if isMarkdown(name) {
			total++
		}
	}
	return total, nil
}

func (m *markdownFiles) each(ctx context.Context, j *job, each func(item) error) error {
	for _, refused := range m.refused {
		if err := each(item{title: refused.Title, broken: problem.New(problem.Invalid, refused.Reason)}); err != nil {
			return err
		}
	}
	for _, name := range m.names {
		if !isMarkdown(name) {
			continue
		}
		it, err := m.s.made(name, func() (item, error) { return m.item(ctx, j, name) })
		if err != nil {
			return err
		}
		if err := each(it); err != nil {
			return err
		}
	}
	return ctx.Err()
}

var (
	datedName    = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})-(.+)$`)
	firstHeading = regexp.MustCompile(`^\s*#[ \t]+([^\n]+)\n?`)
)

func (m *markdownFiles) item(ctx context.Context, j *job, name string) (item, error) {
	data, err := m.bytes(name, maxText)
	if err != nil {
		return item{}, err
	}
	decoded, err := decodedText(data)
	if err != nil {
		return item{}, err
	}
	head, body := split(decoded)
	front := loose{}
	if err := readFront(head, &front); err != nil {
		return item{}, err
	}
	zone, stem := m.s.o.Zone, strings.TrimSuffix(path.Base(name), path.Ext(name))
	if stem == "index" || stem == "_index" {
		stem = path.Base(path.Dir(name))
	}
	dated := datedName.FindStringSubmatch(stem)
	if dated != nil {
		stem = dated[2]
	}
	it := item{
		key: []string{name, digest(string(data))}, title: front.text("title"), slug: front.text("slug"),
		author:   front.text("author", "authors"),
		excerpt:  front.text("excerpt", "description", "summary"),
		category: front.text("category", "categories"), tags: front.list("tags", "keywords"),
		date: front.timeIn(zone, "date", "published_at"), updated: front.timeIn(zone, "updated", "lastmod",
			"last_modified_at"),
		unpublish: front.timeIn(zone, "unpublish", "expiryDate"), status: article.Published,
		page: front.text("type", "layout") == "page",
	}
	if front.text("draft") == "true" || front.text("published") == "false" || front.text("status") == "draft" ||
		strings.Contains("/"+name, "/_drafts/") {
		it.status = article.Draft
	}
	if front.text("status") == "archived" {
		it.status = article.Archived
	}
	if it.date.IsZero() && dated != nil {
		it.date = timeOf(dated[1], zone)
	}
	it.created = it.date
	if it.slug == "" {
		it.slug = stem
	}
	text := string(body)
	if found := firstHeading.FindStringSubmatch(text); it.title == "" && found != nil {
		it.title, text = strings.TrimSpace(found[1]), text[len(found[0]):]
	}
	if it.title == "" {
		it.title = stem
	}
	for _, address := range append(front.list("aliases", "redirect_from"), front.text("permalink", "url", "link")) {
		it.former = append(it.former, oldPath(address)...)
	}
	it.path = it.slug
	read, err := m.s.md.Read(text, convert.Compact)
	if err != nil {
		return item{}, err
	}
	tidied, err := convert.Tidy(read)
	if err != nil {
		return item{}, err
	}
	it.lost = tidied.Lost
	at := func(address string) string { return m.picture(ctx, j, &it, path.Dir(name), address) }
	it.html = convert.Pictures(tidied.HTML, "src", at)
	it.banner = at(front.text("banner", "image", "cover", "featured_image", "feature_image", "thumbnail"))
	return it, nil
}

// decodedText returns a text in UTF-8: one of UTF-16 is told by its byte order mark.
func decodedText(data []byte) ([]byte, error) {
	decoded, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), data)
	if err != nil || !utf8.Valid(decoded) {
		return nil, problem.New(problem.Invalid,
			"Its letters are not in UTF-8. Open it in an editor, save it as UTF-8, and make the zip again.")
	}
	return decoded, nil
}

// picture returns the address of a picture, which it stores where the zip has it; "" where nobody could see it.
func (m *markdownFiles) picture(ctx context.Context, j *job, it *item, dir, address string) string {
	j.names(address)
	if address == "" || isWeb(address) || strings.HasPrefix(address, "data:") || strings.HasPrefix(address, "//") {
		return address
	}
	plain := unescaped(address)
	plain, _, _ = strings.Cut(plain, "?")
	name := path.Join(dir, plain)
	for _, candidate := range []string{name, strings.TrimPrefix(plain, "/"), "static" + plain, "assets/" + plain} {
		if m.files[candidate] != nil {
			name = candidate
			break
		}
	}
	copied, known := j.copied[name]
	reason := "It could not be used before."
	if !known {
		data, err := m.bytes(name, m.s.o.MaxImageBytes)
		if err == nil {
			var image upload.Image
			image, err = m.s.o.Uploads.ImageBytes(ctx, text.FileName(name), data)
			copied = image.URL
		}
		if j.copied[name] = copied; err != nil {
			reason = explain(err)
		}
	}
	if copied == "" {
		it.lost = append(it.lost, "The picture "+address+" is missing: "+reason)
	}
	return copied
}
