package pagecontent

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/teststore"
)

func TestMain(m *testing.M) { os.Exit(teststore.Main(m)) }

// opened returns the store of a process; before is called before each of its commands.
func opened(t *testing.T, stores *teststore.Stores, name string, before func(command string)) *Store {
	t.Helper()
	db, err := mongodb.Open(stores.MongoURI, name, time.Now, slog.New(slog.DiscardHandler),
		func(_ context.Context, command, _ string) func(error) {
			before(command)
			return func(error) {}
		})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close(context.Background()) })
	return NewStore(db)
}

func nothing(string) {}

// once returns do as a function that is called before the first command of a name.
func once(name string, do func()) func(string) {
	var done sync.Once
	return func(command string) {
		if command == name {
			done.Do(do)
		}
	}
}

// storeSeparately stores texts of one section as earlier versions did.
func storeSeparately(t *testing.T, s *Store) {
	t.Helper()
	for _, kind := range []string{"a", "b", "c"} {
		_, err := s.Raw().InsertOne(t.Context(), bson.D{
			{Key: "_id", Value: "id-" + kind}, {Key: "revision", Value: 1}, {Key: "page", Value: "home"},
			{Key: "section", Value: "hero"}, {Key: "type", Value: kind}, {Key: "content", Value: "old"},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// checkTexts checks which texts there are, and that none is separate.
func checkTexts(t *testing.T, s *Store, want string) {
	t.Helper()
	items, err := s.ofSection(t.Context(), "home", "hero")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, item := range items {
		got = append(got, fmt.Sprintf("%s %s", item.Type, item.Content))
	}
	if found, err := s.separate(t.Context()); len(found) > 0 || err != nil {
		t.Errorf("%d are separate, %v", len(found), err)
	}
	if got := strings.Join(got, ", "); got != want {
		t.Errorf("there is %q, want %q", got, want)
	}
}

// What people do in a process that has started stays, while another one still moves texts.
func TestMigrate_OvertakenByAnotherProcess(t *testing.T) {
	stores := teststore.Start(t)
	name := stores.Name("overtaken")
	first := opened(t, stores, name, nothing)
	storeSeparately(t, first)
	second := opened(t, stores, name, once("insert", func() {
		if err := first.migrate(t.Context()); err != nil {
			t.Error(err)
		}
		err := first.put(t.Context(), "home", "hero", func(texts *texts) error {
			texts.Items = slices.Delete(texts.Items, texts.find("a"), texts.find("a")+1)
			texts.Items[texts.find("b")].Content = "new"
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}))
	if err := second.migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	checkTexts(t, first, "b new, c old")
}

// What an earlier version writes while texts are moved is moved too.
func TestMigrate_WhileAnEarlierVersionWrites(t *testing.T) {
	stores := teststore.Start(t)
	name := stores.Name("earlier")
	earlier := opened(t, stores, name, nothing)
	storeSeparately(t, earlier)
	moving := opened(t, stores, name, once("delete", func() {
		_, err := earlier.Raw().UpdateOne(t.Context(), bson.D{{Key: "_id", Value: "id-b"}}, bson.D{
			{Key: "$set", Value: bson.D{{Key: "content", Value: "new"}, {Key: "revision", Value: 2}}},
		})
		if err != nil {
			t.Error(err)
		}
	}))
	if err := moving.migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	checkTexts(t, moving, "a old, b new, c old")
}

// One of two processes ends before any of its commands, and the other one moves everything.
func TestMigrate_KilledBesideAnother(t *testing.T) {
	stores := teststore.Start(t)
	for last := range 8 {
		name := stores.Name(fmt.Sprintf("killed-%d", last))
		other := opened(t, stores, name, nothing)
		storeSeparately(t, other)
		ctx, kill := context.WithCancel(t.Context())
		commands := 0
		killed := opened(t, stores, name, func(string) {
			if commands++; commands > last {
				kill()
			}
		})
		var both sync.WaitGroup
		both.Go(func() { _ = killed.migrate(ctx) })
		both.Go(func() {
			if err := other.migrate(t.Context()); err != nil {
				t.Error(err)
			}
		})
		both.Wait()
		kill()
		checkTexts(t, other, "a old, b old, c old")
	}
}

// Documents that something else than this program wrote have fewer fields.
func TestMigrate_WithoutSectionOrRevision(t *testing.T) {
	stores := teststore.Start(t)
	s := opened(t, stores, stores.Name("bare"), nothing)
	_, err := s.Raw().InsertOne(t.Context(), bson.D{
		{Key: "_id", Value: "bare"}, {Key: "page", Value: "about"}, {Key: "type", Value: "title"},
		{Key: "content", Value: "old"},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := s.migrate(ctx); err != nil {
		t.Fatal(err)
	}
	if items, err := s.ofSection(t.Context(), "about", ""); err != nil || len(items) != 1 || items[0].Content != "old" {
		t.Errorf("moved: %+v, %v", items, err)
	}
}
