package snapshot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// model is the truth that a store is compared with.
type model struct {
	clock    *fakeClock
	settings string
	articles map[string]Article
}

func (m *model) fresh() *Store {
	store := NewStore(Options{Clock: m.clock})
	c := change{revision: 1, parts: testParts(m.settings)}
	for _, a := range m.articles {
		c.articles = append(c.articles, a)
	}
	store.apply(c)
	return store
}

// step makes one random change and returns what Sync would hand to the store.
func (m *model) step(t *rapid.T) change {
	c := change{revision: 1}
	for range rapid.IntRange(1, 6).Draw(t, "changes") {
		id := strconv.Itoa(rapid.IntRange(0, 400).Draw(t, "id"))
		_, exists := m.articles[id]
		if slices.ContainsFunc(c.articles, func(a Article) bool { return a.ID == id }) || slices.Contains(c.removed, id) {
			continue
		}
		if exists && rapid.IntRange(0, 2).Draw(t, "remove") == 0 {
			delete(m.articles, id)
			c.removed = append(c.removed, id)
			continue
		}
		title := fmt.Sprintf("title %d", rapid.IntRange(0, 3).Draw(t, "title"))
		hours := rapid.IntRange(-40, 4).Draw(t, "hours")
		a := testArticle(id, "slug-"+id, title, m.clock.now.Add(time.Duration(hours)*time.Hour))
		if rapid.Bool().Draw(t, "ends") {
			a.UnpublishedAt = a.PublishedAt.Add(time.Duration(rapid.IntRange(1, 44).Draw(t, "lasts")) * time.Hour)
		}
		a.PreviousSlugs = []string{fmt.Sprintf("old-%d", rapid.IntRange(0, 20).Draw(t, "old"))}
		m.articles[id] = a
		c.articles = append(c.articles, a)
	}
	if rapid.IntRange(0, 4).Draw(t, "settings") == 0 {
		m.settings = fmt.Sprintf("Title %d", rapid.IntRange(0, 2).Draw(t, "site title"))
		c.parts = testParts(m.settings)
	}
	return c
}

// Any sequence of changes, applied one by one, ends in the same bytes as loading
// the final state from nothing; and every delta turns its base into the present.
func TestIncrementalEqualsFresh(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &model{clock: newFakeClock(), settings: "Academy", articles: map[string]Article{}}
		for i := range rapid.IntRange(0, 300).Draw(t, "articles at first") {
			id := strconv.Itoa(i)
			m.articles[id] = testArticle(id, "slug-"+id, "first", m.clock.now.Add(-time.Duration(i%50)*time.Hour))
		}
		store := m.fresh()
		bases := map[string]decoded{}
		remember := func() {
			full := store.Current().whole().Identity()
			bases[store.Current().Fingerprint()] = decodeRapid(t, full)
		}
		remember()
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			if rapid.IntRange(0, 3).Draw(t, "wait") == 0 {
				m.clock.advance(time.Duration(rapid.IntRange(1, 5).Draw(t, "hours")) * time.Hour)
			}
			store.apply(m.step(t))
			remember()
			equalStores(t, store, m.fresh())
		}
		for fingerprint, base := range bases {
			if body, ok := store.Since(fingerprint, false); ok {
				checkDelta(t, base, decodeRapid(t, body), store)
			}
		}
	})
}

func equalStores(t *rapid.T, got, fresh *Store) {
	a, b := got.Current(), fresh.Current()
	if a.Fingerprint() != b.Fingerprint() {
		t.Fatalf("fingerprint %s, from scratch %s", a.Fingerprint(), b.Fingerprint())
	}
	bodies := func(s *Snapshot) map[string]*Body {
		return map[string]*Body{
			"snapshot": s.whole(), "settings": s.Body("settings"), "view": s.Body("sections:visible"),
			"first page": pageOf(s, 20, 0), "other page": pageOf(s, 500, 7),
		}
	}
	want := bodies(b)
	for name, body := range bodies(a) {
		if x, y := body.Identity(), want[name].Identity(); !bytes.Equal(x, y) {
			t.Fatalf("%s differs:\n%s\n%s", name, x, y)
		}
	}
	for e := range b.articles().all() {
		if body := a.Article(e.Slug); body == nil || !bytes.Equal(body.Identity(), e.Full) {
			t.Fatalf("article %s is not found by its slug", e.Slug)
		}
	}
	for i := range 21 {
		old := fmt.Sprintf("old-%d", i)
		x, _ := a.Renamed(old)
		if y, _ := b.Renamed(old); x != y {
			t.Fatalf("%s leads to %q, from scratch to %q", old, x, y)
		}
	}
}

func checkDelta(t *rapid.T, base, delta decoded, store *Store) {
	if delta.Base == nil || *delta.Base != base.Fingerprint {
		t.Fatalf("delta has base %v, want %s", delta.Base, base.Fingerprint)
	}
	merged := map[string]json.RawMessage{}
	for _, raw := range base.Articles {
		merged[idOf(t, raw)] = raw
	}
	for _, raw := range delta.Articles {
		id := idOf(t, raw)
		if bytes.Equal(merged[id], raw) {
			t.Fatalf("delta repeats the unchanged article %s", id)
		}
		merged[id] = raw
	}
	for _, id := range delta.Removed {
		if _, ok := merged[id]; !ok {
			t.Fatalf("delta removes %s, which the base has not", id)
		}
		delete(merged, id)
	}
	full := decodeRapid(t, store.Current().whole().Identity())
	if !bytes.Equal(full.Settings, delta.Settings) || full.Fingerprint != delta.Fingerprint {
		t.Fatal("delta does not carry the present parts")
	}
	if len(merged) != len(full.Articles) {
		t.Fatalf("base and delta give %d articles, the full answer has %d", len(merged), len(full.Articles))
	}
	for _, raw := range full.Articles {
		if !bytes.Equal(merged[idOf(t, raw)], raw) {
			t.Fatalf("base and delta differ from the full answer at %s", raw)
		}
	}
}

func decodeRapid(t *rapid.T, body []byte) (d decoded) {
	if err := json.Unmarshal(body, &d); err != nil {
		t.Fatalf("not JSON: %v\n%s", err, body)
	}
	return d
}

func idOf(t *rapid.T, raw json.RawMessage) string {
	var a struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatal(err)
	}
	return a.ID
}
