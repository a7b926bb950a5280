package apitest_test

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

// A draft that is published in July is dated July, for good, unless somebody
// chooses another date.
func TestArticle_IsDatedByItsFirstPublication(t *testing.T) {
	clock := &movedClock{}
	app := apitest.New(t, func(o *apitest.Options) {
		o.Clock, o.Config.SessionAge = clock, 365*24*time.Hour
	}).Ready(t)
	staff, anyone := app.Staff(t), app.Anonymous(t)
	const days = 24 * time.Hour
	date := func(at *string) time.Time {
		t.Helper()
		if at == nil {
			return time.Time{}
		}
		parsed, err := time.Parse(time.RFC3339, *at)
		if err != nil {
			t.Fatal(err)
		}
		return parsed
	}
	put := func(id string, body apitest.JSON) (now article) {
		t.Helper()
		staff.Put("/api/articles/"+id, body).Want(http.StatusOK).Into(&now)
		return now
	}

	draft := write(t, staff, apitest.JSON{"title": "Draft"})
	if draft.PublishDate != nil {
		t.Errorf("a draft is dated %s", *draft.PublishDate)
	}
	clock.advance(days)
	write(t, staff, apitest.JSON{"title": "Between", "status": "published"})
	clock.advance(10 * days)
	published := put(draft.ID, apitest.JSON{"status": "published"})
	first := date(published.PublishDate)
	if ahead := time.Until(first); ahead < 10*days || ahead > 12*days {
		t.Errorf("published after eleven days it is dated %s", first)
	}
	if got := titles(t, anyone.Get("/api/articles")); !slices.Equal(got, []string{"Draft", "Between"}) {
		t.Errorf("the list begins with %v", got)
	}
	var public article
	anyone.Get("/api/articles/" + published.Slug).Want(http.StatusOK).Into(&public)
	if !date(public.PublishDate).Equal(first) {
		t.Errorf("readers see %v", public.PublishDate)
	}

	clock.advance(days)
	for name, body := range map[string]apitest.JSON{
		"an edit": {"excerpt": "x"}, "withdrawn": {"status": "draft"}, "published again": {"status": "published"},
		"no date": {"publish_date": nil}, "sent back": {"publish_date": published.PublishDate},
		"as forms send it": {"publish_date": first.Truncate(time.Minute)},
	} {
		if now := put(draft.ID, body); !date(now.PublishDate).Equal(first) {
			t.Errorf("%s: dated %v", name, now.PublishDate)
		}
	}
	stale := staff.Put("/api/articles/"+draft.ID, apitest.JSON{"title": "x"}, "If-Match", `"1"`)
	stale.Problem(http.StatusPreconditionFailed)
	if current, _ := stale.Field("current").(map[string]any); current["publish_date"] == nil {
		t.Errorf("the current document is not dated: %v", current)
	}

	put(draft.ID, apitest.JSON{"status": "published"})
	near := first.Truncate(time.Minute).Add(59*time.Second + 999*time.Millisecond)
	if first.Equal(near) {
		near = near.Add(-time.Millisecond)
	}
	if now := put(draft.ID, apitest.JSON{"publish_date": near}); !date(now.PublishDate).Equal(near) {
		t.Errorf("a date in the minute of the first publication, %s, is answered as %s", near, *now.PublishDate)
	}
	if now := put(draft.ID, apitest.JSON{
		"publish_date": "2020-05-01T00:00:00Z",
	}); *now.PublishDate != "2020-05-01T00:00:00Z" {
		t.Errorf("the chosen date is %s", *now.PublishDate)
	}
	if now := put(draft.ID, apitest.JSON{"publish_date": ""}); *now.PublishDate != "2020-05-01T00:00:00Z" {
		t.Errorf("public since 2020, it is dated %s", *now.PublishDate)
	}
	// A clock that was ahead hides nothing.
	clock.advance(-30 * days)
	for _, who := range []*apitest.Client{anyone, staff} {
		if got := titles(t, who.Get("/api/articles?status=published")); !slices.Equal(got, []string{"Between", "Draft"}) {
			t.Errorf("the list is %v", got)
		}
	}
}
