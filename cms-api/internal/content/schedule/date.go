// Package schedule is the times at which documents become public, and cease to be, as
// editors send them.
package schedule

import (
	"strings"
	"time"

	"academy/cms-api/internal/platform/problem"
)

// Date is a time as editors send it: RFC 3339, YYYY-MM-DD, or empty for none.
// Set tells "none" from "not sent".
type Date struct {
	Set  bool
	Text string
}

// CameIn reports whether a time was still to come at one moment, and is not any more at a later
// one.
func CameIn(at *time.Time, from, to time.Time) bool {
	return at != nil && at.After(from) && !at.After(to)
}

// In returns the time in UTC, with bare dates read at a place; nil for none. Its
// errors name the field.
func (d Date) In(place *time.Location, field string) (*time.Time, error) {
	text := strings.TrimSpace(d.Text)
	if text == "" {
		return nil, nil
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateOnly} {
		if at, err := time.ParseInLocation(layout, text, place); err == nil {
			if at = at.UTC().Truncate(time.Millisecond); at.Year() < 1900 || at.Year() > 2999 {
				return nil, problem.InvalidField("body."+field, "Give a date between 1900 and 2999.")
			}
			return &at, nil
		}
	}
	return nil, problem.InvalidField("body."+field, "Give a date (YYYY-MM-DD) or a time (RFC 3339).")
}
