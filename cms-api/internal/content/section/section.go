// Package section is the landing page's sections: which blocks there are, in
// which order, and which are shown.
package section

import (
	"cmp"
	"context"
	"slices"

	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/content/ordering"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/patch"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/publishing/snapshot"
)

// Part is the name of sections in the public snapshot.
const Part = "sections"

// Section is one block of the landing page.
type Section struct {
	revision.Document `bson:",inline"`
	Name              string `json:"name" bson:"name" doc:"What editors call it." example:"Hero"`
	Type              string `json:"type" bson:"type" doc:"A slug that says which block it is; unique." example:"hero"`
	Block             string `json:"block" bson:"block,omitempty" doc:"Which block of the content model it is; empty: that of its type." example:"hero"`
	IsVisible         bool   `json:"is_visible" bson:"is_visible" doc:"Whether the block is shown."`
	DisplayOrder      int    `json:"display_order" bson:"display_order" doc:"Its place, from 1." example:"1"`
}

// DisplayName returns the name.
func (s *Section) DisplayName() string { return s.Name }

// Place puts one section at a position of the landing page.
type Place struct {
	ID           string `json:"id" minLength:"1" maxLength:"64" example:"665f1f77bcf86cd799439011"`
	DisplayOrder int    `json:"display_order" minimum:"1" maximum:"10000"`
}

// Update changes what is not nil.
type Update struct {
	Name         *string `json:"name,omitempty" minLength:"1" maxLength:"120" example:"Success Stories"`
	Type         *string `json:"type,omitempty" minLength:"1" maxLength:"60" pattern:"^[a-z0-9]+(-[a-z0-9]+)*$" patternDescription:"lower-case words joined by hyphens, such as success-stories" example:"success-stories"`
	Block        *string `json:"block,omitempty" maxLength:"60" doc:"A block of the content model; empty: that of its type." example:"hero"`
	IsVisible    *bool   `json:"is_visible,omitempty"`
	DisplayOrder *int    `json:"display_order,omitempty" minimum:"1" maximum:"10000"`
}

var updates = patch.New[Section, Update]()

// patch applies the update to a section.
func (s *Service) patch(section *Section, u Update) error {
	text.Clean(&u)
	was := section.Block
	updates.Apply(section, u)
	if section.Name == "" {
		return problem.InvalidField("body.name", "Give the section a name.")
	}
	if _, known := s.model.Block(section.Block); section.Block != "" && section.Block != was && !known {
		return problem.InvalidField("body.block",
			"The site has no such block; see GET /api/content-model for those that it has.")
	}
	return nil
}

// Service holds the rules of sections.
type Service struct {
	store *Store
	model *model.Model
}

// NewService returns a Service.
func NewService(store *Store, declared *model.Model) *Service { return &Service{store, declared} }

// BlockOf returns the block of the section of a type, "" when there is none.
func (s *Service) BlockOf(ctx context.Context, kind string) (string, error) {
	section, err := s.store.ofType(ctx, kind)
	if problem.Is(err, problem.NotFound) {
		return "", nil
	}
	return cmp.Or(section.Block, section.Type), err
}

// All returns every section by display order.
func (s *Service) All(ctx context.Context) ([]Section, error) { return s.store.all(ctx) }

// Visible returns the visible sections by display order.
func (s *Service) Visible(ctx context.Context) ([]Section, error) {
	all, err := s.store.all(ctx)
	return visible(all), err
}

func visible(all []Section) []Section {
	return slices.DeleteFunc(slices.Clone(all), func(s Section) bool { return !s.IsVisible })
}

// Create adds a section at the end. A type that is taken is a Conflict.
func (s *Service) Create(ctx context.Context, section Section) (Section, error) {
	name, block := section.Name, section.Block
	section.Block = ""
	if err := s.patch(&section, Update{Name: &name, Block: &block}); err != nil {
		return Section{}, err
	}
	all, err := s.store.all(ctx)
	if err != nil {
		return Section{}, err
	}
	section.DisplayOrder = 1
	if len(all) > 0 {
		section.DisplayOrder = all[len(all)-1].DisplayOrder + 1
	}
	if err := s.store.insert(ctx, &section); err != nil {
		return Section{}, err
	}
	return section, nil
}

// Update changes a section.
func (s *Service) Update(ctx context.Context, id string, w documents.Write, update Update) (Section, error) {
	return s.store.update(ctx, id, w, func(section *Section) error { return s.patch(section, update) })
}

// Delete puts a section into the trash, and returns the revision that it has there.
func (s *Service) Delete(ctx context.Context, id string, w documents.Write) (at int, err error) {
	made, err := s.store.Discard(ctx, id, w)
	changes.Wrote(ctx, made)
	return made.After.Revision, err
}

// Reorder moves the named sections to their places and numbers all of them
// 1..n. An unknown id changes nothing and is an Invalid problem. Expected is the revision that
// a move of one section was begun over; when it is another one by now, nothing is changed and
// the error is a Stale problem with the list.
func (s *Service) Reorder(ctx context.Context, places []Place, expected *int) ([]Section, error) {
	wanted := make([]ordering.Position, len(places))
	for i, place := range places {
		wanted[i] = ordering.Position{ID: place.ID, At: place.DisplayOrder}
	}
	over, err := ordering.Over(expected, wanted, "body.sections")
	if err != nil {
		return nil, err
	}
	return s.store.reorder(ctx, over, func(all []Section) ([]Section, error) {
		return ordering.Arrange(all, func(s Section) string { return s.ID }, wanted, "body.sections")
	})
}

// ShowIn has a snapshot show the sections: all, and the view "visible".
func (s *Service) ShowIn(snapshots *snapshot.Store) {
	snapshot.ShowPart(snapshots, Part, s.store.Collection, func(all []Section) snapshot.Content {
		slices.SortFunc(all, func(a, b Section) int {
			return cmp.Or(cmp.Compare(a.DisplayOrder, b.DisplayOrder), cmp.Compare(a.ID, b.ID))
		})
		for i := range all {
			all[i].Revision = 0
		}
		return snapshot.Content{Value: all, Views: map[string]any{"visible": visible(all)}}
	})
}

// Seed stores sections that come with the site and are missing. It returns how
// many were.
func (s *Service) Seed(ctx context.Context, sections []Section) (int, error) {
	return s.store.seed(ctx, sections)
}
