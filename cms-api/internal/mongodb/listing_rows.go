package mongodb

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/paging"
)

const (
	loadBatch   = 500
	loadTimeout = 5 * time.Minute
	readTimeout = 5 * time.Second
)

// rows is what lists show of a collection, in memory, for the embedded
// database. It costs about twice the listed fields' size and 200 bytes a row
// (BenchmarkRows), and answers any page without the database.
type rows struct {
	listing Listing
	c       *mongo.Collection

	// applying is held while a document is read and applied, so that what was
	// read later is also applied later.
	applying sync.Mutex
	touched  map[string]struct{} // applied while everything is being loaded; else nil
	missed   map[string]struct{} // written, but could not be read

	mu     sync.RWMutex
	byID   map[string]*row // nil until loaded
	orders map[string][]*row
}

// row is one document: what a list shows of it, and what a search looks at.
type row struct {
	id   string
	raw  bson.Raw
	text string
}

type order struct {
	field      string
	descending bool
}

func newRows(c *mongo.Collection, listing Listing) *rows {
	return &rows{listing: listing, c: c, missed: map[string]struct{}{}}
}

func (r *rows) newRow(raw bson.Raw) *row {
	made := &row{id: idOf(raw), raw: bytes.Clone(raw)}
	var text []string
	for _, field := range r.listing.Search {
		value := lookup(raw, field)
		if list, ok := value.ArrayOK(); ok {
			values, _ := list.Values()
			for _, each := range values {
				text = appendText(text, each)
			}
		} else {
			text = appendText(text, value)
		}
	}
	// No text that is searched for has a line feed, so none reaches from one
	// field into the next.
	made.text = strings.ToLower(strings.Join(text, "\n"))
	return made
}

func appendText(text []string, value bson.RawValue) []string {
	if each, ok := value.StringValueOK(); ok {
		text = append(text, each)
	}
	return text
}

func idOf(raw bson.Raw) string {
	id, _ := lookup(raw, "_id").StringValueOK()
	return id
}

// page returns the listed documents of a page and how many there are in all;
// false when nothing is loaded. Callers must not change them.
func (r *rows) page(by order, page paging.Query, where []Condition) (found []bson.Raw, total int, ok bool) {
	if r == nil {
		return nil, 0, false
	}
	sorted, ok := r.sorted(by.field)
	if !ok {
		return nil, 0, false
	}
	wanted := r.filter(page.Q, where)
	for i := range sorted {
		each := sorted[i]
		if by.descending {
			each = sorted[len(sorted)-1-i]
		}
		if wanted != nil && !wanted(each) {
			continue
		}
		if total >= page.Offset && len(found) < page.Limit {
			found = append(found, each.raw)
		}
		total++
	}
	return found, total, true
}

// filter returns what decides which rows are wanted, nil for all of them.
func (r *rows) filter(text string, where []Condition) func(*row) bool {
	if text == "" && len(where) == 0 {
		return nil
	}
	text = strings.ToLower(text)
	values := make([]bson.RawValue, len(where))
	for i, condition := range where {
		kind, data, _ := bson.MarshalValue(condition.value)
		values[i] = bson.RawValue{Type: kind, Value: data}
	}
	return func(each *row) bool {
		for i, condition := range where {
			if !condition.meets(lookup(each.raw, condition.field), values[i]) {
				return false
			}
		}
		return strings.Contains(each.text, text)
	}
}

// sorted returns all rows by a field, then by id. The slice is never changed:
// writers replace it.
func (r *rows) sorted(field string) ([]*row, bool) {
	r.mu.RLock()
	sorted, made, loaded := r.orders[field], r.orders[field] != nil, r.byID != nil
	r.mu.RUnlock()
	if made || !loaded {
		return sorted, loaded
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.orders[field] == nil {
		r.orders[field] = sortRows(r.byID, field)
	}
	return r.orders[field], true
}

func sortRows(all map[string]*row, field string) []*row {
	type keyed struct {
		key bson.RawValue
		row *row
	}
	list := make([]keyed, 0, len(all))
	for _, each := range all {
		list = append(list, keyed{lookup(each.raw, field), each})
	}
	slices.SortFunc(list, func(a, b keyed) int { return compareRows(a.key, b.key, a.row, b.row) })
	sorted := make([]*row, len(list))
	for i, each := range list {
		sorted[i] = each.row
	}
	return sorted
}

func compareRows(a, b bson.RawValue, x, y *row) int {
	if c := compareValues(a, b); c != 0 {
		return c
	}
	return strings.Compare(x.id, y.id)
}

// put lets a row take the place of the one with its id; nil just removes that.
func (r *rows) put(id string, fresh *row) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byID == nil {
		return
	}
	old := r.byID[id]
	for field, sorted := range r.orders {
		find := func(wanted *row) (int, bool) {
			key := lookup(wanted.raw, field)
			return slices.BinarySearchFunc(sorted, wanted, func(each, _ *row) int {
				return compareRows(lookup(each.raw, field), key, each, wanted)
			})
		}
		if old != nil {
			at, _ := find(old)
			sorted = slices.Concat(sorted[:at], sorted[at+1:])
		}
		if fresh != nil {
			at, _ := find(fresh)
			sorted = slices.Concat(sorted[:at], []*row{fresh}, sorted[at:])
		}
		r.orders[field] = sorted
	}
	if fresh == nil {
		delete(r.byID, id)
	} else {
		r.byID[id] = fresh
	}
}

// refresh reads a document that was written and shows it as it is now. When it
// cannot be read, catchUp tries again.
func (r *rows) refresh(ctx context.Context, id string) {
	r.applying.Lock()
	defer r.applying.Unlock()
	if r.touched != nil {
		r.touched[id] = struct{}{}
	} else if !r.loaded() {
		return
	}
	fresh, err := r.read(ctx, id)
	if err != nil {
		r.missed[id] = struct{}{}
		return
	}
	delete(r.missed, id)
	r.put(id, fresh)
}

func (r *rows) loaded() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.byID != nil
}

// catchUp reads what could not be read before.
func (r *rows) catchUp(ctx context.Context) error {
	r.applying.Lock()
	defer r.applying.Unlock()
	for id := range r.missed {
		fresh, err := r.read(ctx, id)
		if err != nil {
			return err
		}
		delete(r.missed, id)
		r.put(id, fresh)
	}
	return nil
}

// read returns the row of an id, nil when there is no such document.
func (r *rows) read(ctx context.Context, id string) (*row, error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	raw, err := r.c.FindOne(ctx, bson.D{{Key: "_id", Value: id}}, options.FindOne().SetProjection(r.listing.Project)).Raw()
	if IsMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, Translate(fmt.Errorf("read a row of %s: %w", r.c.Name(), err))
	}
	return r.newRow(raw), nil
}

// load reads every document, and shows them once it has them all.
func (r *rows) load(ctx context.Context) error {
	r.applying.Lock()
	r.touched = map[string]struct{}{}
	r.applying.Unlock()
	all, err := r.readAll(ctx)
	r.applying.Lock()
	defer r.applying.Unlock()
	touched := r.touched
	r.touched = nil
	if err != nil {
		return err
	}
	for id := range touched {
		fresh, err := r.read(ctx, id)
		if err != nil {
			return err
		}
		if delete(all, id); fresh != nil {
			all[id] = fresh
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byID, r.orders = all, map[string][]*row{}
	return nil
}

// size returns how many rows there are, and how many bytes they hold.
func (r *rows) size() (count, bytes int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, each := range r.byID {
		bytes += len(each.raw) + len(each.text)
	}
	return len(r.byID), bytes
}

func (r *rows) readAll(ctx context.Context) (map[string]*row, error) {
	ctx, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	cursor, err := r.c.Find(ctx, bson.D{}, options.Find().SetProjection(r.listing.Project).SetBatchSize(loadBatch))
	if err != nil {
		return nil, Translate(fmt.Errorf("load the rows of %s: %w", r.c.Name(), err))
	}
	defer cursor.Close(ctx)
	all := map[string]*row{}
	for cursor.Next(ctx) {
		each := r.newRow(cursor.Current)
		all[each.id] = each
	}
	if err := cursor.Err(); err != nil {
		return nil, Translate(fmt.Errorf("load the rows of %s: %w", r.c.Name(), err))
	}
	return all, nil
}
