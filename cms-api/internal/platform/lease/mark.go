package lease

import (
	"context"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/storage"
)

// Mark tells every process that something goes on. Any number may set it at once,
// each for itself, and for a time: who is killed need not take it back.
type Mark struct {
	c    *mongo.Collection
	name string
}

// NewMark returns the mark of that name.
func NewMark(db *mongodb.Database, name string) *Mark { return &Mark{db.Collection("leases"), name} }

// Set sets the mark for owner, or keeps it, for as long as ttl.
func (m *Mark) Set(ctx context.Context, owner string, now time.Time, ttl time.Duration) error {
	mark := bson.D{
		{Key: "_id", Value: m.name + "/" + owner}, {Key: "owner", Value: owner}, {Key: "expires_at", Value: now.Add(ttl)},
	}
	if _, err := m.c.ReplaceOne(ctx, mark[:1], mark, options.Replace().SetUpsert(true)); err != nil {
		return fmt.Errorf("set the mark of %s: %w", m.name, storage.Translate(err))
	}
	return nil
}

// Clear takes back what owner has set.
func (m *Mark) Clear(ctx context.Context, owner string) error {
	if _, err := m.c.DeleteOne(ctx, bson.D{{Key: "_id", Value: m.name + "/" + owner}}); err != nil {
		return fmt.Errorf("clear the mark of %s: %w", m.name, storage.Translate(err))
	}
	return nil
}

// Any reports whether anybody has set the mark, and forgets what has expired.
func (m *Mark) Any(ctx context.Context, now time.Time) (bool, error) {
	ours := storage.IDsBelow(m.name)
	_, err := m.c.DeleteMany(ctx, bson.D{ours, {Key: "expires_at", Value: bson.D{{Key: "$lte", Value: now}}}})
	if err == nil {
		err = m.c.FindOne(ctx, bson.D{ours}).Err()
	}
	if err != nil && !storage.IsMissing(err) {
		return false, fmt.Errorf("look for the mark of %s: %w", m.name, storage.Translate(err))
	}
	return err == nil, nil
}
