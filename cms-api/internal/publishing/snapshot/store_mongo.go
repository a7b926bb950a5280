package snapshot

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
)

// item names what changed: a part, or an article by its id.
type item struct{ Part, ID string }

// write is an item that somebody wrote; By is the account's id, empty where no
// account did.
type write struct {
	Part string `bson:"part"`
	ID   string `bson:"id"`
	By   string `bson:"by,omitempty"`
}

func (w write) item() item { return item{w.Part, w.ID} }

// itemsOf returns each item of the writes once.
func itemsOf(writes []write) []item {
	set := make(map[item]struct{}, len(writes))
	for _, w := range writes {
		set[w.item()] = struct{}{}
	}
	return slices.Collect(maps.Keys(set))
}

// State is the content revision that all replicas share, and what changed with
// each revision: a log in the database.
type State struct {
	log *mongodb.Log[[]write]
	// loads has the fingerprint of what each process loaded when it started.
	loads *mongodb.Log[string]
	db    *mongodb.Database
	woken <-chan struct{} // after an entry was added to either
}

// NewState returns the shared state in db. It does no I/O.
func NewState(db *mongodb.Database) *State {
	before := func(ctx context.Context) (int64, error) { return countedBefore(ctx, db) }
	s := &State{log: mongodb.NewLog[[]write](db, "content", before), loads: mongodb.NewLog[string](db, "content_loads", nil), db: db}
	s.woken = db.Woken(s.log.Writes(), s.loads.Writes())
	return s
}

// countedBefore returns the revision that earlier versions of this program kept
// in a document of its own, so that revisions go on from there.
func countedBefore(ctx context.Context, db *mongodb.Database) (int64, error) {
	var state struct {
		Revision int64 `bson:"revision"`
	}
	err := db.Collection("content_state").FindOne(ctx, bson.D{{Key: "_id", Value: "content"}}).Decode(&state)
	if err != nil && !mongodb.IsMissing(err) {
		return 0, fmt.Errorf("read the content revision: %w", err)
	}
	return state.Revision, nil
}

// bump makes a new revision in which the items changed.
func (s *State) bump(ctx context.Context, writes []write) (int64, error) {
	return s.log.Append(ctx, writes)
}

// Replaced tells every process that any of the content may have changed, for who
// has written around the resources: each of them compares everything.
func (s *State) Replaced(ctx context.Context) error {
	if _, err := s.log.Append(ctx, []write{}); err != nil {
		return err
	}
	_, err := s.loads.Append(ctx, "") // no content has this fingerprint
	return err
}

// revision returns the present revision, 0 before the first bump.
func (s *State) revision(ctx context.Context) (int64, error) { return s.log.Head(ctx) }

// since returns what changed with each revision after seen, and the last of
// these revisions. Complete is false when that is no longer known; revision is
// then the present one.
func (s *State) since(ctx context.Context, seen int64) (revisions [][]write, revision int64, complete bool, err error) {
	return s.log.Since(ctx, seen)
}
