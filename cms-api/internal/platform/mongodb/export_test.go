package mongodb

import (
	"testing"
	"time"
)

// InMemory reports whether lists of d come from memory.
func (d *Documents[T, P]) InMemory() bool { return d.rows.loaded() }

// SetLockAge makes turns look abandoned after an age, until the test ends.
func SetLockAge(t *testing.T, age time.Duration) {
	was := lockAge
	lockAge = age
	t.Cleanup(func() { lockAge = was })
}
