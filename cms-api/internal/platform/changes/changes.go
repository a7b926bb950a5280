// Package changes lets who answers a call see what the call did: the collections
// tell which documents it wrote, and sign-in how it judged the caller. It goes
// with the context, since every layer between would else have to pass it on.
package changes

import (
	"context"
	"slices"
	"sync"
)

// Write is a document that was written: pointers to what it was and to what it
// is, nil where it did not exist or no longer does.
type Write struct{ Before, After any }

// Journal is what a call did. The zero Journal is that of a call that did nothing
// yet.
type Journal struct {
	mu      sync.Mutex
	writes  []Write
	subject string
	nothing bool
	refused bool
}

type key struct{}

// Watch returns a context whose users' doings are in the Journal.
func Watch(ctx context.Context) (context.Context, *Journal) {
	journal := &Journal{}
	return context.WithValue(ctx, key{}, journal), journal
}

// Watched reports whether somebody sees what a call does.
func Watched(ctx context.Context) bool { return ctx.Value(key{}) != nil }

func note(ctx context.Context, edit func(*Journal)) {
	if journal, ok := ctx.Value(key{}).(*Journal); ok {
		journal.mu.Lock()
		defer journal.mu.Unlock()
		edit(journal)
	}
}

// Wrote says that a document was written. The two are read when the call is over,
// so before must share nothing with after.
func Wrote(ctx context.Context, before, after any) {
	note(ctx, func(j *Journal) { j.writes = append(j.writes, Write{before, after}) })
}

// Called says what the subject of a call is called, where no document tells.
func Called(ctx context.Context, name string) { note(ctx, func(j *Journal) { j.subject = name }) }

// Refuse says that what the caller gave as proof, a password or a code, is wrong.
func Refuse(ctx context.Context) { note(ctx, func(j *Journal) { j.refused = true }) }

// Nothing says that the call had nothing to do.
func Nothing(ctx context.Context) { note(ctx, func(j *Journal) { j.nothing = true }) }

// Writes returns the documents that were written, in their order.
func (j *Journal) Writes() []Write {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.writes)
}

// Subject returns what Called said, or "".
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
