package snapshot

import (
	"context"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/mongodb"
)

const (
	stateID = "content"
	// The list of recent changes is cut back to keepRecent once it is longer
	// than maxRecent. A replica that is further behind compares everything.
	keepRecent = 128
	maxRecent  = 256
)

// item names what changed: a part, or an article by its id.
type item struct {
	Part string `bson:"part"`
	ID   string `bson:"id"`
}

// State is the content revision that all replicas share: one document of the
// collection content_state. Its list of recent changes ends with the change
// that made the present revision; the one before it made the revision before.
type State struct {
	collection *mongo.Collection
}

type stateDocument struct {
	Revision int64  `bson:"revision"`
	Recent   []item `bson:"recent"`
}

// NewState returns the shared state in db. It does no I/O.
func NewState(db *mongodb.Database) *State {
	return &State{collection: db.Collection("content_state")}
}

// bump counts the items as one revision each and returns the last revision.
func (s *State) bump(ctx context.Context, items []item) (int64, error) {
	update := bson.M{
		"$inc":  bson.M{"revision": int64(len(items))},
		"$push": bson.M{"recent": bson.M{"$each": items}},
	}
	opts := options.FindOneAndUpdate().SetUpsert(true).SetReturnDocument(options.After)
	var state stateDocument
	err := s.collection.FindOneAndUpdate(ctx, bson.M{"_id": stateID}, update, opts).Decode(&state)
	if mongodb.IsDuplicate(err) {
		// Another replica made the document at the same moment.
		err = s.collection.FindOneAndUpdate(ctx, bson.M{"_id": stateID}, update, opts).Decode(&state)
	}
	if err != nil {
		return 0, fmt.Errorf("bump the content revision: %w", mongodb.Translate(err))
	}
	if len(state.Recent) > maxRecent {
		s.cut(ctx, state)
	}
	return state.Revision, nil
}

// cut shortens the list of recent changes unless somebody bumped meanwhile, who
// will then cut. The embedded database has no $slice, so this is a write of its
// own; that it happens is not needed for anything.
func (s *State) cut(ctx context.Context, state stateDocument) {
	recent := state.Recent[len(state.Recent)-keepRecent:]
	filter := bson.M{"_id": stateID, "revision": state.Revision}
	_, _ = s.collection.UpdateOne(ctx, filter, bson.M{"$set": bson.M{"recent": recent}})
}

// revision returns the present revision, 0 before the first bump.
func (s *State) revision(ctx context.Context) (int64, error) {
	revision, _, _, err := s.since(ctx, -1)
	return revision, err
}

// since returns the present revision and what changed after seen. Complete is
// false when that is no longer known.
func (s *State) since(ctx context.Context, seen int64) (revision int64, items []item, complete bool, err error) {
	var state stateDocument
	filter := bson.M{"_id": stateID, "revision": bson.M{"$ne": seen}}
	err = s.collection.FindOne(ctx, filter).Decode(&state)
	if mongodb.IsMissing(err) {
		return max(seen, 0), nil, true, nil
	}
	if err != nil {
		return 0, nil, false, fmt.Errorf("read the content revision: %w", mongodb.Translate(err))
	}
	behind := state.Revision - seen
	if behind < 0 || behind > int64(len(state.Recent)) {
		return state.Revision, nil, false, nil
	}
	return state.Revision, state.Recent[int64(len(state.Recent))-behind:], true, nil
}
