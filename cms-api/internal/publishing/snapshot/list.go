package snapshot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
)

// Articles is what articles are called where parts go by their names.
const Articles = "articles"

// Part is a small collection as the public sees it: settings, sections, page
// content and the like. A snapshot has all of it.
type Part struct {
	// Name is the member of GET /api/snapshot, for example "page_content".
	Name string
	// JSON is the value of that member. Equal content must give equal bytes,
	// on every replica and after every restart: the fingerprint is made of it.
	JSON json.RawMessage
	// Views are further public representations of the same content, by name:
	// page_content has "home" and "home/hero", sections has "visible". They are
	// served, but are not in the fingerprint.
	Views map[string]json.RawMessage
	// Items are the members of a list, instead of JSON. Each is a view too, by its
	// name. Successive snapshots share those that did not change, and a difference leaves
	// out a part of items that did not.
	Items []Item

	values map[string]json.RawMessage // of a FilePart, by address
}

// Item is a document as the public sees it.
type Item struct {
	Name string
	JSON json.RawMessage
}

// Article is one published article as the public sees it.
type Article struct {
	ID, Slug string
	// PublishedAt is publish_date, else created_at. Articles are ordered by it,
	// newest first.
	PublishedAt time.Time
	// DueAt is publish_date, before which it is not public; zero: there is none.
	DueAt time.Time
	// UnpublishedAt is the time from which it is public no longer; zero: none.
	// It is in neither JSON object: readers need not know.
	UnpublishedAt time.Time
	// Summary is a JSON object without content and without hash.
	Summary json.RawMessage
	// Full is the same object with content. Its sha256 is the article's hash.
	Full json.RawMessage
	// Picture is the address of a picture whose value, where a FilePart has one, readers get with
	// the article; empty: none. It is in both objects.
	Picture string
	// PreviousSlugs are former slugs that lead to this article, and, with a slash before them,
	// former paths of another site.
	PreviousSlugs []string
	// Saved says when it was saved last, and by whom.
	Saved revision.Saved
}

// public reports whether readers see the article now.
func (a Article) public(now time.Time) bool {
	return !a.DueAt.After(now) && !a.ended(now)
}

func (a Article) ended(now time.Time) bool {
	return !a.UnpublishedAt.IsZero() && !a.UnpublishedAt.After(now)
}

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
	limit, offset int
	q, category   string
	sort          string // a member; empty for the list's own order
	descending    bool
	nothing       bool // asks for what no reader may see
}

// whole reports whether the list is wanted as it is, whatever its window.
func (f filter) whole() bool {
	return f.q == "" && f.category == "" && f.sort == "" && !f.nothing
}

// listed is one object of a list. The members that lists are searched and sorted by are read
// from it once, at the first search.
type listed struct {
	raw     []byte
	picture string // see Article
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
		var texts []string
		for _, member := range columns.Search {
			switch value := object[member].(type) {
			case string:
				texts = append(texts, value)
			case []any:
				for _, each := range value {
					texts = append(texts, fmt.Sprint(each))
				}
			}
		}
		l.text = text.Fold(strings.Join(texts, "\n"))
		l.members = make(map[string]any, len(columns.Sort)+1)
		for _, member := range append([]string{categoryMember}, columns.Sort...) {
			l.members[member] = sortable(object[member])
		}
	})
}

// sortable makes times of texts.
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
func (f filter) of(list []*listed, columns Columns) []*listed {
	if f.nothing {
		return nil
	}
	if f.whole() {
		return list
	}
	wanted := text.Fold(f.q)
	var found []*listed
	for _, each := range list {
		each.read(columns)
		if strings.Contains(each.text, wanted) && (f.category == "" || each.members[categoryMember] == f.category) {
			found = append(found, each)
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

// list returns the objects of a part that is a list; none of one that the snapshot has not.
func (p *part) list() []*listed {
	if p == nil {
		return nil
	}
	p.listOnce.Do(func() {
		var objects []json.RawMessage
		if json.Unmarshal(p.JSON, &objects) != nil {
			return
		}
		for _, object := range objects {
			p.listed = append(p.listed, &listed{raw: object})
		}
	})
	return p.listed
}

// list returns what lists show of the articles.
func (s *Snapshot) list() []*listed {
	if c := s.cache.Load(); c != nil {
		return c.list()
	}
	return listOf(s.articles())
}

func listOf(articles ordered) (list []*listed) {
	for e := range articles.all() {
		list = append(list, &e.listed)
	}
	return list
}
