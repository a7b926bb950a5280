package mongodb

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"
)

const (
	followEvery = 250 * time.Millisecond
	// reconcileEvery bounds how long a list can differ when a process died
	// between a write and telling of it.
	reconcileEvery = 30 * time.Minute
)

// listChange says that a process wrote one document, or many when ID is empty; or,
// without a collection, that it has started.
type listChange struct {
	Process    string `bson:"process"`
	Collection string `bson:"collection"`
	ID         string `bson:"id"`
}

// lists are the rows of every listed collection, and the log by which processes
// tell each other what they wrote.
type lists struct {
	process string
	rows    map[string]*rows
	log     *Log[listChange]

	mu     sync.Mutex
	untold map[listChange]struct{}
}

func newLists(d *Database) *lists {
	return &lists{process: rand.Text(), rows: map[string]*rows{}, log: NewLog[listChange](d, "lists", nil), untold: map[listChange]struct{}{}}
}

func (l *lists) add(r *rows) { l.rows[r.c.Name()] = r }

// tell tells other processes of a write. What cannot be told now is told by
// FollowLists.
func (l *lists) tell(ctx context.Context, collection, id string) {
	change := listChange{Process: l.process, Collection: collection, ID: id}
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	if _, err := l.log.Append(ctx, change); err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.untold[change] = struct{}{}
	}
}

// tellAgain tells what could not be told.
func (l *lists) tellAgain(ctx context.Context) error {
	l.mu.Lock()
	untold := l.untold
	l.untold = map[listChange]struct{}{}
	l.mu.Unlock()
	for change := range untold {
		if _, err := l.log.Append(ctx, change); err != nil {
			l.mu.Lock()
			defer l.mu.Unlock()
			for left := range untold {
				l.untold[left] = struct{}{}
			}
			return err
		}
		delete(untold, change)
	}
	return nil
}

// FollowLists loads what lists show into memory and keeps it up to date, until
// the context ends: at once with writes of this process, and within a second
// with those of others. A list that is asked for before waits for its collection,
// and comes from the database when that cannot be loaded. On a real MongoDB
// lists always come from there, and it returns at once.
func (d *Database) FollowLists(ctx context.Context) error {
	if err := d.WaitReady(ctx); err != nil {
		return err
	}
	if !d.Stepwise() {
		d.log.Debug("lists come from the database")
		return nil
	}
	f := &follower{lists: d.lists}
	d.lists.tell(ctx, "", "")
	for _, each := range f.rows {
		each.expect()
		defer each.expected()
	}
	poll := time.NewTicker(followEvery)
	defer poll.Stop()
	failing := false
	for {
		err := f.follow(ctx, d)
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

// follower is how far this process has read the log.
type follower struct {
	*lists
	seen       int64
	reconciled time.Time
	unloaded   map[string]*rows // whose documents are to be read, all of them
	// recount is set when another process has started. The one that it replaces
	// may have been killed between a write and telling of it.
	recount bool
}

func (f *follower) follow(ctx context.Context, d *Database) error {
	if time.Since(f.reconciled) > reconcileEvery {
		head, err := f.log.Head(ctx)
		if err != nil {
			return err
		}
		f.startOver(head)
	}
	if err := f.readLog(ctx); err != nil {
		return err
	}
	if err := f.compareCounts(ctx); err != nil {
		return err
	}
	waiting, err := smallestFirst(ctx, f.unloaded)
	if err != nil {
		return err
	}
	for _, each := range waiting {
		name, begun := each.c.Name(), time.Now()
		if err := each.load(ctx); err != nil {
			return err
		}
		delete(f.unloaded, name)
		count, size := each.size()
		d.log.Debug("list loaded", "collection", name, "rows", count, "bytes", size, "took", time.Since(begun).Round(time.Millisecond))
	}
	for _, each := range f.rows {
		if err := each.catchUp(ctx); err != nil {
			return err
		}
	}
	return f.tellAgain(ctx)
}

// smallestFirst orders lists by their number of documents, so that none waits
// for one that takes longer than itself.
func smallestFirst(ctx context.Context, lists map[string]*rows) ([]*rows, error) {
	counts := map[*rows]int64{}
	for _, each := range lists {
		count, err := each.c.EstimatedDocumentCount(ctx)
		if err != nil {
			return nil, Translate(fmt.Errorf("count %s: %w", each.c.Name(), err))
		}
		counts[each] = count
	}
	return slices.SortedFunc(maps.Keys(counts), func(a, b *rows) int { return cmp.Compare(counts[a], counts[b]) }), nil
}

// compareCounts has the lists read again that have more or fewer rows than there
// are documents.
func (f *follower) compareCounts(ctx context.Context) error {
	if !f.recount {
		return nil
	}
	for name, each := range f.rows {
		count, err := each.c.EstimatedDocumentCount(ctx)
		if err != nil {
			return Translate(fmt.Errorf("count %s: %w", name, err))
		}
		if rows, _ := each.size(); int64(rows) != count {
			f.unloaded[name] = each
		}
	}
	f.recount = false
	return nil
}

// startOver reads every list again, as of a revision of the log.
func (f *follower) startOver(seen int64) {
	f.seen, f.reconciled, f.unloaded = seen, time.Now(), map[string]*rows{}
	for name, each := range f.rows {
		f.unloaded[name] = each
	}
}

// readLog applies what other processes wrote.
func (f *follower) readLog(ctx context.Context) error {
	for {
		changes, revision, complete, err := f.log.Since(ctx, f.seen)
		if err != nil {
			return err
		}
		if !complete {
			f.startOver(revision)
			return nil
		}
		for _, change := range changes {
			changed := f.rows[change.Collection]
			switch {
			case change.Collection == "":
				f.recount = f.recount || change.Process != f.process
			case changed == nil:
			case change.ID == "":
				f.unloaded[change.Collection] = changed
			case change.Process != f.process:
				changed.refresh(ctx, change.ID)
			}
		}
		f.seen = revision
		if len(changes) == 0 {
			return nil
		}
	}
}
