package lead

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/documents"
)

// Day is how many leads of each kind came on a day. Spam is not counted.
type Day struct {
	Day           string `json:"day" doc:"YYYY-MM-DD, in the site's time zone." example:"2026-03-02"`
	Enrollments   int    `json:"enrollments" example:"2"`
	Mentorship    int    `json:"mentorship" example:"1"`
	Contact       int    `json:"contact" example:"4"`
	Notifications int    `json:"notifications" example:"3"`
}

// add counts one lead of a kind.
func (d *Day) add(kind string) {
	switch kind {
	case "enrollments":
		d.Enrollments++
	case "mentorship":
		d.Mentorship++
	case "contact":
		d.Contact++
	case "notifications":
		d.Notifications++
	}
}

// PageCount is how many leads a page has brought.
type PageCount struct {
	Path  string `json:"path" doc:"Empty for leads that no page has sent, or none that said so." example:"/contact-us"`
	Count int    `json:"count" example:"7"`
}

// Counts are the leads of the last days.
type Counts struct {
	Days  []Day       `json:"days" nullable:"false" doc:"The oldest first, today last, without a gap."`
	Pages []PageCount `json:"pages" nullable:"false" doc:"The pages that brought most, at most ten."`
}

// maxPages is how many pages Counts names.
const maxPages = 10

// Counts counts the leads of the last days, today among them.
func (l *Leads) Counts(ctx context.Context, days int) (Counts, error) {
	now := l.o.Now().In(l.o.Zone)
	first := time.Date(now.Year(), now.Month(), now.Day()-days+1, 0, 0, 0, 0, l.o.Zone)
	counts, at := Counts{Pages: []PageCount{}}, map[string]int{}
	for i := range days {
		day := first.AddDate(0, 0, i).Format(time.DateOnly)
		at[day] = i
		counts.Days = append(counts.Days, Day{Day: day})
	}
	pages := map[string]int{}
	for _, kind := range l.kinds {
		err := kind.each(ctx, first.Add(-time.Millisecond), func(created time.Time, path string) {
			if i, known := at[created.In(l.o.Zone).Format(time.DateOnly)]; known {
				counts.Days[i].add(kind.name())
				pages[path]++
			}
		})
		if err != nil {
			return Counts{}, err
		}
	}
	for _, path := range slices.Sorted(maps.Keys(pages)) {
		counts.Pages = append(counts.Pages, PageCount{path, pages[path]})
	}
	slices.SortStableFunc(counts.Pages, func(a, b PageCount) int { return cmp.Compare(b.Count, a.Count) })
	counts.Pages = counts.Pages[:min(len(counts.Pages), maxPages)]
	return counts, nil
}

// each calls do with the time and the page of every lead after a time that is no spam.
func (s *service[F, T, S, P]) each(
	ctx context.Context, after time.Time, do func(created time.Time, path string),
) error {
	return s.docs.EachListed(ctx, "created_at", []string{"sent_from"}, func(created time.Time, texts []string) {
		do(created, strings.Clone(texts[0]))
	}, documents.Above("created_at", after), documents.Not(documents.Equal("lead_status", StatusSpam)))
}
