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

// Record is what one call did.
type Record struct {
	Writes  []Write // in their order
	Subject string  // the name given to Name, or ""
	Refused bool    // what the caller gave as proof was wrong
	Nothing bool    // the call had nothing to do
}

// Journal makes the Record of one call.
type Journal struct {
	mu     sync.Mutex
	record Record
}

type key struct{}

// Watch returns a context, and the Journal of the calls that are made with it.
func Watch(ctx context.Context) (context.Context, *Journal) {
	journal := &Journal{}
	return context.WithValue(ctx, key{}, journal), journal
}

// Watched reports whether the context has a Journal.
func Watched(ctx context.Context) bool { return ctx.Value(key{}) != nil }

func note(ctx context.Context, edit func(*Record)) {
	if journal, ok := ctx.Value(key{}).(*Journal); ok {
		journal.mu.Lock()
		defer journal.mu.Unlock()
		edit(&journal.record)
	}
}

// Wrote records that a document was written. The documents are compared when the
// call is over, so before must share no memory with after.
func Wrote(ctx context.Context, before, after any) {
	note(ctx, func(r *Record) { r.Writes = append(r.Writes, Write{before, after}) })
}

// Name records the name of what the call is about, where no document has it.
func Name(ctx context.Context, name string) { note(ctx, func(r *Record) { r.Subject = name }) }

// Refuse records that what the caller gave as proof, a password or a code, is wrong.
func Refuse(ctx context.Context) { note(ctx, func(r *Record) { r.Refused = true }) }

// Nothing records that the call had nothing to do.
func Nothing(ctx context.Context) { note(ctx, func(r *Record) { r.Nothing = true }) }

// Record returns what has been recorded so far.
func (j *Journal) Record() Record {
	j.mu.Lock()
	defer j.mu.Unlock()
	record := j.record
	record.Writes = slices.Clone(record.Writes)
	return record
}
