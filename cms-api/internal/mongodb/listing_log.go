package mongodb

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// Processes tell each other which rows they wrote by numbered documents: the
// next number is taken by inserting it, which the embedded database does for
// one of them only, and read by its id, which is quick there.

const (
	changesCollection = "list_changes"
	followEvery       = 250 * time.Millisecond
	// reconcileEvery bounds how long a list can differ when a process died
	// between a write and telling of it.
	reconcileEvery = 30 * time.Minute
	// A process that slept while keepChanges others were made could take a
	// number that was used and forgotten; after certainFor it looks again.
	keepChanges = 2048
	trimEvery   = 256
	certainFor  = 10 * time.Second
)

// listChange says that one process wrote one document, or many when ID is
// empty.
type listChange struct {
	Number     string `bson:"_id"`
	Process    string `bson:"process"`
	Collection string `bson:"collection"`
	ID         string `bson:"id"`
}

// lists are the rows of every listed collection, and this process's place among
// the changes.
type lists struct {
	process string
	rows    map[string]*rows

	mu      sync.Mutex
	next    int64 // the number that is free as far as is known
	asOf    time.Time
	pending map[string]map[string]struct{} // by collection: ids written, but not told
}

func newLists() *lists {
	return &lists{process: rand.Text(), rows: map[string]*rows{}, pending: map[string]map[string]struct{}{}}
}

func (d *Database) addRows(r *rows) { d.lists.rows[r.c.Name()] = r }

func numbered(n int64) string { return fmt.Sprintf("%016d", n) }

// announce tells other processes of a write. What cannot be told now is told by
// FollowLists.
func (d *Database) announce(ctx context.Context, collection, id string) {
	l := d.lists
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := d.tell(ctx, collection, id); err != nil {
		d.log.Warn("other processes will see a write later in their lists", "collection", collection, "error", err)
		if l.pending[collection] == nil {
			l.pending[collection] = map[string]struct{}{}
		}
		l.pending[collection][id] = struct{}{}
	}
}

// tell takes the next number. The caller holds l.mu.
func (d *Database) tell(ctx context.Context, collection, id string) error {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	l, c := d.lists, d.Collection(changesCollection)
	if l.next == 0 || time.Since(l.asOf) > certainFor {
		last, err := d.lastChange(ctx)
		if err != nil {
			return err
		}
		l.next = last + 1
	}
	for {
		_, err := c.InsertOne(ctx, listChange{Number: numbered(l.next), Process: l.process, Collection: collection, ID: id})
		l.next++
		if IsDuplicate(err) {
			continue
		}
		l.asOf = time.Now()
		if err != nil {
			l.next = 0
			return Translate(fmt.Errorf("tell of a write: %w", err))
		}
		if l.next%trimEvery == 0 {
			d.forgetChanges(ctx, l.next-keepChanges)
		}
		return nil
	}
}

func (d *Database) forgetChanges(ctx context.Context, before int64) {
	filter := bson.D{{Key: "_id", Value: bson.D{{Key: "$lt", Value: numbered(before)}}}}
	if _, err := d.Collection(changesCollection).DeleteMany(ctx, filter); err != nil {
		d.log.Debug("old changes of lists are kept a while longer", "error", err)
	}
}

// lastChange returns the highest number taken, 0 when there is none.
func (d *Database) lastChange(ctx context.Context) (int64, error) {
	opts := options.FindOne().SetSort(bson.D{{Key: "_id", Value: -1}})
	var change listChange
	err := d.Collection(changesCollection).FindOne(ctx, bson.D{}, opts).Decode(&change)
	if IsMissing(err) {
		return 0, nil
	}
	var last int64
	if err == nil {
		_, err = fmt.Sscanf(change.Number, "%d", &last)
	}
	if err != nil {
		return 0, Translate(fmt.Errorf("read the last change of lists: %w", err))
	}
	return last, nil
}

// FollowLists loads what lists show into memory and keeps it up to date, until
// the context ends: at once with writes of this process, and within a second
// with those of others. Until a collection is loaded its lists come from the
// database. On a real MongoDB they always do, and it returns at once.
func (d *Database) FollowLists(ctx context.Context) error {
	if err := d.WaitReady(ctx); err != nil {
		return err
	}
	if !d.Stepwise() {
		d.log.Debug("lists come from the database")
		return nil
	}
	follower := &follower{db: d}
	poll := time.NewTicker(followEvery)
	defer poll.Stop()
	failing := false
	for {
		err := follower.follow(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if (err != nil) != failing {
			if failing = err != nil; failing {
				d.log.Warn("lists cannot be followed; will keep trying", "error", err)
			} else {
				d.log.Info("lists are followed again")
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-poll.C:
		}
	}
}

// follower is how far this process has read the changes.
type follower struct {
	db         *Database
	seen       int64
	reconciled time.Time
	unloaded   map[string]*rows
}

func (f *follower) follow(ctx context.Context) error {
	if time.Since(f.reconciled) > reconcileEvery {
		last, err := f.db.lastChange(ctx)
		if err != nil {
			return err
		}
		f.seen, f.reconciled, f.unloaded = last, time.Now(), map[string]*rows{}
		for name, each := range f.db.lists.rows {
			f.unloaded[name] = each
		}
	}
	if err := f.readChanges(ctx); err != nil {
		return err
	}
	for name, each := range f.unloaded {
		begun := time.Now()
		if err := each.load(ctx); err != nil {
			return err
		}
		delete(f.unloaded, name)
		count, size := each.size()
		f.db.log.Debug("list loaded", "collection", name, "rows", count, "bytes", size, "took", time.Since(begun).Round(time.Millisecond))
	}
	for _, each := range f.db.lists.rows {
		if err := each.catchUp(ctx); err != nil {
			return err
		}
	}
	return f.db.tellPending(ctx)
}

// readChanges applies what other processes wrote.
func (f *follower) readChanges(ctx context.Context) error {
	c := f.db.Collection(changesCollection)
	for {
		var change listChange
		err := c.FindOne(ctx, bson.D{{Key: "_id", Value: numbered(f.seen + 1)}}).Decode(&change)
		if errors.Is(err, mongo.ErrNoDocuments) {
			return nil
		}
		if err != nil {
			return Translate(fmt.Errorf("read the changes of lists: %w", err))
		}
		f.seen++
		changed := f.db.lists.rows[change.Collection]
		switch {
		case changed == nil:
		case change.ID == "":
			f.unloaded[change.Collection] = changed
		case change.Process != f.db.lists.process:
			changed.refresh(ctx, change.ID)
		}
	}
}

// tellPending tells what could not be told.
func (d *Database) tellPending(ctx context.Context) error {
	d.lists.mu.Lock()
	defer d.lists.mu.Unlock()
	for collection, ids := range d.lists.pending {
		for id := range ids {
			if err := d.tell(ctx, collection, id); err != nil {
				return err
			}
			delete(ids, id)
		}
	}
	return nil
}
