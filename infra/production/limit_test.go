package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A step that hangs costs its limit, and so does every line that it runs.
func TestStepIsLimited(t *testing.T) {
	o := &operator{all: t.Context(), limit: 50 * time.Millisecond, dir: t.TempDir()}
	err := o.take(step{"a step that hangs", func(o *operator) (string, error) {
		return o.sh("trap 'touch ended; exit' TERM; sleep 3600 & wait")
	}})
	if err == nil || !strings.Contains(err.Error(), "not within 50ms") {
		t.Error("got", err)
	}
	if _, err := os.Stat(filepath.Join(o.dir, "ended")); err != nil {
		t.Error("the line goes on:", err)
	}
	o.limit = time.Minute
	if err := o.take(step{"the next", func(o *operator) (string, error) { return o.sh("true") }}); err != nil {
		t.Error(err)
	}
}
