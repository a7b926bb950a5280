package apitest_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/test/apitest"
)

func TestClocks_ThatJumpLoseNothing(t *testing.T) {
	clocks := []*movedClock{{}, {}}
	on := func(i int) func(*apitest.Options) {
		return func(o *apitest.Options) {
			o.Clock = clocks[i]
			o.Config.LimitForms = ratelimit.Limit{Count: 2, Window: time.Minute}
		}
	}
	app := apitest.New(t, on(0)).Ready(t)
	other := apitest.Start(t, app.Database, on(1)).Ready(t)

	const days = 24 * time.Hour
	// The offset of each clock before a step; people sign in at the first.
	steps := [][2]time.Duration{
		{0, 0}, {40 * days, 0}, {0, 40 * days}, {-5 * days, 0}, {2000 * days, -time.Hour},
		{time.Hour, 2 * time.Hour}, {-1500 * days, 0}, {-5 * days, 2000 * days}, {0, -2000 * days}, {time.Hour, 0},
	}
	var want []string
	contact := func(step, n int) apitest.JSON {
		return apitest.JSON{"name": "Asha", "email": "a@example.com", "message": fmt.Sprintf("Step %d, message %d", step, n)}
	}
	for i, ahead := range steps {
		for k, clock := range clocks {
			clock.advance(ahead[k] - clock.ahead)
		}
		staff := app.Staff(t)
		title := fmt.Sprintf("Step %d", i)
		// Due on every clock: what a clock may hide is what is not due on it. Nothing hides what has no date.
		article := apitest.JSON{"title": title, "status": "published"}
		if i%2 == 0 {
			article["publish_date"] = "2015-01-01"
		}
		made := write(t, staff, article)
		want = append(want, title)
		slices.Sort(want)
		if edited := staff.Put("/api/articles/"+made.ID, apitest.JSON{"excerpt": title}); edited.Status != http.StatusOK {
			t.Fatalf("step %d: an edit answers %d: %s", i, edited.Status, edited.Body)
		}
		var fingerprints []string
		for _, process := range []*apitest.App{app, other} {
			var now struct {
				Fingerprint string
				Articles    []struct{ Title, Excerpt string }
			}
			seen := func() (titles []string) {
				process.Anonymous(t).Get("/api/snapshot").Into(&now)
				for _, each := range now.Articles {
					if each.Excerpt == each.Title {
						titles = append(titles, each.Title)
					}
				}
				slices.Sort(titles)
				return titles
			}
			apitest.Eventually(t, func() bool { return slices.Equal(seen(), want) })
			fingerprints = append(fingerprints, now.Fingerprint)
		}
		if fingerprints[0] != fingerprints[1] {
			t.Errorf("step %d: the replicas show %v", i, fingerprints)
		}
		// Whoever has signed out is told the same, by the database.
		token := staff.Cookie("session")
		staff.Post("/api/auth/logout", nil).Want(http.StatusNoContent)
		if found := titles(t, app.Anonymous(t).Get("/api/articles", "Cookie", "session="+token)); len(found) != len(want) {
			t.Errorf("step %d: a reader whose session has ended finds %q", i, found)
		}
		// Nobody is refused for what they did at another time.
		anyone := app.Anonymous(t)
		for n := range 2 {
			anyone.Post("/api/contact", contact(i, n)).Want(http.StatusCreated)
		}
		anyone.Post("/api/contact", contact(i, 2)).Problem(http.StatusTooManyRequests)
		clocks[0].advance(3 * time.Minute)
	}
	var messages []apitest.JSON
	app.Staff(t).Get("/api/contact?limit=100").Want(http.StatusOK).Into(&messages)
	if len(messages) != 2*len(steps) {
		t.Errorf("%d of %d acknowledged messages are there", len(messages), 2*len(steps))
	}
}
