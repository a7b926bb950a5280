package proxy

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// indexes are the definitions of indexes that have options which FerretDB does not know
// and would lose. FerretDB says which indexes exist; a definition of one that does not
// is left over from a process that was killed, and is not used.
type indexes struct {
	file string

	mu  sync.Mutex
	all []index
}

// index is one definition, as a client gave it.
type index struct {
	DB         string   `bson:"db"`
	Coll       string   `bson:"coll"`
	Name       string   `bson:"name"`
	Definition bson.Raw `bson:"definition"`
}

func (x index) is(db, coll, name string) bool { return x.DB == db && x.Coll == coll && x.Name == name }

func openIndexes(dir string) (*indexes, error) {
	x := &indexes{file: filepath.Join(dir, "indexes.json")}
	data, err := os.ReadFile(x.file)
	if errors.Is(err, fs.ErrNotExist) {
		return x, nil
	}
	if err != nil {
		return nil, fmt.Errorf("definitions of indexes: %w", err)
	}
	var stored struct{ Indexes []index }
	if err := bson.UnmarshalExtJSON(data, true, &stored); err != nil {
		return nil, fmt.Errorf("definitions of indexes in %s: %w", x.file, err)
	}
	x.all = stored.Indexes
	return x, nil
}

// change replaces the definitions on the disk and in memory.
func (x *indexes) change(change func(all []index) []index) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	all := change(slices.Clone(x.all))
	data, err := bson.MarshalExtJSONIndent(bson.M{"indexes": all}, true, false, "", " ")
	if err == nil {
		err = replaceFile(x.file, data)
	}
	if err != nil {
		return fmt.Errorf("keep the definitions of indexes: %w", err)
	}
	x.all = all
	return nil
}

// put keeps the definitions of some indexes of a collection that need one, and forgets
// those of the others.
func (x *indexes) put(db, coll string, names []string, kept []index) error {
	old := func(each index) bool { return each.DB == db && each.Coll == coll && slices.Contains(names, each.Name) }
	if len(kept) == 0 && !slices.ContainsFunc(x.list(), old) {
		return nil
	}
	return x.change(func(all []index) []index { return append(slices.DeleteFunc(all, old), kept...) })
}

// forget forgets the definitions of a collection, or of the whole database when coll is
// empty.
func (x *indexes) forget(db, coll string) error {
	gone := func(each index) bool { return each.DB == db && (coll == "" || each.Coll == coll) }
	if !slices.ContainsFunc(x.list(), gone) {
		return nil
	}
	return x.change(func(all []index) []index { return slices.DeleteFunc(all, gone) })
}

func (x *indexes) find(db, coll, name string) (index, bool) {
	for _, each := range x.list() {
		if each.is(db, coll, name) {
			return each, true
		}
	}
	return index{}, false
}

func (x *indexes) list() []index {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Clone(x.all)
}

// replaceFile writes a file so that after a crash it is the old or the new one.
func replaceFile(name string, data []byte) error {
	f, err := os.OpenFile(name+".new", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// existing returns the indexes of a collection as clients gave them; none when there is
// no such collection.
func (c *conn) existing(db, coll string) ([]bson.Raw, error) {
	answer, err := c.ferret.call(bson.D{{Key: "listIndexes", Value: coll}, {Key: "$db", Value: db}})
	var refused *commandError
	if errors.As(err, &refused) && refused.code == codeNamespaceNotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all := documents(answer, "cursor", "firstBatch")
	for i, each := range all {
		if kept, ok := c.indexes.find(db, coll, text(each, "name")); ok {
			all[i] = kept.Definition
		}
	}
	return all, nil
}

func (c *conn) listIndexes(m *message) (any, error) {
	db, coll := m.database(), m.collection()
	all, err := c.existing(db, coll)
	if err != nil {
		return nil, err
	}
	if all == nil {
		message := fmt.Sprintf("ns does not exist: %s.%s", db, coll)
		return nil, &commandError{codeNamespaceNotFound, "NamespaceNotFound", message}
	}
	return bson.D{{Key: "cursor", Value: bson.D{
		{Key: "id", Value: int64(0)}, {Key: "ns", Value: db + "." + coll}, {Key: "firstBatch", Value: all},
	}}, {Key: "ok", Value: 1.0}}, nil
}

// createIndexes has FerretDB make indexes without the options that it does not know.
// Options that FerretDB lacks are implemented here (see expire) or not needed: a partial
// index that is not unique finds the same documents when it has all of them.
func (c *conn) createIndexes(m *message) (any, error) {
	db, coll := m.database(), m.collection()
	defer c.lockCollection(db, coll)()
	defer c.lockCommit(db)()
	existing, err := c.existing(db, coll)
	if err != nil {
		return nil, err
	}
	var missing []string
	var kept []index
	stripped := []bson.D{} // FerretDB refuses none
	for _, each := range m.documents("indexes") {
		if err := checkIndex(each); err != nil {
			return nil, err
		}
		known, err := compareIndex(each, existing)
		if err != nil {
			return nil, err
		}
		if !known {
			name, definition, plain := text(each, "name"), withVersion(each), stripIndex(each)
			missing, stripped = append(missing, name), append(stripped, plain)
			if len(plain) < len(fields(definition))-1 { // more than FerretDB and the version have
				kept = append(kept, index{db, coll, name, definition})
			}
			existing = append(existing, each)
		}
	}
	if len(missing) == 0 && len(existing) > 0 && len(m.documents("indexes")) > 0 {
		return bson.D{
			{Key: "numIndexesBefore", Value: int32(len(existing))}, {Key: "numIndexesAfter", Value: int32(len(existing))},
			{Key: "note", Value: "all indexes already exist"}, {Key: "ok", Value: 1.0},
		}, nil
	}
	if err := c.indexes.put(db, coll, missing, kept); err != nil {
		return nil, err
	}
	answer, err := c.ferret.call(bson.D{
		{Key: "createIndexes", Value: coll}, {Key: "indexes", Value: stripped}, {Key: "$db", Value: db},
	})
	if err != nil {
		return nil, c.refused(db, coll, err)
	}
	return answer, nil
}

// dropIndexes leaves definitions of indexes that are gone where they are: they are not
// used, and replaced when an index of that name is made.
func (c *conn) dropIndexes(m *message) (any, error) {
	defer c.lockCollection(m.database(), m.collection())()
	defer c.lockCommit(m.database())()
	return c.exchange(m)
}

// beyondFerretDB are the options that are not handed on.
var beyondFerretDB = []string{"expireAfterSeconds", "partialFilterExpression", "sparse", "v"}

func stripIndex(definition bson.Raw) bson.D {
	stripped := bson.D{}
	for _, each := range fields(definition) {
		if !slices.Contains(beyondFerretDB, each.key) {
			stripped = append(stripped, bson.E{Key: each.key, Value: each.value})
		}
	}
	return stripped
}

func withVersion(definition bson.Raw) bson.Raw {
	raw, _ := bson.Marshal(with(definition, "v", int32(2))) // it has come as BSON
	return raw
}

// checkIndex returns why MongoDB, or we, would not make an index.
func checkIndex(definition bson.Raw) error {
	cannot := func(message string) error { return &commandError{67, "CannotCreateIndex", message} }
	key := fields(document(definition, "key"))
	for _, each := range key {
		if plugin, ok := each.value.StringValueOK(); ok {
			return cannot("Unknown index plugin '" + plugin + "'")
		}
	}
	if has(definition, "expireAfterSeconds") {
		seconds, ok := definition.Lookup("expireAfterSeconds").AsInt64OK()
		switch {
		case !ok || seconds < 0 || seconds > math.MaxInt32:
			return cannot("TTL index 'expireAfterSeconds' option must be within an acceptable range, between 0 and 2147483647")
		case len(key) != 1:
			return cannot("TTL indexes are single-field indexes, compound indexes do not support TTL")
		case key[0].key == "_id":
			return &commandError{
				197, "InvalidIndexSpecificationOption",
				"The field 'expireAfterSeconds' is not valid for an _id index specification",
			}
		}
	}
	if !has(definition, "partialFilterExpression") {
		return nil
	}
	filter, ok := definition.Lookup("partialFilterExpression").DocumentOK()
	switch {
	case !ok:
		return &commandError{14, "TypeMismatch", "The field 'partialFilterExpression' must be an object"}
	case truth(definition, "sparse"):
		return cannot("cannot mix \"partialFilterExpression\" and \"sparse\" options")
	case truth(definition, "unique") && !coversExisting(key, filter):
		return cannot("a unique partial index may cover only what has all of its fields, as {field: {$exists: true}}")
	}
	return nil
}

// coversExisting reports whether a filter is that all fields of the key exist: these are
// the documents that FerretDB's unique indexes compare.
func coversExisting(key []field, filter bson.Raw) bool {
	conditions := fields(filter)
	if len(conditions) != len(key) {
		return false
	}
	for _, each := range key {
		operators := fields(document(filter, each.key))
		exists, _ := filter.Lookup(each.key, "$exists").BooleanOK()
		if len(operators) != 1 || !exists {
			return false
		}
	}
	return true
}

// compareIndex reports whether an index is among those that exist, and returns an error
// when it conflicts with one of them. What identifies an index are its key and the
// options that decide which documents it has; the others may not differ either. Sparse
// is not compared: FerretDB's indexes leave out documents without the field in any case,
// and there are databases where it was not kept.
func compareIndex(asked bson.Raw, existing []bson.Raw) (known bool, err error) {
	for _, each := range existing {
		sameName := text(asked, "name") == text(each, "name")
		same := equalOption(asked, each, "key") && equalOption(asked, each, "unique") &&
			equalOption(asked, each, "partialFilterExpression")
		isID := text(each, "name") == "_id_" && equalOption(asked, each, "key")
		switch {
		case isID:
			return true, nil
		case sameName && !same:
			return false, &commandError{86, "IndexKeySpecsConflict", fmt.Sprintf(
				"An existing index has the same name as the requested index. When index names are not specified, they "+
					"are auto generated and can cause conflicts. Please refer to our documentation. "+
					"Requested index: %s, existing index: %s", asked, each)}
		case sameName && !equalOption(asked, each, "expireAfterSeconds"):
			return false, &commandError{85, "IndexOptionsConflict", fmt.Sprintf(
				"An equivalent index already exists with the same name but different options. "+
					"Requested index: %s, existing index: %s", asked, each)}
		case same && !sameName:
			message := "Index already exists with a different name: " + text(each, "name")
			return false, &commandError{85, "IndexOptionsConflict", message}
		case sameName:
			return true, nil
		}
	}
	return false, nil
}

// equalOption compares an option of two indexes; numbers and booleans by what they mean.
func equalOption(a, b bson.Raw, option string) bool {
	switch option {
	case "unique":
		return truth(a, option) == truth(b, option)
	case "expireAfterSeconds":
		return has(a, option) == has(b, option) && number(a, option) == number(b, option)
	case "key":
		left, right := fields(document(a, option)), fields(document(b, option))
		return slices.EqualFunc(left, right, func(l, r field) bool {
			ln, _ := l.value.AsInt64OK()
			rn, _ := r.value.AsInt64OK()
			return l.key == r.key && ln == rn
		})
	}
	return a.Lookup(option).Equal(b.Lookup(option))
}
