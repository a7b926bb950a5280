// Package manualclock is a clock for tests.
package manualclock

import (
	"sync"
	"time"
)

// Clock is a clock that stands until a test moves it.
type Clock struct {
	mu     sync.Mutex
	now    time.Time
	next   int
	alarms map[int]alarm
}

type alarm struct {
	at time.Time
	do func()
}

// New returns a clock that shows the present time.
func New() *Clock {
	return &Clock{now: time.Now().Truncate(time.Millisecond), alarms: map[int]alarm{}}
}

// Now returns the time that the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// AfterFunc calls f when the clock has been moved so far; stop prevents that.
func (c *Clock) AfterFunc(d time.Duration, f func()) (stop func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next++
	id := c.next
	c.alarms[id] = alarm{c.now.Add(d), f}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.alarms, id)
	}
}

// Advance moves the clock, and returns how many alarms went off.
func (c *Clock) Advance(by time.Duration) int {
	c.mu.Lock()
	c.now = c.now.Add(by)
	var due []func()
	for id, each := range c.alarms {
		if !each.at.After(c.now) {
			due = append(due, each.do)
			delete(c.alarms, id)
		}
	}
	c.mu.Unlock()
	for _, do := range due {
		do()
	}
	return len(due)
}

// Waits reports whether an alarm is set for no longer than that from now.
func (c *Clock) Waits(within time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, each := range c.alarms {
		if wait := each.at.Sub(c.now); wait > 0 && wait <= within {
			return true
		}
	}
	return false
}
