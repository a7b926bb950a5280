package article

import (
	"strings"
	"time"

	"academy/cms-api/internal/problem"
)

// Dates say when a published article is public.
type Dates struct {
	PublishDate   Date `json:"publish_date,omitempty" doc:"When it becomes public: an RFC 3339 time, or a date of the site's time zone; null or empty: at once."`
	UnpublishDate Date `json:"unpublish_date,omitempty" doc:"From when on it is public no longer, after publish_date: an RFC 3339 time, or a date of the site's time zone; null or empty: it stays." example:"2026-07-15"`
}

// apply lays the dates that were sent over an article.
func (d Dates) apply(a *Article, place *time.Location) error {
	for _, each := range []struct {
		sent  Date
		field string
		date  **time.Time
	}{{d.PublishDate, "publish_date", &a.PublishDate}, {d.UnpublishDate, "unpublish_date", &a.UnpublishDate}} {
		if !each.sent.Set {
			continue
		}
		at, err := each.sent.In(place, each.field)
		if err != nil {
			return err
		}
		*each.date = at
	}
	return nil
}

// Date is a time as editors send it: RFC 3339, YYYY-MM-DD, or empty for none.
// Set tells "none" from "not sent".
type Date struct {
	Set  bool
	Text string
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
