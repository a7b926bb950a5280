package snapshot

import (
	"testing"
	"time"

	"academy/cms-api/internal/teststore"
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
