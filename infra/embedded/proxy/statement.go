package proxy

import (
	"cmp"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
)

const (
	deleteBatch = 10_000 // SQLite takes some 32,000 ids in one statement
	findBatch   = 10_000
)

func byID(id bson.RawValue) bson.D { return bson.D{{Key: "_id", Value: id}} }

// updateStatement executes an update as one by _id for each document that it matches,
// so that the answers say exactly what was written.
func (w *write) updateStatement(statement bson.Raw) error {
	if statement.Lookup("u").Type == bson.TypeArray {
		return errNotImplemented("an update with an aggregation pipeline")
	}
	for _, option := range []string{"collation", "arrayFilters", "c"} {
		if has(statement, option) {
			return errNotImplemented(option)
		}
	}
	filter := document(statement, "q")
	if id, alone := idOf(filter); alone {
		_, err := w.updateOne(with(statement, "q", filter), id)
		return err
	}
	limit := 1
	if truth(statement, "multi") {
		limit = 0
	}
	ids, err := w.matching(filter, nil, limit)
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		var target any = filter
		if !truth(statement, "upsert") {
			target = noDocument()
		}
		_, err := w.updateOne(with(statement, "q", target), bson.RawValue{})
		return err
	}
	for _, id := range ids {
		if _, err := w.updateOne(with(statement, "q", byID(id), "upsert"), id); err != nil {
			return err
		}
	}
	return nil
}

// updateOne executes an update that matches no other document than that of the id. It
// returns the id of what it inserted instead.
func (w *write) updateOne(statement bson.D, id bson.RawValue) (upserted bson.RawValue, err error) {
	defer w.lockCommit(w.db)()
	answer, err := w.statement("update", "updates", statement)
	if err != nil {
		return upserted, err
	}
	w.n += number(answer, "n")
	w.modified += number(answer, "nModified")
	if list := documents(answer, "upserted"); len(list) > 0 {
		upserted = list[0].Lookup("_id")
		w.upserted = append(w.upserted, bson.D{{Key: "index", Value: int32(0)}, {Key: "_id", Value: upserted}})
		w.note("insert", upserted, replacement(statement, upserted))
	} else if full := replacement(statement, id); number(answer, "nModified") > 0 {
		operation := "update"
		if full != nil {
			operation = "replace"
		}
		w.note(operation, id, full)
	}
	return upserted, nil
}

// statement has FerretDB execute one statement that writes. The caller holds the commit
// lock and notes what was written.
func (w *write) statement(command, list string, statement any) (bson.Raw, error) {
	answer, err := w.call(command, bson.E{Key: list, Value: bson.A{statement}})
	if failed := documents(answer, "writeErrors"); err == nil && len(failed) > 0 {
		err = &commandError{code: int32(number(failed[0], "code")), message: text(failed[0], "errmsg")}
	}
	if err != nil {
		return nil, w.refused(w.db, w.coll, err)
	}
	return answer, nil
}

// replacement returns the whole document that an update puts in the place of another one;
// nil where it changes some fields.
func replacement(statement bson.D, id bson.RawValue) bson.Raw {
	for _, each := range statement {
		if each.Key != "u" {
			continue
		}
		if value, ok := each.Value.(bson.RawValue); ok {
			if update, ok := value.DocumentOK(); ok && !isOperator(update) {
				full, _ := bson.Marshal(with(update, "_id", id))
				return full
			}
		}
	}
	return nil
}

func (w *write) deleteStatement(statement bson.Raw) error {
	filter := document(statement, "q")
	if id, alone := idOf(filter); alone {
		return w.deleteThese(with(statement, "q", filter), []bson.RawValue{id})
	}
	limit := int(number(statement, "limit"))
	ids, err := w.matching(filter, nil, limit)
	switch {
	case err != nil || len(ids) == 0:
		return err
	case limit == 1:
		return w.deleteThese(with(statement, "q", byID(ids[0])), ids)
	case len(ids) <= deleteBatch:
		return w.deleteThese(with(statement, "q", filter), ids)
	}
	return w.deleteMany(statement, filter, ids)
}

// deleteMany deletes more than one statement can: in ranges of ids, because FerretDB
// would compare each document with each id of a list.
func (w *write) deleteMany(statement, filter bson.Raw, ids []bson.RawValue) error {
	size := deleteBatch
	if kind := ids[0].Type; (kind != bson.TypeString && kind != bson.TypeObjectID) ||
		slices.ContainsFunc(ids, func(id bson.RawValue) bool { return id.Type != kind }) {
		size = 1
	}
	slices.SortFunc(ids, compareIDs)
	for batch := range slices.Chunk(ids, size) {
		target := byID(batch[0])
		if size > 1 {
			within := bson.D{{Key: "$gte", Value: batch[0]}, {Key: "$lte", Value: batch[len(batch)-1]}}
			target = bson.D{{Key: "$and", Value: bson.A{filter, bson.D{{Key: "_id", Value: within}}}}}
		}
		if err := w.deleteThese(with(statement, "q", target), batch); err != nil {
			return err
		}
	}
	return nil
}

// compareIDs orders texts and object ids as the database does, and others by type.
func compareIDs(a, b bson.RawValue) int {
	if a.Type == bson.TypeString && b.Type == bson.TypeString {
		return cmp.Compare(a.StringValue(), b.StringValue())
	}
	return cmp.Or(cmp.Compare(a.Type, b.Type), slices.Compare(a.Value, b.Value))
}

// deleteThese executes a statement that deletes exactly these documents, or none when
// the collection is gone or has nothing by that id.
func (w *write) deleteThese(statement bson.D, ids []bson.RawValue) error {
	defer w.lockCommit(w.db)()
	answer, err := w.statement("delete", "deletes", statement)
	if err != nil {
		return err
	}
	n := number(answer, "n")
	w.n += n
	switch int(n) {
	case 0:
	case len(ids):
		for _, id := range ids {
			w.note("delete", id, nil)
		}
	default:
		w.history.lose()
	}
	return nil
}

// matching returns the ids of at most limit documents that a filter matches, of all
// when it is zero. The caller holds the collection's lock.
func (w *write) matching(filter, sort bson.Raw, limit int) ([]bson.RawValue, error) {
	answer, err := w.search(filter, sort, limit)
	if err != nil {
		return nil, err
	}
	var ids []bson.RawValue
	for batch := "firstBatch"; ; batch = "nextBatch" {
		for _, each := range documents(answer, "cursor", batch) {
			ids = append(ids, each.Lookup("_id"))
		}
		cursor := number(answer, "cursor", "id")
		if cursor == 0 {
			return ids, nil
		}
		more := bson.D{{Key: "getMore", Value: cursor}, {Key: "collection", Value: w.coll}, {Key: "$db", Value: w.db}}
		if answer, err = w.ferret.call(more); err != nil {
			return nil, err
		}
	}
}

// search begins to look for what a filter matches. FerretDB uses the index on _id only
// for a filter that has nothing else, so one that has more becomes two.
func (w *write) search(filter, sort bson.Raw, limit int) (bson.Raw, error) {
	onlyID := bson.D{{Key: "_id", Value: 1}}
	if id, _ := idOf(filter); id.Type != 0 {
		return w.call("aggregate",
			bson.E{Key: "pipeline", Value: bson.A{
				bson.D{{Key: "$match", Value: byID(id)}},
				bson.D{{Key: "$match", Value: filter}},
				bson.D{{Key: "$project", Value: onlyID}},
			}},
			bson.E{Key: "cursor", Value: bson.D{}})
	}
	if filter == nil {
		filter = bson.Raw{5, 0, 0, 0, 0}
	}
	options := []bson.E{
		{Key: "filter", Value: filter}, {Key: "projection", Value: onlyID},
		{Key: "limit", Value: limit}, {Key: "batchSize", Value: findBatch},
	}
	if sort != nil {
		options = append(options, bson.E{Key: "sort", Value: sort})
	}
	return w.call("find", options...)
}

// read returns a document by its id, nil when there is none.
func (w *write) read(id bson.RawValue, projection bson.Raw) (bson.Raw, error) {
	options := []bson.E{{Key: "filter", Value: byID(id)}, {Key: "limit", Value: 1}, {Key: "singleBatch", Value: true}}
	if projection != nil {
		options = append(options, bson.E{Key: "projection", Value: projection})
	}
	answer, err := w.call("find", options...)
	if err != nil {
		return nil, err
	}
	if found := documents(answer, "cursor", "firstBatch"); len(found) > 0 {
		return found[0], nil
	}
	return nil, nil
}

// isIndexed reports whether an id is of a type that FerretDB finds by its index. These are
// equal to no value of another type.
func isIndexed(id bson.RawValue) bool {
	return id.Type == bson.TypeString || id.Type == bson.TypeObjectID
}

// idOf returns the one _id that a filter asks for, of no type when FerretDB does not find
// it by its index, and whether the filter is nothing else.
func idOf(filter bson.Raw) (id bson.RawValue, alone bool) {
	all := fields(filter)
	for _, each := range all {
		if each.key == "_id" && isIndexed(each.value) {
			return each.value, len(all) == 1
		}
	}
	return bson.RawValue{}, false
}

// idsOf returns the ids when a find asks for some by {_id: {$in: …}}, whole or projected, and
// for nothing else; nil otherwise.
func idsOf(body bson.Raw) (ids []bson.RawValue) {
	allowed := []string{"find", "filter", "projection", "$db", "lsid", "maxTimeMS", "$readPreference"}
	for _, each := range fields(body) {
		if !slices.Contains(allowed, each.key) {
			return nil
		}
		if each.key == "projection" && each.value.Type != bson.TypeEmbeddedDocument {
			return nil // FerretDB refuses it
		}
	}
	filter, operators := fields(document(body, "filter")), fields(document(body, "filter", "_id"))
	if len(filter) != 1 || len(operators) != 1 || operators[0].key != "$in" {
		return nil
	}
	list, _ := operators[0].value.ArrayOK()
	values, _ := list.Values()
	known := map[string]bool{}
	for _, each := range values {
		if !isIndexed(each) {
			return nil
		}
		if name := each.String(); !known[name] {
			known[name] = true
			ids = append(ids, each)
		}
	}
	return ids
}

// noDocument is a filter that matches nothing and costs little. FerretDB checks an
// update only when it is asked to execute it.
func noDocument() bson.D { return bson.D{{Key: "_id", Value: bson.NewObjectID()}} }
