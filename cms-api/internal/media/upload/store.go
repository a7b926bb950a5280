package upload

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/storage"
)

// upload is a file that arrives in parts, by any number of requests to any process.
type upload struct {
	ID       string       `bson:"_id"`
	By       string       `bson:"by"` // the account that began it
	Name     string       `bson:"name"`
	Type     string       `bson:"type"` // as the sender named it
	Size     int64        `bson:"size"`
	Replaces string       `bson:"replaces,omitempty"` // the id of the document whose file it is to replace; empty: none
	Kind     library.Kind `bson:"kind,omitempty"`     // of that file
	Progress `bson:",inline"`
	Lock     lock `bson:"lock"`
}

// Progress is how far an upload has come. The bytes after its last part are in an object of their own, because a part
// has a least size.
type Progress struct {
	Offset    int64                  `bson:"offset"` // how many bytes are stored
	Hash      []byte                 `bson:"hash"`   // the state of their SHA-256
	Parts     objectstore.Unfinished `bson:"parts"`
	Tags      []string               `bson:"tags"`           // of the parts
	Tail      string                 `bson:"tail"`           // the key of that object; empty: none
	Media     string                 `bson:"media"`          // the id of the document, once there is one
	Sent      string                 `bson:"sent,omitempty"` // the SHA-256 of the whole then, in hexadecimal
	Continued time.Time              `bson:"continued_at"`
}

// uploads keeps uploads in the collection "uploads".
type uploads struct {
	db *mongodb.Database
	c  *mongo.Collection
}

func newUploads(db *mongodb.Database) uploads {
	db.Indexed("uploads", "by", "media")
	db.Indexed("uploads", "continued_at")
	return uploads{db, db.Collection("uploads")}
}

func byID(id string, more ...bson.E) bson.D { return append(bson.D{{Key: "_id", Value: id}}, more...) }

func ownedBy(owner string) bson.E { return bson.E{Key: "lock.owner", Value: owner} }

// free is the condition that no request has the lock at a time of the database's clock.
func free(now time.Time) bson.E {
	return bson.E{Key: "lock.expires_at", Value: bson.D{{Key: "$lte", Value: now}}}
}

func (s uploads) add(ctx context.Context, u upload) error {
	_, err := s.c.InsertOne(ctx, u)
	return storage.Wrap("store in", "uploads", err)
}

// get returns an upload, and false when there is none.
func (s uploads) get(ctx context.Context, id string) (upload, bool, error) {
	return mongodb.GetIn[upload](ctx, s.c, id)
}

// open counts what an account has begun and not finished.
func (s uploads) open(ctx context.Context, by string) (int, error) {
	count, err := s.c.CountDocuments(ctx, bson.D{{Key: "by", Value: by}, {Key: "media", Value: ""}})
	return int(count), storage.Wrap("count", "uploads", err)
}

// advance stores how far an upload has come. It returns storage.ErrLeaseLost when its lock is no longer the owner's.
func (s uploads) advance(ctx context.Context, id, owner string, p Progress) error {
	taken, err := s.set(ctx, byID(id, ownedBy(owner)), p)
	if err == nil && !taken {
		err = storage.ErrLeaseLost
	}
	return err
}

func (s uploads) set(ctx context.Context, filter bson.D, fields any) (bool, error) {
	result, err := s.c.UpdateOne(ctx, filter, bson.D{{Key: "$set", Value: fields}})
	return err == nil && result.MatchedCount > 0, storage.Wrap("store in", "uploads", err)
}

// remove forgets an upload. It returns false when there is none that the conditions match.
func (s uploads) remove(ctx context.Context, id string, more ...bson.E) (bool, error) {
	result, err := s.c.DeleteOne(ctx, byID(id, more...))
	return err == nil && result.DeletedCount > 0, storage.Wrap("delete from", "uploads", err)
}

// all returns all uploads.
func (s uploads) all(ctx context.Context) ([]upload, error) {
	return mongodb.FindIn[upload](ctx, s.c, bson.D{})
}

// removeStale forgets an upload unless it was continued since a time, or a request has it now.
func (s uploads) removeStale(ctx context.Context, id string, since time.Time) (bool, error) {
	now, err := s.db.Now(ctx)
	if err != nil {
		return false, err
	}
	return s.remove(ctx, id, free(now), bson.E{Key: "continued_at", Value: bson.D{{Key: "$lt", Value: since}}})
}
