// Package page is page content: the managed texts of the site's pages, one
// item for each field.
package page

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/patch"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
	"academy/cms-api/internal/publishing/snapshot"
)

// Part is the name of page content in the public snapshot.
const Part = "page_content"

// Police is the page of the police programme, whose fields have calls of their
// own.
const Police = "adhva-vibes-psi"

// Item is one managed text. Page, Section and Type together are unique.
type Item struct {
	revision.Document `bson:",inline"`
	Page              string `json:"page" bson:"page" doc:"The page it belongs to." example:"home"`
	Section           string `json:"section" bson:"section" doc:"The section's type; empty on pages without sections." example:"hero"`
	Type              string `json:"type" bson:"type" doc:"Which field it fills." example:"heading"`
	Key               string `json:"key" bson:"-" doc:"The same as type; some pages read this name." example:"heading"`
	Content           string `json:"content" bson:"content" doc:"The text." example:"Unlock Your Potential."`
	OrderIndex        int    `json:"order_index" bson:"order_index" doc:"Its place among the fields of its section, from 1." example:"1"`
}

// Called returns the page, and the section where it has one.
func (i *Item) Called() string { return strings.TrimSuffix(i.Page+"/"+i.Section, "/") }

// Update changes what is not nil.
type Update struct {
	Content    *string `json:"content,omitempty" maxLength:"20000" text:"block" example:"Unlock Your Potential. Serve the Nation."`
	OrderIndex *int    `json:"order_index,omitempty" minimum:"0" maximum:"10000"`
}

var updates = patch.New[Item, Update]()

// Patch applies the update to an item.
func (u Update) Patch(item *Item) error {
	text.Clean(&u)
	if err := setAddress(item.Type, u.Content); err != nil {
		return err
	}
	updates.Apply(item, u)
	return nil
}

// setAddress puts a content that is an address into the form in which it is
// stored, or returns an Invalid problem. What a content is, the last word of its
// type says.
func setAddress(kind string, content *string) error {
	last := kind[strings.LastIndexAny(kind, "_-")+1:]
	switch {
	case last == "link", kind == "youtube_url":
		return problem.InvalidFields(weburl.Set(nil, "body.content", content))
	case last == "url", last == "image":
		return problem.InvalidFields(weburl.SetFile(nil, "body.content", content))
	}
	return nil
}

// Service holds the rules of page content. Changed is called after every write.
type Service struct {
	store   *Store
	changed func(ctx context.Context, part, id string)
}

// NewService returns a Service.
func NewService(store *Store, changed func(ctx context.Context, part, id string)) *Service {
	return &Service{store: store, changed: changed}
}

// OfPage returns a page's items by section, then order. A page that has none
// has an empty list.
func (s *Service) OfPage(ctx context.Context, page string) ([]Item, error) {
	return s.store.ofPage(ctx, page)
}

// OfSection returns the items of one section of a page, by order.
func (s *Service) OfSection(ctx context.Context, page, section string) ([]Item, error) {
	return s.store.ofSection(ctx, page, section)
}

// Create adds an item. When page, section and type are taken it returns a
// Conflict.
func (s *Service) Create(ctx context.Context, item Item) (Item, error) {
	item.Content = text.Block(item.Content)
	if err := setAddress(item.Type, &item.Content); err != nil {
		return Item{}, err
	}
	err := s.store.Insert(ctx, &item)
	if mongodb.IsDuplicate(err) {
		return Item{}, problem.Wrap(problem.Conflict, err, "This field has content already; update it instead.")
	}
	if err != nil {
		return Item{}, err
	}
	s.changed(ctx, Part, "")
	return keyed(item), nil
}

// Update changes an item; expected is the revision the caller began from.
func (s *Service) Update(ctx context.Context, id string, expected *int, update Update) (Item, error) {
	item, err := s.store.Update(ctx, id, expected, update.Patch)
	if err != nil {
		return Item{}, err
	}
	s.changed(ctx, Part, "")
	return keyed(item), nil
}

// Delete removes an item; the page shows its own text again.
func (s *Service) Delete(ctx context.Context, id string) error {
	if err := s.store.Delete(ctx, id); err != nil {
		return err
	}
	s.changed(ctx, Part, "")
	return nil
}

// Put sets the text of a field, whether it had one or not.
func (s *Service) Put(ctx context.Context, page, section, field, content string) (Item, error) {
	for range 3 {
		item, err := s.store.find(ctx, page, section, field)
		switch {
		case err == nil:
			return s.Update(ctx, item.ID, nil, Update{Content: &content})
		case !problem.Is(err, problem.NotFound):
			return Item{}, err
		}
		item, err = s.Create(ctx, Item{Page: page, Section: section, Type: field, Content: content, OrderIndex: 1})
		if !problem.Is(err, problem.Conflict) {
			return item, err
		}
	}
	return Item{}, problem.New(problem.Conflict, "This text is being changed by others right now. Please try again.")
}

func keyed(item Item) Item {
	item.Key = item.Type
	return item
}

func inOrder(a, b Item) int {
	return cmp.Or(
		cmp.Compare(a.Page, b.Page),
		cmp.Compare(a.Section, b.Section),
		cmp.Compare(a.OrderIndex, b.OrderIndex),
		cmp.Compare(a.Type, b.Type),
	)
}

// Name returns the part's name.
func (s *Service) Name() string { return Part }

// LoadPart returns all page content, and for every page and section a view:
// "home" and "home/hero".
func (s *Service) LoadPart(ctx context.Context) (snapshot.Part, error) {
	all, err := s.store.all(ctx)
	if err != nil {
		return snapshot.Part{}, err
	}
	slices.SortFunc(all, inOrder)
	groups := map[string][]Item{}
	for i := range all {
		all[i].Revision = 0
		item := all[i]
		groups[item.Page] = append(groups[item.Page], item)
		if item.Section != "" {
			name := item.Page + "/" + item.Section
			groups[name] = append(groups[name], item)
		}
	}
	part := snapshot.Part{Name: Part, Views: map[string]json.RawMessage{}}
	if part.JSON, err = json.Marshal(all); err != nil {
		return snapshot.Part{}, fmt.Errorf("serialise page content: %w", err)
	}
	for name, items := range groups {
		if part.Views[name], err = json.Marshal(items); err != nil {
			return snapshot.Part{}, fmt.Errorf("serialise page content: %w", err)
		}
	}
	return part, nil
}

// Seed stores items that come with the site and are missing. It returns how
// many were.
func (s *Service) Seed(ctx context.Context, items []Item) (int, error) {
	return s.store.seed(ctx, items)
}
