package doctor

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"academy/cms-api/internal/platform/mongodb"
)

// facts are what a database says of itself.
type facts struct {
	Version    string
	Embedded   bool
	ReplicaSet string        // its name; empty when there is none
	Clock      time.Time     // zero when it does not say
	RoundTrip  time.Duration // the shortest of some
}

// roundTrips are made: one alone may have waited for a processor.
const roundTrips = 5

func askDatabase(ctx context.Context, db *mongodb.Database) (facts, error) {
	var build struct {
		Version string `bson:"version"`
		Ferret  string `bson:"ferretdbVersion"`
	}
	if err := db.Raw().RunCommand(ctx, bson.D{{Key: "buildInfo", Value: 1}}).Decode(&build); err != nil {
		return facts{}, err
	}
	var hello struct {
		SetName   string    `bson:"setName"`
		LocalTime time.Time `bson:"localTime"`
	}
	shortest := time.Duration(math.MaxInt64)
	for range roundTrips {
		begun := time.Now()
		if err := db.Raw().RunCommand(ctx, bson.D{{Key: "hello", Value: 1}}).Decode(&hello); err != nil {
			return facts{}, err
		}
		shortest = min(shortest, time.Since(begun))
	}
	return facts{
		Version: build.Version, Embedded: build.Ferret != "",
		ReplicaSet: hello.SetName, Clock: hello.LocalTime, RoundTrip: shortest,
	}, nil
}

// probeCollection exists wherever cms-api has ever run.
const probeCollection = "leases"

// tryDatabase writes a document, reads it back and removes it, and the collection
// too when it was not there.
func tryDatabase(ctx context.Context, db *mongodb.Database) (err error) {
	names, err := db.Raw().ListCollectionNames(ctx, bson.D{})
	if err != nil {
		return fmt.Errorf("list the collections: %w", err)
	}
	c := db.Collection(probeCollection)
	id := bson.D{{Key: "_id", Value: ProbePrefix + mongodb.NewID()}}
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if _, gone := c.DeleteOne(ending, id); gone != nil && err == nil {
			err = fmt.Errorf("remove a document: %w", gone)
		}
		if err == nil && !slices.Contains(names, probeCollection) {
			err = c.Drop(ending)
		}
	}()
	if _, err := c.InsertOne(ctx, id); err != nil {
		return fmt.Errorf("write a document: %w", err)
	}
	if err := c.FindOne(ctx, id).Err(); err != nil {
		return fmt.Errorf("read a document: %w", err)
	}
	return nil
}

// MongoDB's codes for who is not let in.
const (
	codeUnauthorized = 13
	codeNoSuchUser   = 18
)

// refused reports whether the database does not let us in, or not do this.
func refused(err error) bool {
	var server mongo.ServerError
	return errors.As(err, &server) && (server.HasErrorCode(codeUnauthorized) || server.HasErrorCode(codeNoSuchUser))
}
