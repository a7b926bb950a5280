package signal_test

import (
	"testing"

	"academy/cms-api/internal/platform/signal"
)

func TestSubscribers_GetOneSignalForMany(t *testing.T) {
	var all signal.Subscribers
	first, end := all.Subscribe()
	second, _ := all.Subscribe()
	all.Notify()
	all.Notify()
	if len(first) != 1 || len(second) != 1 {
		t.Errorf("they have %d and %d", len(first), len(second))
	}
	<-first
	end()
	all.Notify()
	if len(first) != 0 {
		t.Error("one whose subscription has ended is notified")
	}
}
