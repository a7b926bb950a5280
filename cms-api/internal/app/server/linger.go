package server

import "time"

// linger serves on for a while, so that whoever spreads requests notices that this
// process is no longer ready before it lets nobody in. It returns early when
// serving ends by itself.
func linger(delay time.Duration, served <-chan error) {
	if delay <= 0 {
		return
	}
	select {
	case <-served:
	case <-time.After(delay):
	}
}
