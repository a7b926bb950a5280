package proxy

import "go.mongodb.org/mongo-driver/v2/bson"

// findAndModify looks, writes and looks again itself, under the collection's lock:
// FerretDB's own does not say whether it has changed anything, and has no projections.
func (c *conn) findAndModify(m *message) (any, error) {
	w, end, err := c.newWrite(m)
	if err != nil {
		return nil, err
	}
	defer end()
	var ids []bson.RawValue
	filter := document(m.body, "query")
	if filter == nil {
		filter = bson.Raw{5, 0, 0, 0, 0}
	}
	if id, alone := idOf(filter); alone {
		ids = []bson.RawValue{id} // whether there is such a document shows later
	} else if ids, err = w.matching(filter, document(m.body, "sort"), 1); err != nil {
		return nil, err
	}
	if truth(m.body, "remove") {
		return w.findAndRemove(m.body, ids)
	}
	return w.findAndUpdate(m.body, filter, ids)
}

func (w *write) findAndRemove(body bson.Raw, ids []bson.RawValue) (any, error) {
	if has(body, "update") || truth(body, "new") || truth(body, "upsert") {
		return nil, &commandError{
			9, "FailedToParse", "Cannot specify an update, new=true or upsert=true along with remove=true",
		}
	}
	var value bson.Raw
	if len(ids) > 0 {
		var err error
		if value, err = w.read(ids[0], document(body, "fields")); err != nil {
			return nil, err
		}
	}
	if value != nil {
		if err := w.deleteThese(bson.D{{Key: "q", Value: byID(ids[0])}, {Key: "limit", Value: 1}}, ids); err != nil {
			return nil, err
		}
	}
	if w.n == 0 {
		value = nil
	}
	return found(value, bson.D{{Key: "n", Value: int32(w.n)}}), nil
}

func (w *write) findAndUpdate(body, filter bson.Raw, ids []bson.RawValue) (any, error) {
	update, upsert, after := body.Lookup("update"), truth(body, "upsert"), truth(body, "new")
	switch update.Type {
	case bson.TypeEmbeddedDocument:
	case bson.TypeArray:
		return nil, errNotImplemented("an update with an aggregation pipeline")
	default:
		return nil, &commandError{9, "FailedToParse", "Either an update or remove=true must be specified"}
	}
	projection := document(body, "fields")
	var target any = filter
	var id bson.RawValue
	var value bson.Raw
	if len(ids) > 0 {
		id, target = ids[0], byID(ids[0])
	} else if !upsert {
		target = noDocument()
	}
	if id.Type != 0 && !after {
		var err error
		if value, err = w.read(id, projection); err != nil {
			return nil, err
		}
	}
	statement := bson.D{{Key: "q", Value: target}, {Key: "u", Value: update}, {Key: "upsert", Value: upsert}}
	upserted, err := w.updateOne(statement, id)
	if err != nil {
		return nil, err
	}
	last := bson.D{{Key: "n", Value: int32(w.n)}, {Key: "updatedExisting", Value: w.n > 0 && upserted.Type == 0}}
	if upserted.Type != 0 {
		id = upserted
		last = append(last, bson.E{Key: "upserted", Value: upserted})
	}
	if after && w.n > 0 {
		if value, err = w.read(id, projection); err != nil {
			return nil, err
		}
	}
	return found(value, last), nil
}

// found is the answer of findAndModify.
func found(value bson.Raw, last bson.D) bson.D {
	answer := bson.D{{Key: "lastErrorObject", Value: last}, {Key: "value", Value: nil}, {Key: "ok", Value: 1.0}}
	if value != nil {
		answer[1].Value = value
	}
	return answer
}
