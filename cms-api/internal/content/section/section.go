// Package section is the landing page's sections: which blocks there are, in
// which order, and which are shown.
package section

import (
	"cmp"
	"context"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
)

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

// Update changes what is not nil.
type Update struct {
	Name         *string `json:"name,omitempty" minLength:"1" maxLength:"120" example:"Success Stories"`
	Type         *string `json:"type,omitempty" minLength:"1" maxLength:"60" pattern:"^[a-z0-9]+(-[a-z0-9]+)*$" patternDescription:"lower-case words joined by hyphens, such as success-stories" example:"success-stories"`
	Block        *string `json:"block,omitempty" maxLength:"60" doc:"A block of the content model; empty: that of its type." example:"hero"`
	IsVisible    *bool   `json:"is_visible,omitempty"`
	DisplayOrder *int    `json:"display_order,omitempty" minimum:"1" maximum:"10000"`
}

// Create is the body of a new section.
type Create Update

// Service holds the rules of sections.
type Service struct {
	*collection.Service[Section, *Section, Create, Update]
	model *model.Model
}

// NewService returns the collection of sections; their type is unique.
func NewService(db *mongodb.Database, declared *model.Model) *Service {
	s := &Service{model: declared}
	s.Service = collection.New(db, collection.Kind[Section, *Section, Create, Update]{
		Name: "sections", New: Section{IsVisible: true}, Check: s.check,
		Order: collection.Order[*Section]{
			Field: "display_order", Of: func(s *Section) *int { return &s.DisplayOrder }, Numbered: true, Last: true,
		},
		Subset: &collection.Subset[Section]{Name: "visible", Has: func(s Section) bool { return s.IsVisible }},
		Unique: collection.Unique[*Section]{
			Field: "type", Of: func(s *Section) *string { return &s.Type }, Taken: "A section of this type exists already.",
		},
		Key: func(s Section) []string { return []string{s.Type} }, Unrestored: []string{"is_visible", "display_order"},
	})
	return s
}

func (s *Service) check(section *Section, was Section) error {
	section.Name, section.Block = text.Line(section.Name), text.Line(section.Block)
	if section.Name == "" {
		return problem.InvalidField("body.name", "Give the section a name.")
	}
	if _, known := s.model.Block(section.Block); section.Block != "" && section.Block != was.Block && !known {
		return problem.InvalidField("body.block",
			"The site has no such block; see GET /api/content-model for those that it has.")
	}
	return nil
}

// BlockOf returns the block of the section of a type, "" when there is none.
func (s *Service) BlockOf(ctx context.Context, kind string) (string, error) {
	section, err := s.Docs.One(ctx, documents.Equal("type", kind))
	if problem.Is(err, problem.NotFound) {
		return "", nil
	}
	return cmp.Or(section.Block, section.Type), err
}
