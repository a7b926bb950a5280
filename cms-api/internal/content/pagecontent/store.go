package pagecontent

import (
	"context"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/storage"
)

// Store keeps texts.
type Store struct {
	*documents.Collection[texts, *texts]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	s := &Store{documents.New[texts](db, name.Stored(), what).Versioned().
		Guarded(collection.Needs[texts](access.ContentPublish))}
	db.Migrate(s.migrate)
	return s
}

func (s *Store) list(ctx context.Context, where ...documents.Condition) ([]Item, error) {
	all, err := s.All(ctx, "id", where...)
	return itemsOf(all), err
}

func (s *Store) ofPage(ctx context.Context, page string) ([]Item, error) {
	return s.list(ctx, documents.Equal("page", page))
}

func (s *Store) ofSection(ctx context.Context, page, section string) ([]Item, error) {
	return s.list(ctx, documents.Equal("_id", idOf(page, section)))
}

// put changes the texts of a section, which need not have any.
func (s *Store) put(ctx context.Context, page, section string, change func(*texts) error) error {
	_, err := s.putAt(ctx, page, section, documents.Write{By: access.By(ctx)}, change)
	return err
}

// putAt is put for who began from a revision, 0 where there was no text.
func (s *Store) putAt(
	ctx context.Context, page, section string, w documents.Write, change func(*texts) error,
) (texts, error) {
	made, err := s.Upsert(ctx, idOf(page, section), w, func(t *texts) error {
		t.Page, t.Section = page, section
		return change(t)
	})
	if made.Before.ID == "" {
		return changes.Done(ctx, made, err)
	}
	was, is := made.Before.Values(), made.After.Values()
	for _, name := range documents.DifferingValues(was, is) {
		if was[name] == nil || is[name] == nil {
			changes.Edited(ctx, &made.After, nil)
		} else {
			changes.Edited(ctx, is[name], documents.Differing(was[name], is[name]))
		}
	}
	return made.After, err
}

// add stores the items whose types their sections lack, and returns how many that were.
func (s *Store) add(ctx context.Context, items []Item) (int, error) {
	sections := map[[2]string][]Item{}
	for _, item := range items {
		at := [2]string{item.Page, item.Section}
		sections[at] = append(sections[at], item)
	}
	count := 0
	for at, items := range sections {
		var added int
		err := s.put(ctx, at[0], at[1], func(t *texts) error {
			added = 0
			for _, item := range items {
				if t.find(item.Type) < 0 {
					t.Items = append(t.Items, item)
					added++
				}
			}
			return nil
		})
		if err != nil {
			return count, err
		}
		count += added
	}
	return count, nil
}

// separate is an item that is stored as a document, as earlier versions did.
type separate struct {
	ID      string `bson:"_id"`
	Page    string `bson:"page"`
	Section string `bson:"section"`
	Item    Item   `bson:",inline"`
}

func (s *Store) separate(ctx context.Context, where ...bson.E) ([]separate, error) {
	filter := append(bson.D{{Key: "type", Value: bson.D{{Key: "$exists", Value: true}}}}, where...)
	return mongodb.FindIn[separate](ctx, s.Raw(), filter)
}

// migrate moves items that are stored one a document to those of their sections.
func (s *Store) migrate(ctx context.Context) error {
	for {
		found, err := s.separate(ctx)
		if err != nil || len(found) == 0 {
			return err
		}
		page, section := found[0].Page, found[0].Section
		var ids []string
		for _, each := range found {
			if each.Page == page && each.Section == section {
				ids = append(ids, each.ID)
			}
		}
		if err := s.move(ctx, page, section, ids); err != nil {
			return err
		}
	}
}

// move moves separate items of a section. Each is read again when the section has been: one
// that is gone by then was moved by another process, in which people may have changed it since.
// It is deleted as it was moved; one that an earlier version has changed meanwhile stays.
func (s *Store) move(ctx context.Context, page, section string, ids []string) error {
	var found []separate
	err := s.put(ctx, page, section, func(t *texts) (err error) {
		found, err = s.separate(ctx, bson.E{Key: "_id", Value: bson.D{{Key: "$in", Value: ids}}})
		for _, each := range found {
			item := each.Item
			item.ID = each.ID
			at := slices.IndexFunc(t.Items, func(other Item) bool { return other.ID == item.ID })
			switch {
			case at >= 0 && t.Items[at].Revision < item.Revision:
				t.Items[at] = item
			case at < 0 && t.find(item.Type) < 0:
				t.Items = append(t.Items, item)
			}
		}
		return err
	})
	for _, each := range found {
		if err != nil {
			break
		}
		revision := bson.A{each.Item.Revision}
		if each.Item.Revision == 0 {
			revision = append(revision, nil) // it has none
		}
		_, err = s.Raw().DeleteOne(ctx, bson.D{
			{Key: "_id", Value: each.ID}, {Key: "revision", Value: bson.D{{Key: "$in", Value: revision}}},
		})
	}
	return storage.Translate(err)
}
