package snapshot

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/revision"
)

// ArticleView shows a collection's articles with status published, due or not, ended or
// not, in a Store.
type ArticleView struct{ store *Store }

// NewArticleView returns the view of the articles. The store is not ready before it is
// loaded.
func NewArticleView(s *Store) *ArticleView {
	s.expect(Articles)
	return &ArticleView{s}
}

// ShowArticles has a store show the articles of a collection. Shown returns what it needs
// of one, false when that is nothing.
func ShowArticles[T any, P documents.Document[T]](
	s *Store, docs *documents.Collection[T, P], shown func(T) (Article, bool, error),
) {
	documents.AddView(docs, NewArticleView(s), shown)
}

// Replace shows all articles, and no others.
func (v *ArticleView) Replace(all map[string]Article) error {
	c := change{loaded: Articles}
	for _, id := range v.store.ids() {
		if _, stays := all[id]; !stays {
			c.removed = append(c.removed, id)
		}
	}
	c.put(all)
	v.store.apply(c)
	return nil
}

// Apply shows articles that were written, and no longer those that are gone or not
// published any more.
func (v *ArticleView) Apply(ctx context.Context, put map[string]Article, gone []string) error {
	writer := v.store.writer(ctx)
	c := change{removed: gone}
	c.put(put)
	for id, article := range put {
		c.writes = append(c.writes, write{Articles, id, article.Saved.By})
	}
	for _, id := range gone {
		c.writes = append(c.writes, write{Articles, id, writer})
	}
	v.store.apply(c)
	return nil
}

func (c *change) put(articles map[string]Article) {
	for _, each := range articles {
		c.articles = append(c.articles, each)
		c.revision = max(c.revision, each.Saved.At.UnixMilli())
	}
}

// Content is what a part shows of a collection: a value, which is serialised, and further
// views of it by name. Equal documents must give equal content.
type Content struct {
	Value any
	Views map[string]any
}

// PartView shows a collection as a part, in a Store.
type PartView[T any, P documents.Document[T]] struct {
	store   *Store
	name    string
	content func([]T) Content
	docs    map[string]T
}

// NewPartView returns the view of the part of that name; content makes it of the
// documents, which come in no order. The store is not ready before it is loaded.
func NewPartView[T any, P documents.Document[T]](s *Store, name string, content func([]T) Content) *PartView[T, P] {
	s.expect(name)
	return &PartView[T, P]{store: s, name: name, content: content}
}

// ShowPart has a store show a collection as the part of that name.
func ShowPart[T any, P documents.Document[T]](
	s *Store, name string, docs *documents.Collection[T, P], content func([]T) Content,
) {
	whole := func(doc T) (T, bool, error) { return doc, true, nil }
	documents.AddView(docs, NewPartView[T, P](s, name, content), whole)
}

// Replace shows all documents, and no others.
func (v *PartView[T, P]) Replace(all map[string]T) error {
	v.docs = all
	return v.show(change{loaded: v.name})
}

// Apply shows documents that were written, and no longer those that are gone.
func (v *PartView[T, P]) Apply(ctx context.Context, put map[string]T, gone []string) error {
	writer := v.store.writer(ctx)
	var c change
	maps.Copy(v.docs, put)
	for _, doc := range put {
		c.writes = append(c.writes, write{v.name, "", P(&doc).Base().Saved.By})
	}
	for _, id := range gone {
		delete(v.docs, id)
		c.writes = append(c.writes, write{v.name, "", writer})
	}
	return v.show(c)
}

func (v *PartView[T, P]) show(c change) error {
	docs := slices.AppendSeq(make([]T, 0, len(v.docs)), maps.Values(v.docs)) // never nil: an empty part is an empty list
	for i := range docs {
		c.revision = max(c.revision, P(&docs[i]).Base().Saved.At.UnixMilli())
	}
	part, err := serialise(v.name, v.content(docs))
	if err == nil {
		c.parts = []Part{part}
	}
	v.store.apply(c)
	return err
}

// serialise serialises what a part shows.
func serialise(name string, content Content) (Part, error) {
	part := Part{Name: name, Views: make(map[string]json.RawMessage, len(content.Views))}
	var err error
	if part.JSON, err = json.Marshal(content.Value); err != nil {
		return Part{}, fmt.Errorf("serialise %s: %w", name, err)
	}
	for view, value := range content.Views {
		if part.Views[view], err = json.Marshal(value); err != nil {
			return Part{}, fmt.Errorf("serialise %s of %s: %w", view, name, err)
		}
	}
	return part, nil
}

// writer notes that this process writes, if it does, and returns the id of the account;
// empty when it is another process.
func (s *Store) writer(ctx context.Context) string {
	who, ours := access.From(ctx)
	if ours && s.opts.Written != nil {
		s.opts.Written(ctx)
	}
	return who.UserID
}

// Together shows parts that are made of several collections together, or that become
// others by themselves when a time comes.
type Together struct {
	store *Store

	mu      sync.Mutex
	waiting int // sources that are not loaded
	newest  int64
	parts   func(now time.Time) ([]Part, time.Time, error)
}

// NewTogether returns parts of a store. Parts makes them of the sources as they are, and
// says when they will be others without a write; zero: never. It must not keep what it
// read of the sources.
func NewTogether(s *Store, parts func(now time.Time) ([]Part, time.Time, error)) *Together {
	return &Together{store: s, parts: parts}
}

// Source is what parts need of each document of a collection.
type Source[E any] struct {
	together *Together
	name     string
	all      map[string]Known[E]
}

// Known is what parts need of a document, and when that was saved last, by whom.
type Known[E any] struct {
	Value E
	Saved revision.Saved
}

// NewSource returns a source of that name; the store is not ready before it is loaded.
// Call it before Follow.
func NewSource[E, T any, P documents.Document[T]](
	t *Together, name string, docs *documents.Collection[T, P], of func(T) (E, error),
) *Source[E] {
	s := &Source[E]{together: t, name: name}
	t.waiting++
	t.store.expect(name)
	documents.AddView(docs, s, func(doc T) (Known[E], bool, error) {
		value, err := of(doc)
		return Known[E]{value, P(&doc).Base().Saved}, err == nil, err
	})
	return s
}

// All returns what is known of every document, in no order. Only the function that makes
// the parts may call it.
func (s *Source[E]) All() []E {
	all := make([]E, 0, len(s.all))
	for _, each := range s.all {
		all = append(all, each.Value)
	}
	return all
}

// Replace takes all documents, and no others.
func (s *Source[E]) Replace(all map[string]Known[E]) error {
	t := s.together
	t.mu.Lock()
	defer t.mu.Unlock()
	if s.all == nil {
		t.waiting--
	}
	s.all = all
	for _, each := range all {
		t.newest = max(t.newest, each.Saved.At.UnixMilli())
	}
	return t.show(change{loaded: s.name}, "")
}

// Apply takes documents that were written, and forgets those that are gone.
func (s *Source[E]) Apply(ctx context.Context, put map[string]Known[E], gone []string) error {
	t := s.together
	by := t.store.writer(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, each := range put {
		s.all[id], by = each, each.Saved.By
		t.newest = max(t.newest, each.Saved.At.UnixMilli())
	}
	for _, id := range gone {
		delete(s.all, id)
	}
	return t.show(change{}, by)
}

// onTime shows the parts as they are now.
func (t *Together) onTime() {
	t.mu.Lock()
	defer t.mu.Unlock()
	_ = t.show(change{clock: true}, "") // it made the same parts when they were written
}

// show shows the parts, once all sources are loaded; by is who wrote last.
func (t *Together) show(c change, by string) error {
	var err error
	if t.waiting == 0 {
		c.timed, c.revision = t, t.newest
		c.parts, c.until, err = t.parts(t.store.clock.Now())
	}
	if c.loaded == "" {
		for _, p := range c.parts {
			c.writes = append(c.writes, write{p.Name, "", by})
		}
	}
	t.store.apply(c)
	return err
}

// NewPart returns the part of that name that shows a value, with further views of it.
func NewPart(name string, value any, views map[string]any) (Part, error) {
	return serialise(name, Content{Value: value, Views: views})
}
