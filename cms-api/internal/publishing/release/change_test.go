package release

import (
	"strings"
	"testing"
	"time"
)

func TestIDsGrow(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 123e6, time.UTC)
	id := idAfter("", now)
	if !strings.HasPrefix(id, "20260301T120000123Z-") || len(id) != 28 {
		t.Error(id)
	}
	if next := idAfter(id, now.Add(-time.Hour)); !strings.HasPrefix(next, "20260301T120000124Z-") {
		t.Errorf("after the clock was set back: %s", next)
	}
	if next := idAfter("something else", now); !strings.HasPrefix(next, "20260301T120000123Z-") {
		t.Error(next)
	}
}
