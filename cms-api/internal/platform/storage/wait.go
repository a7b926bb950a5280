package storage

import (
	"context"
	"time"
)

// Wait returns nil after a time or as soon as it is notified, and ctx's error when that
// ends first.
func Wait(ctx context.Context, d time.Duration, notified <-chan struct{}) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-notified:
	case <-time.After(d):
	}
	return nil
}

// Notify puts something into a channel of one element, unless it has it.
func Notify(channel chan<- struct{}) {
	select {
	case channel <- struct{}{}:
	default:
	}
}

const (
	// SelectionTimeout is how long a call waits for a server that can take it.
	SelectionTimeout = 2 * time.Second
	// CheckInterval is how often the server is asked whether it is there.
	CheckInterval = 2 * time.Second
	// FirstRetry is how long to wait after a first failure.
	FirstRetry = 100 * time.Millisecond
)

// NextCheck returns how long to wait after so many failures in a row.
func NextCheck(missed int) time.Duration {
	if missed == 0 {
		return CheckInterval
	}
	return min(FirstRetry<<min(missed-1, 10), CheckInterval)
}

type unobservedKey struct{}

// Unobserved returns a context whose commands no observer is told of: those that
// wait for news take long because nothing happens.
func Unobserved(ctx context.Context) context.Context {
	return context.WithValue(ctx, unobservedKey{}, true)
}

// Observed reports whether observers are told of commands with the context.
func Observed(ctx context.Context) bool { return ctx.Value(unobservedKey{}) == nil }
