package video

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
)

// Store keeps videos in the collection "videos".
type Store struct {
	docs *mongodb.Documents[Video, *Video]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	return &Store{docs: mongodb.NewDocuments[Video](db, "videos", "video")}
}

func (s *Store) all(ctx context.Context) ([]Video, error) {
	return s.docs.Find(ctx, bson.D{}, options.Find().SetSort(mongodb.Sorting("created_at", true)))
}

func (s *Store) page(ctx context.Context, page paging.Query) ([]Video, int, error) {
	field, descending, err := page.Order("-created_at", "created_at", "title", "category", "duration")
	if err != nil {
		return nil, 0, err
	}
	filter := bson.D{}
	if page.Q != "" {
		filter = append(filter, mongodb.Contains(page.Q, "title", "description", "category"))
	}
	return s.docs.Page(ctx, filter, mongodb.Sorting(field, descending), nil, page)
}

func (s *Store) get(ctx context.Context, id string) (Video, error) { return s.docs.Get(ctx, id) }

func (s *Store) insert(ctx context.Context, video *Video) error { return s.docs.Insert(ctx, video) }

func (s *Store) update(ctx context.Context, id string, expected *int, change func(*Video) error) (Video, error) {
	return s.docs.Update(ctx, id, expected, change)
}

func (s *Store) delete(ctx context.Context, id string) error { return s.docs.Delete(ctx, id) }

// seed stores videos that are missing; their ids come from their files.
func (s *Store) seed(ctx context.Context, videos []Video) (int, error) {
	for i, video := range videos {
		videos[i].ID = mongodb.SeedID("videos", video.File)
	}
	return s.docs.InsertMissing(ctx, videos)
}
