package views

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
)

const (
	// awaitAtMost is how long the server keeps one question for events open.
	awaitAtMost = time.Second
	brokenRetry = 5 * time.Second // at most, after a stream broke or could not be opened
	// manyRefusals is how often in a row the stream fails, although the server answers,
	// before it is not tried any more where it broke.
	manyRefusals = 3
)

// Writes names writes of documents in a collection whose ids begin with Prefix.
type Writes struct {
	Collection, Prefix string
	// Only is the one kind of write that counts, "insert", "replace" or "delete"; empty
	// means all kinds.
	Only string
}

// Stream is the one change stream of this process, with the views that it keeps.
type Stream struct {
	db      *mongo.Database
	log     *slog.Logger
	ready   func(context.Context) error // returns when the database can be used
	dropped func(collection string)     // is told of collections that are gone

	mu          sync.Mutex
	listeners   []listener
	collections map[string]*Collection
	up          atomic.Bool
	heard       atomic.Int64 // see Heard
	loader      loader
}

// New returns the stream of a database, which Follow opens once ready returns. Dropped is told of
// collections that are gone.
func New(
	db *mongo.Database, log *slog.Logger, ready func(context.Context) error, dropped func(collection string),
) *Stream {
	return &Stream{
		db: db, log: log, ready: ready, dropped: dropped, collections: map[string]*Collection{}, loader: newLoader(),
	}
}

type listener struct {
	Writes
	notified chan struct{}
}

// change says that a document was written. Its revision is that of the document, deleted
// when it was deleted, and 0 where the server does not say.
type change struct {
	collection, id, kind string
	revision             int
}

// isWhole reports whether all documents of a collection have changed.
func (e change) isWhole() bool { return e.kind == "drop" || e.kind == "rename" }

// Notified returns a channel that gets something soon after any process, this one
// included, has made such writes, and whenever such writes may have been missed:
// those that come together become one. Call it before Follow.
func (d *Stream) Notified(writes ...Writes) <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	notified := make(chan struct{}, 1)
	for _, each := range writes {
		d.listeners = append(d.listeners, listener{each, notified})
	}
	return notified
}

// Streaming reports whether the change stream is open.
func (d *Stream) Streaming() bool { return d.up.Load() }

// Heard returns when the last request that the change stream answered, with events or
// without, was sent: all writes before that time have been applied. It is the zero time
// before the first answer.
func (d *Stream) Heard() time.Time {
	if at := d.heard.Load(); at != 0 {
		return time.Unix(0, at)
	}
	return time.Time{}
}

// Time returns the time by which Heard counts.
func (d *Stream) Time() time.Time { return time.Now() }

// silence is how long a stream may take to answer before it counts as silent.
const silence = 30 * time.Second

// Silent reports whether the change stream has not answered for long, so that views may
// be older than the database.
func (d *Stream) Silent(now time.Time) bool { return now.Sub(d.Heard()) > silence }

// ErrNoStreams says that the server has no change streams for us.
var ErrNoStreams = errors.New("the database has no change streams, without which cms-api does not work: " +
	"MongoDB has them as a replica set, of one member if need be, and for users with the role readWrite")

// TryStream opens a change stream as Follow does, and closes it. The error is
// ErrNoStreams where the server has none or does not let us.
func (d *Stream) TryStream(ctx context.Context) error {
	opened, err := d.openStream(storage.Unobserved(ctx), nil)
	if err == nil {
		err = opened.Close(ctx)
	}
	if storage.Refuses(err) {
		return fmt.Errorf("%w: %w", ErrNoStreams, err)
	}
	return storage.Translate(err)
}

// Follow keeps views up to date and notifies the channels of Notified, by one change
// stream, until the context ends. When the stream breaks it is resumed where it broke;
// when that is not possible, everything is loaded again.
func (d *Stream) Follow(ctx context.Context) error {
	if err := d.ready(ctx); err != nil {
		return err
	}
	var loading sync.WaitGroup
	defer loading.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	loading.Go(func() { d.loader.run(ctx, d.log) })
	defer d.up.Store(false)
	f := follow{db: d}
	for {
		err := f.listen(ctx)
		d.up.Store(false)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := storage.Wait(ctx, f.ended(err), nil); err != nil {
			return err
		}
	}
}

// follow is the state of a process's change stream.
type follow struct {
	db    *Stream
	token bson.Raw // after the last events that were applied; nil when that is not known
	tries int      // in a row that brought nothing
	// refused is how many of the tries with this token failed although the server answered.
	refused int
	known   bool // the log says that the stream answers
}

// listen returns when the stream has ended, with the error that ended it.
func (f *follow) listen(ctx context.Context) error {
	asked := time.Now()
	s, err := f.db.openStream(storage.Unobserved(ctx), f.token)
	if err != nil {
		return err
	}
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), storage.SelectionTimeout)
		defer cancel()
		_ = s.Close(storage.Unobserved(ending)) // the server drops it by itself, later
	}()
	f.db.up.Store(true)
	f.db.heard.CompareAndSwap(0, time.Now().UnixNano())
	if f.token == nil {
		f.db.reload()
		f.token = s.ResumeToken()
	}
	f.db.notifyAll()
	// What is found first came with the opening: a later answer shows that it goes on.
	for goesOn := false; ; goesOn = true {
		var events []change
		next := func() bool { return s.TryNext(storage.Unobserved(ctx)) }
		for found := next(); found; found = s.RemainingBatchLength() > 0 && next() {
			events = append(events, eventsOf(s.Current)...)
		}
		if err := s.Err(); err != nil || s.ID() == 0 && len(events) == 0 {
			return err
		}
		if err := f.db.workOff(ctx, events); err != nil {
			return err
		}
		f.token = s.ResumeToken()
		if goesOn || len(events) > 0 {
			f.works(asked)
		}
		asked = time.Now()
	}
}

// works records that the stream goes on: one that opens and then fails, each time, is
// tried at growing intervals. All that was written before asked has been applied.
func (f *follow) works(asked time.Time) {
	f.tries, f.refused = 0, 0
	f.db.heard.Store(asked.UnixNano())
	if !f.known {
		f.known = true
		f.db.log.Info("changes of the database are followed", "database", f.db.db.Name())
	}
}

// ended records why a stream has ended or could not be opened, and returns how
// long to wait before the next try.
func (f *follow) ended(err error) time.Duration {
	if !problem.Is(storage.Translate(err), problem.Unavailable) {
		f.refused++
	}
	if err == nil || storage.Lost(err) || f.refused == manyRefusals {
		f.token, f.refused = nil, 0
	}
	if f.known {
		f.known = false
		f.db.log.Warn("changes of the database cannot be followed; will keep trying", "error", err)
	}
	f.tries++
	return min(storage.FirstRetry<<min(f.tries-1, 10), brokenRetry)
}

// reload has every view loaded again.
func (d *Stream) reload() {
	for _, each := range d.allFollowed() {
		each.forgetOwn()
		d.loader.add(each.views...)
	}
}

// workOff applies events to views and then notifies listeners, so that a listener that
// reads a document finds all that was written before it in the views.
func (d *Stream) workOff(ctx context.Context, events []change) error {
	byCollection := map[string][]change{}
	for _, each := range events {
		byCollection[each.collection] = append(byCollection[each.collection], each)
	}
	for name, events := range byCollection {
		f := d.Followed(name, nil)
		if slices.ContainsFunc(events, change.isWhole) {
			d.dropped(name)
			f.forgetOwn()
			d.loader.add(f.views...)
		} else if len(f.views) > 0 {
			if err := f.happened(ctx, events); err != nil {
				return err
			}
		}
	}
	for _, each := range events {
		d.notifyOf(each)
	}
	return nil
}

func (d *Stream) openStream(ctx context.Context, token bson.Raw) (*mongo.ChangeStream, error) {
	opts := options.ChangeStream().SetMaxAwaitTime(awaitAtMost)
	if token != nil {
		opts.SetResumeAfter(token)
	}
	return d.db.Watch(ctx, d.pipeline(), opts)
}

// pipeline selects the events that a view or a listener needs, and their fields that are used.
func (d *Stream) pipeline() mongo.Pipeline {
	// With a collection its indexes go. What is renamed onto one, as $out does, becomes the
	// whole of it.
	wanted := bson.A{bson.D{{Key: "operationType", Value: bson.D{{Key: "$in", Value: bson.A{"drop", "rename"}}}}}}
	for _, each := range d.allFollowed() {
		if len(each.views) > 0 {
			wanted = append(wanted, bson.D{{Key: "ns.coll", Value: each.c.Name()}})
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, w := range d.listeners {
		one := bson.D{{Key: "ns.coll", Value: w.Collection}}
		if w.Only != "" {
			one = append(one, bson.E{Key: "operationType", Value: w.Only})
		}
		if w.Prefix != "" {
			one = append(one, bson.E{Key: "documentKey._id", Value: bson.Regex{Pattern: "^" + regexp.QuoteMeta(w.Prefix)}})
		}
		wanted = append(wanted, one)
	}
	return mongo.Pipeline{
		{{Key: "$match", Value: bson.D{{Key: "$or", Value: wanted}}}},
		{{Key: "$project", Value: bson.D{
			{Key: "operationType", Value: 1}, {Key: "ns.coll", Value: 1}, {Key: "to.coll", Value: 1},
			{Key: "documentKey._id", Value: 1}, {Key: "fullDocument.revision", Value: 1},
		}}},
	}
}

// eventsOf decodes an event. That of a renamed collection becomes one for each name.
func eventsOf(raw bson.Raw) []change {
	var e change
	e.collection, _ = raw.Lookup("ns", "coll").StringValueOK()
	e.kind, _ = raw.Lookup("operationType").StringValueOK()
	e.id, _ = raw.Lookup("documentKey", "_id").StringValueOK()
	if doc, ok := raw.Lookup("fullDocument").DocumentOK(); ok {
		e.revision = storage.RevisionOf(doc)
	}
	if e.kind == "delete" {
		e.revision = deleted
	}
	if to, ok := raw.Lookup("to", "coll").StringValueOK(); ok {
		return []change{e, {collection: to, kind: e.kind}}
	}
	return []change{e}
}

func (s *Stream) notifyOf(e change) {
	s.notifyIf(func(w Writes) bool {
		return w.Collection == e.collection && strings.HasPrefix(e.id, w.Prefix) && (w.Only == "" || w.Only == e.kind)
	})
}

func (s *Stream) notifyAll() { s.notifyIf(func(Writes) bool { return true }) }

func (s *Stream) notifyIf(wanted func(Writes) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.listeners {
		if wanted(w.Writes) {
			storage.Notify(w.notified)
		}
	}
}
