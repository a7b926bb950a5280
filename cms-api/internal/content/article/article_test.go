package article

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
)

func TestSlugOf(t *testing.T) {
	for title, want := range map[string]string{
		"தமிழ்நாடு": "tamilnadu", "ಪರೀಕ್ಷೆ": "pareekshe", "தமிழ்": "tamil", "\u0958लम": "qalam", "क\u093cलम": "qalam",
		"اردو زبان": "ardu-zaban", "עברית": "bryt", "हिंदी नोट्स – भाग १": "hindi-nots-bhag-1", "Cafe\u0301": "cafe",
		"🎉": "article", "👩‍👩‍👧‍👦": "article", "ᱥᱟᱱᱛᱟᱲᱤ": "article", "अ": "a", "x": "x",
		"__proto__": "proto", "constructor": "constructor", "Page": "article-page",
		"Page 2": "page-2", "feed.xml": "feed-xml",
		strings.Repeat("ह", 300): strings.Repeat("ha", maxSlug/2),
	} {
		if made := slugOf(title); made != want {
			t.Errorf("slug of %q = %q, want %q", title, made, want)
		}
	}
}

func FuzzSlug(f *testing.F) {
	for _, title := range []string{
		"How to Read", "ಕನ್ನಡ", "", "---", "a_b", strings.Repeat("x", 300), "6b011f2522cabc8ff9e81b30", "C++ & Go?",
		"\x00\xff", "page", "தமிழ்", "👩‍👩‍👧",
	} {
		f.Add(title)
	}
	f.Fuzz(func(t *testing.T, title string) {
		made := slugOf(title)
		if made == "" || len(made) > maxSlug+len("article-") ||
			strings.Trim(made, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Errorf("slug of %q = %q", title, made)
		}
		if strings.HasPrefix(made, "-") || strings.HasSuffix(made, "-") || mongodb.IsID(made) {
			t.Errorf("slug of %q = %q", title, made)
		}
		if again := slugOf(made); again != made {
			t.Errorf("slug of %q = %q, of which %q", title, made, again)
		}
	})
}

// A number that an address gets since others have it is part of it from then on.
func TestSlugOf_IsStableWithANumber(t *testing.T) {
	for _, title := range []string{"One", "Page", strings.Repeat("x", 300), strings.Repeat("monsoons ", 30)} {
		base := slugOf(title)
		for _, n := range []int{1, 2, 10, slugsInOrder, slugsInOrder + 1} {
			slug := numbered(base, n)
			twice := numbered(slug, n)
			if len(slug) > maxSlug || len(twice) > maxSlug || slugOf(slug) != slug || slugOf(twice) != twice ||
				!sameSlug(slug, base) {
				t.Errorf("%q becomes %q, %q, of which %q", base, slug, twice, slugOf(slug))
			}
		}
	}
	// As earlier versions made them.
	for _, slug := range []string{strings.Repeat("x", maxSlug) + "-2", strings.Repeat("x", maxSlug) + "-1000020"} {
		if made := slugOf(slug); made != slug || !sameSlug(slug, strings.Repeat("x", maxSlug)) {
			t.Errorf("%q becomes %q", slug, made)
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

func TestSameSlug(t *testing.T) {
	for _, test := range []struct {
		slug, base string
		want       bool
	}{{"a-b", "a-b", true}, {"a-b-2", "a-b", true}, {"a-b-c", "a-b", false}, {"a-b-", "a-b", false}, {"a", "a-b", false}} {
		if got := sameSlug(test.slug, test.base); got != test.want {
			t.Errorf("sameSlug(%q, %q) = %t", test.slug, test.base, got)
		}
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
