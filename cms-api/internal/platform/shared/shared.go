// Package shared lets calls that ask for the same at once share the work.
package shared

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"academy/cms-api/internal/platform/storage"
)

// Reads lets calls that ask for the same at once share one read. Each gets what a read found
// that began after the call, so that nothing is older for it; singleflight would let it join
// one that has begun.
type Reads[K comparable, T any] struct {
	timeout time.Duration
	read    func(ctx context.Context, key K) (T, error)

	mu   sync.Mutex
	next map[K]*reading[T] // nil while one is under way and nobody waits
}

type reading[T any] struct {
	done  chan struct{}
	value T
	err   error
}

// NewReads returns Reads whose reads each take at most a time: no caller's context ends them.
func NewReads[K comparable, T any](timeout time.Duration, read func(context.Context, K) (T, error)) *Reads[K, T] {
	return &Reads[K, T]{timeout: timeout, read: read, next: map[K]*reading[T]{}}
}

// Get returns what a read of the key finds that begins from now on.
func (s *Reads[K, T]) Get(ctx context.Context, key K) (T, error) {
	s.mu.Lock()
	mine, running := s.next[key]
	if mine == nil {
		mine = &reading[T]{done: make(chan struct{})}
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
		return *new(T), storage.Translate(ctx.Err())
	}
}

// run reads as long as somebody waits.
func (s *Reads[K, T]) run(ctx context.Context, key K) {
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

func (s *Reads[K, T]) fill(ctx context.Context, key K, mine *reading[T]) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	defer close(mine.done)
	defer func() {
		if caught := recover(); caught != nil {
			mine.err = fmt.Errorf("panic: %v\n%s", caught, debug.Stack())
		}
	}()
	mine.value, mine.err = s.read(ctx, key)
}
