package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// desk is as much of the API as a typist needs, for one draft. It says that it has done what
// is asked, and sometimes has not.
type desk struct {
	typed
	titles  []string // of the revisions
	forgets string   // the method and end of the path of calls that do nothing
	unsaved bool     // leaves saves out of the history
	unkept  bool     // gives nothing back from the trash
	late    func()   // is done after the article was read
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	call := r.Method + " " + r.URL.Path
	var sent struct{ Title string }
	_ = json.NewDecoder(r.Body).Decode(&sent)
	answer := func(status int, body any) {
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}
	document := func() article { return article{ID: "a", Title: d.live, Revision: len(d.titles)} }
	save := func() { d.titles = append(d.titles, d.live) }
	forgotten := d.forgets != "" && strings.HasPrefix(call, d.forgets)
	switch {
	case call == "POST /api/articles":
		d.live = sent.Title
		save()
		answer(http.StatusCreated, document())
	case call == "POST /api/admin/trash/articles/a/restore":
		if d.unkept {
			answer(http.StatusNotFound, nil)
			return
		}
		d.trashed = false
		save()
		answer(http.StatusOK, document())
	case strings.HasPrefix(call, "GET /api/admin/history/articles/a/"):
		var at int
		_, _ = fmt.Sscanf(r.URL.Path, "/api/admin/history/articles/a/%d", &at)
		answer(http.StatusOK, map[string]any{"document": article{Title: d.titles[at-1], Revision: at}})
	case strings.HasPrefix(call, "GET /api/admin/history"):
		history := []map[string]int{}
		for at := len(d.titles); at > 0; at-- {
			if !d.unsaved || at != 2 {
				history = append(history, map[string]int{"revision": at})
			}
		}
		answer(http.StatusOK, history)
	case call == "POST /api/preview":
		answer(http.StatusConflict, nil)
	case d.trashed && strings.HasPrefix(call, "GET /api/articles/a/working-copy"):
		w.WriteHeader(http.StatusNoContent)
	case d.trashed:
		answer(http.StatusNotFound, nil)
	case call == "GET /api/articles/a":
		answer(http.StatusOK, document())
		if d.late != nil {
			d.late()
			d.late = nil
		}
	case call == "DELETE /api/articles/a":
		d.trashed = true
		save()
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodPut:
		if !forgotten {
			d.kept = sent.Title
		}
		answer(http.StatusOK, sent)
	case strings.HasSuffix(call, "/publish"):
		if d.kept != "" && !forgotten {
			d.live, d.kept = d.kept, ""
			save()
		}
		answer(http.StatusOK, document())
	case r.Method == http.MethodDelete:
		d.kept = ""
		w.WriteHeader(http.StatusNoContent)
	case d.kept == "":
		w.WriteHeader(http.StatusNoContent)
	default:
		answer(http.StatusOK, map[string]string{"title": d.kept})
	}
}

// A typist notices what is lost of what was acknowledged, and nothing else.
func TestTypist_NoticesWhatIsLost(t *testing.T) {
	for name, c := range map[string]struct {
		desk desk
		lost bool
	}{
		"nothing":               {desk{}, false},
		"what was kept":         {desk{forgets: "PUT"}, true},
		"what was published":    {desk{forgets: "POST /api/articles/a/working-copy/publish"}, true},
		"a version":             {desk{unsaved: true}, true},
		"what was in the trash": {desk{unkept: true}, true},
	} {
		server := httptest.NewServer(&c.desk)
		l := newLedger()
		random := rand.New(rand.NewPCG(1, 1))
		w := &typist{client: newClient(), name: "t", apis: []string{server.URL}, ledger: l, random: random}
		for range 40 {
			w.step(t.Context())
		}
		var err error
		if len(l.refused) == 0 { // else what is in the trash is asked for until its time is over
			err = w.check(t.Context())
		}
		if lost := len(l.lost) > 0 || len(l.refused) > 0 || err != nil; lost != c.lost {
			t.Errorf("%s: lost %q, refused %v, %v", name, l.lost, l.refused, err)
		}
		server.Close()
	}
}

// Two requests with a write between them do not show what is stored.
func TestTypist_ReadsNothingThatNeverWas(t *testing.T) {
	for name, late := range map[string]func(*desk){
		"came into the trash": func(d *desk) { d.trashed = true },
		"was published":       func(d *desk) { d.live, d.kept = d.kept, "" },
	} {
		d := &desk{typed: typed{live: "first", kept: "second"}, titles: []string{"first"}}
		d.late = func() {
			late(d)
			d.titles = append(d.titles, d.live)
		}
		server := httptest.NewServer(d)
		w := &typist{client: newClient(), thing: &thing{id: "a"}}
		if seen, err := w.state(t.Context(), server.URL); err == nil {
			t.Errorf("%s: read %q, which never was", name, seen)
		}
		if _, err := w.state(t.Context(), server.URL); err != nil {
			t.Errorf("%s: read again: %v", name, err)
		}
		server.Close()
	}
}
