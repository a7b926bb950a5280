package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// cache is a copy of a collection that is loaded once and then follows a change stream.
type cache struct {
	counts map[string]int32
	token  bson.Raw
}

// load opens a stream, so that nothing is missed, and reads everything.
func (c *cache) load(ctx context.Context, from *mongo.Collection) (*mongo.ChangeStream, error) {
	stream, err := from.Watch(ctx, mongo.Pipeline{}, options.ChangeStream().SetFullDocument(options.UpdateLookup))
	if err != nil {
		return nil, err
	}
	c.token = stream.ResumeToken()
	c.counts, err = stored(ctx, from)
	return stream, err
}

func stored(ctx context.Context, from *mongo.Collection) (map[string]int32, error) {
	cursor, err := from.Find(ctx, bson.M{})
	if err != nil {
		return nil, err
	}
	var all []struct {
		ID string `bson:"_id"`
		N  int32
	}
	if err := cursor.All(ctx, &all); err != nil {
		return nil, err
	}
	counts := map[string]int32{}
	for _, each := range all {
		counts[each.ID] = each.N
	}
	return counts, nil
}

// follow applies events until one is about the document "end" or the stream fails.
func (c *cache) follow(ctx context.Context, stream *mongo.ChangeStream) error {
	for stream.Next(ctx) {
		var event struct {
			Key struct {
				ID string `bson:"_id"`
			} `bson:"documentKey"`
			Full *struct{ N int32 } `bson:"fullDocument"`
		}
		if err := stream.Decode(&event); err != nil {
			return err
		}
		c.token = stream.ResumeToken()
		if event.Full == nil {
			delete(c.counts, event.Key.ID)
		} else {
			c.counts[event.Key.ID] = event.Full.N
		}
		if event.Key.ID == "end" {
			return nil
		}
	}
	return stream.Err()
}

// impatient returns the database by a client that soon gives up a store that is gone.
func impatient(t *testing.T, p *process) *mongo.Database {
	t.Helper()
	client, err := mongo.Connect(options.Client().ApplyURI(p.uri).SetServerSelectionTimeout(2 * time.Second))
	check(t, err)
	t.Cleanup(func() { _ = client.Disconnect(context.Background()) })
	return client.Database(p.mongodb.Name())
}

// A killed process has no memory of what it wrote: who followed it is told so, loads
// again, and has what is stored.
func TestReadersOfAKilledStoreLoadAgain(t *testing.T) {
	dir := t.TempDir()
	var known cache
	for life := range 2 {
		p := start(t, dir)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		c := impatient(t, p).Collection("counted")
		if life > 0 {
			_, err := c.Watch(ctx, mongo.Pipeline{}, options.ChangeStream().SetResumeAfter(known.token))
			var server mongo.ServerError
			if !errors.As(err, &server) || !server.HasErrorCode(286) {
				t.Fatalf("a token from before the end: %v, want that the history is lost", err)
			}
		}
		stream, err := known.load(ctx, c)
		check(t, err)
		const writers = 4
		ended := make(chan error, writers)
		for i := range writers {
			go func() {
				for n := 0; ; n++ {
					id := bson.M{"_id": fmt.Sprintf("%d/%d", i, n%10)}
					_, err := c.UpdateOne(ctx, id, bson.M{"$inc": bson.M{"n": 1}}, options.UpdateOne().SetUpsert(true))
					if err == nil && n%7 == 0 {
						_, err = c.DeleteOne(ctx, id)
					}
					if err == nil && n == 100 && i == 0 {
						err = p.cmd.Process.Kill()
					}
					if err != nil {
						ended <- err
						return
					}
				}
			}()
		}
		if err := known.follow(ctx, stream); err == nil || ctx.Err() != nil {
			t.Fatalf("the stream of a killed process ended with %v", err)
		}
		cancel()
		for range writers {
			<-ended
		}
		_ = p.end(t)
	}
	last := start(t, dir)
	c := last.mongodb.Collection("counted")
	stream, err := known.load(t.Context(), c)
	check(t, err)
	_, err = c.UpdateMany(t.Context(), bson.M{}, bson.M{"$inc": bson.M{"n": 1}})
	check(t, err)
	_, err = c.InsertOne(t.Context(), bson.M{"_id": "end", "n": int32(1)})
	check(t, err)
	check(t, known.follow(t.Context(), stream))
	now, err := stored(t.Context(), c)
	check(t, err)
	if !maps.Equal(known.counts, now) {
		t.Fatalf("the reader has %v, stored is %v", known.counts, now)
	}
}
