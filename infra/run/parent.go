package main

import (
	"context"
	"os"
	"time"
)

// parentEvery is how often we look whether the parent is still there.
const parentEvery = 200 * time.Millisecond

// parentGone delivers a reason to stop when the process that started us ends, or
// wants to end and waits for us. It delivers nothing when nobody is left to watch
// from the start (a service manager is the parent).
//
// The second case is GNU make. Ctrl-C reaches make and us together, but somebody
// who sends SIGINT to make alone (a script, a test, an editor's stop button) gets
// a make that waits for us without passing the signal on. It then restores the
// signal's default action before it waits, so make no longer catches SIGINT: see
// interrupted.
func parentGone(ctx context.Context) <-chan string {
	reason := make(chan string, 1)
	parent := os.Getppid()
	if parent <= 1 {
		return reason
	}
	watched := isMake(parent) && catchesInterrupt(parent)
	go func() {
		look := time.NewTicker(parentEvery)
		defer look.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-look.C:
			}
			if os.Getppid() != parent {
				reason <- "the process that started this one has ended"
				return
			}
			if watched && !catchesInterrupt(parent) {
				reason <- "make was interrupted"
				return
			}
		}
	}()
	return reason
}
