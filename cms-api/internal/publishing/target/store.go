package target

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
)

// store remembers how targets stand, for people who ask another process.
type store struct{ statuses *mongo.Collection }

func (s store) put(ctx context.Context, status Status) error {
	return mongodb.PutIn(ctx, s.statuses, status.Target, status)
}

// maxTargets bounds what is read; there are a handful, and some that were
// configured once.
const maxTargets = 200

func (s store) all(ctx context.Context) ([]Status, error) {
	return mongodb.FindIn[Status](ctx, s.statuses, bson.D{}, options.Find().SetLimit(maxTargets))
}
