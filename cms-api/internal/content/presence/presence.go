// Package presence says who has a document open in the dashboard at the moment.
package presence

import (
	"context"
	"slices"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/revision"
)

const (
	// lasts is how long somebody counts as there who is not heard of.
	lasts = 45 * time.Second
	// maxOpen is how many documents of one person are remembered, the newest.
	maxOpen = 20
)

// person is what somebody has open; its id is the account's.
type person struct {
	revision.Document `bson:",inline"`
	Open              []open    `bson:"open"`
	Until             time.Time `bson:"until"`
}

// open is a document that somebody has open.
type open struct {
	Document string    `bson:"document"` // as collection/id
	Since    time.Time `bson:"since"`
	Until    time.Time `bson:"until"` // unless it is heard of before
}

// Options are what a Service needs.
type Options struct {
	DB *mongodb.Database
	// Check returns a NotFound problem unless there is such a document.
	Check func(ctx context.Context, collection, id string) error
	// Names returns what accounts are called, by their ids.
	Names func(ctx context.Context) (map[string]string, error)
}

// Service knows who has which document open, in the collection "presence". The database's
// clock decides, so that those of the processes need not agree.
type Service struct {
	o       Options
	persons *documents.Collection[person, *person]
}

// NewService returns a Service.
func NewService(o Options) *Service {
	o.DB.Expires("presence", "until")
	o.DB.Indexed("presence", "open.document")
	return &Service{o, documents.New[person](o.DB, "presence", "presence")}
}

// Colleague is somebody else who has a document open.
type Colleague struct {
	Name  string    `json:"name" example:"Ravi Kumar"`
	Since time.Time `json:"since"`
}

// Announce remembers that the caller has a document open, and returns who else has, the
// earliest first.
func (s *Service) Announce(ctx context.Context, collection, id string) ([]Colleague, error) {
	changes.Nothing(ctx)
	if err := s.o.Check(ctx, collection, id); err != nil {
		return nil, err
	}
	now, err := s.o.DB.Now(ctx)
	if err != nil {
		return nil, err
	}
	who, _ := access.From(ctx)
	document := collection + "/" + id
	_, err = s.persons.Upsert(ctx, who.UserID, documents.Write{By: who.UserID}, func(p *person) error {
		p.hear(document, now)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s.others(ctx, who.UserID, document, now)
}

// hear remembers that a person has a document open now.
func (p *person) hear(document string, now time.Time) {
	there := open{Document: document, Since: now}
	p.Open = slices.DeleteFunc(p.Open, func(o open) bool {
		if o.Document == document && o.Until.After(now) {
			there.Since = o.Since
		}
		return o.Document == document || !o.Until.After(now)
	})
	p.Until = now.Add(lasts)
	there.Until = p.Until
	p.Open = append(p.Open, there)
	p.Open = p.Open[max(0, len(p.Open)-maxOpen):]
}

// others returns who else has a document open.
func (s *Service) others(ctx context.Context, me, document string, now time.Time) ([]Colleague, error) {
	others := []Colleague{}
	all, err := s.persons.All(ctx, "id", documents.Equal("open.document", document))
	if err != nil {
		return nil, err
	}
	names, err := s.o.Names(ctx)
	if err != nil {
		return nil, err
	}
	for _, each := range all {
		name, known := names[each.ID]
		if !known || each.ID == me {
			continue
		}
		for _, o := range each.Open {
			if o.Document == document && o.Until.After(now) {
				others = append(others, Colleague{name, o.Since})
			}
		}
	}
	slices.SortFunc(others, func(a, b Colleague) int { return a.Since.Compare(b.Since) })
	return others, nil
}
