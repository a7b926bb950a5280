// Package paging narrows lists: ?limit=, ?offset=, ?q= and ?sort= in,
// X-Total-Count and Link out. Bodies stay plain JSON arrays.
package paging

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/problem"
)

// Window is a stretch of a list. It is embedded in the input of lists that have
// one order and are not searched.
type Window struct {
	Limit  int `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"At most this many items."`
	Offset int `query:"offset" minimum:"0" default:"0" doc:"Leave out this many from the beginning."`

	address url.URL
}

// Query is embedded in the input of every other list operation.
type Query struct {
	Window
	Search
}

// Search narrows and orders what is read of a list. It is embedded alone where
// all of that is returned, however much it is.
type Search struct {
	Q    string `query:"q" maxLength:"200" doc:"Only items that contain this text, whatever the case."`
	Sort string `query:"sort" maxLength:"40" doc:"A field to sort by; a leading minus turns the order round." example:"-created_at"`
}

// Resolve keeps the request's address for the Link header.
func (w *Window) Resolve(ctx huma.Context) []error {
	w.address = ctx.URL()
	return nil
}

// Resolve does what its two parts do.
func (q *Query) Resolve(ctx huma.Context) []error {
	return append(q.Window.Resolve(ctx), q.Search.Resolve(ctx)...)
}

// Resolve refuses texts that nothing can contain.
func (s *Search) Resolve(huma.Context) []error {
	s.Q = strings.TrimSpace(s.Q)
	if !utf8.ValidString(s.Q) || strings.ContainsFunc(s.Q, unicode.IsControl) {
		return []error{&huma.ErrorDetail{Location: "query.q", Message: "search for text without control characters"}}
	}
	return nil
}

// Order returns the field to sort by and whether it descends: the caller's
// wish when it is among allowed, else fallback (written like the parameter).
func (s Search) Order(fallback string, allowed ...string) (field string, descending bool, err error) {
	text := s.Sort
	if text == "" {
		text = fallback
	}
	field, descending = strings.CutPrefix(text, "-")
	if s.Sort != "" && !slices.Contains(allowed, field) {
		return "", false, problem.InvalidField("query.sort", "Sort by one of "+strings.Join(allowed, ", ")+".")
	}
	return field, descending, nil
}

// Headers say how much there is beyond the page that is returned.
type Headers struct {
	Total int    `header:"X-Total-Count" doc:"How many items there are in all."`
	Link  string `header:"Link" doc:"The addresses of the previous and next page (RFC 8288)."`
}

// Headers returns the headers for a list of total items.
func (w Window) Headers(total int) Headers {
	var links []string
	link := func(offset int, rel string) {
		values := w.address.Query()
		values.Set("limit", strconv.Itoa(w.Limit))
		values.Set("offset", strconv.Itoa(offset))
		links = append(links, fmt.Sprintf("<%s?%s>; rel=%q", w.address.Path, values.Encode(), rel))
	}
	if w.Offset > 0 {
		link(max(0, w.Offset-w.Limit), "prev")
	}
	if w.Offset+w.Limit < total {
		link(w.Offset+w.Limit, "next")
	}
	return Headers{Total: total, Link: strings.Join(links, ", ")}
}
