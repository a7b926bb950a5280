package migrate

import (
	"context"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
)

// Collection is where the database says which version its data has.
const Collection = "migrations"

const stateID = "data"

// State is what the database says of its data.
type State struct {
	// Version of the data; 0 when nothing was noted yet.
	Version int `bson:"version"`
	// Program is the version of the program that noted it.
	Program string `bson:"program"`
	// Restoring names the backup that is being restored; empty when none is.
	Restoring string `bson:"restoring"`
}

// Store reads and writes the State. Whoever writes holds a lease, or has the
// database for itself.
type Store struct{ c *mongo.Collection }

// NewStore returns the State's store. It does no I/O.
func NewStore(db *mongodb.Database) *Store { return &Store{db.Collection(Collection)} }

// State returns what is noted; a zero one when nothing is.
func (s *Store) State(ctx context.Context) (State, error) {
	var state State
	err := s.c.FindOne(ctx, bson.D{{Key: "_id", Value: stateID}}).Decode(&state)
	if err != nil && !mongodb.IsMissing(err) {
		return State{}, mongodb.Translate(fmt.Errorf("read the version of the data: %w", err))
	}
	return state, nil
}

// PutVersion notes the version that the data has now.
func (s *Store) PutVersion(ctx context.Context, version int, program string, now time.Time) error {
	return s.put(ctx, bson.D{{Key: "version", Value: version}, {Key: "program", Value: program}, {Key: "at", Value: now.UTC()}})
}

// PutRestoring notes which backup is being restored; an empty one ends it.
func (s *Store) PutRestoring(ctx context.Context, archive string) error {
	return s.put(ctx, bson.D{{Key: "restoring", Value: archive}})
}

func (s *Store) put(ctx context.Context, set bson.D) error {
	_, err := s.c.UpdateOne(ctx, bson.D{{Key: "_id", Value: stateID}}, bson.D{{Key: "$set", Value: set}}, options.UpdateOne().SetUpsert(true))
	if err != nil {
		return mongodb.Translate(fmt.Errorf("note the version of the data: %w", err))
	}
	return nil
}
