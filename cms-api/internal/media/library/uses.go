package library

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"academy/cms-api/internal/platform/problem"
)

// Where is the state of a document that uses a file.
type Where string

// The states of documents.
const (
	Live    Where = "live"
	Draft   Where = "draft"
	History Where = "history"
	Trash   Where = "trash"
	Edit    Where = "edit"
)

// Use is a place that names a file.
type Use struct {
	Collection string `json:"collection" doc:"As the history names it; media: a video that has it as its poster." example:"articles"`
	ID         string `json:"id" doc:"new: what somebody writes and has not stored." example:"665f1f77bcf86cd799439011"`
	Title      string `json:"title" doc:"Empty where documents have none." example:"How monsoons form"`
	Where      Where  `json:"where" enum:"live,draft,history,trash,edit" doc:"live: visitors see it; draft: it is not public, or not yet; history: a former version; trash: it is deleted; edit: changes that are not published."`
}

// user is a document that names files, or a pack of former versions of one. It is not changed once it is in an index.
type user struct {
	collection, id, title string
	owner                 string // of what is not stored yet: the account that writes it
	names                 []name
	from, until           time.Time // when the public sees what is live; zero: always
}

// name is the stem of a file's address, and the state that has it.
type name struct {
	stem  string
	where Where
}

func (u *user) add(where Where, stems ...string) {
	for _, stem := range stems {
		if one := (name{stem, where}); !slices.Contains(u.names, one) {
			u.names = append(u.names, one)
		}
	}
}

// seen returns the state of a name at a time.
func (u *user) seen(where Where, now time.Time) Where {
	if where == Live && (u.from.After(now) || !u.until.IsZero() && !u.until.After(now)) {
		return Draft
	}
	return where
}

// index leads from files to the documents that name them. It is kept in memory, by the change stream: of 5,000 files
// it takes about 8 MB together with the list of their documents (BenchmarkLibrary).
type index struct {
	mu      sync.RWMutex
	stems   map[string]*naming
	loaded  map[string]bool // by collection
	ready   chan struct{}   // closed when all are loaded
	namesIn func(text []byte) []string
}

// naming is a file that is named.
type naming struct {
	stem  string
	users []*user
}

// view is the part of an index that comes of one collection.
type view struct {
	index *index
	name  string
	users map[string]*user
}

func newIndex(namesIn func(text []byte) []string) *index {
	return &index{
		stems: map[string]*naming{}, loaded: map[string]bool{}, ready: make(chan struct{}),
		namesIn: namesIn,
	}
}

func (x *index) viewOf(collection string) *view {
	x.loaded[collection] = false
	return &view{index: x, name: collection, users: map[string]*user{}}
}

// kept returns what the index keeps of a document: nothing of one that names no file.
func (x *index) kept(u *user) (*user, bool, error) { return u, len(u.names) > 0, nil }

// Replace takes all documents of the collection.
func (v *view) Replace(all map[string]*user) error {
	v.index.mu.Lock()
	for id := range v.users {
		v.put(id, nil)
	}
	for id, u := range all {
		v.put(id, u)
	}
	if !v.index.loaded[v.name] {
		v.index.loaded[v.name] = true
		if v.index.complete() {
			close(v.index.ready)
		}
	}
	v.index.mu.Unlock()
	return nil
}

// Apply takes what was written, and what is gone.
func (v *view) Apply(_ context.Context, put map[string]*user, gone []string) error {
	v.index.mu.Lock()
	for id, u := range put {
		v.put(id, u)
	}
	for _, id := range gone {
		v.put(id, nil)
	}
	v.index.mu.Unlock()
	return nil
}

func (x *index) complete() bool {
	for _, loaded := range x.loaded {
		if !loaded {
			return false
		}
	}
	return true
}

// put replaces the document of an id, or removes it when u is nil. The caller holds the index's lock.
func (v *view) put(id string, u *user) {
	x := v.index
	if old := v.users[id]; old != nil {
		for _, each := range old.names {
			of := x.stems[each.stem]
			if of == nil {
				continue // removed with another state of the same document
			}
			of.users = slices.DeleteFunc(of.users, func(other *user) bool { return other == old })
			if len(of.users) == 0 {
				delete(x.stems, each.stem)
			}
		}
		delete(v.users, id)
	}
	if u == nil {
		return
	}
	for i, each := range u.names {
		of := x.stems[each.stem]
		if of == nil {
			of = &naming{stem: each.stem}
			x.stems[each.stem] = of
		}
		u.names[i].stem = of.stem // so that each address is in memory once
		// The last one is u when it names the file in another state too.
		if len(of.users) == 0 || of.users[len(of.users)-1] != u {
			of.users = append(of.users, u)
		}
	}
	v.users[id] = u
}

// Stem returns an address, or a key of the storage, without what follows the first stop of its name: a picture and its
// variants share it.
func Stem(address string) string {
	folder, name := path.Split(address)
	name, _, _ = strings.Cut(name, ".")
	return folder + name
}

// usersOf returns the documents that name the file of an address.
func (x *index) usersOf(url string) []*user {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if of := x.stems[Stem(url)]; of != nil {
		return slices.Clone(of.users)
	}
	return nil
}

// eachUse calls each with the uses of the files of some addresses at a time, in no order and some more than once, until
// it returns false. A pack of former versions has no title. Each must not use the index.
func (x *index) eachUse(urls []string, now time.Time, each func(Use) bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, url := range urls {
		of := x.stems[Stem(url)]
		if of == nil {
			continue
		}
		for _, u := range of.users {
			for _, named := range u.names {
				if named.stem == of.stem && !each(Use{u.collection, u.id, u.title, u.seen(named.where, now)}) {
					return
				}
			}
		}
	}
}

// of returns where files are used at a time, by state, collection and title. It is never nil.
func (x *index) of(urls []string, now time.Time) []Use {
	found := []Use{}
	x.eachUse(urls, now, func(u Use) bool {
		found = append(found, u)
		return true
	})
	return compacted(found)
}

// count returns how many uses of returns.
func (x *index) count(urls []string, now time.Time) int {
	found := map[Use]bool{}
	x.eachUse(urls, now, func(u Use) bool {
		found[u.untitled()] = true
		return true
	})
	return len(found)
}

// used reports whether anything but the history uses one of the files.
func (x *index) used(urls []string, now time.Time) (used bool) {
	x.eachUse(urls, now, func(u Use) bool {
		used = u.Where != History
		return !used
	})
	return used
}

func (u Use) untitled() Use {
	u.Title = ""
	return u
}

// compacted sorts uses and names each once. A pack of former versions has no title: it takes that of the document
// where another use has it.
func compacted(found []Use) []Use {
	type document struct{ collection, id string }
	titles := make(map[document]string, len(found))
	for _, u := range found {
		if u.Title != "" {
			titles[document{u.Collection, u.ID}] = u.Title
		}
	}
	for i, u := range found {
		found[i].Title = cmp.Or(u.Title, titles[document{u.Collection, u.ID}])
	}
	slices.SortFunc(found, func(a, b Use) int {
		return cmp.Or(cmp.Compare(rank(a.Where), rank(b.Where)), strings.Compare(a.Collection, b.Collection),
			strings.Compare(a.Title, b.Title), strings.Compare(a.ID, b.ID))
	})
	return slices.Compact(found)
}

func rank(where Where) int { return slices.Index([]Where{Live, Draft, Edit, Trash, History}, where) }

// loadTime is how long a call waits for the uses to be loaded, which begins with the process.
const loadTime = 10 * time.Second

// awaitUses returns once the uses are known.
func (s *Service) awaitUses(ctx context.Context) error {
	select {
	case <-s.index.ready:
		return nil
	case <-ctx.Done():
	case <-time.After(loadTime):
	}
	return &problem.Error{
		Kind: problem.Unavailable, RetryAfter: 2 * time.Second,
		Detail: "Where files are used is still being read. Please try again shortly.",
	}
}

// Uses returns where a file is used, or a NotFound problem.
func (s *Service) Uses(ctx context.Context, id string) ([]Use, error) {
	doc, err := s.docs.Get(ctx, id)
	if err == nil {
		err = s.awaitUses(ctx)
	}
	return s.uses(doc), err
}

// addresses returns the address of a document's file, and the former ones that anything but the history still names.
func (s *Service) addresses(m Media) []string {
	unnamed := func(url string) bool { return len(s.naming([]string{url})) == 0 }
	return append([]string{m.URL}, slices.DeleteFunc(s.list.formerOf(m), unnamed)...)
}

// uses returns where a file is used, never nil: those too that name a former address of it.
func (s *Service) uses(doc Media) []Use { return s.index.of(s.addresses(doc), s.o.Now()) }

// used reports whether anything but the history uses a file.
func (s *Service) used(doc Media) bool { return s.index.used(s.addresses(doc), s.o.Now()) }
