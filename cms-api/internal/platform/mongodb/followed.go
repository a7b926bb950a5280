package mongodb

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// followed is a collection, with the views that this process has of it.
//
// A view never goes back to something older. Writing a document and applying the write
// exclude reading the document and applying what was read, by the document's lock;
// and an event of the change stream only says which document is to be read.
type followed struct {
	c     *mongo.Collection
	locks locks
	views []anyView

	mu sync.Mutex
	// own has, by document, the revisions of this process's writes whose events have not
	// come yet, in their order: for those the document need not be read.
	own map[string][]int
}

// deleted is the revision of a document that is gone.
const deleted = -1

// wrote applies documents that this process has stored or, where they are nil, deleted.
// The caller holds their locks.
func (f *followed) wrote(ctx context.Context, docs map[string]bson.Raw) {
	if len(f.views) == 0 {
		return
	}
	f.mu.Lock()
	for id, raw := range docs {
		revision := deleted
		if raw != nil {
			revision = revisionOf(raw)
		}
		f.own[id] = append(f.own[id], revision)
	}
	f.mu.Unlock()
	f.apply(context.WithoutCancel(ctx), docs)
}

// happened applies events of the change stream: the documents that were written, by any
// process, are read as they are now.
func (f *followed) happened(ctx context.Context, events []change) error {
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
	return readThese(ctx, f.c, changed, func(docs map[string]bson.Raw) { f.apply(ctx, docs) })
}

// isOwn reports whether an event tells of a write of this process, or of one before a
// deletion by this process. Each such event takes one of the document's entries, so that
// none is left when the event of somebody else's write comes after them. The revision of
// an event may be that of a later write, since the embedded database reads it late; any
// that is not of this process means that the document has to be read.
func (f *followed) isOwn(e change) bool {
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
func (f *followed) forgetOwn() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.own)
}

func (f *followed) apply(ctx context.Context, docs map[string]bson.Raw) {
	for _, view := range f.views {
		view.apply(ctx, docs)
	}
}

// followed returns a collection as Documents and Follow share it.
func (d *Database) followed(name string) *followed {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.collections[name] == nil {
		d.collections[name] = &followed{c: d.Collection(name), own: map[string][]int{}}
	}
	return d.collections[name]
}

// LoadViews loads every view once, for a command that does not Follow.
func (d *Database) LoadViews(ctx context.Context) error {
	for _, each := range d.allFollowed() {
		for _, view := range each.views {
			if err := view.load(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// allFollowed returns every collection that has Documents, in a settled order.
func (d *Database) allFollowed() []*followed {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.SortedFunc(maps.Values(d.collections), func(a, b *followed) int {
		return strings.Compare(a.c.Name(), b.c.Name())
	})
}
