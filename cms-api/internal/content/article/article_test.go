package article

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/platform/problem"
)

func TestSlugOf_IsNoOtherAddress(t *testing.T) {
	for title, want := range map[string]string{
		"ಪರೀಕ್ಷೆ": "pareekshe", "🎉": "article", "Page": "article-page",
		"6b011f2522cabc8ff9e81b30": "article-6b011f2522cabc8ff9e81b30",
	} {
		if made := slugOf(title); made != want {
			t.Errorf("slug of %q = %q, want %q", title, made, want)
		}
	}
}

func TestPublic(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	longAgo, before, after := now.Add(-2*time.Hour), now.Add(-time.Hour), now.Add(time.Hour)
	for name, test := range map[string]struct {
		summary Summary
		want    bool
	}{
		"draft":      {Summary{Status: Draft, CreatedAt: before}, false},
		"archived":   {Summary{Status: Archived, CreatedAt: before}, false},
		"published":  {Summary{Status: Published, CreatedAt: before}, true},
		"made ahead": {Summary{Status: Published, CreatedAt: after}, true},
		"due now":    {Summary{Status: Published, CreatedAt: after, PublishDate: &now}, true},
		"not due":    {Summary{Status: Published, CreatedAt: before, PublishDate: &after}, false},
		"ends":       {Summary{Status: Published, CreatedAt: before, UnpublishDate: &after}, true},
		"ends now":   {Summary{Status: Published, CreatedAt: before, UnpublishDate: &now}, false},
		"ended":      {Summary{Status: Published, PublishDate: &longAgo, UnpublishDate: &before}, false},
		"draft end":  {Summary{Status: Draft, CreatedAt: before, UnpublishDate: &after}, false},
	} {
		if got := test.summary.Public(now); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestDates(t *testing.T) {
	kolkata := time.FixedZone("IST", 5*3600+1800)
	for name, test := range map[string]struct {
		from, until, refused string
	}{
		"none":            {"", "", ""},
		"an end alone":    {"", "2020-01-01", ""},
		"in order":        {"2026-01-01", "2026-01-02", ""},
		"one zone, other": {"2026-01-01T00:00:00Z", "2026-01-01T05:30:01", ""},
		"the same moment": {"2026-01-01T00:00:00Z", "2026-01-01T05:30", "body.unpublish_date"},
		"backwards":       {"2026-01-02", "2026-01-01", "body.unpublish_date"},
		"no date":         {"2026-01-02", "someday", "body.unpublish_date"},
		"too late":        {"", "3000-01-02", "body.unpublish_date"},
		"no begin":        {"someday", "2026-01-02", "body.publish_date"},
	} {
		article := Article{Summary: Summary{Title: "x"}}
		dates := Dates{schedule.Date{Set: true, Text: test.from}, schedule.Date{Set: true, Text: test.until}}
		err := dates.apply(&article, kolkata, time.Now())
		if err == nil {
			err = article.check()
		}
		var refused *problem.Error
		if test.refused == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		} else if !errors.As(err, &refused) || len(refused.Fields) != 1 || refused.Fields[0].Location != test.refused {
			t.Errorf("%s: %v", name, err)
		}
	}
	article := Article{Summary: Summary{PublishDate: new(time.Time), UnpublishDate: new(time.Time)}}
	err := (Dates{UnpublishDate: schedule.Date{Set: true}}).apply(&article, kolkata, time.Now())
	if err != nil || article.UnpublishDate != nil || article.PublishDate == nil {
		t.Errorf("clearing one date: %v, %+v", err, article.Summary)
	}
}

func TestCleanTags(t *testing.T) {
	if got := cleanTags([]string{" b ", "", "a", "b", " "}); !slices.Equal(got, []string{"b", "a"}) {
		t.Errorf("%q", got)
	}
}

func TestCheck_BoundsTheTitle(t *testing.T) {
	for length, taken := range map[int]bool{0: false, 1: true, maxTitle: true, maxTitle + 1: false} {
		article := Article{Summary: Summary{Title: strings.Repeat("ಅ", length)}}
		if err := article.check(); (err == nil) != taken {
			t.Errorf("%d letters: %v", length, err)
		}
	}
}

// The address of a draft follows its title. Once published it stays, whatever the title
// is, and one that is chosen then leads on from the former.
func TestLay_SettlesTheAddress(t *testing.T) {
	s := &Service{o: Options{Now: time.Now, Zone: time.UTC}}
	published := Published
	var a Article
	for _, step := range []struct {
		title, slug string
		status      *Status
		want        string
		former      []string
	}{
		{"Monsoon", "", nil, "monsoon", nil},
		{"Winter", "", nil, "winter", nil},
		{"Winter", "", &published, "winter", nil},
		{"Summer", "", nil, "winter", nil},
		{"Summer", "heat", nil, "heat", []string{"winter"}},
		{"Summer", "sun", nil, "sun", []string{"winter", "heat"}},
		{"Summer", "winter", nil, "winter", []string{"winter", "heat", "sun"}},
	} {
		update := Update{Title: &step.title, Status: step.status}
		if step.slug != "" {
			update.Slug = &step.slug
		}
		if err := s.lay(&a, update); err != nil {
			t.Fatal(err)
		}
		if a.Slug != step.want || !slices.Equal(a.PreviousSlugs, step.former) {
			t.Errorf("%+v: %s, before %v", step, a.Slug, a.PreviousSlugs)
		}
	}
}
