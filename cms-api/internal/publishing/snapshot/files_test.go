package snapshot

import (
	"encoding/json"
	"regexp"
	"testing"
	"time"
)

// A file has its value shown as long as something public names it: writes, the clock and previews decide that alike.
func TestFilePart_ShowsWhatIsNamed(t *testing.T) {
	clock := newFakeClock()
	store := NewStore(Options{Clock: clock})
	name := regexp.MustCompile(`/media/[a-z]+`)
	part := NewFilePart[int](store, "files", func(text []byte) []string { return name.FindAllString(string(text), -1) })
	in := func(s *Snapshot) string { return string(s.Body("files").Identity()) }
	wants := func(when, want string) {
		t.Helper()
		if got := in(store.Current()); got != want {
			t.Errorf("%s: %s, want %s", when, got, want)
		}
	}
	show := func(values map[string]int) {
		t.Helper()
		if err := part.Show(values); err != nil {
			t.Fatal(err)
		}
	}
	article := func(id, image string, from, until time.Duration) Article {
		a := testArticle(id, "slug-"+id, id, clock.Now().Add(from))
		a.UnpublishedAt = clock.Now().Add(until)
		a.Full = json.RawMessage(`{"content":"<img src=\"/media/` + image + `.jpg\">"}`)
		return a
	}
	pages := func(values ...string) Part {
		p := Part{Name: "pages", Items: []Item{}}
		for i, value := range values {
			p.Items = append(p.Items, Item{string(rune('a' + i)), json.RawMessage(`"` + value + `"`)})
		}
		return p
	}
	if store.apply(change{parts: testParts("A")}); store.Ready() {
		t.Error("the store is ready before the values are known")
	}
	all := map[string]int{"/media/a.jpg": 1, "/media/b.jpg": 2, "/media/c.jpg": 3}
	show(all)
	wants("nothing is named", `{}`)
	store.apply(change{articles: []Article{
		article("later", "a", time.Hour, 3*time.Hour), article("ended", "b", -2*time.Hour, -time.Hour),
	}})
	wants("not yet and no longer", `{}`)
	unchanged := store.Current()
	show(all)
	if store.Current() != unchanged {
		t.Error("the same values make another snapshot")
	}
	preview := store.Preview(Preview{Articles: []Article{article("ended", "b", -time.Hour, time.Hour)}})
	if got := in(preview); got != `{"/media/b.jpg":2}` {
		t.Errorf("preview: %s", got)
	}
	clock.advance(2 * time.Hour)
	wants("its time has come", `{"/media/a.jpg":1}`)
	store.apply(change{parts: []Part{pages("/media/a.480.jpg", "/media/c.jpg")}})
	wants("in items", `{"/media/a.jpg":1,"/media/c.jpg":3}`)
	clock.advance(2 * time.Hour)
	wants("its time is over, and a page names it", `{"/media/a.jpg":1,"/media/c.jpg":3}`)
	store.apply(change{parts: []Part{pages("none", "/media/c.jpg")}})
	wants("the page names it no longer", `{"/media/c.jpg":3}`)
	show(map[string]int{"/media/c.jpg": 4})
	wants("another value", `{"/media/c.jpg":4}`)
	store.apply(change{parts: []Part{pages("none")}})
	wants("the item is gone", `{}`)
	store.apply(change{parts: []Part{{Name: "settings", JSON: json.RawMessage(`{"logo":"/media/c.jpg"}`)}}})
	wants("in a part", `{"/media/c.jpg":4}`)
	show(map[string]int{})
	wants("without values", `{}`)
}
