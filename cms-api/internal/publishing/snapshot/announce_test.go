package snapshot

import (
	"testing"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/test/teststore"
)

// A writer is killed before it has told of its write. Whoever starts next loads
// that write, and the others have it as well at once, not at the next comparison.
func TestStartingReplicaShowsTheOthersWhatNobodyRecorded(t *testing.T) {
	db := teststore.Start(t).Database(t, "starting")
	source := truth{db}
	source.put(t, "a", "told")
	old := startReplica(t, db, time.Hour)
	old.wait(t, "loaded", loaded)
	source.put(t, "a", "silent")
	source.put(t, "b", "silent")
	started := startReplica(t, db, time.Hour)
	started.wait(t, "loaded", loaded)
	old.wait(t, "the silent writes are found", func(s *Snapshot) bool { return has("a", "silent")(s) && has("b", "silent")(s) })
	if old.Current().Fingerprint() != started.Current().Fingerprint() {
		t.Fatal("replicas with equal content have different fingerprints")
	}
}

// note is a document of any resource.
type note struct {
	revision.Document `bson:",inline"`
}

// A write that the database did not answer may have happened. It is found once the
// database is back, and every replica shows it.
func TestOutage_WhatWasWrittenWithoutAnAnswerIsFound(t *testing.T) {
	stores := teststore.Embedded(t)
	db, other := stores.Database(t, "unanswered"), stores.Database(t, "unanswered")
	source := truth{db}
	source.put(t, "a", "before")
	writer, reader := startReplica(t, db, time.Hour), startReplica(t, other, time.Hour)
	for _, r := range []*replica{writer, reader} {
		r.wait(t, "loaded", has("a", "before"))
	}
	source.put(t, "a", "after") // which nobody records
	stores.Stop()
	if err := mongodb.NewDocuments[note](db, "notes", "note").Insert(t.Context(), &note{}); !problem.Is(err, problem.Unavailable) {
		t.Fatal(err)
	}
	stores.Restart(t)
	for _, r := range []*replica{writer, reader} {
		r.wait(t, "the write is seen", has("a", "after"))
	}
}
