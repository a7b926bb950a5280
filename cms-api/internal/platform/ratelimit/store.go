package ratelimit

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

// Limiter counts tries, in the collection "rate_limits".
type Limiter struct {
	c   *mongo.Collection
	now func() time.Time
	// Refused, unless nil, is called with the name of a limit that refused a try.
	Refused func(name string)
}

// New returns a Limiter.
func New(db *mongodb.Database, now func() time.Time) *Limiter {
	db.Expires("rate_limits", "until")
	return &Limiter{c: db.Collection("rate_limits"), now: now}
}

type counter struct {
	ID    string    `bson:"_id"`
	Count int       `bson:"count"`
	Until time.Time `bson:"until"`
}

// count adds one and returns the counter. Beyond the limit nothing is written:
// whoever is refused costs one read.
func (l *Limiter) count(ctx context.Context, id string, limit Limit, now time.Time) (counter, error) {
	var found counter
	for {
		counted, err := l.tryCount(ctx, id, limit, now, &found)
		if counted || err != nil {
			return found, err
		}
	}
}

// tryCount returns false when somebody else began or ended a window meanwhile.
func (l *Limiter) tryCount(ctx context.Context, id string, limit Limit, now time.Time, into *counter) (bool, error) {
	var was counter
	err := l.c.FindOne(ctx, bson.D{{Key: "_id", Value: id}}).Decode(&was)
	if storage.IsMissing(err) {
		*into = counter{ID: id, Count: 1, Until: now.Add(limit.Window)}
		_, err = l.c.InsertOne(ctx, *into)
		if storage.IsDuplicate(err) {
			return false, nil
		}
		return true, failed(err)
	}
	if err != nil {
		return false, failed(err)
	}
	// A window that ends later than any that could begin now is that of a clock that
	// has been set back since; replicas' clocks may differ by one window.
	live := was.Until.After(now) && !was.Until.After(now.Add(2*limit.Window))
	if live && was.Count > limit.Count {
		*into = was
		return true, nil
	}
	update := bson.D{{Key: "$inc", Value: bson.D{{Key: "count", Value: 1}}}}
	if !live {
		update = bson.D{{Key: "$set", Value: bson.D{{Key: "count", Value: 1}, {Key: "until", Value: now.Add(limit.Window)}}}}
	}
	filter := bson.D{{Key: "_id", Value: id}, {Key: "until", Value: was.Until}}
	err = l.c.FindOneAndUpdate(ctx, filter, update, options.FindOneAndUpdate().SetReturnDocument(options.After)).
		Decode(into)
	if storage.IsMissing(err) {
		return false, nil
	}
	return true, failed(err)
}

func (l *Limiter) uncount(ctx context.Context, id string) error {
	filter := bson.D{{Key: "_id", Value: id}, {Key: "count", Value: bson.D{{Key: "$gt", Value: 0}}}}
	_, err := l.c.UpdateOne(ctx, filter, bson.D{{Key: "$inc", Value: bson.D{{Key: "count", Value: -1}}}})
	return failed(err)
}

func failed(err error) error {
	if err == nil {
		return nil
	}
	return storage.Translate(fmt.Errorf("count tries: %w", err))
}
