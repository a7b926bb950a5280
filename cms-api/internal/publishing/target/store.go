package target

import (
	"context"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
)

// store remembers how targets stand, for people who ask another process.
type store struct {
	statuses *mongo.Collection
}

func newStore(db *mongodb.Database) *store { return &store{db.Collection("publish_targets")} }

func (s *store) put(ctx context.Context, status Status) error {
	_, err := s.statuses.ReplaceOne(ctx, bson.M{"_id": status.Target}, status, options.Replace().SetUpsert(true))
	if err != nil {
		return fmt.Errorf("store how a target stands: %w", mongodb.Translate(err))
	}
	return nil
}

// maxTargets bounds what is read; there are a handful, and some that were
// configured once.
const maxTargets = 200

func (s *store) all(ctx context.Context) ([]Status, error) {
	return mongodb.FindIn[Status](ctx, s.statuses, bson.D{}, options.Find().SetLimit(maxTargets))
}
