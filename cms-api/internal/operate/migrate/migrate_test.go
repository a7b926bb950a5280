package migrate_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/operate/migrate"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/teststore"
)

// prices are documents that the invented migrations bring from rupees as text to
// paise as a number, and then to a name of their own.
func invented(counted *atomic.Int32, beforeEach func(i int) error) []migrate.Migration {
	return []migrate.Migration{
		{Version: 2, What: "prices are numbers", Apply: func(ctx context.Context, db *mongodb.Database) error {
			counted.Add(1)
			cursor, err := db.Collection("prices").Find(ctx, bson.D{})
			if err != nil {
				return err
			}
			var all []struct {
				ID    string `bson:"_id"`
				Price any    `bson:"price"`
			}
			if err := cursor.All(ctx, &all); err != nil {
				return err
			}
			for i, each := range all {
				if err := beforeEach(i); err != nil {
					return err
				}
				text, ok := each.Price.(string)
				if !ok {
					continue
				}
				var rupees int
				if _, err := fmt.Sscan(text, &rupees); err != nil {
					return err
				}
				if _, err := db.Collection("prices").UpdateByID(ctx, each.ID, bson.D{{Key: "$set", Value: bson.D{{Key: "price", Value: rupees * 100}}}}); err != nil {
					return err
				}
			}
			return nil
		}},
		{Version: 3, What: "prices have a unit", Apply: func(ctx context.Context, db *mongodb.Database) error {
			_, err := db.Collection("prices").UpdateMany(ctx, bson.D{}, bson.D{{Key: "$set", Value: bson.D{{Key: "unit", Value: "paise"}}}})
			return err
		}},
	}
}

const documents = 20

func fill(t *testing.T, db *mongodb.Database) {
	t.Helper()
	for i := range documents {
		if _, err := db.Collection("prices").InsertOne(t.Context(), bson.D{{Key: "_id", Value: fmt.Sprint(i)}, {Key: "price", Value: fmt.Sprint(i)}}); err != nil {
			t.Fatal(err)
		}
	}
}

func wantMigrated(t *testing.T, db *mongodb.Database) {
	t.Helper()
	count, err := db.Collection("prices").CountDocuments(t.Context(), bson.D{{Key: "unit", Value: "paise"}})
	if err != nil || count != documents {
		t.Errorf("%d documents are of version 3, %v", count, err)
	}
	var one struct{ Price int }
	if err := db.Collection("prices").FindOne(t.Context(), bson.D{{Key: "_id", Value: "7"}}).Decode(&one); err != nil || one.Price != 700 {
		t.Errorf("a price is %d, %v", one.Price, err)
	}
	if state, err := migrate.NewStore(db).State(t.Context()); err != nil || state.Version != 3 || state.Program != "test" {
		t.Errorf("the data says of itself %+v, %v", state, err)
	}
}

func options(db *mongodb.Database, list []migrate.Migration) migrate.Options {
	return migrate.Options{DB: db, Migrations: list, Program: "test", Log: slog.New(slog.DiscardHandler), Now: time.Now, Lease: 600 * time.Millisecond}
}

func none(int) error { return nil }

func TestRun(t *testing.T) {
	stores := teststore.Start(t)

	t.Run("several processes that start together migrate once", func(t *testing.T) {
		db, counted := stores.Database(t, "together"), &atomic.Int32{}
		fill(t, db)
		var all sync.WaitGroup
		for range 4 {
			each := stores.Database(t, "together")
			all.Go(func() {
				if err := migrate.Run(t.Context(), options(each, invented(counted, none))); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		wantMigrated(t, db)
		if counted.Load() != 1 {
			t.Errorf("the first migration ran %d times", counted.Load())
		}
	})

	t.Run("one that was killed is run again from the beginning", func(t *testing.T) {
		db, counted := stores.Database(t, "killed"), &atomic.Int32{}
		fill(t, db)
		// Whoever is killed gives nothing back: its lease has to expire.
		if _, err := mongodb.NewLease(db, "migrations").Acquire(t.Context(), "dead", time.Now(), 600*time.Millisecond); err != nil {
			t.Fatal(err)
		}
		killed := errors.New("killed")
		err := migrate.Run(t.Context(), options(db, invented(counted, func(i int) error {
			if i == documents/2 {
				return killed
			}
			return nil
		})))
		if !errors.Is(err, killed) || !strings.Contains(err.Error(), "prices are numbers") {
			t.Fatalf("error = %v", err)
		}
		if state, err := migrate.NewStore(db).State(t.Context()); err != nil || state.Version != migrate.Baseline {
			t.Errorf("half-way the data says of itself %+v, %v", state, err)
		}
		for range 2 {
			if err := migrate.Run(t.Context(), options(db, invented(counted, none))); err != nil {
				t.Fatal(err)
			}
			wantMigrated(t, db)
		}
		if counted.Load() != 2 {
			t.Errorf("the first migration ran %d times", counted.Load())
		}
	})

	t.Run("one that takes longer than the lease keeps it", func(t *testing.T) {
		db, counted := stores.Database(t, "slow"), &atomic.Int32{}
		fill(t, db)
		begun := time.Now()
		slow := func(i int) error {
			var lease struct {
				ExpiresAt time.Time `bson:"expires_at"`
			}
			for i == 0 && lease.ExpiresAt.Before(begun.Add(1200*time.Millisecond)) {
				if err := db.Collection("leases").FindOne(t.Context(), bson.D{}).Decode(&lease); err != nil {
					return err
				}
			}
			return nil
		}
		var both sync.WaitGroup
		for range 2 {
			each := stores.Database(t, "slow")
			both.Go(func() {
				if err := migrate.Run(t.Context(), options(each, invented(counted, slow))); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		wantMigrated(t, db)
		if counted.Load() != 1 {
			t.Errorf("the first migration ran %d times", counted.Load())
		}
	})

	t.Run("newer data is refused and left alone", func(t *testing.T) {
		db, counted := stores.Database(t, "newer"), &atomic.Int32{}
		fill(t, db)
		if err := migrate.NewStore(db).PutVersion(t.Context(), 4, "future", time.Now()); err != nil {
			t.Fatal(err)
		}
		var newer *migrate.NewerError
		err := migrate.Run(t.Context(), options(db, invented(counted, none)))
		if !errors.As(err, &newer) || newer.Have != 4 || newer.Know != 3 || counted.Load() != 0 {
			t.Errorf("error = %v", err)
		}
	})

	t.Run("data that is being restored waits for its restore", func(t *testing.T) {
		db, counted := stores.Database(t, "restoring"), &atomic.Int32{}
		fill(t, db)
		if err := migrate.NewStore(db).PutRestoring(t.Context(), "some"); err != nil {
			t.Fatal(err)
		}
		o := options(db, invented(counted, none))
		if err := migrate.Run(t.Context(), o); !errors.Is(err, migrate.ErrRestoring) || counted.Load() != 0 {
			t.Errorf("error = %v", err)
		}
		o.Restoring = true
		if err := migrate.Run(t.Context(), o); err != nil {
			t.Error(err)
		}
		wantMigrated(t, db)
	})
}

func TestAll_IsInOrder(t *testing.T) {
	for i, m := range migrate.All() {
		if m.Version != migrate.Baseline+1+i || m.What == "" || m.Apply == nil {
			t.Errorf("number %d is %+v", i, m)
		}
	}
}
