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
	o := &operator{all: t.Context(), limit: time.Second, dir: t.TempDir()}
	err := o.take(step{"a step that hangs", func(o *operator) (string, error) {
		return o.sh("trap 'touch ended; exit' TERM; touch begun; sleep 3600 & wait")
	}})
	if err == nil || !strings.Contains(err.Error(), "not within 1s") {
		t.Error("got", err)
	}
	// A shell that had not begun within the limit had nothing to end.
	exists := func(name string) bool { _, err := os.Stat(filepath.Join(o.dir, name)); return err == nil }
	if exists("begun") && !exists("ended") {
		t.Error("the line went on")
	}
	o.limit = time.Minute
	if err := o.take(step{"the next", func(o *operator) (string, error) { return o.sh("true") }}); err != nil {
		t.Error(err)
	}
}
