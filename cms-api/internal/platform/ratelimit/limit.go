// Package ratelimit bounds how often something may be tried. Its counters are in the
// database, which all replicas share.
package ratelimit

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Limit is how many tries are allowed in a window of time that begins with the first
// one. The zero Limit allows everything.
type Limit struct {
	Count  int
	Window time.Duration
}

// Off reports whether everything is allowed.
func (l Limit) Off() bool { return l.Count == 0 }

const (
	maxCount  = 1_000_000
	maxWindow = 24 * time.Hour
)

// UnmarshalText reads "30/1m": at most 30 in a minute. "off" is no limit.
func (l *Limit) UnmarshalText(text []byte) error {
	if string(text) == "off" {
		*l = Limit{}
		return nil
	}
	count, window, found := strings.Cut(string(text), "/")
	parsed, err := strconv.Atoi(strings.TrimSpace(count))
	duration, windowErr := time.ParseDuration(strings.TrimSpace(window))
	if !found || err != nil || windowErr != nil || parsed < 1 || parsed > maxCount || duration < time.Second ||
		duration > maxWindow {
		return fmt.Errorf("%q is not a limit: write a number and a time of at most 24h, such as 30/1m, or off", text)
	}
	*l = Limit{Count: parsed, Window: duration}
	return nil
}

// String returns the limit as it is written in the configuration.
func (l Limit) String() string {
	if l.Off() {
		return "off"
	}
	return fmt.Sprintf("%d/%s", l.Count, l.Window)
}

// errNoKey is returned for an empty key, which is a bug.
var errNoKey = errors.New("a rate limit needs a key")
