package mongodb

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// Update reads a document, lets change edit it and stores it whole, in one
// atomic step that loses nobody's edit: when somebody else wrote in between it
// begins again, or, when expected names a revision, returns a Stale problem
// with the current document.
func (d *Documents[T, P]) Update(ctx context.Context, id string, expected *int, change func(P) error) (T, error) {
	return d.edit(ctx, edit[P]{id: id, expected: expected, what: revision.WhatOf(ctx), change: change})
}

// edit is a change of one document.
type edit[P any] struct {
	id        string
	expected  *int // the revision that it began from; nil: any
	what      revision.What
	fromTrash bool // the document is in the trash
	change    func(P) error
}

func (d *Documents[T, P]) edit(ctx context.Context, e edit[P]) (T, error) {
	unlock, err := d.followed.locks.lock(ctx, e.id)
	if err != nil {
		return *new(T), err
	}
	defer unlock()
	doc, written, err := d.update(ctx, e)
	if err == nil && written {
		err = d.followed.wrote(ctx, map[string]any{e.id: doc})
	}
	return doc, err
}

const (
	// maxRounds is how often an edit begins again.
	maxRounds = 30
	// An edit that was overtaken waits for a random time, at most this, before it begins
	// again: else it would go on being just behind who overtook it, in another process.
	maxPause = 32 * time.Millisecond
)

// update makes an edit for who holds the document's lock and applies it to views. It
// reports whether there was anything to write.
func (d *Documents[T, P]) update(ctx context.Context, e edit[P]) (doc T, written bool, err error) {
	for round := range maxRounds {
		doc, outcome, err := d.tryUpdate(ctx, e)
		if outcome != overtaken || err != nil {
			return doc, outcome == stored, err
		}
		if err := wait(ctx, rand.N(min(time.Millisecond<<round, maxPause)), nil); err != nil {
			return doc, false, Translate(err)
		}
	}
	return *new(T), false, d.busy()
}

// ErrBusy says that others write a document all the time.
var ErrBusy = errors.New("overtaken too often")

func (d *Documents[T, P]) busy() error {
	return problem.Wrap(problem.Conflict, ErrBusy,
		"This "+d.what+" is being changed by others right now. Please try again.")
}

// outcome is what became of one try of an edit.
type outcome int

const (
	overtaken outcome = iota // somebody else wrote in between
	unchanged                // it changes nothing
	stored
)

func (d *Documents[T, P]) tryUpdate(ctx context.Context, e edit[P]) (doc T, _ outcome, err error) {
	raw, err := d.raw(ctx, e.id)
	movedOn := e.expected != nil && *e.expected != revisionOf(raw)
	if err == nil && inTrash(raw) != e.fromTrash && !(e.fromTrash && movedOn) {
		err = problem.Missing(d.what)
	}
	if err != nil {
		return doc, overtaken, err
	}
	if doc, err = d.decode(raw); err != nil {
		return doc, overtaken, err
	}
	base := P(&doc).Base()
	was := *base
	if token := Fence(ctx); token != 0 && token < base.Fence {
		return doc, overtaken, problem.StoreDown(errLost, "database")
	}
	if movedOn {
		d.takeBack(&doc)
		return doc, overtaken, problem.StaleRevision(d.what, d.Shown(doc))
	}
	if err := e.change(&doc); err != nil {
		return doc, overtaken, err
	}
	base.ID, base.Revision, base.Saved = e.id, was.Revision+1, savedBy(ctx)
	markOvertaken(&doc, base)
	if d.fields != nil {
		changed, err := d.note(ctx, e.what, raw, &was, &doc)
		if err != nil || !changed {
			working, copies := base.Working, base.Copies
			if doc, _ = d.decode(raw); err != nil || copies == was.Copies {
				return doc, unchanged, err
			}
			base.Working, base.Copies = working, copies // which is no save
		}
	}
	result, err := d.c.ReplaceOne(ctx, d.unchanged(&was), doc)
	if err != nil || result.MatchedCount == 0 {
		return doc, overtaken, d.wrap("replace", err)
	}
	if changes.Watched(ctx) {
		before, _ := d.decode(raw)
		d.record(ctx, &before, &doc)
	}
	return doc, stored, nil
}

// record tells the call's journal of a write; the trash counts as nowhere.
func (d *Documents[T, P]) record(ctx context.Context, before, after P) {
	if composite, is := any(after).(Composite); is {
		was, now := any(before).(Composite).Values(), composite.Values()
		for _, name := range differingValues(was, now) {
			changes.Wrote(ctx, was[name], now[name])
		}
		return
	}
	switch {
	case after.Base().Deleted != nil:
		changes.Wrote(ctx, before, nil)
	case before.Base().Deleted != nil:
		changes.Wrote(ctx, nil, after)
	default:
		changes.Wrote(ctx, before, after)
	}
}
