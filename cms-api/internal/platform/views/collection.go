package views

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"academy/cms-api/internal/platform/storage"
)

// Collection is a collection, with the views that this process has of it.
//
// A view never goes back to something older. Writing a document and applying the write
// exclude reading the document and applying what was read, by the document's lock;
// and an event of the change stream only says which document is to be read.
type Collection struct {
	c       *mongo.Collection
	log     *slog.Logger
	project bson.D
	locks   locks
	views   []anyView

	mu sync.Mutex
	// own has, by document, the revisions of this process's writes whose events have not
	// come yet, in their order: for those the document need not be read.
	own map[string][]int
}

// deleted is the revision of a document that is gone.
const deleted = -1

// Wrote applies documents that this process has stored or, where they are nil, deleted.
// The caller holds their locks.
func (f *Collection) Wrote(ctx context.Context, docs map[string]bson.Raw) {
	if len(f.views) == 0 {
		return
	}
	f.mu.Lock()
	for id, raw := range docs {
		revision := deleted
		if raw != nil {
			revision = storage.RevisionOf(raw)
		}
		f.own[id] = append(f.own[id], revision)
	}
	f.mu.Unlock()
	f.apply(context.WithoutCancel(ctx), docs)
}

// happened applies events of the change stream: the documents that were written, by any
// process, are read as they are now.
func (f *Collection) happened(ctx context.Context, events []change) error {
	ids := make([]string, len(events))
	for i, each := range events {
		ids[i] = each.id
	}
	unlock, err := f.locks.lock(ctx, ids...)
	if err != nil {
		return err
	}
	defer unlock()
	var changed []string
	for _, each := range events {
		if !f.isOwn(each) {
			changed = append(changed, each.id)
		}
	}
	return readThese(ctx, f.c, f.project, changed, func(docs map[string]bson.Raw) { f.apply(ctx, docs) })
}

// isOwn reports whether an event tells of a write of this process, or of one before a
// deletion by this process. Each such event takes one of the document's entries, so that
// none is left when the event of somebody else's write comes after them. The revision of
// an event may be that of a later write, since the embedded database reads it late; any
// that is not of this process means that the document has to be read.
func (f *Collection) isOwn(e change) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	own := f.own[e.id]
	if e.revision != deleted && slices.Contains(own, deleted) {
		return true
	}
	at := slices.Index(own, e.revision)
	left := own[min(1, len(own)):]
	if e.revision == deleted {
		left = own[at+1:]
	}
	if at < 0 || len(left) == 0 {
		delete(f.own, e.id)
	} else {
		f.own[e.id] = left
	}
	return at >= 0
}

// forgetOwn clears own, because events were lost.
func (f *Collection) forgetOwn() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.own)
}

func (f *Collection) apply(ctx context.Context, docs map[string]bson.Raw) {
	for _, view := range f.views {
		view.apply(ctx, docs)
	}
}

// Lock takes the locks of some documents, unless the context ends before, and returns what gives
// them back.
func (f *Collection) Lock(ctx context.Context, ids ...string) (unlock func(), err error) {
	return f.locks.lock(ctx, ids...)
}

// Followed returns a collection as all who keep views of it share it. Project leaves out what no
// view needs of its documents.
func (d *Stream) Followed(name string, project bson.D) *Collection {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.collections[name] == nil {
		d.collections[name] = &Collection{c: d.db.Collection(name), log: d.log, project: project, own: map[string][]int{}}
	}
	return d.collections[name]
}

// LoadViews loads every view once, for a command that does not Follow.
func (d *Stream) LoadViews(ctx context.Context) error {
	for _, each := range d.allFollowed() {
		for _, view := range each.views {
			if err := view.load(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// allFollowed returns every collection that is followed, by name.
func (d *Stream) allFollowed() []*Collection {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.SortedFunc(maps.Values(d.collections), func(a, b *Collection) int {
		return strings.Compare(a.c.Name(), b.c.Name())
	})
}

// locks are locks by name, within this process.
type locks struct {
	mu   sync.Mutex
	held map[string]*namedLock
}

type namedLock struct {
	taken chan struct{} // has one element while somebody has the lock
	users int
}

// lock takes the locks of some names, unless the context ends before, and returns what
// gives them back. Names are locked in their order, so that nobody waits in a circle.
func (l *locks) lock(ctx context.Context, names ...string) (unlock func(), err error) {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	all := make([]*namedLock, len(names))
	l.mu.Lock()
	if l.held == nil {
		l.held = map[string]*namedLock{}
	}
	for i, name := range names {
		if l.held[name] == nil {
			l.held[name] = &namedLock{taken: make(chan struct{}, 1)}
		}
		all[i] = l.held[name]
		all[i].users++
	}
	l.mu.Unlock()
	mine := 0
	unlock = func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		for i, each := range all {
			if i < mine {
				<-each.taken
			}
			if each.users--; each.users == 0 {
				delete(l.held, names[i])
			}
		}
	}
	for _, each := range all {
		select {
		case each.taken <- struct{}{}:
			mine++
		case <-ctx.Done():
			unlock()
			return nil, storage.Wrap("wait for", "a document", ctx.Err())
		}
	}
	return unlock, nil
}
