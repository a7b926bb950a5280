package publish

import (
	"context"
	"log/slog"
	"time"
)

const (
	recordQueue   = 256
	recordTimeout = 5 * time.Second
	restTime      = time.Second
	trimEvery     = 200 // records
)

// recorder writes down what happened, after the fact and in order, so that
// publishing never waits for the database. When the database is away for long,
// what it would have written is dropped.
type recorder struct {
	queue chan func(context.Context) error
	store *store
	log   *slog.Logger
}

func newRecorder(store *store, log *slog.Logger) *recorder {
	return &recorder{queue: make(chan func(context.Context) error, recordQueue), store: store, log: log}
}

// add never blocks.
func (r *recorder) add(write func(context.Context) error) {
	select {
	case r.queue <- write:
	default:
		r.log.Warn("a publishing record was dropped: the database does not keep up")
	}
}

// run writes until ctx ends, and then, for restTime, what is left. A write that is
// under way is not broken off: the database could carry it out all the same, after
// this process has ended.
func (r *recorder) run(ctx context.Context) {
	writing, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(restTime, cancel) })()
	for written := 0; ; written++ {
		select {
		case <-ctx.Done():
			r.rest(writing)
			return
		case write := <-r.queue:
			r.write(writing, write)
		}
		if written%trimEvery == trimEvery-1 {
			r.write(writing, r.store.trim)
		}
	}
}

func (r *recorder) rest(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case write := <-r.queue:
			r.write(ctx, write)
		default:
			return
		}
	}
}

func (r *recorder) write(ctx context.Context, write func(context.Context) error) {
	ctx, cancel := context.WithTimeout(ctx, recordTimeout)
	defer cancel()
	if err := write(ctx); err != nil {
		r.log.Debug("a publishing record could not be written", "error", err)
	}
}
