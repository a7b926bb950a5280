package proxy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

const (
	maxWrites   = 100_000 // of one command, as in MongoDB
	insertBatch = 100     // what FerretDB inserts as one
)

// write is the execution of a command that writes to a collection.
type write struct {
	*conn
	db, coll string
	ordered  bool

	n, modified int64
	upserted    []bson.D
	errors      []bson.D
}

// refused turns the error of a statement that writes into what MongoDB would answer.
// When it is not known what was written, because SQLite failed or FerretDB did not
// answer, the history is lost.
func (c *conn) refused(db, coll string, err error) error {
	var refused *commandError
	switch {
	case !errors.As(err, &refused):
		c.history.lose()
	case strings.Contains(refused.message, "UNIQUE constraint failed"):
		message := fmt.Sprintf("E11000 duplicate key error collection: %s.%s", db, coll)
		return &commandError{codeDuplicateKey, "DuplicateKey", message}
	case refused.code <= 1:
		c.history.lose()
	}
	return err
}

// newWrite returns a command's execution; the caller calls end when it is over.
func (c *conn) newWrite(m *message) (w *write, end func(), err error) {
	w = &write{conn: c, db: m.database(), coll: m.collection()}
	w.ordered = !has(m.body, "ordered") || truth(m.body, "ordered")
	if w.db == "" || w.coll == "" {
		return nil, nil, &commandError{73, "InvalidNamespace", "Invalid namespace specified"}
	}
	for _, option := range []string{"let", "collation", "arrayFilters"} {
		if has(m.body, option) {
			return nil, nil, errNotImplemented(option)
		}
	}
	return w, c.lockCollection(w.db, w.coll), nil
}

func (c *conn) insert(m *message) (any, error) {
	w, end, err := c.newWrite(m)
	if err != nil {
		return nil, err
	}
	defer end()
	all := m.documents("documents")
	if err := checkCount(len(all)); err != nil {
		return nil, err
	}
	done := 0
	for batch := range slices.Chunk(all, insertBatch) {
		goOn, err := w.insertBatch(batch, done)
		var refused *commandError
		switch {
		case done > 0 && errors.As(err, &refused): // the answer says what the batches before it wrote
			for i := range batch {
				w.failed(done+i, refused)
				if w.ordered {
					break
				}
			}
			goOn = !w.ordered
		case err != nil:
			return nil, err
		}
		if !goOn {
			break
		}
		done += len(batch)
	}
	return w.answer(false), nil
}

func (c *conn) update(m *message) (any, error) {
	return c.each(m, "updates", true, (*write).updateStatement)
}

func (c *conn) delete(m *message) (any, error) {
	return c.each(m, "deletes", false, (*write).deleteStatement)
}

// each executes the statements of a command in their order.
func (c *conn) each(m *message, key string, isUpdate bool, execute func(*write, bson.Raw) error) (any, error) {
	w, end, err := c.newWrite(m)
	if err != nil {
		return nil, err
	}
	defer end()
	statements := m.documents(key)
	if err := checkCount(len(statements)); err != nil {
		return nil, err
	}
	for i, statement := range statements {
		upserts := len(w.upserted)
		err := execute(w, statement)
		for _, each := range w.upserted[upserts:] {
			each[0].Value = int32(i)
		}
		var refused *commandError
		if errors.As(err, &refused) {
			w.failed(i, refused)
			if w.ordered {
				break
			}
			continue
		}
		if err != nil {
			return nil, err
		}
	}
	return w.answer(isUpdate), nil
}

func checkCount(n int) error {
	if n == 0 || n > maxWrites {
		message := fmt.Sprintf("Write batch sizes must be between 1 and %d. Got %d operations.", maxWrites, n)
		return &commandError{16, "InvalidLength", message}
	}
	return nil
}

func (w *write) failed(index int, err *commandError) {
	w.errors = append(w.errors, bson.D{
		{Key: "index", Value: int32(index)}, {Key: "code", Value: err.code}, {Key: "errmsg", Value: err.message},
	})
}

func (w *write) answer(isUpdate bool) bson.D {
	answer := bson.D{{Key: "n", Value: int32(w.n)}}
	if isUpdate {
		answer = append(answer, bson.E{Key: "nModified", Value: int32(w.modified)})
	}
	if len(w.upserted) > 0 {
		answer = append(answer, bson.E{Key: "upserted", Value: w.upserted})
	}
	if len(w.errors) > 0 {
		answer = append(answer, bson.E{Key: "writeErrors", Value: w.errors})
	}
	return append(answer, bson.E{Key: "ok", Value: 1.0})
}

// note notes the write of a document; full is as for history.add.
func (w *write) note(operation string, id bson.RawValue, full bson.Raw) {
	w.history.add(operation, w.db, w.coll, id, full)
}

// call has FerretDB execute a command on the collection.
func (w *write) call(command string, options ...bson.E) (bson.Raw, error) {
	return w.ferret.call(append(bson.D{{Key: command, Value: w.coll}, {Key: "$db", Value: w.db}}, options...))
}

// insertBatch inserts documents that begin at a place of the command's list. It returns
// false when the command ends there.
func (w *write) insertBatch(batch []bson.Raw, start int) (goOn bool, err error) {
	batch = slices.Clone(batch)
	for i, each := range batch {
		if !has(each, "_id") {
			batch[i] = withID(each)
		}
	}
	defer w.lockCommit(w.db)()
	answer, err := w.call("insert", bson.E{Key: "documents", Value: batch}, bson.E{Key: "ordered", Value: w.ordered})
	if err != nil {
		return false, w.refused(w.db, w.coll, err)
	}
	inserted, wrong := len(batch), map[int]bool{}
	for _, each := range documents(answer, "writeErrors") {
		index := int(number(each, "index"))
		wrong[index] = true
		w.failed(start+index, &commandError{code: int32(number(each, "code")), message: text(each, "errmsg")})
		if w.ordered {
			inserted = index
			break
		}
	}
	before := w.n
	for i, each := range batch[:inserted] {
		if !wrong[i] {
			w.n++
			w.note("insert", each.Lookup("_id"), each)
		}
	}
	if w.n-before != number(answer, "n") {
		w.history.lose()
	}
	return inserted == len(batch), nil
}
