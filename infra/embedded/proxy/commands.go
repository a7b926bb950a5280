package proxy

import (
	"io"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/x/mongo/driver/wiremessage"
)

// commands are all that clients may send beside those that are forwarded. Each returns its
// answer, or nil when FerretDB's was handed on.
var commands = map[string]func(*conn, *message) (any, error){
	"insert":        (*conn).insert,
	"update":        (*conn).update,
	"delete":        (*conn).delete,
	"findAndModify": (*conn).findAndModify,
	"findandmodify": (*conn).findAndModify,

	"create":        (*conn).create,
	"drop":          (*conn).drop,
	"dropDatabase":  (*conn).dropDatabase,
	"createIndexes": (*conn).createIndexes,
	"dropIndexes":   (*conn).dropIndexes,
	"listIndexes":   (*conn).listIndexes,

	"aggregate":   (*conn).aggregate,
	"find":        (*conn).find,
	"getMore":     (*conn).getMore,
	"killCursors": (*conn).killCursors,
	"endSessions": (*conn).endSessions,

	"commitTransaction": (*conn).refuseTransaction,
	"abortTransaction":  (*conn).refuseTransaction,
	"replSetGetStatus":  (*conn).refuseReplication,
	"replSetGetConfig":  (*conn).refuseReplication,
	"replSetInitiate":   (*conn).refuseReplication,
}

// forwarded are the commands that FerretDB executes alone.
var forwarded = []string{
	"buildInfo", "buildinfo", "collStats", "connectionStatus", "count", "dbStats", "distinct", "explain", "getParameter",
	"hello", "hostInfo", "isMaster", "ismaster", "listCollections", "listDatabases", "ping", "serverStatus",
}

func (c *conn) execute(m *message) (answer any, err error) {
	if m.opcode == opQuery {
		return c.forward(m)
	}
	if err := refuseOptions(m.body); err != nil {
		return nil, err
	}
	name, _ := m.command()
	if execute, ok := commands[name]; ok {
		return execute(c, m)
	}
	if slices.Contains(forwarded, name) {
		return c.forward(m)
	}
	return nil, errNoCommand(name)
}

// refuseOptions refuses what a single server cannot promise and FerretDB would ignore.
func refuseOptions(body bson.Raw) error {
	if has(body, "startTransaction") || has(body, "autocommit") || has(body, "txnNumber") {
		return errTransaction
	}
	switch w := body.Lookup("writeConcern", "w"); w.Type {
	case bson.TypeString:
		if mode := w.StringValue(); mode != "majority" {
			return errBadValue("cannot use non-majority 'w' mode " + mode + " when a host is not a member of a replica set")
		}
	default:
		if n, _ := w.AsInt64OK(); n > 1 {
			return errBadValue("cannot use 'w' > 1 when a host is not replicated")
		}
	}
	concern := document(body, "readConcern")
	if level := text(concern, "level"); has(concern, "afterClusterTime") || has(concern, "atClusterTime") ||
		!slices.Contains([]string{"", "local", "available", "majority"}, level) {
		return &commandError{123, "NotAReplicaSet", "node needs to be a replica set member to use this read concern"}
	}
	return nil
}

func moreToCome(m *message) bool { return m.flags&wiremessage.MoreToCome != 0 }

// forward hands a command on and its answer back.
func (c *conn) forward(m *message) (any, error) {
	if _, err := c.ferret.conn.Write(m.raw); err != nil {
		return nil, err
	}
	length, err := peekLength(c.ferret.in)
	if err != nil {
		return nil, err
	}
	to := io.Writer(c.client.conn)
	if moreToCome(m) { // FerretDB answers even then, and a client would take it for its next answer
		to = io.Discard
	}
	_, err = io.CopyN(to, c.ferret.in, int64(length))
	return nil, err
}

// exchange hands a command on and returns the answer, so that a lock need not be held
// until the client has read it.
func (c *conn) exchange(m *message) (bson.Raw, error) {
	if _, err := c.ferret.conn.Write(m.raw); err != nil {
		return nil, err
	}
	return c.ferret.answer()
}

// endSessions needs nothing done: there are no sessions, only their ids.
func (c *conn) endSessions(*message) (any, error) { return bson.D{{Key: "ok", Value: 1.0}}, nil }

func (c *conn) refuseTransaction(*message) (any, error) { return nil, errTransaction }

func (c *conn) refuseReplication(*message) (any, error) { return nil, errNoReplication }

func (c *conn) aggregate(m *message) (any, error) {
	stages := documents(m.body, "pipeline")
	if len(stages) > 0 && has(stages[0], "$changeStream") {
		return c.openStream(m, stages)
	}
	return c.forward(m) // FerretDB refuses the stages that write
}

// maxFound bounds, in bytes, what find reads by itself.
const maxFound = 32 << 20

// find reads documents one by one, whole or projected, that are asked for by nothing but
// their ids: FerretDB would read the whole collection.
func (c *conn) find(m *message) (any, error) {
	w, found, size := write{conn: c, db: m.database(), coll: m.collection()}, bson.A{}, 0
	ids, projection := idsOf(m.body), document(m.body, "projection")
	for _, id := range ids {
		one, err := w.read(id, projection)
		if err != nil {
			return nil, err
		}
		if one != nil {
			found = append(found, one)
		}
		if size += len(one); size > maxFound {
			ids = nil
			break
		}
	}
	if ids == nil {
		return c.forward(m)
	}
	return bson.D{{Key: "cursor", Value: bson.D{
		{Key: "id", Value: int64(0)}, {Key: "ns", Value: w.db + "." + w.coll}, {Key: "firstBatch", Value: found},
	}}, {Key: "ok", Value: 1.0}}, nil
}

// create makes an ordinary collection. Documents of a capped one would vanish without
// an event.
func (c *conn) create(m *message) (any, error) {
	if truth(m.body, "capped") {
		return nil, errNotImplemented("a capped collection")
	}
	defer c.lockCommit(m.database())()
	return c.exchange(m)
}

// drop removes a collection, and its event is one for all documents.
func (c *conn) drop(m *message) (any, error) {
	db, coll := m.database(), m.collection()
	defer c.lockCollection(db, coll)()
	defer c.lockCommit(db)()
	answer, err := c.exchange(m)
	if err != nil {
		return nil, c.refused(db, coll, err)
	}
	c.history.add("drop", db, coll, bson.RawValue{}, nil)
	if err := c.indexes.forget(db, coll); err != nil {
		return nil, err
	}
	return answer, nil
}

func (c *conn) dropDatabase(m *message) (any, error) {
	db := m.database()
	defer c.lockCommit(db)()
	collections, err := c.ferret.call(bson.D{
		{Key: "listCollections", Value: 1}, {Key: "nameOnly", Value: true}, {Key: "$db", Value: db},
	})
	if err != nil {
		return nil, err
	}
	answer, err := c.exchange(m)
	if err != nil {
		return nil, c.refused(db, "", err)
	}
	for _, each := range documents(collections, "cursor", "firstBatch") {
		c.history.add("drop", db, text(each, "name"), bson.RawValue{}, nil)
	}
	c.history.add("dropDatabase", db, "", bson.RawValue{}, nil)
	if err := c.indexes.forget(db, ""); err != nil {
		return nil, err
	}
	return answer, nil
}
