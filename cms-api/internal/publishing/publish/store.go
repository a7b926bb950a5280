package publish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/lease"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/views"
)

// keepRecords is how many releases are remembered.
const keepRecords = 1000

const (
	stateID = "publisher"
	pinID   = "pin"
)

// store is what the service remembers in MongoDB. But for the pin nothing in it is
// needed to publish: it keeps replicas from doing the same work, and tells people.
type store struct {
	lease, lock      *lease.Lease // of the process that dispatches; to change the pin and what is live
	states, releases *mongo.Collection
	// changed is notified of what other processes write to states.
	changed <-chan struct{}
}

func newStore(db *mongodb.Database) *store {
	return &store{
		lease:    lease.New(db, "publish"),
		lock:     lease.New(db, "publish/live"),
		states:   db.Collection("publish_state"),
		releases: db.Collection("releases"),
		changed:  db.Notified(views.Writes{Collection: "publish_state"}),
	}
}

// stored is the last report, for replicas that did not get it.
type stored struct {
	Report     Report    `bson:"report"`
	ReportedAt time.Time `bson:"reported_at"`
}

func (s *store) putState(ctx context.Context, state stored) error {
	return mongodb.PutIn(ctx, s.states, stateID, state)
}

// state returns the last report of the publisher; a zero one when there is none.
func (s *store) state(ctx context.Context) (stored, error) {
	state, _, err := mongodb.GetIn[stored](ctx, s.states, stateID)
	return state, err
}

// putRelease stores a release once. The replica that knows who asked for it, and what it
// changed, adds that.
func (s *store) putRelease(ctx context.Context, p Published) error {
	_, err := s.releases.InsertOne(ctx, p)
	if storage.IsDuplicate(err) {
		err = nil
		if p.By != "" {
			err = s.complete(ctx, p.Release, bson.E{Key: "by", Value: ""}, bson.D{{Key: "by", Value: p.By}})
		}
		if p.Known {
			unknown := bson.E{Key: "changes_known", Value: bson.D{{Key: "$ne", Value: true}}}
			err = errors.Join(err, s.complete(ctx, p.Release, unknown, p.ChangeSet))
		}
	}
	if err != nil {
		return fmt.Errorf("store a release: %w", storage.Translate(err))
	}
	return nil
}

// complete adds members to what is remembered of a release, where they are unknown.
func (s *store) complete(ctx context.Context, id string, unknown bson.E, members any) error {
	_, err := s.releases.UpdateOne(ctx, bson.D{{Key: "_id", Value: id}, unknown}, bson.D{{Key: "$set", Value: members}})
	return err
}

// releasesBetween returns the newest releases from one to another, both included,
// the newest first.
func (s *store) releasesBetween(ctx context.Context, older, newer string, limit int64) ([]Published, error) {
	where := bson.D{{Key: "_id", Value: bson.D{{Key: "$gte", Value: older}, {Key: "$lte", Value: newer}}}}
	newest := options.Find().SetSort(mongodb.Sorting("_id", true)).SetLimit(limit)
	found, err := mongodb.FindIn[Published](ctx, s.releases, where, newest)
	return onlyKnown(found), err
}

// onlyKnown leaves out changes that are not known.
func onlyKnown(found []Published) []Published {
	for i := range found {
		if !found[i].Known {
			found[i].Changes = nil
		}
	}
	return found
}

// releasesOf returns a stretch of the releases that contain a text or are of one
// of the editors, and how many there are in all.
func (s *store) releasesOf(
	ctx context.Context, text string, editors []string, descending bool, window paging.Window,
) ([]Published, int, error) {
	sort := mongodb.Sorting("_id", descending) // ids begin with their time
	if text == "" {
		found, total, err := mongodb.PageOf[Published](ctx, s.releases, bson.D{}, sort, nil, window)
		return onlyKnown(found), total, err
	}
	contains := mongodb.Containing(text, "_id", "by", "changed_routes", "changes.title")
	wanted := func(raw bson.Raw) bool { return contains(raw) || editedByOne(raw, editors) }
	found, total, err := mongodb.SearchIn[Published](ctx, s.releases, bson.D{}, sort, nil, window, wanted)
	return onlyKnown(found), total, err
}

// editedByOne reports whether a stored release has changes by one of the editors.
func editedByOne(raw bson.Raw, editors []string) bool {
	var release struct {
		Editors []string `bson:"editors"`
	}
	err := bson.Unmarshal(raw, &release)
	return err == nil && slices.ContainsFunc(release.Editors, func(id string) bool { return slices.Contains(editors, id) })
}

// trim forgets all but the newest records.
func (s *store) trim(ctx context.Context) error {
	opts := options.FindOne().SetSort(bson.M{"_id": -1}).SetSkip(keepRecords).SetProjection(bson.M{"_id": 1})
	var oldest struct {
		ID string `bson:"_id"`
	}
	err := s.releases.FindOne(ctx, bson.M{}, opts).Decode(&oldest)
	if err == nil {
		_, err = s.releases.DeleteMany(ctx, bson.M{"_id": bson.M{"$lte": oldest.ID}})
	}
	if err != nil && !storage.IsMissing(err) {
		return fmt.Errorf("trim releases: %w", storage.Translate(err))
	}
	return nil
}

// pin returns the pin; nil when there is none.
func (s *store) pin(ctx context.Context) (*pin, error) {
	h, found, err := mongodb.GetIn[pin](ctx, s.states, pinID)
	if !found {
		return nil, err
	}
	return &h, nil
}

// swapPin replaces the pin that was read, nil for none. It returns a
// Conflict problem when the database has another one by now, which stays.
func (s *store) swapPin(ctx context.Context, was, next *pin) error {
	next.ID = pinID
	var err error
	if was == nil {
		_, err = s.states.InsertOne(ctx, next)
	} else {
		err = s.states.FindOneAndReplace(ctx, pinOf(was.Token), next).Err()
	}
	if storage.IsDuplicate(err) || storage.IsMissing(err) {
		return problem.Wrap(problem.Conflict, err, "Somebody else has just changed which release is live. Try again.")
	}
	if err != nil {
		return fmt.Errorf("store the pin: %w", storage.Translate(err))
	}
	return nil
}

// deletePin ends the pin of that token; another one stays.
func (s *store) deletePin(ctx context.Context, token string) error {
	return mongodb.DeleteIn(ctx, s.states, pinOf(token))
}

func pinOf(token string) bson.D {
	return bson.D{{Key: "_id", Value: pinID}, {Key: "token", Value: token}}
}
