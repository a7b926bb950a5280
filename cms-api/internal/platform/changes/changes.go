// Package changes records what one call of the API did: which documents it wrote,
// and whether it refused the caller's password or code. The record is in the
// context, as otherwise every function from the call down to the database would
// have to pass it on.
package changes

import (
	"context"
	"slices"
	"sync"
)

// Write is a document that was written: pointers to what it was and to what it
// is, nil where it did not exist or no longer does.
type Write struct{ Before, After any }

// Journal is the record of one call.
type Journal struct {
	mu      sync.Mutex
	writes  []Write
	subject string
	nothing bool
	refused bool
}

type key struct{}

// Watch returns a context, and the Journal of what is done with it.
func Watch(ctx context.Context) (context.Context, *Journal) {
	journal := &Journal{}
	return context.WithValue(ctx, key{}, journal), journal
}

// Watched reports whether the context has a Journal.
func Watched(ctx context.Context) bool { return ctx.Value(key{}) != nil }

func note(ctx context.Context, edit func(*Journal)) {
	if journal, ok := ctx.Value(key{}).(*Journal); ok {
		journal.mu.Lock()
		defer journal.mu.Unlock()
		edit(journal)
	}
}

// Wrote records that a document was written. The documents are compared when the
// call is over, so before must share no memory with after.
func Wrote(ctx context.Context, before, after any) {
	note(ctx, func(j *Journal) { j.writes = append(j.writes, Write{before, after}) })
}

// Called records the name of what the call is about, where no document has it.
func Called(ctx context.Context, name string) { note(ctx, func(j *Journal) { j.subject = name }) }

// Refuse records that what the caller gave as proof, a password or a code, is wrong.
func Refuse(ctx context.Context) { note(ctx, func(j *Journal) { j.refused = true }) }

// Nothing records that the call had nothing to do.
func Nothing(ctx context.Context) { note(ctx, func(j *Journal) { j.nothing = true }) }

// Writes returns the documents that were written, in their order.
func (j *Journal) Writes() []Write {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.writes)
}

// Subject returns the name given to Called, or "".
func (j *Journal) Subject() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.subject
}

// Refused reports whether what the caller gave as proof was wrong.
func (j *Journal) Refused() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.refused
}

// Nothing reports whether the call had nothing to do.
func (j *Journal) Nothing() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.nothing
}
