// Package pagecontent is page content: the managed texts of the site's own pages, one
// item for each field of the content model.
package pagecontent

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/patch"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
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
	Content           string `json:"content" bson:"content" doc:"The text; of other values what JSON writes: 12.5, true, a list or a picture as JSON text." example:"Unlock Your Potential."`
	Empty             bool   `json:"empty" bson:"empty,omitempty" doc:"A blank text shows nothing, instead of the page's own."`
	OrderIndex        int    `json:"order_index" bson:"order_index" doc:"Its place among the fields of its section, from 1." example:"1"`
}

// Called returns the page, and the section where it has one.
func (i *Item) Called() string { return strings.TrimSuffix(i.Page+"/"+i.Section, "/") }

// Update changes what is not nil.
type Update struct {
	Content    *string `json:"content,omitempty" maxLength:"20000" text:"block" example:"Unlock Your Potential. Serve the Nation."`
	Empty      *bool   `json:"empty,omitempty" doc:"A blank text shows nothing, instead of the page's own." example:"false"`
	OrderIndex *int    `json:"order_index,omitempty" minimum:"0" maximum:"10000"`
}

var updates = patch.New[Item, Update]()

// Options are what a Service needs.
type Options struct {
	Store   *Store
	Checker *model.Checker
	// BlockOf returns the block of the home section of a type, "" when there is no such
	// section.
	BlockOf func(ctx context.Context, section string) (block string, err error)
}

// Service holds the rules of page content.
type Service struct {
	o     Options
	store *Store
}

// NewService returns a Service.
func NewService(o Options) *Service { return &Service{o, o.Store} }

// patch applies the update to an item. A field's former key becomes the one that it has.
func (s *Service) patch(ctx context.Context, item *Item, update Update) error {
	text.Clean(&update)
	was := *item
	updates.Apply(item, update)
	field, err := s.field(ctx, *item)
	if err != nil {
		return err
	}
	check := s.o.Checker.Begin(ctx)
	if field != nil {
		item.Type = field.Key
		item.Content = check.Content(field, item.Content, was.Content)
	}
	switch {
	case item.Content != "" && update.Empty != nil && *update.Empty:
		check.Refuse("body.empty", "Only a blank text can be empty.")
	case item.Content != "":
		item.Empty = false
	}
	return check.Err()
}

// field returns the field that an item fills, nil where the model knows none.
func (s *Service) field(ctx context.Context, item Item) (*model.Field, error) {
	declared := s.o.Checker.Model
	if field := declared.Section(item.Page, item.Section).Find(item.Type); field != nil || item.Page != model.Home {
		return field, nil
	}
	block, err := s.o.BlockOf(ctx, item.Section)
	if _, known := declared.Block(item.Section); block == "" && known {
		block = item.Section
	}
	if block == "" || err != nil {
		return nil, err
	}
	return declared.HomeFields(block).Find(item.Type), nil
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

// Create adds an item. When page, section and type are taken it returns a Conflict, and
// an Invalid problem for a field that the model does not know.
func (s *Service) Create(ctx context.Context, item Item) (Item, error) {
	field, err := s.field(ctx, item)
	if err != nil {
		return Item{}, err
	}
	if field == nil {
		return Item{}, errUnknown
	}
	return s.create(ctx, item)
}

var errUnknown = problem.InvalidField("body.type",
	"The site has no such field there; see GET /api/content-model for those that it has.")

func (s *Service) create(ctx context.Context, item Item) (Item, error) {
	content, empty := item.Content, item.Empty
	item.Content = ""
	if err := s.patch(ctx, &item, Update{Content: &content, Empty: &empty}); err != nil {
		return Item{}, err
	}
	err := s.store.Insert(ctx, &item)
	if mongodb.IsDuplicate(err) {
		return Item{}, problem.Wrap(problem.Conflict, err, "This field has content already; update it instead.")
	}
	if err != nil {
		return Item{}, err
	}
	return keyed(item), nil
}

// Update changes an item; expected is the revision the caller began from.
func (s *Service) Update(ctx context.Context, id string, expected *int, update Update) (Item, error) {
	item, err := s.store.Update(ctx, id, expected, func(item *Item) error { return s.patch(ctx, item, update) })
	if mongodb.IsDuplicate(err) {
		return Item{}, problem.Wrap(problem.Conflict, err, "This field has other content under its present key; change that.")
	}
	if err != nil {
		return Item{}, err
	}
	return keyed(item), nil
}

// Delete removes an item; the page shows its own text again.
func (s *Service) Delete(ctx context.Context, id string) error {
	return s.store.Delete(ctx, id)
}

// Put sets the text of a field, whether it had one or not, and whether the model knows it
// or not.
func (s *Service) Put(ctx context.Context, page, section, field, content string) (Item, error) {
	for range 3 {
		item, err := s.store.find(ctx, page, section, field)
		switch {
		case err == nil:
			return s.Update(ctx, item.ID, nil, Update{Content: &content})
		case !problem.Is(err, problem.NotFound):
			return Item{}, err
		}
		item, err = s.create(ctx, Item{Page: page, Section: section, Type: field, Content: content, OrderIndex: 1})
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

// ShowIn has a snapshot show all page content, and for every page and section a view:
// "home" and "home/hero".
func (s *Service) ShowIn(snapshots *snapshot.Store) {
	snapshot.ShowPart(snapshots, Part, s.store.Documents, content)
}

func content(all []Item) snapshot.Content {
	slices.SortFunc(all, inOrder)
	views := map[string]any{}
	add := func(name string, item Item) {
		items, _ := views[name].([]Item)
		views[name] = append(items, item)
	}
	for i := range all {
		all[i] = keyed(all[i])
		all[i].Revision = 0
		add(all[i].Page, all[i])
		if all[i].Section != "" {
			add(all[i].Page+"/"+all[i].Section, all[i])
		}
	}
	return snapshot.Content{Value: all, Views: views}
}

// Seed stores items that come with the site and are missing. It returns how
// many were.
func (s *Service) Seed(ctx context.Context, items []Item) (int, error) {
	return s.store.seed(ctx, items)
}
