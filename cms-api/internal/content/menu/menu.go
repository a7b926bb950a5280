// Package menu is the menus of the site: trees of links, one for each place that the
// content model names.
package menu

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/publishing/snapshot"
)

// name is what menus are called.
const name collection.Name = "menus"

// maxEntries is how many entries a menu has at most, those in others included.
const maxEntries = 200

// stored is a menu that somebody changed; its id is its place.
type stored struct {
	revision.Document `bson:",inline"`
	Items             []model.Entry `json:"items" bson:"items"`
}

// DisplayName returns the place.
func (s *stored) DisplayName() string { return s.ID }

// Menu is a menu as staff see it.
type Menu struct {
	Place     string        `json:"place" example:"main"`
	Items     []model.Entry `json:"items" nullable:"false"`
	Revision  int           `json:"revision" doc:"0 while nobody has changed it."`
	UpdatedAt *time.Time    `json:"updated_at" doc:"When it was changed last; null while nobody has changed it."`
}

// Service holds the rules of menus.
type Service struct {
	docs    *documents.Collection[stored, *stored]
	checker *model.Checker
}

// NewService returns a Service.
func NewService(db *mongodb.Database, checker *model.Checker) *Service {
	docs := documents.New[stored](db, name.Stored(), "menu").Versioned().
		Guarded(collection.Needs[stored](access.ContentPublish)).
		ShownAs(func(doc stored) any { return shown(doc) }).
		BeginsAs(func(_ context.Context, place string) (stored, bool, error) {
			declared, known := checker.Model.Menu(place)
			return stored{Items: declared.Default}, known, nil
		})
	return &Service{docs, checker}
}

// Get returns the menu of a place, the model's where nobody has changed it.
func (s *Service) Get(ctx context.Context, place string) (Menu, error) {
	if _, known := s.checker.Model.Menu(place); !known {
		return Menu{}, problem.Missing("menu")
	}
	doc, err := s.docs.GetOrBeginning(ctx, place)
	return shown(doc), err
}

// Put replaces the menu of a place.
func (s *Service) Put(ctx context.Context, place string, w documents.Write, items []model.Entry) (Menu, error) {
	declared, known := s.checker.Model.Menu(place)
	if !known {
		return Menu{}, problem.Missing("menu")
	}
	made, err := s.docs.Upsert(ctx, place, w, func(doc *stored) error { return s.put(ctx, doc, declared, items) })
	changes.Wrote(ctx, made)
	return shown(made.After), err
}

// put replaces the entries of a menu.
func (s *Service) put(ctx context.Context, doc *stored, declared model.Menu, items []model.Entry) error {
	c := checking{check: s.checker.Begin(ctx), depth: declared.Depth, known: map[string]bool{"": true}}
	c.learn(doc.Items)
	entries := c.entries(items, "body.items", 1)
	if !reflect.DeepEqual(whole(entries), whole(doc.Items)) { // else they differ at most in how nothing is stored
		doc.Items = entries
	}
	if c.count > maxEntries {
		c.check.Refuse("body.items", fmt.Sprintf("A menu has at most %d entries.", maxEntries))
	}
	return c.check.Err()
}

func shown(doc stored) Menu {
	menu := Menu{Place: doc.ID, Items: whole(doc.Items), Revision: doc.Revision}
	if doc.Revision > 0 {
		at := doc.Saved.At.Truncate(time.Millisecond) // as it is stored
		menu.UpdatedAt = &at
	}
	return menu
}

// whole returns entries whose lists are never nil.
func whole(entries []model.Entry) []model.Entry {
	all := make([]model.Entry, len(entries))
	for i, e := range entries {
		e.Children = whole(e.Children)
		all[i] = e
	}
	return all
}

// checking is the check of a menu.
type checking struct {
	check *model.Check
	depth int
	known map[string]bool // links that were stored already
	count int
}

func (c *checking) learn(entries []model.Entry) {
	for _, e := range entries {
		c.known[e.Href] = true
		c.learn(e.Children)
	}
}

func (c *checking) entries(entries []model.Entry, at string, depth int) []model.Entry {
	checked := slices.Clone(entries)
	for i := range checked {
		e, place := &checked[i], fmt.Sprintf("%s[%d]", at, i)
		c.count++
		if e.Label = text.Line(e.Label); e.Label == "" {
			c.check.Refuse(place+".label", "Give the entry a label.")
		}
		if !c.known[e.Href] {
			e.Href = c.check.Link(place+".href", e.Href)
		}
		if len(e.Children) > 0 && depth == c.depth {
			c.check.Refuse(place+".children", fmt.Sprintf("This menu is at most %d deep.", c.depth))
		}
		e.Children = c.entries(e.Children, place+".children", depth+1)
	}
	return checked
}

// Source returns the menus that somebody changed as a source of parts.
func (s *Service) Source(t *snapshot.Together) *snapshot.Source[Menu] {
	return snapshot.NewSource(t, name.Stored(), s.docs, func(doc stored) (Menu, error) { return shown(doc), nil })
}

// Part returns what the snapshot shows: the menu of every place, without what is hidden
// or leads to where hides says that readers see nothing.
func (s *Service) Part(changed []Menu, hides func(href string) bool) (snapshot.Part, error) {
	all := map[string][]model.Entry{}
	for _, declared := range s.checker.Model.Menus {
		all[declared.Place] = visible(declared.Default, hides)
	}
	for _, menu := range changed {
		if _, known := all[menu.Place]; known {
			all[menu.Place] = visible(menu.Items, hides)
		}
	}
	return snapshot.NewPart(name.Stored(), all, nil)
}

func visible(entries []model.Entry, hides func(string) bool) []model.Entry {
	left := []model.Entry{}
	for _, e := range entries {
		if !e.Hidden && !hides(e.Href) {
			e.Children = visible(e.Children, hides)
			left = append(left, e)
		}
	}
	return left
}

// History describes menus to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[stored, *stored, Update]{
		Name: name.Dashed(), Docs: s.docs,
		Update: func(ctx context.Context, place string, w documents.Write, update Update) (history.Saved, error) {
			menu, err := s.Put(ctx, place, w, update.Items)
			return history.Saved{Document: menu, Revision: menu.Revision}, err
		},
	})
}

// Update replaces the entries of a menu.
type Update struct {
	Items []model.Entry `json:"items" nullable:"false" maxItems:"200"`
}

// Preview returns the parts of the snapshot that menus are shown in as they would be after
// an update of one, which stores nothing.
func (s *Service) Preview(
	ctx context.Context, shownIn *snapshot.Source[Menu], place string, update Update,
) ([]snapshot.Part, error) {
	declared, known := s.checker.Model.Menu(place)
	if !known {
		return nil, problem.Missing("menu")
	}
	doc, err := s.docs.GetOrBeginning(ctx, place)
	if err != nil {
		return nil, err
	}
	if err := s.put(ctx, &doc, declared, update.Items); err != nil {
		return nil, err
	}
	return snapshot.PreviewSource(shownIn, place, shown(doc))
}
