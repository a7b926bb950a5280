// Package views keeps in memory what is read often, and up to date by the database's change stream.
package views

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/storage"
)

const (
	loadTimeout = 5 * time.Minute
	// Documents are read and applied in batches of at most this number and size.
	readBatch   = 500
	readBytes   = 8 << 20
	readTimeout = 5 * time.Second
)

// View keeps in memory what it needs of each document of a collection. Its methods
// are called one at a time. Their errors are logged.
type View[E any] interface {
	// Replace takes everything that there is.
	Replace(all map[string]E) error
	// Apply takes what was written and what is gone, by id. The context is the writer's
	// where this process wrote.
	Apply(ctx context.Context, put map[string]E, gone []string) error
}

// Add has Follow keep a view of a collection up to date. Of returns what the view needs of a
// document, of which project leaves out what it does not need; false when that is nothing. Call Add
// before Follow.
func Add[E any](c *Collection, when Stage, project bson.D, view View[E], of func(bson.Raw) (E, bool, error)) {
	c.views = append(c.views, &cached[E]{c: c.c, project: project, log: c.log, view: view, of: of, when: when})
}

// anyView is a view of any type.
type anyView interface {
	stage() Stage
	load(ctx context.Context) error
	apply(ctx context.Context, docs map[string]bson.Raw)
}

// Stage is the order in which views are loaded: those that public answers are made of come
// before lists, which are read from the database until their views are loaded.
type Stage int

// The stages.
const (
	Content Stage = iota
	List
)

// cached is a view, and whether it is loaded.
type cached[E any] struct {
	c       *mongo.Collection
	project bson.D
	log     *slog.Logger
	view    View[E]
	of      func(bson.Raw) (E, bool, error)
	when    Stage

	mu     sync.Mutex
	loaded bool
	// touched are the documents that were written while everything is being read; nil
	// while that is not so.
	touched map[string]struct{}
}

func (k *cached[E]) stage() Stage { return k.when }

func (k *cached[E]) apply(ctx context.Context, docs map[string]bson.Raw) {
	k.mu.Lock()
	defer k.mu.Unlock()
	put, gone := map[string]E{}, []string{}
	for id, raw := range docs {
		if k.touched != nil {
			k.touched[id] = struct{}{}
		}
		if item, ok := k.item(id, raw); ok {
			put[id] = item
		} else {
			gone = append(gone, id)
		}
	}
	if k.loaded {
		k.report(k.view.Apply(ctx, put, gone))
	}
}

// item returns what the view needs of a document. A document that cannot be read, which
// cms-api has not written, is left out: the others are shown all the same.
func (k *cached[E]) item(id string, raw bson.Raw) (item E, ok bool) {
	if raw == nil {
		return item, false
	}
	item, ok, err := k.of(raw)
	if err != nil {
		k.log.Warn("a document cannot be shown", "collection", k.c.Name(), "id", id, "error", err)
	}
	return item, ok && err == nil
}

func (k *cached[E]) report(err error) {
	if err != nil {
		k.log.Error("a write cannot be shown", "collection", k.c.Name(), "error", err)
	}
}

// load reads every document. What is written meanwhile is read again at the end.
func (k *cached[E]) load(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	begun := time.Now()
	k.mu.Lock()
	k.touched = map[string]struct{}{}
	k.mu.Unlock()
	all, err := k.readAll(ctx)
	for err == nil {
		count := len(all) // then it belongs to the view
		touched, done := k.settle(all)
		if done {
			k.log.Debug("loaded", "collection", k.c.Name(), "documents", count, "took",
				time.Since(begun).Round(time.Millisecond))
			return nil
		}
		err = readThese(ctx, k.c, k.project, slices.Collect(maps.Keys(touched)), func(docs map[string]bson.Raw) {
			for id, raw := range docs {
				delete(all, id)
				if item, ok := k.item(id, raw); ok {
					all[id] = item
				}
			}
		})
	}
	return err
}

// settle shows what was read, unless documents were written since; it returns those.
func (k *cached[E]) settle(all map[string]E) (touched map[string]struct{}, done bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if touched = k.touched; len(touched) > 0 {
		k.touched = map[string]struct{}{}
		return touched, false
	}
	k.touched, k.loaded = nil, true
	k.report(k.view.Replace(all))
	return nil, true
}

func (k *cached[E]) readAll(ctx context.Context) (map[string]E, error) {
	cursor, err := k.c.Find(ctx, bson.D{}, options.Find().SetProjection(k.project).SetBatchSize(readBatch))
	if err != nil {
		return nil, storage.Wrap("load", k.c.Name(), err)
	}
	defer cursor.Close(context.WithoutCancel(ctx))
	all := map[string]E{}
	for cursor.Next(ctx) {
		id := storage.IDOf(cursor.Current)
		if item, ok := k.item(id, cursor.Current); ok {
			all[id] = item
		}
	}
	if err := cursor.Err(); err != nil {
		return nil, storage.Wrap("load", k.c.Name(), err)
	}
	return all, nil
}

// readThese reads documents by their ids and hands them to apply, some at a time; those
// that do not exist as nil.
func readThese(
	ctx context.Context, c *mongo.Collection, project bson.D, ids []string, apply func(map[string]bson.Raw),
) error {
	for batch := range slices.Chunk(ids, readBatch) {
		if err := readBatchOf(ctx, c, project, batch, apply); err != nil {
			return storage.Wrap("read documents of", c.Name(), err)
		}
	}
	return nil
}

func readBatchOf(
	ctx context.Context, c *mongo.Collection, project bson.D, ids []string, apply func(map[string]bson.Raw),
) error {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	these := bson.D{{Key: "_id", Value: bson.D{{Key: "$in", Value: ids}}}}
	cursor, err := c.Find(ctx, these, options.Find().SetProjection(project))
	if err != nil {
		return err
	}
	defer cursor.Close(context.WithoutCancel(ctx))
	missing := make(map[string]bson.Raw, len(ids))
	for _, id := range ids {
		missing[id] = nil
	}
	docs, size := map[string]bson.Raw{}, 0
	for cursor.Next(ctx) {
		id := storage.IDOf(cursor.Current)
		delete(missing, id)
		docs[id] = slices.Clone(cursor.Current)
		if size += len(cursor.Current); size > readBytes {
			apply(docs)
			docs, size = map[string]bson.Raw{}, 0
		}
	}
	if err := cursor.Err(); err != nil {
		return err
	}
	maps.Copy(docs, missing)
	apply(docs)
	return nil
}

// loader loads views one after the other, beside the stream, which goes on meanwhile.
type loader struct {
	mu  sync.Mutex
	due map[anyView]struct{}
	// added gets something when a view has become due.
	added chan struct{}
}

func newLoader() loader { return loader{due: map[anyView]struct{}{}, added: make(chan struct{}, 1)} }

// add has views loaded from now on, those too that are being loaded.
func (l *loader) add(views ...anyView) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, view := range views {
		l.due[view] = struct{}{}
	}
	storage.Notify(l.added)
}

// take returns the views that are due, by their stage.
func (l *loader) take() []anyView {
	l.mu.Lock()
	defer l.mu.Unlock()
	views := slices.SortedFunc(maps.Keys(l.due), func(a, b anyView) int { return cmp.Compare(a.stage(), b.stage()) })
	clear(l.due)
	return views
}

// run loads what is due, again and again until it succeeds, until the context ends.
func (l *loader) run(ctx context.Context, log *slog.Logger) {
	for tries := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-l.added:
		}
		var failed error
		for _, view := range l.take() {
			if err := view.load(ctx); err != nil {
				l.add(view)
				failed = err
			}
		}
		if failed == nil {
			tries = 0
			continue
		}
		if tries++; tries == 1 && ctx.Err() == nil {
			log.Warn("content cannot be loaded; will keep trying", "error", failed)
		}
		if storage.Wait(ctx, storage.NextCheck(tries), nil) != nil {
			return
		}
	}
}
