package documents

import (
	"bytes"
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/bsonx/bsoncore"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/text"
)

// listView is the view of a collection that its lists are read from: any page, without
// the database. 50,000 enrolments take 22 MB, which is 435 bytes a document where what is
// listed has 260 (BenchmarkListView).
type listView struct {
	listing Listing

	mu     sync.RWMutex
	byID   map[string]*listItem // nil until loaded
	orders map[sequence][]*listItem
}

// sequence names the documents that meet a condition, by a field.
type sequence struct {
	field     string
	condition int // its index in Listing.Presorted; all for every document
}

// all stands for no condition.
const all = -1

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
	v.byID, v.orders = all, map[sequence][]*listItem{}
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
	if inTrash(raw) {
		return nil, false, nil
	}
	projected, err := v.listing.project(raw)
	if err != nil {
		return nil, false, err
	}
	made := &listItem{id: storage.IDOf(raw), raw: projected}
	made.text = mongodb.Searchable(raw, v.listing.Search)
	return made, true, nil
}

// page returns the listed documents of a page and how many there are in all;
// false when nothing is loaded. Callers must not change them.
func (v *listView) page(by order, page paging.Query, where []Condition) (found []bson.Raw, total int, ok bool) {
	if v == nil {
		return nil, 0, false
	}
	of := sequence{by.field, all}
	for i, condition := range where {
		if of.condition = v.listing.presorted(condition); of.condition != all {
			where = slices.Delete(slices.Clone(where), i, i+1)
			break
		}
	}
	sorted, release, ok := v.sorted(of)
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

// each calls read with every listed document that meets all conditions; false when nothing is loaded.
func (v *listView) each(read func(bson.Raw) error, where []Condition) bool {
	if v == nil {
		return false
	}
	v.mu.RLock()
	defer v.mu.RUnlock()
	wanted := v.filter("", where)
	for _, item := range v.byID {
		if wanted == nil || wanted(item) {
			_ = read(item.raw)
		}
	}
	return v.byID != nil
}

// filter returns what decides which documents are wanted, nil for all of them.
func (v *listView) filter(wanted string, where []Condition) func(*listItem) bool {
	if wanted == "" && len(where) == 0 {
		return nil
	}
	wanted = text.Fold(wanted)
	tests := make([]func(bson.Raw) bool, len(where))
	for i, condition := range where {
		tests[i] = condition.test()
	}
	return func(each *listItem) bool {
		for _, meets := range tests {
			if !meets(each.raw) {
				return false
			}
		}
		return strings.Contains(each.text, wanted)
	}
}

// presorted returns the index of a condition in Presorted, or all.
func (l Listing) presorted(wanted Condition) int {
	return slices.IndexFunc(l.Presorted, func(each Condition) bool { return reflect.DeepEqual(each, wanted) })
}

// sorted returns the documents of a sequence by its field, where that is equal by Listing.Then,
// and at last by id, for reading until release is called; false when nothing is loaded.
func (v *listView) sorted(of sequence) (sorted []*listItem, release func(), ok bool) {
	for {
		v.mu.RLock()
		if v.byID == nil {
			v.mu.RUnlock()
			return nil, nil, false
		}
		if sorted := v.orders[of]; sorted != nil {
			return sorted, v.mu.RUnlock, true
		}
		v.mu.RUnlock()
		v.mu.Lock()
		if v.orders[of] == nil && v.byID != nil {
			v.orders[of] = v.sort(of)
		}
		v.mu.Unlock()
	}
}

// within returns what decides which documents are of a sequence.
func (v *listView) within(of sequence) func(bson.Raw) bool {
	if of.condition == all {
		return func(bson.Raw) bool { return true }
	}
	return v.listing.Presorted[of.condition].test()
}

func (v *listView) sort(of sequence) []*listItem {
	type keyed struct {
		key  bson.RawValue
		item *listItem
	}
	list := make([]keyed, 0, len(v.byID))
	within := v.within(of)
	for _, each := range v.byID {
		if within(each.raw) {
			list = append(list, keyed{storage.Lookup(each.raw, of.field), each})
		}
	}
	slices.SortFunc(list, func(a, b keyed) int { return v.compare(of.field, a.key, b.key, a.item, b.item) })
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
		if c := compareValues(storage.Lookup(x.raw, then), storage.Lookup(y.raw, then)); c != 0 {
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
	for of, sorted := range v.orders {
		field, within := of.field, v.within(of)
		find := func(wanted *listItem) (int, bool) {
			key := storage.Lookup(wanted.raw, field)
			return slices.BinarySearchFunc(sorted, wanted, func(each, _ *listItem) int {
				return v.compare(field, storage.Lookup(each.raw, field), key, each, wanted)
			})
		}
		if old != nil && within(old.raw) {
			at, ok := find(old)
			if !ok {
				delete(v.orders, of) // it is made again when it is asked for
				continue
			}
			sorted = slices.Delete(sorted, at, at+1)
		}
		if fresh != nil && within(fresh.raw) {
			at, _ := find(fresh)
			sorted = slices.Insert(sorted, at, fresh)
		}
		v.orders[of] = sorted
	}
	if fresh == nil {
		delete(v.byID, id)
	} else {
		v.byID[id] = fresh
	}
}

// project applies Listing.Project to raw.
func (l Listing) project(raw bson.Raw) (bson.Raw, error) {
	elements, err := raw.Elements()
	if err != nil {
		return nil, err
	}
	named, within := map[string]bool{}, map[string]string{}
	only := false
	for _, field := range l.Project {
		if outer, inner, nested := strings.Cut(field.Key, "."); nested {
			within[outer] = inner
			continue
		}
		named[field.Key] = true
		only = only || field.Value == 1
	}
	if only {
		named["_id"] = true
	}
	at, out := bsoncore.AppendDocumentStart(nil)
	for _, element := range elements {
		key, value := element.Key(), element.Value()
		switch inner, is := value.DocumentOK(); {
		case named[key] != only:
		case is && within[key] != "":
			inner, err := storage.Replaced(inner, nil, within[key])
			if err != nil {
				return nil, err
			}
			out = bsoncore.AppendDocumentElement(out, key, bsoncore.Document(inner))
		default:
			out = append(out, element...)
		}
	}
	return bsoncore.AppendDocumentEnd(out, at)
}

// test returns what decides in memory as the condition's filter does in the database.
func (c Condition) test() func(bson.Raw) bool {
	if c.how == among {
		wanted := map[string]bool{}
		missing := false
		for _, each := range c.value.(bson.A) {
			if text, is := each.(string); is {
				wanted[text] = true
			} else {
				missing = true
			}
		}
		is := func(have bson.RawValue) bool {
			return have.Type == bson.TypeString && wanted[string(textOf(have))] || have.Type == bson.TypeNull && missing
		}
		return func(raw bson.Raw) bool {
			have := storage.Lookup(raw, c.field)
			if list, ok := have.ArrayOK(); ok {
				values, _ := list.Values()
				return slices.ContainsFunc(values, is) != c.not
			}
			return is(have) != c.not
		}
	}
	kind, data, _ := bson.MarshalValue(c.value)
	want := bson.RawValue{Type: kind, Value: data}
	return func(raw bson.Raw) bool { return c.meets(storage.Lookup(raw, c.field), want) }
}

func (c Condition) meets(have, want bson.RawValue) bool {
	return c.matches(have, want) != c.not
}

func (c Condition) matches(have, want bson.RawValue) bool {
	if list, ok := have.ArrayOK(); ok && c.how == equal {
		values, _ := list.Values()
		for _, each := range values {
			if compareValues(each, want) == 0 {
				return true
			}
		}
		return false
	}
	if rank(have.Type) != rank(want.Type) {
		return false
	}
	switch order := compareValues(have, want); c.how {
	case upTo:
		return order <= 0
	case above:
		return order > 0
	default:
		return order == 0
	}
}

// compareValues orders values as the database does, as far as lists sort by
// them: nothing, numbers, texts, truth values, times.
func compareValues(a, b bson.RawValue) int {
	if order := cmp.Compare(rank(a.Type), rank(b.Type)); order != 0 {
		return order
	}
	switch a.Type {
	case bson.TypeString:
		return bytes.Compare(textOf(a), textOf(b))
	case bson.TypeDateTime:
		return cmp.Compare(a.DateTime(), b.DateTime())
	case bson.TypeBoolean:
		return bytes.Compare(a.Value, b.Value)
	case bson.TypeInt32, bson.TypeInt64, bson.TypeDouble:
		return cmp.Compare(number(a), number(b))
	}
	return 0
}

func rank(kind bson.Type) int {
	switch kind {
	case bson.TypeInt32, bson.TypeInt64, bson.TypeDouble:
		return 1
	case bson.TypeString:
		return 2
	case bson.TypeBoolean:
		return 3
	case bson.TypeDateTime:
		return 4
	}
	return 0
}

// textOf returns a string's bytes: between its length and the closing zero.
func textOf(value bson.RawValue) []byte { return value.Value[4 : len(value.Value)-1] }

func number(value bson.RawValue) float64 {
	if value.Type == bson.TypeDouble {
		return value.Double()
	}
	whole, _ := value.AsInt64OK()
	return float64(whole)
}
