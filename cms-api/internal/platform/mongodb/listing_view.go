package mongodb

import (
	"context"
	"slices"
	"strings"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/text"
)

// listView is the view of a collection that its lists are read from: any page, without
// the database. 50,000 enrolments take 22 MB, which is 435 bytes a document where what is
// listed has 260 (BenchmarkListView).
type listView struct {
	listing Listing

	mu     sync.RWMutex
	byID   map[string]*listItem // nil until loaded
	orders map[string][]*listItem
}

// listItem is one document: what a list shows of it, and what a search looks at.
type listItem struct {
	id   string
	raw  bson.Raw
	text string
}

type order struct {
	field      string
	descending bool
}

// Replace lists all these documents, and no others.
func (v *listView) Replace(all map[string]*listItem) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.byID, v.orders = all, map[string][]*listItem{}
	return nil
}

// Apply replaces the documents with the ids of put, and removes those that are gone.
func (v *listView) Apply(_ context.Context, put map[string]*listItem, gone []string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	for id, fresh := range put {
		v.put(id, fresh)
	}
	for _, id := range gone {
		v.put(id, nil)
	}
	return nil
}

// item returns what is kept of a document.
func (v *listView) item(raw bson.Raw) (*listItem, bool, error) {
	projected, err := v.listing.project(raw)
	if err != nil {
		return nil, false, err
	}
	made := &listItem{id: idOf(raw), raw: projected}
	made.text = searchable(raw, v.listing.Search)
	return made, true, nil
}

func idOf(raw bson.Raw) string {
	id, _ := lookup(raw, "_id").StringValueOK()
	return id
}

// page returns the listed documents of a page and how many there are in all;
// false when nothing is loaded. Callers must not change them.
func (v *listView) page(by order, page paging.Query, where []Condition) (found []bson.Raw, total int, ok bool) {
	if v == nil {
		return nil, 0, false
	}
	sorted, release, ok := v.sorted(by.field)
	if !ok {
		return nil, 0, false
	}
	defer release()
	at := func(i int) *listItem {
		if by.descending {
			return sorted[len(sorted)-1-i]
		}
		return sorted[i]
	}
	wanted := v.filter(page.Q, where)
	if wanted == nil {
		for i := page.Offset; i < min(page.Offset+page.Limit, len(sorted)); i++ {
			found = append(found, at(i).raw)
		}
		return found, len(sorted), true
	}
	for i := range sorted {
		each := at(i)
		if !wanted(each) {
			continue
		}
		if total >= page.Offset && len(found) < page.Limit {
			found = append(found, each.raw)
		}
		total++
	}
	return found, total, true
}

// filter returns what decides which documents are wanted, nil for all of them.
func (v *listView) filter(wanted string, where []Condition) func(*listItem) bool {
	if wanted == "" && len(where) == 0 {
		return nil
	}
	wanted = text.Fold(wanted)
	values := make([]bson.RawValue, len(where))
	for i, condition := range where {
		kind, data, _ := bson.MarshalValue(condition.value)
		values[i] = bson.RawValue{Type: kind, Value: data}
	}
	return func(each *listItem) bool {
		for i, condition := range where {
			if !condition.meets(lookup(each.raw, condition.field), values[i]) {
				return false
			}
		}
		return strings.Contains(each.text, wanted)
	}
}

// sorted returns all documents by a field, where that is equal by Listing.Then, and at
// last by id, for reading until release is called; false when nothing is loaded.
func (v *listView) sorted(field string) (sorted []*listItem, release func(), ok bool) {
	for {
		v.mu.RLock()
		if v.byID == nil {
			v.mu.RUnlock()
			return nil, nil, false
		}
		if sorted := v.orders[field]; sorted != nil {
			return sorted, v.mu.RUnlock, true
		}
		v.mu.RUnlock()
		v.mu.Lock()
		if v.orders[field] == nil && v.byID != nil {
			v.orders[field] = v.sort(field)
		}
		v.mu.Unlock()
	}
}

func (v *listView) sort(field string) []*listItem {
	type keyed struct {
		key  bson.RawValue
		item *listItem
	}
	list := make([]keyed, 0, len(v.byID))
	for _, each := range v.byID {
		list = append(list, keyed{lookup(each.raw, field), each})
	}
	slices.SortFunc(list, func(a, b keyed) int { return v.compare(field, a.key, b.key, a.item, b.item) })
	sorted := make([]*listItem, len(list))
	for i, each := range list {
		sorted[i] = each.item
	}
	return sorted
}

// compare orders x and y, which have a and b in the field.
func (v *listView) compare(field string, a, b bson.RawValue, x, y *listItem) int {
	if c := compareValues(a, b); c != 0 {
		return c
	}
	if then := v.listing.Then[field]; then != "" {
		if c := compareValues(lookup(x.raw, then), lookup(y.raw, then)); c != 0 {
			return c
		}
	}
	// The id follows even what is unique: for a moment the view may have a document that
	// is gone beside the one that took its place.
	return strings.Compare(x.id, y.id)
}

// put replaces the document of an id, or removes it when fresh is nil. The caller holds
// mu.
func (v *listView) put(id string, fresh *listItem) {
	old := v.byID[id]
	for field, sorted := range v.orders {
		find := func(wanted *listItem) (int, bool) {
			key := lookup(wanted.raw, field)
			return slices.BinarySearchFunc(sorted, wanted, func(each, _ *listItem) int {
				return v.compare(field, lookup(each.raw, field), key, each, wanted)
			})
		}
		if old != nil {
			at, ok := find(old)
			if !ok {
				delete(v.orders, field) // it is made again when it is asked for
				continue
			}
			sorted = slices.Delete(sorted, at, at+1)
		}
		if fresh != nil {
			at, _ := find(fresh)
			sorted = slices.Insert(sorted, at, fresh)
		}
		v.orders[field] = sorted
	}
	if fresh == nil {
		delete(v.byID, id)
	} else {
		v.byID[id] = fresh
	}
}
