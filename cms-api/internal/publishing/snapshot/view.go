package snapshot

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/documents"
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
