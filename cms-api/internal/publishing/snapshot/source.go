package snapshot

import (
	"encoding/json"
	"time"

	"academy/cms-api/internal/platform/revision"
)

// Articles is what articles are called where parts go by their names.
const Articles = "articles"

// Part is a small collection as the public sees it: settings, sections, page
// content and the like. A snapshot holds all of it.
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
	// Items are the members of a list, in the place of JSON. Each is a view too, by its
	// name. Successive snapshots share those that did not change, and a difference leaves
	// out a part of items that did not.
	Items []Item
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
