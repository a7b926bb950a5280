// Package lead is the way of a form into the database, and of what was sent to
// staff: it is checked, stored once however often it is sent, listed, exported
// and deleted. The packages below it declare the kinds of lead.
package lead

import (
	"context"
	"slices"
	"time"

	"academy/cms-api/internal/lead/submission"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/person"
)

// Kind declares a kind of lead: F is its form as it is sent, T what is stored of
// it, S what a list has of that.
type Kind[F, T, S any] struct {
	Collection string
	Noun       string // one of them in messages to people: "enrolment"
	Name       string // one of them in the ids of calls: "Enrollment"
	Path       string // of its calls: "/enrollments"
	Listing    mongodb.Listing
	// Addresses are the fields by which a person is found: "email", "phone".
	Addresses []string
	// Unique are fields that no two documents share, if any.
	Unique []string
	// Read returns what is stored of a form, or an Invalid problem.
	Read func(form F, now time.Time) (T, error)
	// Summarize returns what a list has of a document.
	Summarize func(T) S
	// Columns are those of the CSV export, between id and created_at.
	Columns []string
	// Cells returns the cells of the columns.
	Cells func(T) []string
}

// Document is a pointer to what is stored of a lead.
type Document[T any] interface {
	mongodb.Document[T]
	// Received returns when it came, in the field "created_at".
	Received() *time.Time
}

// Options are what every Service needs.
type Options struct {
	DB   *mongodb.Database
	Once *submission.Once
	Now  func() time.Time
	Zone *time.Location // of exported times
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
		if kind.Listing.Sort[field] == "" { // else it has an index
			o.DB.Indexed(kind.Collection, field)
		}
	}
	docs := mongodb.NewDocuments[T, P](o.DB, kind.Collection, kind.Noun).Listed(kind.Listing)
	return &Service[F, T, S, P]{Docs: docs, kind: kind, o: o}
}

// Receive stores a form, once however often it is sent.
func (s *Service[F, T, S, P]) Receive(ctx context.Context, key submission.Key, form F) (T, error) {
	now := s.o.Now().UTC().Truncate(time.Millisecond)
	doc, err := s.kind.Read(form, now)
	if err != nil {
		return doc, err
	}
	claim := submission.Claim{At: now}
	if key != "" || s.kind.Unique == nil { // without a key the unique fields tell whether it is the same
		if claim, err = s.o.Once.Claim(ctx, s.kind.Collection, key, doc); err != nil {
			return doc, err
		}
	}
	P(&doc).Base().ID, *P(&doc).Received() = claim.ID, claim.At
	return doc, s.Docs.InsertOnce(ctx, &doc)
}

// Place is where these are kept, for who looks for people.
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

// Whole is the Summarize of a kind of which lists have everything.
func Whole[T any](doc T) T { return doc }
