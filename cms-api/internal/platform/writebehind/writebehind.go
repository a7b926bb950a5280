// Package writebehind writes records to the database in the background.
package writebehind

import (
	"context"
	"log/slog"
	"time"
)

const (
	capacity     = 256
	writeTimeout = 5 * time.Second
	drainTime    = time.Second
	trimEvery    = 200 // writes
)

// Write stores one record.
type Write func(context.Context) error

// Queue runs writes in the background, in the order in which they were added, so
// that the caller never waits for the database. While the database is away for long,
// writes are dropped.
type Queue struct {
	writes chan Write
	trim   Write
	log    *slog.Logger
}

// New returns a queue that calls trim now and then, to delete records that are no
// longer needed.
func New(trim Write, log *slog.Logger) *Queue {
	return &Queue{writes: make(chan Write, capacity), trim: trim, log: log}
}

// Add never blocks.
func (q *Queue) Add(write Write) {
	select {
	case q.writes <- write:
	default:
		q.log.Warn("a record was dropped: the database does not keep up")
	}
}

// Run writes until ctx ends, and then for drainTime what is left. A write that is
// under way then is not cancelled, because the database could still apply it after
// this process has ended.
func (q *Queue) Run(ctx context.Context) {
	writing, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(drainTime, cancel) })()
	for written := 1; ; written++ {
		select {
		case <-ctx.Done():
			q.drain(writing)
			return
		case write := <-q.writes:
			q.run(writing, write)
		}
		if written%trimEvery == 0 {
			q.run(writing, q.trim)
		}
	}
}

func (q *Queue) drain(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case write := <-q.writes:
			q.run(ctx, write)
		default:
			return
		}
	}
}

func (q *Queue) run(ctx context.Context, write Write) {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	if err := write(ctx); err != nil {
		q.log.Debug("a record could not be written", "error", err)
	}
}
