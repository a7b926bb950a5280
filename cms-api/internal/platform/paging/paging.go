// Package paging implements pages, search and order of lists: the parameters limit,
// offset, q and sort, and the headers X-Total-Count and Link. Bodies are plain JSON arrays.
package paging

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// Window is a page of a list. It is embedded in the input of lists that have
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

// Search filters and orders a list. It is embedded alone in the input of operations
// that return the whole list.
type Search struct {
	Q    string `query:"q" maxLength:"3200" doc:"Only items that contain this text of at most 200 characters, in whatever case and Unicode form."`
	Sort string `query:"sort" maxLength:"40" doc:"A field to sort by; a leading minus turns the order round." example:"-created_at"`
}

// Resolve keeps the request's address for the Link header.
func (w *Window) Resolve(ctx huma.Context) []error {
	w.address = ctx.URL()
	return nil
}

// Resolve calls Resolve of both parts.
func (q *Query) Resolve(ctx huma.Context) []error {
	return append(q.Window.Resolve(ctx), q.Search.Resolve(ctx)...)
}

// Resolve trims the text to search for, and refuses what CheckSearch refuses.
func (s *Search) Resolve(huma.Context) []error {
	s.Q = strings.TrimSpace(s.Q)
	if fault := CheckSearch(s.Q); fault != "" {
		return []error{&huma.ErrorDetail{Location: "query.q", Message: fault}}
	}
	return nil
}

// maxSearch is how many characters a text to search for may have. The tag of Search.Q counts code
// points, of which a character has text.MaxCluster at most.
const maxSearch = 200

// CheckSearch returns what is wrong with a text to search for; empty for one that is in order.
func CheckSearch(wanted string) string {
	switch {
	case !utf8.ValidString(wanted) || strings.ContainsFunc(wanted, unicode.IsControl):
		return "Search for text without control characters."
	case text.LongerThan(wanted, maxSearch):
		return text.TooLong(wanted, maxSearch)
	}
	return ""
}

// Order returns the field to sort by and whether the order is descending: that of Sort,
// or of fallback, which is written like it, when Sort is empty. It returns an Invalid
// problem for a field that is not among allowed.
func (s Search) Order(fallback string, allowed ...string) (field string, descending bool, err error) {
	field, descending = strings.CutPrefix(cmp.Or(s.Sort, fallback), "-")
	if s.Sort != "" && !slices.Contains(allowed, field) {
		return "", false, problem.InvalidField("query.sort", "Sort by one of "+strings.Join(allowed, ", ")+".")
	}
	return field, descending, nil
}

// Headers are the headers of an answer with one page of a list.
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
	if w.Limit < total-w.Offset { // their sum may be too large for an int
		link(w.Offset+w.Limit, "next")
	}
	return Headers{Total: total, Link: strings.Join(links, ", ")}
}
