package pagecontent

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
)

// Store keeps texts in the collection "page_content".
type Store struct {
	*mongodb.Documents[texts, *texts]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	s := &Store{mongodb.NewDocuments[texts](db, "page_content", what).Kept()}
	db.Migrate(s.migrate)
	return s
}

func (s *Store) list(ctx context.Context, where ...mongodb.Condition) ([]Item, error) {
	all, err := s.All(ctx, "id", where...)
	return itemsOf(all), err
}

func (s *Store) ofPage(ctx context.Context, page string) ([]Item, error) {
	return s.list(ctx, mongodb.Equal("page", page))
}

func (s *Store) ofSection(ctx context.Context, page, section string) ([]Item, error) {
	return s.list(ctx, mongodb.Equal("_id", idOf(page, section)))
}

// put changes the texts of a section, which need not have any.
func (s *Store) put(ctx context.Context, page, section string, change func(*texts) error) error {
	_, err := s.Upsert(ctx, idOf(page, section), nil, func(t *texts) error {
		t.Page, t.Section = page, section
		return change(t)
	})
	return err
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

// migrate moves items that are stored one a document, as earlier versions did, to those of
// their sections.
func (s *Store) migrate(ctx context.Context) error {
	separate := bson.D{{Key: "type", Value: bson.D{{Key: "$exists", Value: true}}}}
	found, err := mongodb.FindIn[struct {
		ID      string `bson:"_id"`
		Page    string
		Section string
		Text    Item `bson:",inline"`
	}](ctx, s.Raw(), separate)
	if err != nil || len(found) == 0 {
		return err
	}
	items, ids := make([]Item, len(found)), make([]string, len(found))
	for i, each := range found {
		items[i], ids[i] = each.Text, each.ID
		items[i].ID, items[i].Page, items[i].Section = each.ID, each.Page, each.Section
	}
	if _, err := s.add(ctx, items); err != nil {
		return err
	}
	_, err = s.Raw().DeleteMany(ctx, bson.D{{Key: "_id", Value: bson.D{{Key: "$in", Value: ids}}}})
	return mongodb.Translate(err)
}
