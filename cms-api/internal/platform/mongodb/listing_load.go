package mongodb

import (
	"context"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

const (
	loadBatch   = 500
	loadTimeout = 5 * time.Minute
	readTimeout = 5 * time.Second
)

// refresh reads a document that was written and shows it as it is now. When it
// cannot be read, catchUp tries again.
func (r *rows) refresh(ctx context.Context, id string) {
	r.applying.Lock()
	defer r.applying.Unlock()
	if r.touched != nil {
		r.touched[id] = struct{}{}
	} else if !r.loaded() {
		return
	}
	fresh, err := r.read(ctx, id)
	if err != nil {
		r.missed[id] = struct{}{}
		return
	}
	delete(r.missed, id)
	r.put(id, fresh)
}

// expect makes await wait for the next load.
func (r *rows) expect() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.byID == nil && r.coming == nil {
		r.coming = make(chan struct{})
	}
}

// expected ends the waiting, whether or not anything was loaded.
func (r *rows) expected() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.coming != nil {
		close(r.coming)
		r.coming = nil
	}
}

// await returns once rows that are on their way have come, or could not. Who
// asked the database meanwhile would wait longer, and hold up the loading.
func (r *rows) await(ctx context.Context) {
	if r == nil {
		return
	}
	r.mu.RLock()
	coming := r.coming
	r.mu.RUnlock()
	if coming == nil {
		return
	}
	select {
	case <-coming:
	case <-ctx.Done():
	}
}

func (r *rows) loaded() bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.byID != nil
}

// catchUp reads what could not be read before.
func (r *rows) catchUp(ctx context.Context) error {
	r.applying.Lock()
	defer r.applying.Unlock()
	for id := range r.missed {
		fresh, err := r.read(ctx, id)
		if err != nil {
			return err
		}
		delete(r.missed, id)
		r.put(id, fresh)
	}
	return nil
}

// read returns the row of an id, nil when there is no such document.
func (r *rows) read(ctx context.Context, id string) (*row, error) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	raw, err := r.c.FindOne(ctx, bson.D{{Key: "_id", Value: id}}, options.FindOne().SetProjection(r.listing.Project)).Raw()
	if IsMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, Translate(fmt.Errorf("read a row of %s: %w", r.c.Name(), err))
	}
	return r.newRow(raw), nil
}

// load reads every document, and shows them once it has them all.
func (r *rows) load(ctx context.Context) error {
	defer r.expected()
	r.applying.Lock()
	r.touched = map[string]struct{}{}
	r.applying.Unlock()
	all, err := r.readAll(ctx)
	r.applying.Lock()
	defer r.applying.Unlock()
	touched := r.touched
	r.touched = nil
	if err != nil {
		return err
	}
	for id := range touched {
		fresh, err := r.read(ctx, id)
		if err != nil {
			return err
		}
		if delete(all, id); fresh != nil {
			all[id] = fresh
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byID, r.orders = all, map[string][]*row{}
	return nil
}

// size returns how many rows there are, and how many bytes they hold.
func (r *rows) size() (count, bytes int) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, each := range r.byID {
		bytes += len(each.raw) + len(each.text)
	}
	return len(r.byID), bytes
}

func (r *rows) readAll(ctx context.Context) (map[string]*row, error) {
	ctx, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	cursor, err := r.c.Find(ctx, bson.D{}, options.Find().SetProjection(r.listing.Project).SetBatchSize(loadBatch))
	if err != nil {
		return nil, Translate(fmt.Errorf("load the rows of %s: %w", r.c.Name(), err))
	}
	defer cursor.Close(ctx)
	all := map[string]*row{}
	for cursor.Next(ctx) {
		each := r.newRow(cursor.Current)
		all[each.id] = each
	}
	if err := cursor.Err(); err != nil {
		return nil, Translate(fmt.Errorf("load the rows of %s: %w", r.c.Name(), err))
	}
	return all, nil
}
