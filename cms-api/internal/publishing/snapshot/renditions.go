package snapshot

import (
	"slices"
	"strconv"
	"sync"
)

// maxLists bounds the article lists, and the searches, that a snapshot keeps
// serialised. Beyond it a new one takes the place of any other.
const maxLists = 64

type window struct{ limit, offset int }

// page is a serialised window of the article list, and what is said of the rest.
type page struct {
	entries     []*entry
	body        *Body
	total, link string
}

// renditions are the bodies made from a whole snapshot. They are large beside
// what else an old snapshot holds on to, so only the current one has them.
type renditions struct {
	whole *Body
	mu    sync.Mutex
	lists map[window]page
	// earlier are the predecessor's lists. One whose entries are still the same
	// is taken over.
	earlier map[window]page
	// filtered are lists that readers searched, filtered or sorted.
	filtered map[filteredKey]page
}

func (s *Snapshot) prepare(predecessor *Snapshot) {
	fresh := &renditions{lists: make(map[window]page), filtered: make(map[filteredKey]page), whole: s.newWhole()}
	if predecessor != nil {
		if old := predecessor.renditions.Swap(nil); old != nil {
			old.mu.Lock()
			fresh.earlier = old.lists
			old.lists = make(map[window]page)
			old.mu.Unlock()
		}
	}
	s.renditions.Store(fresh)
}

func (s *Snapshot) newWhole() *Body {
	return newBody(func() []byte { return s.appendAll(nil) }, s.fingerprint)
}

func (s *Snapshot) appendAll(dst []byte) []byte {
	dst = s.appendHead(dst, nil)
	for e := range s.articles.all() {
		dst = append(e.appendHashed(dst, e.Summary), ',')
	}
	if s.articles.length > 0 {
		dst = dst[:len(dst)-1]
	}
	return append(dst, `],"removed":[]}`...)
}

func (s *Snapshot) whole() *Body {
	if r := s.renditions.Load(); r != nil {
		return r.whole
	}
	return s.newWhole()
}

// List returns the summaries of at most limit articles from offset on, newest
// first, as a JSON array.
func (s *Snapshot) List(limit, offset int) *Body { return s.page(window{limit, offset}).body }

func (s *Snapshot) page(w window) page {
	r := s.renditions.Load()
	if r == nil {
		return s.newPage(w, nil)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if made, ok := r.lists[w]; ok {
		return made
	}
	made := s.newPage(w, r.earlier)
	delete(r.earlier, w)
	keep(r.lists, w, made)
	return made
}

// keeps reports whether a list has been made already.
func (s *Snapshot) keeps(path string, f filter) (kept bool) {
	r := s.renditions.Load()
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if path == articlesPath && f.whole() {
		_, kept = r.lists[f.window]
	} else {
		_, kept = r.filtered[filteredKey{path, f}]
	}
	return kept
}

// keep adds to a bounded number of made pages.
func keep[K comparable](pages map[K]page, key K, made page) {
	if len(pages) >= maxLists {
		for other := range pages {
			delete(pages, other)
			break
		}
	}
	pages[key] = made
}

func (s *Snapshot) newPage(w window, earlier map[window]page) page {
	made := page{
		entries: s.articles.window(w.offset, w.limit),
		total:   strconv.Itoa(s.articles.length),
		link:    filter{window: w}.link(articlesPath, s.articles.length),
	}
	if old, ok := earlier[w]; ok && slices.Equal(old.entries, made.entries) {
		made.body = old.body
	} else {
		made.body = newBody(func() []byte { return summaries(made.entries) }, "")
	}
	return made
}

func summaries(entries []*entry) []byte {
	dst := []byte{'['}
	for i, e := range entries {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, e.Summary...)
	}
	return append(dst, ']')
}
