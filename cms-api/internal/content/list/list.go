// Package list is the ordered lists of the home page: programs, features and
// differentiators. They behave alike, so one service serves all three.
package list

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"academy/cms-api/internal/content/ordering"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/patch"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
	"academy/cms-api/internal/publishing/snapshot"
)

// maxFeature is how many characters one feature of a programme may have.
const maxFeature = 300

// Item is one card of a list.
type Item struct {
	revision.Document `bson:",inline"`
	Title             string `json:"title" bson:"title" doc:"The card's heading." example:"Doubt Solving Sessions"`
	Description       string `json:"description" bson:"description" doc:"What it says." example:"Three months of Sunday tests."`
	Icon              string `json:"icon" bson:"icon" doc:"An icon's name or a character." example:"compass"`
	Link              string `json:"link" bson:"link" doc:"Where it leads; empty for nowhere." example:"/foundation-test-series"`
	OrderIndex        int    `json:"order_index" bson:"order_index" doc:"Its place, from 1." example:"1"`
}

// Program is one learning path.
type Program struct {
	Item       `bson:",inline"`
	Details    string   `json:"details" bson:"details" doc:"A second line." example:"12 subject tests and 9 full-length tests."`
	Features   []string `json:"features" bson:"features" nullable:"false" doc:"What the programme includes." example:"One test each Sunday"`
	IsUpcoming bool     `json:"is_upcoming" bson:"is_upcoming" doc:"Marked as coming soon."`
}

// Update changes what is not nil.
type Update struct {
	Title       *string `json:"title,omitempty" minLength:"1" maxLength:"200" example:"Foundation Test Series"`
	Description *string `json:"description,omitempty" maxLength:"5000" text:"block" example:"Three months of Sunday tests."`
	Icon        *string `json:"icon,omitempty" maxLength:"500" example:"compass"`
	Link        *string `json:"link,omitempty" maxLength:"2000" format:"link" example:"/foundation-test-series"`
	OrderIndex  *int    `json:"order_index,omitempty" minimum:"0" maximum:"10000"`
}

// ProgramUpdate changes what is not nil.
type ProgramUpdate struct {
	Update
	Details    *string   `json:"details,omitempty" maxLength:"5000" text:"block" example:"12 subject tests and 9 full-length tests."`
	Features   *[]string `json:"features,omitempty" nullable:"false" maxItems:"50" example:"One test each Sunday"`
	IsUpcoming *bool     `json:"is_upcoming,omitempty"`
}

var (
	itemUpdates    = patch.New[Item, Update]()
	programUpdates = patch.New[Program, ProgramUpdate]()
)

// setLink puts the link into the form in which it is stored, or returns an
// Invalid problem.
func (u Update) setLink() error { return problem.InvalidFields(weburl.Set(nil, "body.link", u.Link)) }

// Patch applies the update to an item.
func (u Update) Patch(item *Item) error {
	text.Clean(&u)
	if err := u.setLink(); err != nil {
		return err
	}
	itemUpdates.Apply(item, u)
	return item.check()
}

// Patch applies the update to a program.
func (u ProgramUpdate) Patch(program *Program) error {
	text.Clean(&u)
	if err := u.setLink(); err != nil {
		return err
	}
	programUpdates.Apply(program, u)
	return program.check()
}

// DisplayName returns the title.
func (i *Item) DisplayName() string { return i.Title }

func (i *Item) place() *int { return &i.OrderIndex }

func (i *Item) check() error {
	if i.Title == "" {
		return problem.InvalidField("body.title", "Give it a title.")
	}
	return nil
}

func (p *Program) check() error {
	p.Features = slices.DeleteFunc(append([]string{}, p.Features...), func(feature string) bool { return feature == "" })
	for i, feature := range p.Features {
		if text.LongerThan(feature, maxFeature) {
			return problem.InvalidField(fmt.Sprintf("body.features[%d]", i), "A feature may have at most 300 characters.")
		}
	}
	return p.Item.check()
}

// Document is what a Service keeps: Item or Program.
type Document[T any] interface {
	*T
	Base() *revision.Document
	check() error
	DisplayName() string
	place() *int
}

// Service holds the rules of one list.
type Service[T any, P Document[T]] struct {
	name string
	docs *documents.Collection[T, P]
}

// NewService returns the service of the list of that name, which is also that of
// its collection and of the part in the public snapshot; one names an entry in
// messages to people.
func NewService[T any, P Document[T]](db *mongodb.Database, name, one string) *Service[T, P] {
	return &Service[T, P]{name: name, docs: documents.New[T, P](db, name, one).Versioned().WithTrash(nil)}
}

// All returns the list in its order.
func (s *Service[T, P]) All(ctx context.Context) ([]T, error) {
	return s.docs.All(ctx, "order_index")
}

// Place puts one document at a position of its list.
type Place struct {
	ID         string `json:"id" minLength:"1" maxLength:"64" example:"665f1f77bcf86cd799439011"`
	OrderIndex int    `json:"order_index" minimum:"1" maximum:"10000"`
}

// Reorder moves the named documents to their places and numbers all of them
// 1..n. An unknown id changes nothing and is an Invalid problem. Expected is the revision that
// a move of one document was begun over; when it is another one by now, nothing is changed and
// the error is a Stale problem with the list.
func (s *Service[T, P]) Reorder(ctx context.Context, places []Place, expected *int) ([]T, error) {
	wanted := make([]ordering.Position, len(places))
	for i, place := range places {
		wanted[i] = ordering.Position{ID: place.ID, At: place.OrderIndex}
	}
	over, err := ordering.Over(expected, wanted, "body.items")
	if err != nil {
		return nil, err
	}
	arrange := func(all []T) ([]T, error) {
		return ordering.Arrange(all, func(doc T) string { return P(&doc).Base().ID }, wanted, "body.items")
	}
	w := documents.Write{By: access.By(ctx)}
	ordered, made, err := s.docs.Renumber(ctx, w, "order_index", P.place, arrange, over)
	for _, each := range made {
		changes.Wrote[T, P](ctx, each)
	}
	return ordered, err
}

// Create adds a document, at the end unless it has a place.
func (s *Service[T, P]) Create(ctx context.Context, doc T) (T, error) {
	if err := P(&doc).check(); err != nil {
		return doc, err
	}
	if at := P(&doc).place(); *at == 0 {
		all, err := s.All(ctx)
		if err != nil {
			return doc, err
		}
		*at = 1
		if len(all) > 0 {
			*at = *P(&all[len(all)-1]).place() + 1
		}
	}
	made, err := s.docs.Insert(ctx, documents.Write{By: access.By(ctx)}, &doc)
	changes.Wrote[T, P](ctx, made)
	return doc, err
}

// Update changes a document.
func (s *Service[T, P]) Update(ctx context.Context, id string, w documents.Write, change func(P) error) (T, error) {
	made, err := s.docs.Update(ctx, id, w, change)
	changes.Wrote[T, P](ctx, made)
	return made.After, err
}

// Delete puts a document into the trash, and returns the revision that it has there.
func (s *Service[T, P]) Delete(ctx context.Context, id string, w documents.Write) (at int, err error) {
	made, err := s.docs.Discard(ctx, id, w)
	changes.Wrote[T, P](ctx, made)
	return P(&made.After).Base().Revision, err
}

// Name returns the part's name.
func (s *Service[T, P]) Name() string { return s.name }

// ShowIn has a snapshot show the list in its order.
func (s *Service[T, P]) ShowIn(snapshots *snapshot.Store) {
	snapshot.ShowPart(snapshots, s.name, s.docs, func(all []T) snapshot.Content {
		slices.SortFunc(all, func(a, b T) int {
			return cmp.Or(cmp.Compare(*P(&a).place(), *P(&b).place()), cmp.Compare(P(&a).Base().ID, P(&b).Base().ID))
		})
		for i := range all {
			P(&all[i]).Base().Revision = 0
		}
		return snapshot.Content{Value: all}
	})
}

// Seed stores documents that come with the site and are missing; their ids come
// from their titles. It returns how many were.
func (s *Service[T, P]) Seed(ctx context.Context, docs []T) (int, error) {
	for i := range docs {
		doc := P(&docs[i])
		if err := doc.check(); err != nil {
			return 0, fmt.Errorf("%s: %q: %w", s.name, doc.DisplayName(), err)
		}
		doc.Base().ID = documents.SeedID(s.name, doc.DisplayName())
	}
	return s.docs.InsertMissing(ctx, documents.Write{}, docs)
}
