// Package lead handles the forms that visitors send: a form is checked and stored,
// once even if it is sent repeatedly; staff list, export and delete what was
// stored. Each subpackage that is a kind of lead declares it with a Kind.
package lead

import (
	"context"
	"slices"
	"time"

	"academy/cms-api/internal/lead/submission"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/person"
)

// Kind declares a kind of lead: F is the form as it is sent, T the stored document,
// S its summary in lists.
type Kind[F, T, S any] struct {
	Collection string
	Noun       string // singular, for messages to people: "enrolment"
	Name       string // singular, for operation ids: "Enrollment"
	Path       string // of the list call: "/enrollments"
	Listing    mongodb.Listing
	// Addresses are the fields that identify a person: "email", "phone".
	Addresses []string
	// Unique are the fields of a unique index, if there is one. Without an
	// Idempotency-Key they decide whether a form is a repetition.
	Unique []string
	// Read returns the document to store for a form, or an Invalid problem.
	Read func(form F, now time.Time) (T, error)
	// Summarize returns a document's summary.
	Summarize func(T) S
	// Columns are the names of the CSV export's columns between id and created_at.
	Columns []string
	// Cells returns a document's values for Columns.
	Cells func(T) []string
}

// Document is a pointer to a stored lead.
type Document[T any] interface {
	mongodb.Document[T]
	// Received returns the address of the creation time, which is stored in the
	// field "created_at".
	Received() *time.Time
}

// Options are what every Service needs.
type Options struct {
	DB   *mongodb.Database
	Once *submission.Once
	Now  func() time.Time
	Zone *time.Location // of the times in exports
}

// Service keeps the leads of one kind.
type Service[F, T, S any, P Document[T]] struct {
	Docs *mongodb.Documents[T, P]
	kind Kind[F, T, S]
	o    Options
}

// New returns the Service of a kind.
func New[F, T, S any, P Document[T]](kind Kind[F, T, S], o Options) *Service[F, T, S, P] {
	if kind.Unique != nil {
		o.DB.Unique(kind.Collection, false, kind.Unique...)
	}
	for _, field := range kind.Addresses {
		if kind.Listing.Sort[field] == "" { // sortable fields have an index already
			o.DB.Indexed(kind.Collection, field)
		}
	}
	kind.Listing.InMemory = true
	docs := mongodb.NewDocuments[T, P](o.DB, kind.Collection, kind.Noun).Listed(kind.Listing)
	return &Service[F, T, S, P]{Docs: docs, kind: kind, o: o}
}

// Receive checks a form and stores it. Sending it again stores nothing and returns
// the same document.
func (s *Service[F, T, S, P]) Receive(ctx context.Context, key submission.Key, form F) (T, error) {
	now := s.o.Now().UTC().Truncate(time.Millisecond)
	doc, err := s.kind.Read(form, now)
	if err != nil {
		return doc, err
	}
	claim := submission.Claim{At: now}
	if key != "" || s.kind.Unique == nil {
		if claim, err = s.o.Once.Claim(ctx, s.kind.Collection, key, doc); err != nil {
			return doc, err
		}
	}
	P(&doc).Base().ID, *P(&doc).Received() = claim.ID, claim.At
	if err := s.Docs.Insert(ctx, &doc); !mongodb.IsDuplicate(err) {
		return doc, err
	}
	return doc, nil // it was stored before
}

// Place describes the collection to package privacy.
func (s *Service[F, T, S, P]) Place() person.Place {
	return person.Of(s.kind.Collection, s.Docs, "created_at", s.kind.Addresses...)
}

func (s *Service[F, T, S, P]) head() []string {
	return slices.Concat([]string{"id"}, s.kind.Columns, []string{"created_at"})
}

func (s *Service[F, T, S, P]) row(doc T) []string {
	at := P(&doc).Received().In(s.o.Zone).Format(time.RFC3339)
	return slices.Concat([]string{P(&doc).Base().ID}, s.kind.Cells(doc), []string{at})
}

// Whole is the Summarize of a kind whose lists show the whole document.
func Whole[T any](doc T) T { return doc }
