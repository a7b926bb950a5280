package social

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
)

// Store keeps links in the collection "social_links".
type Store struct {
	docs *mongodb.Documents[Link, *Link]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	return &Store{docs: mongodb.NewDocuments[Link](db, "social_links", "social link")}
}

func (s *Store) all(ctx context.Context) ([]Link, error) {
	links, err := s.docs.Find(ctx, bson.D{}, options.Find().SetSort(mongodb.Sorting("order_index", false)))
	for i := range links {
		links[i] = links[i].public()
	}
	return links, err
}

func (s *Store) insert(ctx context.Context, link *Link) error { return s.docs.Insert(ctx, link) }

func (s *Store) update(ctx context.Context, id string, expected *int, change func(*Link) error) (Link, error) {
	return s.docs.Update(ctx, id, expected, change)
}

func (s *Store) delete(ctx context.Context, id string) error { return s.docs.Delete(ctx, id) }

// seed stores links that are missing; their ids come from platform and address.
func (s *Store) seed(ctx context.Context, links []Link) (int, error) {
	for i, link := range links {
		links[i].ID = mongodb.SeedID("social_links", link.Platform, link.URL)
	}
	return s.docs.InsertMissing(ctx, links)
}
