package documents

import (
	"context"
	"iter"
	"maps"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/views"
)

// Listing says how people may list a collection.
type Listing struct {
	// Default is the order nobody asked for, such as "-created_at".
	Default string
	// Sort leads from what people sort by to the field. Each has an index.
	Sort map[string]string
	// Then leads from such a field to the one that settles the order of what is equal
	// in it, in the place of the id: that of a unique index over both.
	Then map[string]string
	// Search are the fields that a searched text is looked for in: texts, or
	// lists of texts.
	Search []string
	// Project is what a listed document has of its fields, as a projection; nil
	// is all of them. It holds every field that is named here and in conditions.
	Project bson.D
	// InMemory has every process keep what lists show in memory (see listView), once
	// Follow has loaded it: searching reads every document, which no index helps. It is
	// for collections that stay small; lists of the others ask the database.
	InMemory bool
	// Presorted are conditions that lists often begin with. The view has the documents that meet
	// each of them in order, so that their first page is as quick as that of all documents.
	Presorted []Condition
}

// Without projects documents to all fields but these, what they have of former versions and
// what their working copies say.
func Without(fields ...string) bson.D {
	project := append(slices.Clip(withoutFormer), bson.E{Key: "working.fields", Value: 0})
	for _, field := range fields {
		project = append(project, bson.E{Key: field, Value: 0})
	}
	return project
}

// Condition is a filter of a list by one field.
type Condition struct {
	field string
	value any
	how   comparison
	not   bool
}

// comparison is an operator of the database.
type comparison string

const (
	equal comparison = "$eq"
	upTo  comparison = "$lte"
	above comparison = "$gt"
	among comparison = "$in"
)

// Equal keeps documents whose field is the value or, being a list, has it.
func Equal(field string, value any) Condition {
	return Condition{field: field, value: value, how: equal}
}

// UpTo keeps documents whose field is the value or below it.
func UpTo(field string, value any) Condition {
	return Condition{field: field, value: value, how: upTo}
}

// Above keeps documents whose field is above the value.
func Above(field string, value any) Condition {
	return Condition{field: field, value: value, how: above}
}

// Among keeps documents whose field is one of the texts; with missing, those without it too.
func Among(field string, missing bool, values ...string) Condition {
	wanted := make(bson.A, 0, len(values)+1)
	for _, value := range values {
		wanted = append(wanted, value)
	}
	if missing {
		wanted = append(wanted, nil)
	}
	return Condition{field: field, value: wanted, how: among}
}

// Not keeps the documents that the condition leaves out, those without the field
// among them.
func Not(c Condition) Condition {
	c.not = !c.not
	return c
}

func (c Condition) filter() bson.E {
	wanted := bson.D{{Key: string(c.how), Value: c.value}}
	if c.not {
		wanted = bson.D{{Key: "$not", Value: wanted}}
	}
	return bson.E{Key: c.field, Value: wanted}
}

// matching is the filter of what meets all conditions.
func matching(where []Condition) bson.D {
	filter := bson.D{}
	for _, condition := range where {
		filter = append(filter, condition.filter())
	}
	return filter
}

// Listed says how d is listed, and returns d. Call it before anything is asked
// of d. Every order has an index.
func (d *Collection[T, P]) Listed(listing Listing) *Collection[T, P] {
	d.listing = listing
	if listing.InMemory {
		d.list = &listView{listing: listing}
		views.Add(d.followed, views.List, listing.Project, d.list, d.list.item)
	}
	for _, field := range listing.Sort {
		if field != "_id" && listing.Then[field] == "" {
			d.db.Indexed(d.c.Name(), field)
		}
	}
	return d
}

// List returns one page of the documents that meet every condition, in the
// order and with the text that page asks for, and how many there are in all.
// It is never nil. Unknown orders are an Invalid problem.
func (d *Collection[T, P]) List(ctx context.Context, page paging.Query, where ...Condition) ([]T, int, error) {
	by, err := d.listing.order(page.Search)
	if err != nil {
		return nil, 0, err
	}
	if found, total, ok := d.list.page(by, page, where); ok {
		docs := make([]T, len(found))
		for i, raw := range found {
			if err := bson.Unmarshal(raw, &docs[i]); err != nil {
				return nil, 0, d.wrap("list", err)
			}
		}
		return docs, total, nil
	}
	filter, sort, project := d.notInTrash(matching(where)), d.listing.sorting(by), d.listing.Project
	if page.Q != "" {
		wanted := mongodb.Containing(page.Q, d.listing.Search...)
		return mongodb.SearchIn[T](ctx, d.c, filter, sort, project, page.Window, wanted)
	}
	return mongodb.PageOf[T](ctx, d.c, filter, sort, project, page.Window)
}

// order returns the order that a search asks for, or an Invalid problem.
func (l Listing) order(search paging.Search) (order, error) {
	name, descending, err := search.Order(l.Default, slices.Sorted(maps.Keys(l.Sort))...)
	return order{field: l.Sort[name], descending: descending}, err
}

// sorting is the order as the database takes it.
func (l Listing) sorting(by order) bson.D {
	sort := mongodb.Sorting(by.field, by.descending)
	if then := l.Then[by.field]; then != "" {
		sort[1].Key = then
	}
	return sort
}

// EachListed calls do with a time and texts of every document that meets all conditions, in no order. The
// fields are of what is listed.
func (d *Collection[T, P]) EachListed(
	ctx context.Context, at string, texts []string, do func(at time.Time, texts []string), where ...Condition,
) error {
	values := make([]string, len(texts))
	read := func(raw bson.Raw) error {
		for i, field := range texts {
			values[i], _ = storage.Lookup(raw, field).StringValueOK()
		}
		if moment, ok := storage.Lookup(raw, at).TimeOK(); ok {
			do(moment, values)
		}
		return nil
	}
	if d.list.each(read, where) {
		return nil
	}
	project := storage.Only(append([]string{at}, texts...)...)
	return d.wrap("count", storage.Each(ctx, d.c, d.notInTrash(matching(where)), project, read))
}

// One returns the whole of a document that meets every condition, the first by
// id, or a NotFound problem.
func (d *Collection[T, P]) One(ctx context.Context, where ...Condition) (T, error) {
	filter := d.notInTrash(matching(where))
	first := order{field: "_id"}
	if found, _, ok := d.list.page(first, paging.Query{Window: paging.Window{Limit: 1}}, where); ok {
		if len(found) == 0 {
			var none T
			return none, problem.Missing(d.what)
		}
		filter = bson.D{{Key: "_id", Value: storage.IDOf(found[0])}}
	}
	return d.First(ctx, filter)
}

// Each returns every document, whole, that List would return page by page for
// the same search and conditions; but in the order of their ids when it asks for none.
// They are read in batches as the sequence is. It fails when nothing can be read,
// and with an Invalid problem for an unknown order. The sequence is to be read
// once, and holds the context until then.
func (d *Collection[T, P]) Each(
	ctx context.Context, search paging.Search, where ...Condition,
) (iter.Seq2[T, error], error) {
	opts := options.Find().SetProjection(d.present()).SetBatchSize(insertBatch).SetSort(mongodb.Sorting("id", false))
	if search.Sort != "" {
		by, err := d.listing.order(search)
		if err != nil {
			return nil, err
		}
		opts.SetSort(d.listing.sorting(by))
	}
	wanted := func(bson.Raw) bool { return true }
	if search.Q != "" {
		wanted = mongodb.Containing(search.Q, d.listing.Search...)
	}
	cursor, err := d.c.Find(ctx, d.notInTrash(matching(where)), opts)
	if err != nil {
		return nil, d.wrap("read every", err)
	}
	return func(yield func(T, error) bool) {
		defer cursor.Close(context.WithoutCancel(ctx))
		for cursor.Next(ctx) {
			if !wanted(cursor.Current) {
				continue
			}
			var doc T
			err := cursor.Decode(&doc)
			if !yield(doc, err) || err != nil {
				return
			}
		}
		if err := cursor.Err(); err != nil {
			var none T
			yield(none, d.wrap("read every", err))
		}
	}, nil
}
