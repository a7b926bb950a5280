package snapshot

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
)

func filterStore(t *testing.T) *Store {
	t.Helper()
	store := NewStore(Options{})
	add := func(id, title, category string, tags []string, day int) Article {
		object := map[string]any{"id": id, "title": title, "excerpt": "About " + title, "author": "Asha",
			"category": category, "tags": tags,
			"created_at": time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC), "publish_date": nil}
		raw, err := json.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		return Article{ID: id, Slug: id, PublishedAt: time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC), Summary: raw, Full: raw}
	}
	videos := json.RawMessage(`[{"id":"v1","title":"Polity","category":"GS","duration":90,"created_at":"2026-01-02T00:00:00.5Z"},
		{"id":"v2","title":"History","category":"GS","duration":1200,"created_at":"2026-01-02T00:00:00Z"},
		{"id":"v3","title":"PSI maths","category":"PSI","duration":0,"created_at":"2026-01-01T00:00:00Z"}]`)
	store.apply(change{revision: 1, parts: []Part{{Name: "videos", JSON: videos}}, articles: []Article{
		add("a", "Zebra polity", "GS", []string{"reading"}, 1),
		add("b", "apple", "GS", []string{"Éclair"}, 2),
		add("c", "Banana", "PSI", nil, 3),
	}})
	return store
}

func TestFilter(t *testing.T) {
	app := newApp(filterStore(t))
	for query, want := range map[string]string{
		"/api/articles":                                  "c b a of 3",
		"/api/articles?unknown=1&q[$ne]=x":               "c b a of 3",
		"/api/articles?q=POLITY":                         "a of 1",
		"/api/articles?q=%C3%89CLAIR":                    "b of 1",
		"/api/articles?q=.*":                             " of 0",
		"/api/articles?q=asha&limit=2":                   "c b of 3",
		"/api/articles?q=asha&limit=2&offset=2":          "a of 3",
		"/api/articles?sort=title":                       "c a b of 3",
		"/api/articles?sort=-title":                      "b a c of 3",
		"/api/articles?sort=publish_date":                "a b c of 3",
		"/api/articles?sort=-publish_date":               "c b a of 3",
		"/api/articles?sort=created_at&category=GS":      "a b of 2",
		"/api/articles?category=none":                    " of 0",
		"/api/articles?status=draft":                     " of 0",
		"/api/articles?status=published&q=apple&offset=": "b of 1",
		"/api/videos":                                    "v1 v2 v3 of 3",
		"/api/videos?nonsense=1":                         "v1 v2 v3 of 3",
		"/api/videos?limit=1&offset=1":                   "v2 of 3",
		"/api/videos?sort=duration":                      "v3 v1 v2 of 3",
		"/api/videos?sort=created_at":                    "v3 v2 v1 of 3",
		"/api/videos?q=his":                              "v2 of 1",
	} {
		answer := ask(t, app, "GET", query)
		var list []struct{ ID string }
		if err := json.Unmarshal(answer.body, &list); err != nil {
			t.Errorf("%s: %d %s", query, answer.status, answer.body)
			continue
		}
		var ids []string
		for _, each := range list {
			ids = append(ids, each.ID)
		}
		if got := strings.Join(ids, " ") + " of " + answer.get("X-Total-Count"); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	link := ask(t, app, "GET", "/api/articles?sort=-title&q=a%20a&limit=1&q=a").get("Link")
	if want := `</api/articles?limit=1&offset=1&q=a&sort=-title>; rel="next"`; link != want {
		t.Errorf("Link = %s, want %s", link, want)
	}
}

// Whatever strangers search for, what is kept for them stays small, and a
// change shows in what was kept.
func TestFilter_KeepsLittleAndForgetsWithTheSnapshot(t *testing.T) {
	store := filterStore(t)
	app := newApp(store)
	for i := range 3 * maxPages {
		ask(t, app, "GET", "/api/articles?q="+url.QueryEscape(fmt.Sprintf("word %d", i)))
		ask(t, app, "GET", fmt.Sprintf("/api/articles?limit=%d", i+1))
	}
	if kept := len(store.Current().cache.Load().pages); kept > maxPages {
		t.Errorf("%d pages are kept", kept)
	}
	before := ask(t, app, "GET", "/api/articles?q=apple")
	store.apply(change{revision: 2, removed: []string{"a", "b", "c"}})
	after := ask(t, app, "GET", "/api/articles?q=apple")
	if slices.Equal(before.body, after.body) || string(after.body) != "[]" {
		t.Errorf("before %s, after %s", before.body, after.body)
	}
}
