// Package signal tells goroutines that something has changed, and never waits for them.
package signal

import "sync"

// Signal is a notification for one receiver. Those that come before it looks become one.
type Signal chan struct{}

// New returns a Signal that nobody has given.
func New() Signal { return make(Signal, 1) }

// Notify gives the signal.
func (s Signal) Notify() {
	select {
	case s <- struct{}{}:
	default:
	}
}

// Subscribers are any number of receivers. The zero value has none.
type Subscribers struct {
	mu  sync.Mutex
	all map[Signal]struct{}
}

// Subscribe returns a channel that gets a value after each Notify, and a function that ends
// the subscription.
func (s *Subscribers) Subscribe() (<-chan struct{}, func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = make(map[Signal]struct{})
	}
	notified := New()
	s.all[notified] = struct{}{}
	return notified, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.all, notified)
	}
}

// Notify gives every subscriber its signal.
func (s *Subscribers) Notify() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for notified := range s.all {
		notified.Notify()
	}
}
