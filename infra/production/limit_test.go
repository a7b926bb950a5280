package main

import (
	"strings"
	"testing"
	"time"
)

// A step that hangs costs its limit, and so does every line that it runs.
func TestStepIsLimited(t *testing.T) {
	o := &operator{all: t.Context(), limit: 50 * time.Millisecond, dir: t.TempDir()}
	err := o.take(step{"a step that hangs", func(o *operator) (string, error) { return o.sh("sleep 3600") }})
	if err == nil || !strings.Contains(err.Error(), "not within 50ms") {
		t.Error("got", err)
	}
	o.limit = time.Minute
	if err := o.take(step{"the next", func(o *operator) (string, error) { return o.sh("true") }}); err != nil {
		t.Error(err)
	}
}
