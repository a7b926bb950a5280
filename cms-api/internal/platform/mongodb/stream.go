package mongodb

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

const (
	// awaitAtMost is how long the server keeps one question for news open. It is
	// shorter than the time-out of the connection.
	awaitAtMost = 5 * time.Second
	// A server that refuses today may be made a replica set, or give us the right,
	// while we run.
	refusedRetry = 10 * time.Minute
	brokenRetry  = 30 * time.Second // at most, after a stream broke or could not be opened
)

// Writes names what somebody wants to know of: writes of documents in a collection
// whose ids begin with Prefix.
type Writes struct {
	Collection, Prefix string
	// Only is the one kind of write that counts, "insert" or "delete"; empty means
	// all kinds.
	Only string
}

// stream tells of what any process writes, where the server has change streams.
type stream struct {
	mu     sync.Mutex
	wishes []wish
	up     atomic.Bool
}

type wish struct {
	Writes
	woken chan struct{}
}

// Woken returns a channel that gets something soon after any process, this one
// included, has made such writes, and whenever such writes may have been missed:
// those that come together become one. Call it before FollowWrites. On a server
// without change streams nothing ever comes: whoever uses it looks by itself too.
func (d *Database) Woken(writes ...Writes) <-chan struct{} {
	d.stream.mu.Lock()
	defer d.stream.mu.Unlock()
	woken := make(chan struct{}, 1)
	for _, each := range writes {
		d.stream.wishes = append(d.stream.wishes, wish{each, woken})
	}
	return woken
}

// Streaming reports whether the server tells of writes by itself at the moment.
func (d *Database) Streaming() bool { return d.stream.up.Load() }

// TryStream opens a change stream as FollowWrites does, and closes it. The error is
// ErrNoStreams where the server has none or does not let us.
func (d *Database) TryStream(ctx context.Context) error {
	opened, err := d.openStream(ctx, nil)
	if err == nil {
		err = opened.Close(ctx)
	}
	if refuses(err) {
		return errors.Join(ErrNoStreams, err)
	}
	return Translate(err)
}

// ErrNoStreams says that the server does not tell of writes.
var ErrNoStreams = errors.New("the server has no change streams for us")

// FollowWrites wakes those who asked Woken, by one change stream, until the context
// ends. Where the server has none it only tries again now and then.
func (d *Database) FollowWrites(ctx context.Context) error {
	f := follow{db: d}
	defer d.stream.up.Store(false)
	for {
		if err := d.WaitReady(ctx); err != nil {
			return err
		}
		err := f.listen(ctx)
		d.stream.up.Store(false)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(f.ended(err)):
		}
	}
}

// follow is how a process gets on with its stream.
type follow struct {
	db      *Database
	token   bson.Raw // what was told last; nil when that is not known
	tries   int      // in a row that brought nothing
	opened  bool     // since the log has said so
	refused bool
}

// listen returns when the stream has ended, with the error that ended it.
func (f *follow) listen(ctx context.Context) error {
	ctx = unobserved(ctx)
	s, err := f.db.openStream(ctx, f.token)
	if err != nil {
		return err
	}
	defer func() {
		f.token = s.ResumeToken()
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), selectionTimeout)
		defer cancel()
		_ = s.Close(ending) // the server drops it by itself, later
	}()
	f.tries, f.refused = 0, false
	f.db.stream.up.Store(true)
	if !f.opened {
		f.opened = true
		f.db.log.Info("the database tells of writes by itself", "database", f.db.db.Name())
	}
	for cursor := int64(0); ; {
		told := s.TryNext(ctx)
		if err := s.Err(); err != nil || s.ID() == 0 && !told {
			return err
		}
		if cursor != s.ID() { // just opened; or the driver has opened another one by itself
			cursor = s.ID()
			f.db.stream.wakeAll()
		}
		if told {
			f.db.stream.wake(s.Current)
		}
	}
}

// ended takes note of why a stream has ended or could not be opened, and returns how
// long to wait before the next try.
func (f *follow) ended(err error) time.Duration {
	switch {
	case refuses(err):
		if !f.refused {
			f.refused, f.opened = true, false
			f.db.log.Info("the database does not tell of writes; they are looked for", "error", err)
		}
		return refusedRetry
	case err == nil || lost(err):
		f.token = nil // what was missed is found by looking, as after every opening
	}
	if f.opened {
		f.opened = false
		f.db.log.Info("the database stopped telling of writes; they are looked for until it does", "error", err)
	}
	f.tries++
	return min(firstRetry<<min(f.tries-1, 10), brokenRetry)
}

func (d *Database) openStream(ctx context.Context, token bson.Raw) (*mongo.ChangeStream, error) {
	opts := options.ChangeStream().SetMaxAwaitTime(awaitAtMost)
	if token != nil {
		opts.SetResumeAfter(token)
	}
	return d.db.Watch(ctx, d.stream.pipeline(), opts)
}

// pipeline leaves of all events those that somebody wants, and of each the least.
func (s *stream) pipeline() mongo.Pipeline {
	s.mu.Lock()
	defer s.mu.Unlock()
	any := bson.A{}
	for _, w := range s.wishes {
		one := bson.D{{Key: "ns.coll", Value: w.Collection}}
		if w.Only != "" {
			one = append(one, bson.E{Key: "operationType", Value: w.Only})
		}
		if w.Prefix != "" {
			one = append(one, bson.E{Key: "documentKey._id", Value: bson.Regex{Pattern: "^" + regexp.QuoteMeta(w.Prefix)}})
		}
		any = append(any, one)
	}
	return mongo.Pipeline{
		{{Key: "$match", Value: bson.D{{Key: "$or", Value: any}}}},
		{{Key: "$project", Value: bson.D{{Key: "operationType", Value: 1}, {Key: "ns.coll", Value: 1}, {Key: "documentKey._id", Value: 1}}}},
	}
}

func (s *stream) wake(event bson.Raw) {
	collection, _ := event.Lookup("ns", "coll").StringValueOK()
	kind, _ := event.Lookup("operationType").StringValueOK()
	id, _ := event.Lookup("documentKey", "_id").StringValueOK()
	s.wakeIf(func(w Writes) bool {
		return w.Collection == collection && strings.HasPrefix(id, w.Prefix) && (w.Only == "" || w.Only == kind)
	})
}

func (s *stream) wakeAll() { s.wakeIf(func(Writes) bool { return true }) }

func (s *stream) wakeIf(wanted func(Writes) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.wishes {
		if !wanted(w.Writes) {
			continue
		}
		select {
		case w.woken <- struct{}{}:
		default:
		}
	}
}

// MongoDB's codes. Servers that only speak its protocol use them too.
var (
	refusals = []int{
		9,     // not understood
		13,    // not authorized
		59,    // no such command
		115,   // a command that is not supported
		238,   // not implemented
		40324, // no such stage of a pipeline
		40573, // change streams only in replica sets
	}
	losses = []int{
		260, // a resume token that is none
		280, // the stream cannot be resumed
		286, // the history that the token points into is gone
	}
)

func refuses(err error) bool { return hasCode(err, refusals) }
func lost(err error) bool    { return hasCode(err, losses) }

func hasCode(err error, codes []int) bool {
	var server mongo.ServerError
	return errors.As(err, &server) && slices.ContainsFunc(codes, server.HasErrorCode)
}
