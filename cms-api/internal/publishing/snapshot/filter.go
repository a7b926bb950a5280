package snapshot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Columns say what readers may filter and sort a list by: members of its objects.
type Columns struct {
	// Native is the member that the list is sorted by, newest first.
	Native string
	Sort   []string
	Search []string
}

const categoryMember = "category"

// filter is what a reader wants of a list.
type filter struct {
	window
	q, category string
	sort        string // a member; empty for the list's own order
	descending  bool
	nothing     bool // asks for what no reader may see
}

// whole reports whether the list is wanted as it is, window aside.
func (f filter) whole() bool {
	return f.q == "" && f.category == "" && f.sort == "" && !f.nothing
}

// bounded returns the window, with a limit when none was given.
func (w window) bounded() window {
	if w.limit == 0 {
		w.limit = defaultLimit
	}
	return w
}

// link returns the Link header: where the neighbouring pages are.
func (f filter) link(path string, total int) string {
	var out []byte
	add := func(offset int, relation string) {
		if len(out) > 0 {
			out = append(out, ", "...)
		}
		out = fmt.Appendf(out, `<%s?limit=%d&offset=%d`, path, f.limit, offset)
		sort := f.sort
		if f.descending {
			sort = "-" + sort
		}
		for _, each := range [][2]string{{"q", f.q}, {"sort", sort}, {categoryMember, f.category}} {
			if each[1] != "" {
				out = append(out, "&"+each[0]+"="+url.QueryEscape(each[1])...)
			}
		}
		out = fmt.Appendf(out, `>; rel="%s"`, relation)
	}
	if f.offset+f.limit < total {
		add(f.offset+f.limit, "next")
	}
	if f.offset > 0 {
		add(max(0, f.offset-f.limit), "prev")
	}
	return string(out)
}

// listed is one object of a list. What it is searched and sorted by is read
// from it when somebody first does, and kept.
type listed struct {
	raw     []byte
	once    sync.Once
	text    string
	members map[string]any
}

func (l *listed) read(columns Columns) {
	l.once.Do(func() {
		var object map[string]any
		if json.Unmarshal(l.raw, &object) != nil {
			return
		}
		var text []string
		for _, member := range columns.Search {
			switch value := object[member].(type) {
			case string:
				text = append(text, value)
			case []any:
				for _, each := range value {
					text = append(text, fmt.Sprint(each))
				}
			}
		}
		l.text = strings.ToLower(strings.Join(text, "\n"))
		l.members = make(map[string]any, len(columns.Sort)+1)
		for _, member := range append([]string{categoryMember}, columns.Sort...) {
			l.members[member] = sortable(object[member])
		}
	})
}

// sortable turns times that are texts into times.
func sortable(value any) any {
	if text, ok := value.(string); ok {
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
			return at
		}
	}
	return value
}

func compareMembers(a, b any) int {
	switch a := a.(type) {
	case string:
		if b, ok := b.(string); ok {
			return strings.Compare(a, b)
		}
	case float64:
		if b, ok := b.(float64); ok {
			return cmp.Compare(a, b)
		}
	case time.Time:
		if b, ok := b.(time.Time); ok {
			return a.Compare(b)
		}
	}
	kind := func(value any) int {
		return slices.Index([]string{"<nil>", "float64", "string", "time.Time"}, fmt.Sprintf("%T", value))
	}
	return cmp.Compare(kind(a), kind(b))
}

// of returns what is wanted of a list, in the wanted order, without the window.
func (f filter) of(runs []*run, columns Columns) []*listed {
	if f.nothing {
		return nil
	}
	text := strings.ToLower(f.q)
	var found []*listed
	for _, run := range runs {
		for each := range run.with(text, columns) {
			if f.category == "" || each.members[categoryMember] == f.category {
				found = append(found, each)
			}
		}
	}
	switch f.sort {
	case "":
	case columns.Native:
		if !f.descending {
			slices.Reverse(found)
		}
	default:
		slices.SortStableFunc(found, func(a, b *listed) int {
			order := compareMembers(a.members[f.sort], b.members[f.sort])
			if f.descending {
				return -order
			}
			return order
		})
	}
	return found
}

// filtered returns a serialised part of a list. Path is where it is asked for.
func (s *Snapshot) filtered(path string, list func() []*run, columns Columns, f filter) page {
	r := s.renditions.Load()
	if r == nil {
		return makePage(path, list(), columns, f)
	}
	key := filteredKey{path, f}
	r.mu.Lock()
	made, ok := r.filtered[key]
	r.mu.Unlock()
	if ok {
		return made
	}
	// Not under the lock: a search must not hold up who just reads.
	made = makePage(path, list(), columns, f)
	r.mu.Lock()
	defer r.mu.Unlock()
	keep(r.filtered, key, made)
	return made
}

type filteredKey struct {
	path string
	filter
}

func makePage(path string, list []*run, columns Columns, f filter) page {
	found := f.of(list, columns)
	from := min(f.offset, len(found))
	shown := found[from:min(from+f.limit, len(found))]
	return page{
		body:  newBody(func() []byte { return appendRaw(shown) }, ""),
		total: strconv.Itoa(len(found)),
		link:  f.link(path, len(found)),
	}
}

func appendRaw(list []*listed) []byte {
	dst := []byte{'['}
	for i, each := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, each.raw...)
	}
	return append(dst, ']')
}

// list returns the objects of a part that is a list.
func (p *part) list() []*listed {
	p.listOnce.Do(func() {
		var objects []json.RawMessage
		if json.Unmarshal(p.JSON, &objects) != nil {
			return
		}
		for _, object := range objects {
			p.whole.list = append(p.whole.list, &listed{raw: object})
		}
	})
	return p.whole.list
}

// runs returns the part's objects to be filtered.
func (p *part) runs() []*run {
	p.list()
	return []*run{&p.whole}
}

func (s *Snapshot) articleRuns() []*run {
	runs := make([]*run, 0, len(s.articles.chunks))
	for _, c := range s.articles.chunks {
		runs = append(runs, &c.run)
	}
	return runs
}
