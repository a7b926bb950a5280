package snapshot

import (
	"encoding/json"
	"testing"
	"time"
)

func TestPreview_ChangesNothing(t *testing.T) {
	clock := newFakeClock()
	store := NewStore(Options{Clock: clock})
	article := func(id, title string) Article { return testArticle(id, "slug-"+id, title, clock.Now()) }
	part := func(name, json string) Part { return Part{Name: name, JSON: []byte(json)} }
	if store.Preview(Preview{}) != nil {
		t.Error("there is a snapshot before the first load")
	}
	store.apply(change{
		parts:    []Part{part("settings", `{"a":1}`), part("sections", `[]`)},
		articles: []Article{article("1", "One"), article("2", "Two")},
	})
	before := store.Current()
	whole := string(before.whole().Identity())

	later := article("3", "Three")
	later.PublishedAt = clock.Now().Add(time.Hour)
	preview := store.Preview(Preview{
		Articles: []Article{article("1", "Other"), later}, Parts: []Part{part("settings", `{"a":2}`)},
	})
	if preview.Newest() != "slug-3" || preview.Len() != 3 || preview.Fingerprint() == before.Fingerprint() {
		t.Errorf("preview: %s of %d", preview.Newest(), preview.Len())
	}
	difference, few := preview.WholeSince(before)
	var read struct {
		Fingerprint, Base string
		Settings          map[string]int
		Sections          *[]string
		Articles          []struct{ ID, Content, Hash string }
		Removed           []string
	}
	if err := json.Unmarshal(difference, &read); err != nil || !few {
		t.Fatalf("%v: %s", err, difference)
	}
	if read.Base != before.Fingerprint() || read.Fingerprint != preview.Fingerprint() || read.Settings["a"] != 2 ||
		read.Sections != nil || len(read.Articles) != 2 || read.Articles[1].Content != "<p>Other</p>" ||
		read.Articles[1].Hash == "" || len(read.Removed) != 0 {
		t.Errorf("the difference is %s", difference)
	}
	if store.Current() != before || string(before.whole().Identity()) != whole ||
		store.Find(preview.Fingerprint()) != nil || before.articles()[0][0].ID != "2" || len(store.timed) != 0 {
		t.Error("the store is another")
	}
}
