package article

import (
	"time"

	"academy/cms-api/internal/content/schedule"
)

// Dates say when a published article is public.
type Dates struct {
	PublishDate   schedule.Date `json:"publish_date,omitempty,omitzero" doc:"When it becomes public: an RFC 3339 time, or a date of the site's time zone; null or empty: at once, and it is dated by its first publication."`
	UnpublishDate schedule.Date `json:"unpublish_date,omitempty,omitzero" doc:"From when on it is public no longer, after publish_date: an RFC 3339 time, or a date of the site's time zone; null or empty: it stays." example:"2026-07-15"`
}

// apply lays the dates that were sent over an article.
func (d Dates) apply(a *Article, zone *time.Location, now time.Time) error {
	if d.PublishDate.Set {
		at, err := d.PublishDate.In(zone, "publish_date")
		if err != nil {
			return err
		}
		a.choosePublishDate(at, now)
	}
	if d.UnpublishDate.Set {
		at, err := d.UnpublishDate.In(zone, "unpublish_date")
		if err != nil {
			return err
		}
		a.UnpublishDate = at
	}
	return nil
}

// choosePublishDate sets the date that readers wait for, or none. The moment of the
// first publication, sent back as it was answered, is none: to the minute, which is
// what forms have.
func (a *Article) choosePublishDate(at *time.Time, now time.Time) {
	if first := a.FirstPublished; at != nil && a.PublishDate == nil && first != nil {
		if at.Equal(*first) || at.Equal(first.Truncate(time.Minute)) {
			return
		}
	}
	if at == nil && a.SlugFixed && a.PublishDate != nil && !a.PublishDate.After(now) {
		a.FirstPublished = a.PublishDate // it became public then
	}
	a.PublishDate = at
}

// notePublication remembers when an article without a date is first published.
func (a *Article) notePublication(now time.Time) {
	if a.Status == Published && a.PublishDate == nil && a.FirstPublished == nil {
		a.FirstPublished = &now
	}
}
