package proxy_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

const (
	clients    = 8
	increments = 40 // of each client
)

// TestMain lets the test binary be a second process that writes.
func TestMain(m *testing.M) {
	if uri := os.Getenv("PROXY_TEST_INCREMENT"); uri != "" {
		client, err := mongo.Connect(options.Client().ApplyURI(uri))
		if err == nil {
			err = incrementByAll(context.Background(), client.Database("test").Collection("counters"))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// each runs a function for 0 to n-1 at the same time.
func each(n int, do func(i int) error) error {
	failed := make([]error, n)
	var running sync.WaitGroup
	for i := range n {
		running.Go(func() { failed[i] = do(i) })
	}
	running.Wait()
	return errors.Join(failed...)
}

func incrementByAll(ctx context.Context, c *mongo.Collection) error {
	return each(clients, func(int) error {
		for range increments {
			if _, err := c.UpdateOne(ctx, d("_id", "one"), d("$inc", d("n", 1))); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestIncrementsOfTwoProcessesAreAllCounted(t *testing.T) {
	s := startStore(t, t.TempDir())
	c := s.connect(t).Collection("counters")
	ctx := t.Context()
	_, err := c.InsertOne(ctx, d("_id", "one", "n", 0))
	check(t, err)
	other := exec.CommandContext(ctx, os.Args[0])
	other.Env = append(os.Environ(), "PROXY_TEST_INCREMENT="+s.uri)
	other.Stderr = os.Stderr
	check(t, other.Start())
	check(t, incrementByAll(ctx, c))
	check(t, other.Wait())
	if n := numberOf(t, c, d("_id", "one"), "n"); n != 2*clients*increments {
		t.Fatalf("counted %d of %d", n, 2*clients*increments)
	}
}

func numberOf(t *testing.T, c *mongo.Collection, filter bson.D, field string) int64 {
	t.Helper()
	raw, err := c.FindOne(t.Context(), filter).Raw()
	check(t, err)
	return raw.Lookup(field).AsInt64()
}

// Each filter finds the document in another way: by index, by index and a condition,
// and by a scan.
func TestIncrementsByAnyFilterAreAllCounted(t *testing.T) {
	for name, filter := range map[string]bson.D{
		"by id": d("_id", 7), "by id and more": d("_id", 7, "kind", "x"), "by another field": d("kind", "x"),
		"by text id and more": d("_id", "seven", "kind", "y"),
	} {
		t.Run(name, func(t *testing.T) {
			c := start(t).Collection("counters")
			ctx := t.Context()
			_, err := c.InsertMany(ctx, []any{d("_id", 7, "kind", "x", "n", 0), d("_id", "seven", "kind", "y", "n", 0)})
			check(t, err)
			check(t, each(clients, func(i int) error {
				for range 25 {
					if i%2 == 0 {
						if err := c.FindOneAndUpdate(ctx, filter, d("$inc", d("n", 1))).Err(); err != nil {
							return err
						}
						continue
					}
					result, err := c.UpdateMany(ctx, filter, d("$inc", d("n", 1)))
					if err != nil || result.MatchedCount != 1 || result.ModifiedCount != 1 {
						return fmt.Errorf("%+v, %w", result, err)
					}
				}
				return nil
			}))
			if n := numberOf(t, c, filter, "n"); n != clients*25 {
				t.Fatalf("counted %d of %d", n, clients*25)
			}
		})
	}
}

// Whoever is acknowledged to have replaced a revision is the only one.
func TestCompareAndSetIsWonOnce(t *testing.T) {
	c := start(t).Collection("documents")
	ctx := t.Context()
	_, err := c.InsertOne(ctx, d("_id", "one", "revision", 0))
	check(t, err)
	var won atomic.Int64
	check(t, each(clients, func(int) error {
		for range 50 {
			raw, err := c.FindOne(ctx, d("_id", "one")).Raw()
			if err != nil {
				return err
			}
			seen := raw.Lookup("revision").AsInt64()
			result, err := c.ReplaceOne(ctx, d("_id", "one", "revision", seen), d("revision", seen+1))
			if err != nil {
				return err
			}
			won.Add(result.ModifiedCount)
		}
		return nil
	}))
	if n := numberOf(t, c, d("_id", "one"), "revision"); n != won.Load() || n == 0 {
		t.Fatalf("%d were acknowledged, the revision is %d", won.Load(), n)
	}
}

func TestUpsertsOverAUniqueIndexMakeOneDocumentOfEachKey(t *testing.T) {
	c := start(t).Collection("votes")
	ctx := t.Context()
	_, err := c.Indexes().CreateOne(ctx, mongo.IndexModel{Keys: d("key", 1), Options: options.Index().SetUnique(true)})
	check(t, err)
	const keys = 50
	var made atomic.Int64
	check(t, each(clients, func(i int) error {
		for k := range 2 * keys {
			filter, update := d("key", k%keys), d("$inc", d("n", 1))
			if i%2 == 0 {
				if err := c.FindOneAndUpdate(ctx, filter, update,
					options.FindOneAndUpdate().SetUpsert(true).SetReturnDocument(options.After)).Err(); err != nil {
					return err
				}
				continue
			}
			result, err := c.UpdateOne(ctx, filter, update, options.UpdateOne().SetUpsert(true))
			if err != nil {
				return err
			}
			made.Add(result.UpsertedCount)
		}
		return nil
	}))
	cursor, err := c.Find(ctx, bson.D{})
	check(t, err)
	var found []struct{ N int }
	check(t, cursor.All(ctx, &found))
	sum := 0
	for _, each := range found {
		sum += each.N
	}
	if len(found) != keys || sum != clients*2*keys || made.Load() > keys {
		t.Fatalf("%d documents (%d by updates) count %d; want %d and %d", len(found), made.Load(), sum, keys, clients*2*keys)
	}
}

func TestAUniqueIndexRefusesWithMongoDBsError(t *testing.T) {
	c := start(t).Collection("articles")
	ctx := t.Context()
	_, err := c.Indexes().CreateOne(ctx, mongo.IndexModel{Keys: d("slug", 1), Options: options.Index().SetUnique(true)})
	check(t, err)
	_, err = c.InsertMany(ctx, []any{d("_id", "a", "slug", "one"), d("_id", "b", "slug", "two")})
	check(t, err)
	set := d("$set", d("slug", "one"))
	tries := map[string]func() error{
		"insert":  func() error { _, err := c.InsertOne(ctx, d("_id", "c", "slug", "one")); return err },
		"same id": func() error { _, err := c.InsertOne(ctx, d("_id", "a")); return err },
		"update":  func() error { _, err := c.UpdateOne(ctx, d("_id", "b"), set); return err },
		"replace": func() error { _, err := c.ReplaceOne(ctx, d("slug", "two"), d("slug", "one")); return err },
		"upsert": func() error {
			_, err := c.UpdateOne(ctx, d("_id", "d"), set, options.UpdateOne().SetUpsert(true))
			return err
		},
		"upsert of an id that another condition excludes": func() error {
			_, err := c.UpdateOne(ctx, d("_id", "a", "slug", "x"), d("$set", d("n", 1)), options.UpdateOne().SetUpsert(true))
			return err
		},
		"find and update": func() error { return c.FindOneAndUpdate(ctx, d("_id", "b"), set).Err() },
		"index": func() error {
			if _, err := c.InsertMany(ctx, []any{d("slug", "3", "same", 1), d("slug", "4", "same", 1)}); err != nil {
				return err
			}
			_, err := c.Indexes().CreateOne(ctx, mongo.IndexModel{Keys: d("same", 1), Options: options.Index().SetUnique(true)})
			return err
		},
	}
	for name, try := range tries {
		if err := try(); !mongo.IsDuplicateKeyError(err) {
			t.Errorf("%s: %v, want a duplicate key error", name, err)
		}
	}
}

// An ordered command ends at its first error, another one goes on; the answer and the
// events say which documents were written.
func TestABatchSaysWhatItWrote(t *testing.T) {
	for _, ordered := range []bool{true, false} {
		t.Run(fmt.Sprintf("ordered=%v", ordered), func(t *testing.T) {
			db := start(t)
			c := db.Collection("batch")
			ctx := t.Context()
			s, err := c.Watch(ctx, mongo.Pipeline{})
			check(t, err)
			defer s.Close(ctx)
			documents := []any{}
			for i := range 250 {
				documents = append(documents, d("_id", i%230))
			}
			result, err := c.InsertMany(ctx, documents, options.InsertMany().SetOrdered(ordered))
			var failed mongo.BulkWriteException
			if !errors.As(err, &failed) {
				t.Fatalf("%v, want a bulk write error", err)
			}
			wantErrors := 20
			if ordered {
				wantErrors = 1
			}
			if len(failed.WriteErrors) != wantErrors || failed.WriteErrors[0].Index != 230 || len(result.InsertedIDs) != 230 {
				t.Fatalf("%d errors, the first at %d, %d inserted", len(failed.WriteErrors), failed.WriteErrors[0].Index,
					len(result.InsertedIDs))
			}
			models := []mongo.WriteModel{
				mongo.NewUpdateOneModel().SetFilter(d("_id", "x")).SetUpdate(d("$set", d("n", 1))).SetUpsert(true),
				mongo.NewUpdateOneModel().SetFilter(d("_id", 1)).SetUpdate(d("$set", d("_id", 2))), // refused
				mongo.NewUpdateOneModel().SetFilter(d("_id", "y")).SetUpdate(d("$set", d("n", 1))).SetUpsert(true),
			}
			bulk, err := c.BulkWrite(ctx, models, options.BulkWrite().SetOrdered(ordered))
			wantUpserts := 2
			if ordered {
				wantUpserts = 1
			}
			if !errors.As(err, &failed) || failed.WriteErrors[0].Index != 1 || len(bulk.UpsertedIDs) != wantUpserts {
				t.Fatalf("%v, upserted %v", err, bulk.UpsertedIDs)
			}
			if !ordered && bulk.UpsertedIDs[2] != "y" {
				t.Fatalf("upserted %v, want y at 2", bulk.UpsertedIDs)
			}
			for range 230 + wantUpserts {
				if e := next(t, s); e.Operation != "insert" {
					t.Fatalf("told of %+v", e)
				}
			}
			check(t, c.Drop(ctx))
			if e := next(t, s); e.Operation != "drop" {
				t.Fatalf("told of %+v, want the drop to be next", e)
			}
		})
	}
}
