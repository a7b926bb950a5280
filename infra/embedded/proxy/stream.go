package proxy

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

const (
	firstCursor  int64 = 1 << 62 // FerretDB's are below
	cursorAge          = 10 * time.Minute
	maxBatch           = 1000
	maxBatchSize       = 8 << 20 // in bytes; the last document may be as large again
	defaultWait        = time.Second
	maxWait            = time.Minute // below cursorAge, and no client waits longer for a sign of life
)

// cursors are the open change streams by id. The ids of a process begin anywhere, so that
// one of an earlier process, asked for after a restart, is not that of another stream.
type cursors struct {
	mu   sync.Mutex
	last int64
	open map[int64]*stream
}

func newCursors() *cursors {
	return &cursors{last: firstCursor + rand.Int64N(1<<61), open: map[int64]*stream{}}
}

func (c *cursors) add(s *stream) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	c.open[c.last] = s
	return c.last
}

func (c *cursors) get(id int64) *stream {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open[id]
}

func (c *cursors) remove(id int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, was := c.open[id]
	delete(c.open, id)
	return was
}

// removeUnused closes the streams that nobody has asked for news since a time.
func (c *cursors) removeUnused(since time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, each := range c.open {
		if each.mu.TryLock() { // one that is locked is in use
			if each.used.Before(since) {
				delete(c.open, id)
			}
			each.mu.Unlock()
		}
	}
}

// stream is an open change stream.
type stream struct {
	db, coll     string // coll is empty for all of the database
	ns           string // as answers call it
	wanted       condition
	projection   projection // nil for everything
	updateLookup bool

	mu    sync.Mutex
	next  uint64 // number of the event that comes next
	ended bool   // by an invalidate event
	used  time.Time
}

// openStream opens a change stream: an aggregation whose first stage is $changeStream.
func (c *conn) openStream(m *message, stages []bson.Raw) (any, error) {
	s := &stream{db: m.database(), coll: m.collection(), used: time.Now()}
	s.ns = s.db + ".$cmd.aggregate"
	if s.coll != "" {
		s.ns = s.db + "." + s.coll
	}
	if err := s.pipeline(stages[1:]); err != nil {
		return nil, err
	}
	if err := s.begin(document(stages[0], "$changeStream"), c.history); err != nil {
		return nil, err
	}
	return s.answer(c.history, c.cursors.add(s), "firstBatch", []any{}), nil
}

// pipeline reads the stages that filter a stream.
func (s *stream) pipeline(stages []bson.Raw) error {
	var all []condition
	for _, stage := range stages {
		parts := fields(stage)
		if len(parts) != 1 {
			return &commandError{40323, "Location40323", "A pipeline stage specification object must contain exactly one field."}
		}
		spec, _ := parts[0].value.DocumentOK()
		switch name := parts[0].key; name {
		case "$match":
			if s.projection != nil {
				return errNotImplemented("a $match that follows a $project in a change stream")
			}
			one, err := compile(spec, 0)
			if err != nil {
				return err
			}
			all = append(all, one)
		case "$project":
			projection, err := compileProject(spec)
			if err != nil {
				return err
			}
			s.projection = projection
		default:
			return errNotImplemented(name + " in a change stream")
		}
	}
	s.wanted = every(all)
	return nil
}

// begin reads the options of a stream and sets where it begins.
func (s *stream) begin(options bson.Raw, h *history) error {
	for _, each := range fields(options) {
		value, _ := each.value.StringValueOK()
		switch each.key {
		case "fullDocument":
			s.updateLookup = value == "updateLookup"
			if !slices.Contains([]string{"default", "updateLookup"}, value) {
				return errNotImplemented("fullDocument: " + value)
			}
		case "fullDocumentBeforeChange":
			if value != "off" {
				return errNotImplemented("fullDocumentBeforeChange: " + value)
			}
		case "resumeAfter", "startAfter":
		default:
			return errNotImplemented(each.key + " of a change stream")
		}
	}
	resume, start := options.Lookup("resumeAfter"), options.Lookup("startAfter")
	if resume.Type != 0 && start.Type != 0 {
		return errBadValue("Only one type of resume option is allowed, but multiple were found.")
	}
	if resume.Type == 0 && start.Type == 0 {
		s.next = h.end()
		return nil
	}
	token := text(options, "startAfter", "_data")
	if resume.Type != 0 {
		token = text(options, "resumeAfter", "_data")
	}
	next, invalidate, err := h.after(token)
	if err == nil && invalidate && resume.Type != 0 {
		err = errAfterInvalid
	}
	s.next = next
	return err
}

func (s *stream) answer(h *history, id int64, key string, batch []any) bson.D {
	return bson.D{{Key: "cursor", Value: bson.D{
		{Key: "id", Value: id}, {Key: "ns", Value: s.ns}, {Key: key, Value: batch},
		{Key: "postBatchResumeToken", Value: h.token(s.next-1, s.ended)},
	}}, {Key: "ok", Value: 1.0}}
}

// getMore answers for a change stream as soon as there is an event, or when the time to
// wait is over.
func (c *conn) getMore(m *message) (any, error) {
	_, value := m.command()
	id, _ := value.AsInt64OK()
	if id < firstCursor {
		return c.forward(m)
	}
	s := c.cursors.get(id)
	if s == nil {
		return nil, &commandError{43, "CursorNotFound", "cursor id not found"}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { s.used = time.Now() }()
	limit := maxBatch
	if n := number(m.body, "batchSize"); n > 0 {
		limit = int(min(n, maxBatch))
	}
	over := time.NewTimer(waiting(m.body))
	defer over.Stop()
	for {
		batch, grown, err := c.news(s, limit)
		if err != nil {
			c.cursors.remove(id)
			return nil, err
		}
		if s.ended {
			c.cursors.remove(id)
			id = 0
		}
		if len(batch) > 0 || s.ended {
			return s.answer(c.history, id, "nextBatch", batch), nil
		}
		select {
		case <-grown:
		case <-over.C:
			return s.answer(c.history, id, "nextBatch", []any{}), nil
		case <-c.ctx.Done():
			return nil, c.ctx.Err()
		}
	}
}

// waiting is how long a client wants to wait for an event.
func waiting(body bson.Raw) time.Duration {
	if ms := number(body, "maxTimeMS"); ms > 0 {
		return time.Duration(min(ms, maxWait.Milliseconds())) * time.Millisecond
	}
	return defaultWait
}

// killCursors closes change streams; other cursors are FerretDB's.
func (c *conn) killCursors(m *message) (any, error) {
	list, _ := m.body.Lookup("cursors").ArrayOK()
	values, _ := list.Values()
	killed, unknown := bson.A{}, bson.A{}
	for _, each := range values {
		switch id, _ := each.AsInt64OK(); {
		case id < firstCursor:
			return c.forward(m)
		case c.cursors.remove(id):
			killed = append(killed, id)
		default:
			unknown = append(unknown, id)
		}
	}
	return bson.D{
		{Key: "cursorsKilled", Value: killed}, {Key: "cursorsNotFound", Value: unknown},
		{Key: "cursorsAlive", Value: bson.A{}}, {Key: "cursorsUnknown", Value: bson.A{}}, {Key: "ok", Value: 1.0},
	}, nil
}

// news moves a stream on and returns the events that are wanted, and a channel that is
// closed when there are more.
func (c *conn) news(s *stream, limit int) (batch []any, grown <-chan struct{}, err error) {
	for size := 0; len(batch) < limit && size < maxBatchSize && !s.ended; {
		events, more, err := c.history.from(s.next, limit-len(batch))
		if err != nil || len(events) == 0 {
			return batch, more, err
		}
		for _, each := range events {
			told, bytes, err := c.describe(s, each, each.operation, c.history.token(s.next, false))
			if err != nil {
				return nil, nil, err
			}
			if told != nil {
				batch = append(batch, told)
			}
			if s.ended = each.ends(s); s.ended {
				if told, _, _ = c.describe(s, each, "invalidate", c.history.token(s.next, true)); told != nil {
					batch = append(batch, told)
				}
			}
			s.next++
			if size += bytes; s.ended || size >= maxBatchSize {
				break
			}
		}
	}
	return batch, nil, nil
}

// ends reports whether an event removes what a stream is about.
func (e event) ends(s *stream) bool {
	return e.db == s.db && (e.operation == "dropDatabase" || e.operation == "drop" && e.coll == s.coll)
}

// describe returns an event as a stream tells of it and its size, nil when it is not
// wanted there.
func (c *conn) describe(s *stream, e event, operation string, token bson.D) (told bson.D, size int, err error) {
	if e.db != s.db || s.coll != "" && e.coll != s.coll {
		return nil, 0, nil
	}
	told = bson.D{
		{Key: "_id", Value: token}, {Key: "operationType", Value: operation},
		{Key: "clusterTime", Value: e.clock}, {Key: "wallTime", Value: e.at},
	}
	if operation != "invalidate" {
		ns := bson.D{{Key: "db", Value: e.db}}
		if e.coll != "" {
			ns = append(ns, bson.E{Key: "coll", Value: e.coll})
		}
		told = append(told, bson.E{Key: "ns", Value: ns})
	}
	if e.id.Type != 0 {
		told = append(told, bson.E{Key: "documentKey", Value: byID(e.id)})
	}
	raw, err := bson.Marshal(told)
	if err != nil || !s.wanted(raw) {
		return nil, 0, err
	}
	if s.projection != nil {
		told = s.projection.of(raw)
	}
	if !s.looksUp(operation) {
		return told, len(raw), nil
	}
	full := e.full
	if full == nil {
		w := write{conn: c, db: e.db, coll: e.coll}
		if full, err = w.read(e.id, nil); err != nil {
			return nil, 0, err
		}
	}
	told = append(told, bson.E{Key: "fullDocument", Value: s.projection["fullDocument"].ofFull(full)})
	return told, len(raw) + len(full), nil
}

// looksUp reports whether an event is told with its document. That of an insert or of a
// replacement is read too where the history has its id only: then it may be newer than the
// event, or null, as with updateLookup.
func (s *stream) looksUp(operation string) bool {
	switch operation {
	case "insert", "replace":
		return s.projection.wants("fullDocument")
	case "update":
		return s.updateLookup && s.projection.wants("fullDocument")
	}
	return false
}
