package mongodb_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/test/teststore"
)

// Several processes add to one log: every entry gets a number of its own, and
// whoever follows gets all of them in one order.
func TestLog_EntriesAreNumberedWithoutGaps(t *testing.T) {
	db := teststore.Start(t).Database(t, "log")
	const processes, each = 4, 100
	var adding sync.WaitGroup
	var mu sync.Mutex
	var revisions []int64
	for range processes {
		log := mongodb.NewLog[string](db, "things", nil)
		adding.Go(func() {
			for range each {
				revision, err := log.Append(t.Context(), "entry")
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				revisions = append(revisions, revision)
				mu.Unlock()
			}
		})
	}
	adding.Wait()
	slices.Sort(revisions)
	for i, revision := range revisions {
		if revision != int64(i+1) {
			t.Fatalf("revision %d in place %d", revision, i+1)
		}
	}
	reader := mongodb.NewLog[string](db, "things", nil)
	var read int64
	for {
		entries, revision, complete, err := reader.Since(t.Context(), read)
		if err != nil || !complete {
			t.Fatalf("complete %v, error %v", complete, err)
		}
		if revision != read+int64(len(entries)) {
			t.Fatalf("%d entries led from revision %d to %d", len(entries), read, revision)
		}
		if read = revision; len(entries) == 0 {
			break
		}
	}
	if read != processes*each {
		t.Errorf("read up to revision %d", read)
	}
}

func TestLog_LogsAreApart(t *testing.T) {
	db := teststore.Start(t).Database(t, "logs")
	ctx := t.Context()
	base := func(context.Context) (int64, error) { return 41, nil }
	one, other := mongodb.NewLog[[]string](db, "things", base), mongodb.NewLog[int](db, "thing", nil)
	if revision, err := one.Append(ctx, []string{"a", "b"}); err != nil || revision != 42 {
		t.Fatalf("revision %d, error %v", revision, err)
	}
	if head, err := other.Head(ctx); err != nil || head != 0 {
		t.Fatalf("head %d, error %v", head, err)
	}
	entries, revision, complete, err := mongodb.NewLog[[]string](db, "things", nil).Since(ctx, 41)
	if err != nil || !complete || revision != 42 || len(entries) != 1 || !slices.Equal(entries[0], []string{"a", "b"}) {
		t.Fatalf("%v up to %d, complete %v, error %v", entries, revision, complete, err)
	}
	// Where the database was set back, what is known does not count.
	if _, revision, complete, err = mongodb.NewLog[[]string](db, "things", nil).Since(ctx, 99); err != nil || complete || revision != 42 {
		t.Fatalf("revision %d, complete %v, error %v", revision, complete, err)
	}
}
