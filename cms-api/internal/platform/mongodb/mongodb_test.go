package mongodb

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/platform/storage"
)

func TestRun_OneMissedCheckIsNoOutage(t *testing.T) {
	var log strings.Builder
	d, err := Open("mongodb://127.0.0.1:1", "test", time.Now, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	away := errors.New("away")
	for step, c := range []struct {
		missed int
		ready  bool
	}{{1, false}, {2, false}, {0, true}, {1, true}, {0, true}, {1, true}, {2, false}, {3, false}, {0, true}} {
		err := away
		if c.missed == 0 {
			err = nil
		}
		if d.note(c.missed, err); d.Ready() != c.ready {
			t.Errorf("step %d, %d missed: ready %v, want %v", step, c.missed, d.Ready(), c.ready)
		}
	}
	for said, want := range map[string]int{"database connected": 2, "not reachable": 2} {
		if got := strings.Count(log.String(), said); got != want {
			t.Errorf("said %q %d times, want %d", said, got, want)
		}
	}
	first, later, well := storage.NextCheck(1), storage.NextCheck(30), storage.NextCheck(0)
	if first > 200*time.Millisecond || later != storage.CheckInterval || well != storage.CheckInterval {
		t.Errorf("looks again after %v, %v and %v", first, later, well)
	}
}
