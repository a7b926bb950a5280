package auth

import (
	"context"
	"sync"
	"time"

	"academy/cms-api/internal/platform/mongodb"
)

// readTimeout bounds a shared read, which no caller's context ends.
const readTimeout = 10 * time.Second

// sharedReads lets calls that ask for the same at once share one read. Each gets what a read
// found that began after the call, so that nothing ends later for it; singleflight would let it
// join one that has begun.
type sharedReads[T any] struct {
	read func(ctx context.Context, key string) (T, error)

	mu   sync.Mutex
	next map[string]*sharedRead[T] // by key; nil while one is under way and nobody waits
}

type sharedRead[T any] struct {
	done  chan struct{}
	value T
	err   error
}

func newSharedReads[T any](read func(ctx context.Context, key string) (T, error)) *sharedReads[T] {
	return &sharedReads[T]{read: read, next: map[string]*sharedRead[T]{}}
}

// get returns what a read of the key finds that begins from now on.
func (s *sharedReads[T]) get(ctx context.Context, key string) (T, error) {
	s.mu.Lock()
	mine, running := s.next[key]
	if mine == nil {
		mine = &sharedRead[T]{done: make(chan struct{})}
		s.next[key] = mine
	}
	s.mu.Unlock()
	if !running {
		go s.run(context.WithoutCancel(ctx), key)
	}
	select {
	case <-mine.done:
		return mine.value, mine.err
	case <-ctx.Done():
		return *new(T), mongodb.Translate(ctx.Err())
	}
}

// run reads as long as somebody waits.
func (s *sharedReads[T]) run(ctx context.Context, key string) {
	for {
		s.mu.Lock()
		mine := s.next[key]
		if mine == nil {
			delete(s.next, key)
			s.mu.Unlock()
			return
		}
		s.next[key] = nil
		s.mu.Unlock()
		s.fill(ctx, key, mine)
	}
}

func (s *sharedReads[T]) fill(ctx context.Context, key string, mine *sharedRead[T]) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	mine.value, mine.err = s.read(ctx, key)
	close(mine.done)
}
