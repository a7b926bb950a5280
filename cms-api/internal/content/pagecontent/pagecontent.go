// Package pagecontent is page content: the managed texts of the site's own pages, one
// item for each field of the content model.
package pagecontent

import (
	"context"
	"io/fs"
	"slices"
	"strings"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/patch"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/publishing/snapshot"
)

// name is what page content is called.
const name collection.Name = "page content"

// Police is the page of the police programme, whose fields have calls of their
// own.
const Police = "adhva-vibes-psi"

// what names an item in messages to people.
const what = "page content item"

// Item is one managed text. Page, Section and Type together are unique.
type Item struct {
	ID         string `json:"id" bson:"id" doc:"Identifies the document; never changes." example:"665f1f77bcf86cd799439011"`
	Revision   int    `json:"revision,omitempty" bson:"revision" doc:"Raised by every write; send it as If-Match to notice the edits of others. Absent for anonymous readers."`
	Page       string `json:"page" bson:"-" doc:"The page it belongs to." example:"home"`
	Section    string `json:"section" bson:"-" doc:"The section's type; empty on pages without sections." example:"hero"`
	Type       string `json:"type" bson:"type" doc:"Which field it fills." example:"heading"`
	Key        string `json:"key" bson:"-" doc:"The same as type; some pages read this name." example:"heading"`
	Content    string `json:"content" bson:"content" doc:"The text; of other values what JSON writes: 12.5, true, a list or a picture as JSON text." example:"Unlock Your Potential."`
	Empty      bool   `json:"empty" bson:"empty,omitempty" doc:"A blank text shows nothing, instead of the page's own."`
	OrderIndex int    `json:"order_index" bson:"order_index" doc:"Its place among the fields of its section, from 1." example:"1"`
}

// DisplayName returns the page, and the section where it has one.
func (i *Item) DisplayName() string { return strings.TrimSuffix(i.Page+"/"+i.Section, "/") }

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
func NewService(o Options) *Service {
	s := &Service{o, o.Store}
	o.Store.ShownAs(func(t texts) any { return textsOf(t) }).BeginsAs(s.beginning)
	return s
}

// patch applies the update to an item of some texts. A field's former key becomes the one
// that it has.
func (s *Service) patch(ctx context.Context, t *texts, item *Item, update Update) error {
	text.Clean(&update)
	was := *item
	updates.Apply(item, update)
	field, err := s.field(ctx, t.Page, t.Section, item.Type)
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

// field returns the field that an item of a type fills, nil where the model knows none.
func (s *Service) field(ctx context.Context, page, section, kind string) (*model.Field, error) {
	declared := s.o.Checker.Model
	if field := declared.Section(page, section).Find(kind); field != nil || page != model.Home {
		return field, nil
	}
	block, err := s.blockOf(ctx, section)
	if block == "" || err != nil {
		return nil, err
	}
	return declared.HomeFields(block).Find(kind), nil
}

// blockOf returns the block of a section of home, which a block of the model need not have been
// made; "" when there is no such section.
func (s *Service) blockOf(ctx context.Context, section string) (string, error) {
	block, err := s.o.BlockOf(ctx, section)
	if _, known := s.o.Checker.Model.Block(section); block == "" && known {
		block = section
	}
	return block, err
}

// OfPage returns a page's items by section, then order. A page that has none
// has an empty list.
func (s *Service) OfPage(ctx context.Context, page string) ([]Item, error) {
	return s.store.ofPage(ctx, page)
}

// All returns all items.
func (s *Service) All(ctx context.Context) ([]Item, error) { return s.store.list(ctx) }

// OfSection returns the items of one section of a page, by order.
func (s *Service) OfSection(ctx context.Context, page, section string) ([]Item, error) {
	return s.store.ofSection(ctx, page, section)
}

// Create adds an item. When page, section and type are taken it returns a Conflict, and
// an Invalid problem for a field that the model does not know.
func (s *Service) Create(ctx context.Context, item Item) (Item, error) {
	field, err := s.field(ctx, item.Page, item.Section, item.Type)
	if err != nil {
		return Item{}, err
	}
	if field == nil {
		return Item{}, errUnknown
	}
	return s.put(ctx, item.Page, item.Section, func(t *texts) (int, error) { return s.add(ctx, t, item) })
}

var errUnknown = problem.InvalidField("body.type",
	"The site has no such field there; see GET /api/content-model for those that it has.")

// Update changes an item; expected is the revision the caller began from.
func (s *Service) Update(ctx context.Context, id string, expected *int, update Update) (item Item, err error) {
	err = s.edit(ctx, id, expected, func(t *texts, at int) error {
		err := s.change(ctx, t, at, update)
		item = t.shown(at)
		return err
	})
	return item, err
}

// Delete removes an item; the page shows its own text again. expected is the revision the
// caller began from.
func (s *Service) Delete(ctx context.Context, id string, expected *int) error {
	return s.edit(ctx, id, expected, func(t *texts, at int) error {
		t.Items = slices.Delete(t.Items, at, at+1)
		return nil
	})
}

// edit changes the texts that have the item of an id; at is its place among them.
func (s *Service) edit(
	ctx context.Context, id string, expected *int, change func(t *texts, at int) error,
) error {
	found, err := s.store.One(ctx, documents.Equal("items.id", id))
	if err != nil {
		return err
	}
	return s.store.put(ctx, found.Page, found.Section, func(t *texts) error {
		at := slices.IndexFunc(t.Items, func(item Item) bool { return item.ID == id })
		if at < 0 {
			return problem.Missing(what)
		}
		if err := t.expect(expected, at); err != nil {
			return err
		}
		return change(t, at)
	})
}

// expect returns a Stale problem when expected names another revision than the item has.
func (t *texts) expect(expected *int, at int) error {
	if expected != nil && *expected != t.Items[at].Revision {
		return problem.StaleRevision(what, t.shown(at))
	}
	return nil
}

// Put sets the text of a field, whether it had one or not, and whether the model knows it
// or not. expected is the revision of the text that the caller began from, if it had one.
func (s *Service) Put(ctx context.Context, page, section, field string, expected *int, content string) (Item, error) {
	return s.put(ctx, page, section, func(t *texts) (int, error) {
		if at := t.find(field); at >= 0 {
			if err := t.expect(expected, at); err != nil {
				return at, err
			}
			return at, s.change(ctx, t, at, Update{Content: &content})
		}
		return s.add(ctx, t, Item{Type: field, Content: content, OrderIndex: 1})
	})
}

// put changes the texts of a section, and returns the item at the place that change returns.
func (s *Service) put(
	ctx context.Context, page, section string, change func(*texts) (at int, err error),
) (item Item, err error) {
	err = s.store.put(ctx, page, section, func(t *texts) error {
		at, err := change(t)
		if err == nil {
			item = t.shown(at)
		}
		return err
	})
	return item, err
}

// change applies an update to the item at a place.
func (s *Service) change(ctx context.Context, t *texts, at int, update Update) error {
	item := t.Items[at]
	if err := s.patch(ctx, t, &item, update); err != nil {
		return err
	}
	if other := t.find(item.Type); other >= 0 && other != at {
		return problem.New(problem.Conflict, "This field has other content under its present key; change that.")
	}
	if item != t.Items[at] {
		item.Revision++
		t.Items[at] = item
	}
	return nil
}

// add adds an item, gives it an id (unless it has one) and its first revision, and returns
// its place.
func (s *Service) add(ctx context.Context, t *texts, item Item) (at int, err error) {
	content, empty := item.Content, item.Empty
	item.Content = ""
	if err := s.patch(ctx, t, &item, Update{Content: &content, Empty: &empty}); err != nil {
		return 0, err
	}
	if t.find(item.Type) >= 0 {
		return 0, problem.New(problem.Conflict, "This field has content already; update it instead.")
	}
	if item.ID == "" {
		item.ID, item.Revision = mongodb.NewID(), 1
	}
	t.Items = append(t.Items, item)
	return len(t.Items) - 1, nil
}

// ShowIn has a snapshot show all page content, and for every page and section a view:
// "home" and "home/hero".
func (s *Service) ShowIn(snapshots *snapshot.Store) {
	snapshot.ShowPart(snapshots, name.Stored(), s.store.Collection, content)
}

func content(all []texts) snapshot.Content {
	items, views := itemsOf(all), map[string]any{}
	add := func(name string, item Item) {
		items, _ := views[name].([]Item)
		views[name] = append(items, item)
	}
	for i := range items {
		items[i].Revision = 0
		add(items[i].Page, items[i])
		if items[i].Section != "" {
			add(items[i].Page+"/"+items[i].Section, items[i])
		}
	}
	return snapshot.Content{Value: items, Views: views}
}

// Seed stores the items of a folder that are missing; their ids come from what makes them unique. It returns
// how many were.
func (s *Service) Seed(ctx context.Context, folder fs.FS) (int, error) {
	var items []Item
	if err := collection.ReadSeed(folder, name.Dashed()+".json", &items); err != nil {
		return 0, err
	}
	for i, item := range items {
		items[i].ID, items[i].Revision = documents.SeedID(name.Stored(), item.Page, item.Section, item.Type), 1
	}
	return s.store.add(ctx, items)
}
