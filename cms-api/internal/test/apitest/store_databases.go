package apitest

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/storage"
)

// databases are those that New has made. Who ends leaves an empty one for the next, because
// making the indexes takes longer than most of what a test does with them.
var databases struct {
	mu   sync.Mutex
	made map[string]struct{}
	free []string
}

func takeDatabase() string {
	databases.mu.Lock()
	defer databases.mu.Unlock()
	if last := len(databases.free) - 1; last >= 0 {
		name := databases.free[last]
		databases.free = databases.free[:last]
		return name
	}
	if databases.made == nil {
		databases.made = map[string]struct{}{}
	}
	name := "test_" + mongodb.NewID()
	databases.made[name] = struct{}{}
	return name
}

func madeDatabase(name string) bool {
	databases.mu.Lock()
	defer databases.mu.Unlock()
	_, made := databases.made[name]
	return made
}

// leave empties the database for the next test, or deletes one that New did not make. It
// asks the server of all tests: the application may have had an address where none answers.
func (a *App) leave(t testing.TB, made bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	server := os.Getenv("MONGODB_URI")
	db, err := mongodb.Open(server, a.Database, time.Now, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Error(err)
		return
	}
	if made && a.Config.MongoURI == server && !t.Failed() {
		err = empty(ctx, db)
	} else {
		err = db.Drop(ctx)
	}
	switch {
	case err == nil && made:
		databases.mu.Lock()
		databases.free = append(databases.free, a.Database)
		databases.mu.Unlock()
	case err != nil:
		t.Error(err)
	}
	if err := db.Close(ctx); err != nil {
		t.Error(err)
	}
}

func empty(ctx context.Context, db *mongodb.Database) error {
	names, err := db.Raw().ListCollectionNames(ctx, bson.D{})
	for _, name := range names {
		if err == nil {
			_, err = db.Collection(name).DeleteMany(ctx, bson.D{})
		}
	}
	return storage.Translate(err)
}

// dropDatabases deletes those that New made on a server that outlives the tests.
func dropDatabases(uri string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for name := range databases.made {
		db, err := mongodb.Open(uri, name, time.Now, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		if err := db.Drop(ctx); err != nil {
			return err
		}
		if err := db.Close(ctx); err != nil {
			return err
		}
	}
	return nil
}
