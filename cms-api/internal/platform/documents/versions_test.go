package documents_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/test/teststore"
)

// versioned returns things with former versions and a trash, in a database.
func versioned(db *mongodb.Database) *things {
	return documents.New[thing](db, "things", "thing").Versioned().WithTrash(nil)
}

// retitle makes a title say the revision that it makes.
func retitle(doc *thing) error {
	doc.Title = fmt.Sprintf("at %d", doc.Revision+1)
	return nil
}

// checkHistory checks that each save of a document is in its history, in order, and that
// each version is what that save made.
func checkHistory(ctx context.Context, docs *things, id string) error {
	saves, err := docs.History(ctx, id)
	if problem.Is(err, problem.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	title := ""
	for i, save := range slices.Backward(saves) {
		if want := len(saves) - i; save.Revision != want {
			return fmt.Errorf("%s: the history names %d in the place of %d", id, save.Revision, want)
		}
		doc, err := docs.At(ctx, id, save.Revision)
		if err != nil {
			return fmt.Errorf("%s at %d: %w", id, save.Revision, err)
		}
		if save.What == "created" || save.What == "changed" {
			title = fmt.Sprintf("at %d", save.Revision)
		}
		if doc.Title != title {
			return fmt.Errorf("%s at %d, %s, is %q, want %q", id, save.Revision, save.What, doc.Title, title)
		}
	}
	return nil
}

// step does something to a document that may or may not be possible.
func step(ctx context.Context, docs *things, id string, chance *rand.Rand) error {
	var err error
	switch n := chance.IntN(20); {
	case n < 13:
		_, err = docs.Update(ctx, id, documents.Write{}, retitle)
	case n < 15:
		_, err = docs.Discard(ctx, id, documents.Write{})
	case n < 18:
		_, err = docs.Undelete(ctx, id, documents.Write{}, nil)
	case n < 19:
		_, err = docs.Purge(ctx, id, documents.Write{})
	default:
		doc := thing{Title: "at 1"}
		doc.ID = id
		_, err = docs.Insert(ctx, documents.Write{}, &doc)
	}
	if storage.IsDuplicate(err) || problem.Is(err, problem.NotFound) || problem.Is(err, problem.Conflict) {
		return nil
	}
	return err
}

// Eight writers at two processes save, delete, take back and purge the same documents: in
// whatever order they race, no version is without its save, and no save without its version.
func TestVersions_EightWritersRace(t *testing.T) {
	stores := teststore.Start(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	var writers sync.WaitGroup
	for process := range 2 {
		docs := versioned(stores.Database(t, "race"))
		for writer := range 4 {
			writers.Go(func() {
				chance := rand.New(rand.NewPCG(seed, uint64(process*4+writer)))
				for range 30 {
					if err := step(t.Context(), docs, fmt.Sprint("d", chance.IntN(2)), chance); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	writers.Wait()
	docs := versioned(stores.Database(t, "race"))
	for _, id := range []string{"d0", "d1"} {
		if err := checkHistory(t.Context(), docs, id); err != nil {
			t.Error(err)
		}
	}
	purgeAll(t, docs, "d0", "d1")
}

// purgeAll purges documents and removes the strays; then nothing is left of any.
func purgeAll(t *testing.T, docs *things, ids ...string) {
	t.Helper()
	for _, id := range ids {
		_, err := docs.Discard(t.Context(), id, documents.Write{})
		if err == nil || problem.Is(err, problem.NotFound) {
			_, err = docs.Purge(t.Context(), id, documents.Write{})
		}
		if err != nil && !problem.Is(err, problem.NotFound) {
			t.Fatal(err)
		}
	}
	strays, err := docs.Versions.Strays(t.Context())
	for id, revisions := range strays {
		err = errors.Join(err, docs.Versions.Drop(t.Context(), id, revisions))
	}
	left := map[string][]int{}
	if err == nil {
		left, err = docs.Versions.With(t.Context(), func([]byte) bool { return true })
	}
	if err != nil || len(left) > 0 {
		t.Errorf("after everything was purged there is still %v, %v; strays were %v", left, err, strays)
	}
}

// A copy that is in no history is found, and those that a save is about to name are not; one
// of a document that has gone back is replaced.
func TestVersions_Strays(t *testing.T) {
	db := teststore.Start(t).Database(t, "strays")
	docs := versioned(db)
	doc := thing{Title: "at 1"}
	if _, err := docs.Insert(t.Context(), documents.Write{}, &doc); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := docs.Update(t.Context(), doc.ID, documents.Write{}, retitle); err != nil {
			t.Fatal(err)
		}
	}
	current, err := docs.Raw().FindOne(t.Context(), map[string]string{"_id": doc.ID}).Raw()
	if err != nil {
		t.Fatal(err)
	}
	for id, revisions := range map[string][]int{doc.ID: {4, 5, 40}, "gone": {2, 17}} {
		for _, revision := range revisions {
			if err := docs.StoreCopy(t.Context(), id, revision, current); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := map[string][]int{doc.ID: {5, 40}, "gone": {2, 17}}
	strays, err := docs.Versions.Strays(t.Context())
	for _, revisions := range strays {
		slices.Sort(revisions)
	}
	if err != nil || !maps.EqualFunc(strays, want, slices.Equal) {
		t.Errorf("strays are %v, %v, want %v", strays, err, want)
	}
	if _, err := docs.At(t.Context(), doc.ID, 5); !problem.Is(err, problem.NotFound) {
		t.Errorf("what is to come can be read: %v", err)
	}
	for range 20 { // which fills a pack
		if _, err := docs.Update(t.Context(), doc.ID, documents.Write{}, retitle); err != nil {
			t.Fatal(err)
		}
		if err := checkHistory(t.Context(), docs, doc.ID); err != nil {
			t.Fatal(err)
		}
	}
	purgeAll(t, docs, doc.ID)
}

// Two hundred versions of an article take at most half of what their texts do; those that are
// too large for a pack are kept too.
func TestVersions_TakeLittleRoom(t *testing.T) {
	const count, saves = 2, 200
	dir := t.TempDir()
	stores, err := teststore.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer stores.Stop()
	docs := versioned(stores.Database(t, "room"))
	chance := rand.New(rand.NewPCG(1, 1))
	const sentence = "the monsoon brings rain to the western coast in June and leaves in September "
	words := strings.Fields(strings.Repeat(sentence, 75))
	for i := range words {
		words[i] += string(rune('a' + chance.IntN(26)))
	}
	title := func() string {
		words[chance.IntN(len(words))] = fmt.Sprint("word", chance.IntN(1000))
		return strings.Join(words, " ")
	}
	for i := range count {
		doc := thing{Title: title()}
		doc.ID = fmt.Sprint(i)
		if _, err := docs.Insert(t.Context(), documents.Write{}, &doc); err != nil {
			t.Fatal(err)
		}
	}
	stores.Stop()
	before, texts := sizeOf(t, dir), 0
	stores.Restart(t)
	docs = versioned(stores.Database(t, "room"))
	for range saves {
		for i := range count {
			doc, err := docs.Update(t.Context(), fmt.Sprint(i), documents.Write{}, func(doc *thing) error {
				doc.Title = title()
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			texts += len(doc.After.Title)
		}
	}
	stores.Stop() // which writes what is in its journal
	grown := sizeOf(t, dir) - before
	t.Logf("%d versions of %d bytes each take %d%% of that", count*saves, texts/count/saves, grown*100/texts)
	if grown > texts/2 {
		t.Errorf("%d bytes of texts take %d", texts, grown)
	}

	stores.Restart(t)
	docs = versioned(stores.Database(t, "room"))
	large := thing{Title: strings.Repeat("a", 100<<10)}
	if _, err := docs.Insert(t.Context(), documents.Write{}, &large); err != nil {
		t.Fatal(err)
	}
	if _, err := docs.Update(t.Context(), large.ID, documents.Write{}, retitle); err != nil {
		t.Fatal(err)
	}
	if was, err := docs.At(t.Context(), large.ID, 1); err != nil || was.Title != large.Title {
		t.Errorf("a large version is %d bytes, %v", len(was.Title), err)
	}
	purgeAll(t, docs, large.ID, "0", "1")
}

// sizeOf returns the size of the database's files in a folder of stores.
func sizeOf(t *testing.T, dir string) int {
	t.Helper()
	total := 0
	err := filepath.WalkDir(filepath.Join(dir, "mongodb"), func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		total += int(info.Size())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return total
}
