package proxy

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	_ "modernc.org/sqlite" // the driver that FerretDB uses
)

// plainKey is the name of a field that stands in a path of SQLite as it is.
var plainKey = regexp.MustCompile(`^[A-Za-z_]+$`)

// expireAtOnce is how many documents are deleted while nobody else writes.
const expireAtOnce = 500

// deleteBefore deletes the documents whose time in a field is before another, and tells of
// them. It asks SQLite itself: FerretDB would read the whole collection, 100 µs a document,
// once to find them and once to delete them, and nobody could write meanwhile.
func (c *conn) deleteBefore(db, coll, key string, before time.Time) error {
	file, err := sql.Open("sqlite", "file:"+filepath.Join(c.Dir, db+".sqlite")+
		"?_pragma=busy_timeout(10000)&_pragma=synchronous(full)")
	if err != nil {
		return err
	}
	defer file.Close()
	var table string
	err = file.QueryRowContext(c.ctx, `SELECT table_name FROM _ferretdb_collections WHERE name = ?`, coll).Scan(&table)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	const id = `_ferretdb_sjson->'$._id'`
	expired := fmt.Sprintf(`_ferretdb_sjson->>'$.%[1]s' < %[2]d AND _ferretdb_sjson->>'$."$s".p.%[1]s.t' = 'date'`,
		key, before.UnixMilli())
	found, err := texts(c.ctx, file, fmt.Sprintf(`SELECT %s FROM %q WHERE %s`, id, table, expired))
	if err != nil {
		return err
	}
	for batch := range slices.Chunk(found, expireAtOnce) {
		remove := fmt.Sprintf(`DELETE FROM %q WHERE %s IN (?%s) AND %s
			RETURNING json_array(_ferretdb_sjson->>'$."$s".p._id.t', %[2]s)`,
			table, id, strings.Repeat(", ?", len(batch)-1), expired)
		if err := c.deleteIn(file, db, coll, remove, batch); err != nil {
			return err
		}
	}
	return nil
}

// deleteIn executes a statement that deletes documents and returns the types and values of
// their ids, and notes each of them.
func (c *conn) deleteIn(file *sql.DB, db, coll, statement string, ids []any) error {
	defer c.lockCollection(db, coll)()
	defer c.lockCommit(db)()
	// Not cut short: what was deleted has to be known.
	deleted, err := texts(context.WithoutCancel(c.ctx), file, statement, ids...)
	if err != nil {
		c.history.lose()
		return err
	}
	for _, each := range deleted {
		id, err := idIn(each.(string))
		if err != nil {
			c.history.lose()
			continue
		}
		c.history.add("delete", db, coll, id, nil)
	}
	return nil
}

// idIn returns the id of a type and a value in FerretDB's JSON.
func idIn(array string) (bson.RawValue, error) {
	var parts [2]string
	if err := json.Unmarshal([]byte(array), &parts); err != nil {
		return bson.RawValue{}, err
	}
	var id any = parts[1]
	switch parts[0] {
	case "string":
	case "objectId":
		hex, err := bson.ObjectIDFromHex(parts[1])
		if err != nil {
			return bson.RawValue{}, err
		}
		id = hex
	default:
		return bson.RawValue{}, fmt.Errorf("an id of the type %s", parts[0])
	}
	kind, value, err := bson.MarshalValue(id)
	return bson.RawValue{Type: kind, Value: value}, err
}

// texts returns what a query with one column of texts finds.
func texts(ctx context.Context, db *sql.DB, query string, values ...any) (found []any, err error) {
	rows, err := db.QueryContext(ctx, query, values...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var each string
		if err := rows.Scan(&each); err != nil {
			return nil, err
		}
		found = append(found, each)
	}
	return found, rows.Err()
}
