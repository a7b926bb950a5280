package pagecontent

import (
	"context"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
)

// Store keeps items in the collection "page_content"; page, section and type
// together are unique.
type Store struct {
	*mongodb.Documents[Item, *Item]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	db.Unique("page_content", false, "page", "section", "type")
	return &Store{mongodb.NewDocuments[Item](db, "page_content", "page content item")}
}

func (s *Store) list(ctx context.Context, filter bson.D) ([]Item, error) {
	items, err := s.Find(ctx, filter)
	for i := range items {
		items[i] = keyed(items[i])
	}
	slices.SortFunc(items, inOrder)
	return items, err
}

func (s *Store) ofPage(ctx context.Context, page string) ([]Item, error) {
	return s.list(ctx, bson.D{{Key: "page", Value: page}})
}

func (s *Store) ofSection(ctx context.Context, page, section string) ([]Item, error) {
	return s.list(ctx, bson.D{{Key: "page", Value: page}, {Key: "section", Value: section}})
}

func (s *Store) find(ctx context.Context, page, section, field string) (Item, error) {
	return s.First(ctx, bson.D{{Key: "page", Value: page}, {Key: "section", Value: section}, {Key: "type", Value: field}})
}

// seed stores items that are missing; their ids come from what makes them
// unique.
func (s *Store) seed(ctx context.Context, items []Item) (int, error) {
	for i, item := range items {
		items[i].ID = mongodb.SeedID("page_content", item.Page, item.Section, item.Type)
	}
	return s.InsertMissing(ctx, items)
}
