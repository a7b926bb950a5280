package mongodb

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

const (
	logsCollection = "change_logs"
	// Every sweepEvery entries the old ones go: those that are neither among the
	// last keepEntries nor younger than keepFor.
	sweepEvery  = 64
	keepEntries = 256
	keepFor     = 10 * time.Minute
	// What a process knows of the end of a log counts for trustFor, which is much
	// less than keepFor: a process that slept longer looks for the end anew,
	// since what follows the entry that it saw last may have been swept.
	trustFor = time.Minute
	// sinceAtMost bounds what Since reads at once.
	sinceAtMost = 256
)

// Log is a list of changes that every process adds to and follows, so that each
// learns what the others did. Its entries are numbered without gaps, and a
// number is called a revision. Old entries are forgotten.
//
// An entry is one document whose _id is its number. So of two processes that
// add at the same time the second is refused, even where updates are not atomic,
// and takes the next number; and the next entry is looked for by _id, which
// costs next to nothing on every server.
type Log[T any] struct {
	name string
	c    *mongo.Collection
	base func(context.Context) (int64, error)

	adding sync.Mutex // one Append at a time: the others would be refused

	mu     sync.Mutex
	head   int64     // the last revision that is known of
	headAt time.Time // when it was known, by the wall clock; zero when never
}

type logEntry[T any] struct {
	ID      string    `bson:"_id"`
	At      time.Time `bson:"at"`
	Content T         `bson:"content"`
}

// NewLog returns the log of that name, which holds contents of one type. It does
// no I/O. Base says which revision an empty log has; nil means 0.
func NewLog[T any](db *Database, name string, base func(context.Context) (int64, error)) *Log[T] {
	if base == nil {
		base = func(context.Context) (int64, error) { return 0, nil }
	}
	return &Log[T]{name: name, c: db.Collection(logsCollection), base: base}
}

// Append adds an entry and returns its revision.
func (l *Log[T]) Append(ctx context.Context, content T) (int64, error) {
	l.adding.Lock()
	defer l.adding.Unlock()
	head, err := l.known(ctx)
	if err != nil {
		return 0, err
	}
	for next := head + 1; ; next++ {
		_, err := l.c.InsertOne(ctx, logEntry[T]{ID: l.id(next), At: time.Now().UTC(), Content: content})
		if err != nil && !IsDuplicate(err) {
			return 0, Translate(fmt.Errorf("add to the log of %s: %w", l.name, err))
		}
		l.saw(next)
		if err == nil {
			if next%sweepEvery == 0 {
				l.sweep(ctx, next)
			}
			return next, nil
		}
	}
}

// Writes are those that add an entry; see Woken.
func (l *Log[T]) Writes() Writes {
	return Writes{Collection: logsCollection, Prefix: l.name + "/", Only: "insert"}
}

// idsBelow matches documents whose ids are the name, a slash, and anything.
func idsBelow(name string) bson.E {
	return bson.E{Key: "_id", Value: bson.D{{Key: "$gte", Value: name + "/"}, {Key: "$lt", Value: name + "0"}}} // 0 comes after /
}

// Head returns the revision of the last entry.
func (l *Log[T]) Head(ctx context.Context) (int64, error) {
	opts := options.FindOne().SetSort(bson.D{{Key: "_id", Value: -1}}).SetProjection(bson.D{{Key: "_id", Value: 1}})
	var last struct {
		ID string `bson:"_id"`
	}
	err := l.c.FindOne(ctx, bson.D{idsBelow(l.name)}, opts).Decode(&last)
	var head int64
	switch {
	case err == nil:
		head, err = strconv.ParseInt(strings.TrimPrefix(last.ID, l.name+"/"), 10, 64)
	case IsMissing(err):
		head, err = l.base(ctx)
	}
	if err != nil {
		return 0, Translate(fmt.Errorf("find the end of the log of %s: %w", l.name, err))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.head, l.headAt = head, wallClock()
	return head, nil
}

// Since returns the entries that follow a revision, in their order, and the
// revision of the last of them. A bounded number of them: call again until it
// returns none. Complete is false when some are forgotten; revision is then that
// of the last entry.
func (l *Log[T]) Since(ctx context.Context, seen int64) (entries []T, revision int64, complete bool, err error) {
	if _, err := l.known(ctx); err != nil {
		return nil, 0, false, err
	}
	for revision = seen; len(entries) < sinceAtMost; revision++ {
		var entry logEntry[T]
		err := l.c.FindOne(ctx, bson.D{{Key: "_id", Value: l.id(revision + 1)}}).Decode(&entry)
		if IsMissing(err) {
			head, confirmed := l.confirm(revision)
			if !confirmed {
				return nil, head, false, nil
			}
			break
		}
		if err != nil {
			return nil, 0, false, Translate(fmt.Errorf("read the log of %s: %w", l.name, err))
		}
		l.saw(revision + 1)
		entries = append(entries, entry.Content)
	}
	return entries, revision, true, nil
}

// known returns the last revision that is known of. There may be later ones, but
// none of them has been swept.
func (l *Log[T]) known(ctx context.Context) (int64, error) {
	l.mu.Lock()
	head, at := l.head, l.headAt
	l.mu.Unlock()
	if age := wallClock().Sub(at); age >= 0 && age < trustFor {
		return head, nil
	}
	return l.Head(ctx)
}

// saw notes that an entry exists.
func (l *Log[T]) saw(revision int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.head, l.headAt = max(l.head, revision), wallClock()
}

// confirm notes that nothing follows a revision, if that is the last one that is
// known of.
func (l *Log[T]) confirm(revision int64) (head int64, confirmed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.head != revision {
		return l.head, false
	}
	l.headAt = wallClock()
	return revision, true
}

// sweep forgets old entries. That it happens is not needed for anything, and the
// next one makes up for it.
func (l *Log[T]) sweep(ctx context.Context, head int64) {
	_, _ = l.c.DeleteMany(ctx, bson.D{
		{Key: "_id", Value: bson.D{{Key: "$gte", Value: l.id(0)}, {Key: "$lt", Value: l.id(head - keepEntries)}}},
		{Key: "at", Value: bson.D{{Key: "$lt", Value: time.Now().Add(-keepFor).UTC()}}},
	})
}

// id is the _id of an entry. Ids sort like their numbers.
func (l *Log[T]) id(revision int64) string { return fmt.Sprintf("%s/%016d", l.name, max(revision, 0)) }

// wallClock goes on while the machine sleeps, unlike the clock that durations
// are measured by.
func wallClock() time.Time { return time.Now().Round(0) }
