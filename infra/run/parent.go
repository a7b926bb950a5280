package main

import (
	"context"
	"os"
	"time"
)

// parentEvery is how often the parent is checked.
const parentEvery = 200 * time.Millisecond

// parentGone sends a reason to stop when the parent process ends, or wants to end and
// waits for this one. It sends nothing when there was no parent at the start (a service
// manager is the parent).
//
// The second case is GNU make. Ctrl-C reaches make and this process together. But when
// SIGINT is sent to make alone (by a script, a test, an editor's stop button), make
// waits for this process without forwarding the signal. It restores the signal's
// default action before it waits, so it no longer catches SIGINT: see interrupted.
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
