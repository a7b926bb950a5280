package cluster

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"
)

// typist keeps, previews and publishes what is typed into a draft that nobody else writes,
// and has it back from the trash, by way of the entrance.
type typist struct {
	*client
	name string
	id   string
	sent []string
	kept int      // so many of them until the last that was acknowledged as kept
	live []string // those that were acknowledged as published
}

// typing adds editors to a load. Each has an account's session.
func (l *load) typing(t *testing.T, staff *client, entrance string) []*typist {
	t.Helper()
	var all []*typist
	for who := range visitors {
		c := newClient(t)
		c.cookie = staff.cookie
		w := &typist{client: c, name: fmt.Sprint("Typed by ", who)}
		w.id = c.must(http.StatusCreated, http.MethodPost, entrance+"/api/articles", map[string]string{"title": w.name}).
			text(t, "id")
		all = append(all, w)
		// One alone previews: of one account's previews only the newest is made.
		l.run(c, func(c *client, i int) { w.step(l, entrance, i, who == 0) })
	}
	return all
}

func (w *typist) step(l *load, entrance string, i int, previews bool) {
	article := "/api/articles/" + w.id
	write := func(method, path string, body any, want int) bool {
		return l.one(w.client, "texts", method, entrance, path, body, want)
	}
	title := fmt.Sprintf("%s, no. %d", w.name, i)
	w.sent = append(w.sent, title)
	if write(http.MethodPut, article+"/working-copy", map[string]string{"title": title}, http.StatusOK) {
		w.kept = len(w.sent)
	}
	if previews && i%8 == 0 {
		write(http.MethodPost, "/api/preview", map[string]string{"kind": "article", "id": w.id}, http.StatusCreated)
	}
	if i%4 == 1 && w.kept == len(w.sent) &&
		write(http.MethodPost, article+"/working-copy/publish", struct{}{}, http.StatusOK) {
		w.live = append(w.live, title)
	}
	if i%8 == 3 {
		back := "/api/admin/trash/articles/" + w.id + "/restore"
		if !write(http.MethodDelete, article, nil, http.StatusNoContent) ||
			!write(http.MethodPost, back, struct{}{}, http.StatusOK) {
			time.Sleep(landed)
			if w.wants(entrance+article, http.StatusNotFound) == nil {
				write(http.MethodPost, back, struct{}{}, http.StatusOK)
			}
		}
	}
}

// landed is after how long nothing that a killed process had asked for is still stored.
const landed = 2 * time.Second

// check compares what is stored with what was acknowledged: the last text is there, each save
// has its version, and each version its save.
func (w *typist) check(t *testing.T, at string) {
	t.Helper()
	w.t = t
	article := at + "/api/articles/" + w.id
	var now struct {
		Title    string
		Revision int
	}
	read := func(address string, into any) {
		t.Helper()
		if err := json.Unmarshal(w.must(http.StatusOK, http.MethodGet, address, nil).body, into); err != nil {
			t.Fatal(err)
		}
	}
	read(article, &now)
	last := now.Title
	got, err := w.ask(http.MethodGet, article+"/working-copy?optional=true", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.status == http.StatusOK {
		last = got.text(t, "title")
	}
	if w.kept > 0 && !slices.Contains(w.sent[w.kept-1:], last) {
		t.Errorf("%s: the last text is %q, and %q was kept", w.name, last, w.sent[w.kept-1])
	}
	var history []struct{ Revision int }
	path := at + "/api/admin/history/articles/" + w.id
	read(path+"?limit=1000", &history)
	if len(history) != now.Revision {
		t.Errorf("%s: %d saves left a history of %d", w.name, now.Revision, len(history))
	}
	var titles []string
	for i, each := range history {
		if each.Revision != now.Revision-i {
			t.Fatalf("%s: revision %d is in the place of %d", w.name, each.Revision, now.Revision-i)
		}
		var version struct{ Document struct{ Title string } }
		read(fmt.Sprintf("%s/%d", path, each.Revision), &version)
		titles = append(titles, version.Document.Title)
		if title := version.Document.Title; title != w.name && !slices.Contains(w.sent, title) {
			t.Errorf("%s: version %d is %q, which nobody saved", w.name, each.Revision, title)
		}
	}
	for _, title := range w.live {
		if !slices.Contains(titles, title) {
			t.Errorf("%s: %q was published and has no version", w.name, title)
		}
	}
}
