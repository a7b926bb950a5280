package snapshot

import (
	"encoding/json"
	"regexp"
	"strings"
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

// Readers get an article with the value of its picture; the article itself is what it was.
func TestFilePart_ComesWithArticles(t *testing.T) {
	store := NewStore(Options{})
	name := regexp.MustCompile(`/media/[a-z]+`)
	part := NewFilePart[int](store, "files", func(text []byte) []string { return name.FindAllString(string(text), -1) })
	article := func(id, picture string) Article {
		a := testArticle(id, "slug-"+id, id, time.Unix(0, 0))
		a.Picture = picture
		a.Summary = json.RawMessage(`{"id":"` + id + `","picture":"` + picture + `"}`)
		a.Full = json.RawMessage(`{"id":"` + id + `","picture":"` + picture + `","content":"{}"}`)
		return a
	}
	show := func(values map[string]int) *Snapshot {
		t.Helper()
		if err := part.Show(values); err != nil {
			t.Fatal(err)
		}
		return store.Current()
	}
	store.apply(change{articles: []Article{article("a", "/media/a.jpg"), article("b", "/media/b.jpg"), article("c", "")}})
	wants := func(s *Snapshot, value string) {
		t.Helper()
		list := `[{"id":"c","picture":""},{"id":"b","picture":"/media/b.jpg"},{"id":"a","picture":"/media/a.jpg"` + value + `}]`
		if got := string(pageOf(s, 9, 0).Identity()); got != list {
			t.Errorf("the list is %s, want %s", got, list)
		}
		whole := `{"id":"a","picture":"/media/a.jpg","content":"{}"` + value + `}`
		if got := string(s.Article("slug-a").Identity()); got != whole {
			t.Errorf("the article is %s, want %s", got, whole)
		}
		if got := string(s.Article("slug-b").Identity()); got != `{"id":"b","picture":"/media/b.jpg","content":"{}"}` {
			t.Errorf("another article is %s", got)
		}
	}
	without := show(map[string]int{})
	wants(without, "")
	one := show(map[string]int{"/media/a.jpg": 1, "/media/none.jpg": 9})
	wants(one, `,"focus":1`)
	hashes := func(s *Snapshot) string { return string(s.Whole([]string{"a", "b", "c"}, 1<<20)) }
	if hashes(one) != hashes(without) {
		t.Error("the articles that the site is built from are others")
	}
	difference, _ := store.Since(without.Fingerprint(), false)
	if !strings.Contains(string(difference), `"files":{"/media/a.jpg":1}`) {
		t.Errorf("the difference is %s", difference)
	}
	page, body := pageOf(one, 9, 0), one.Article("slug-a")
	store.apply(change{parts: testParts("Academy")})
	if now := store.Current(); pageOf(now, 9, 0) != page || now.Article("slug-a") != body {
		t.Error("what has not changed is serialised again")
	}
	if difference, _ = store.Since(one.Fingerprint(), false); strings.Contains(string(difference), `"files"`) {
		t.Errorf("values that are the same stand in the difference %s", difference)
	}
	wants(show(map[string]int{"/media/a.jpg": 2}), `,"focus":2`)
	wants(show(map[string]int{}), "")
}
