package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/slug"
	"academy/cms-api/internal/platform/text"
)

var notInPath = regexp.MustCompile(`[^a-z0-9-]`)

// pathOf returns the path of a page here: that which it had, as far as pages can have it; "": it is
// made from the title.
func pathOf(it item) string {
	var segments []string
	for segment := range strings.SplitSeq(strings.Trim(it.path, "/"), "/") {
		if segment = strings.ToLower(segment); notInPath.MatchString(segment) {
			segment = slug.Of(segment, "", func(string) bool { return false })
		}
		if segment = strings.Trim(segment, "-"); segment != "" {
			segments = append(segments, segment)
		}
	}
	if len(segments) == 0 {
		return ""
	}
	return "/" + strings.Join(segments[max(0, len(segments)-3):], "/")
}

// page stores a page of one text block; nil where it exists.
func (s *Service) page(ctx context.Context, j *job, it item) (*Created, error) {
	blocks, err := s.textBlocks(it)
	if err != nil {
		return nil, err
	}
	status := page.Draft
	if it.status == article.Published {
		status = page.Published
	}
	path, description := pathOf(it), text.Shorten(text.Line(it.excerpt), 500)
	for n := 1; ; n++ {
		wanted := path
		if n > 1 {
			wanted = fmt.Sprintf("%s-%d", path, n)
		}
		in := page.Imported{
			Update: page.Update{
				Path: &wanted, Title: &it.title, Description: &description, Blocks: &blocks, Status: &status,
				PublishDate: dateOf(it.date), UnpublishDate: dateOf(it.unpublish),
			},
			ID: it.id, Created: it.created, Updated: it.updated, FormerPaths: it.former,
		}
		stored, created, err := s.o.Pages.Import(ctx, in)
		if err != nil && path != "" && n < 20 && aboutPath(err) {
			continue
		}
		if err != nil || !created {
			return nil, err
		}
		if n > 1 {
			j.warn(it.title, "The site has another page at "+path+"; this one is at "+stored.Path+".")
		}
		return &Created{"pages", stored.ID, stored.Title, stored.Path}, nil
	}
}

// aboutPath reports whether nothing but the path of a page is refused.
func aboutPath(err error) bool {
	var known *problem.Error
	if !errors.As(err, &known) {
		return false
	}
	return known.Kind == problem.Conflict || known.Kind == problem.Invalid && !slices.ContainsFunc(known.Fields,
		func(f problem.Field) bool { return f.Location != "body.path" })
}

// textBlocks returns the blocks of a page that is a text under a heading.
func (s *Service) textBlocks(it item) ([]page.Block, error) {
	block, key := textBlock(s.o.Model)
	if key == "" {
		return nil, problem.New(problem.Invalid,
			"The site has no block for a text. Declare one with a field for rich text in the content model.")
	}
	values := map[string]any{key: it.html}
	for _, field := range block.Fields {
		if field.Type == model.Text && (field.Key == "heading" || field.Key == "title") {
			values[field.Key] = it.title
			break
		}
	}
	encoded, err := json.Marshal(values)
	if err != nil {
		return nil, fmt.Errorf("make a block: %w", err)
	}
	return []page.Block{{ID: "text", Type: block.Type, Values: model.Values(encoded)}}, nil
}

// textBlock returns the block for a text, and the key of its field: the one called text where the
// site has it, else any.
func textBlock(declared *model.Model) (block model.Block, key string) {
	for _, each := range declared.Blocks {
		for _, field := range each.Fields {
			if field.Type == model.RichText && field.Format == "block" && (key == "" || each.Type == "text") {
				block, key = each, field.Key
			}
		}
	}
	return block, key
}
