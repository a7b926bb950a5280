// Package changes has the record of what one call of the API did, for the audit log: which
// documents it wrote, and whether it refused the caller's password or code. Whoever writes a
// document says so; the record belongs to the request, and is found by its context.
package changes

import (
	"context"
	"slices"
	"sync"

	"academy/cms-api/internal/platform/documents"
)

// Record is what one call did.
type Record struct {
	Titles  []string // of the documents that it wrote, of those that have one
	Fields  []string // that it changed in documents, as they are stored
	Subject string   // the name given to Name, or ""
	Refused bool     // what the caller gave as proof was wrong
	Nothing bool     // the call had nothing to do
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

func note(ctx context.Context, edit func(*Record)) {
	if journal, ok := ctx.Value(key{}).(*Journal); ok {
		journal.mu.Lock()
		defer journal.mu.Unlock()
		edit(&journal.record)
	}
}

// Titled is a public document that has a title.
type Titled interface{ DisplayName() string }

// Wrote records what a write made of a document, for which the trash counts as nowhere.
func Wrote[T any, P documents.Document[T]](ctx context.Context, made documents.Change[T]) {
	before, after := P(&made.Before).Base(), P(&made.After).Base()
	is := after.ID != "" && after.Deleted == nil
	was := before.ID != "" && (before.Deleted == nil || after.Deleted != nil)
	doc, fields := P(&made.After), made.Fields
	nothing := before.ID == after.ID && before.Revision == after.Revision && before.Copies == after.Copies
	switch {
	case nothing, !was && !is:
		return
	case !is:
		doc, fields = P(&made.Before), nil
	case !was:
		fields = nil
	}
	Edited(ctx, doc, fields)
}

// Done records what a write made of a document, and returns the document or the write's error.
func Done[T any, P documents.Document[T]](ctx context.Context, made documents.Change[T], err error) (T, error) {
	Wrote[T, P](ctx, made)
	return made.After, err
}

// Err is Done for a write whose document nobody needs.
func Err[T any, P documents.Document[T]](ctx context.Context, made documents.Change[T], err error) error {
	Wrote[T, P](ctx, made)
	return err
}

// Edited records that fields of a document were changed.
func Edited(ctx context.Context, doc any, fields []string) {
	note(ctx, func(r *Record) {
		if titled, is := doc.(Titled); is {
			r.Titles = append(r.Titles, titled.DisplayName())
		}
		r.Fields = append(r.Fields, fields...)
	})
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
	record.Titles, record.Fields = slices.Clone(record.Titles), slices.Clone(record.Fields)
	return record
}
