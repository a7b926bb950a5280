package snapshot

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// load reads what was written and applies it. The caller holds applying.
func (s *Sync) load(ctx context.Context, revision int64, writes []write) error {
	items := itemsOf(writes)
	if s.touched != nil {
		for _, it := range items {
			s.touched[it] = struct{}{}
		}
	}
	if !s.opts.Store.Ready() {
		// The first load is still to come, or reads them again before it ends.
		return nil
	}
	c := change{revision: revision, writes: writes}
	if err := s.read(ctx, items, &c); err != nil {
		return err
	}
	s.opts.Store.apply(c)
	return nil
}

// read adds what the items are now to c.
func (s *Sync) read(ctx context.Context, items []item, c *change) error {
	for _, it := range items {
		if it.Part != Articles {
			p, err := s.part(ctx, it.Part)
			if err != nil {
				return err
			}
			c.parts = append(c.parts, p)
			continue
		}
		article, public, err := s.opts.Articles.LoadArticle(ctx, it.ID)
		switch {
		case err != nil:
			return fmt.Errorf("load article %s: %w", it.ID, err)
		case public:
			c.articles = append(c.articles, article)
		default:
			c.removed = append(c.removed, it.ID)
		}
	}
	return nil
}

func (s *Sync) part(ctx context.Context, name string) (Part, error) {
	for _, source := range s.opts.Parts {
		if source.Name() == name {
			p, err := source.LoadPart(ctx)
			if err != nil {
				return Part{}, fmt.Errorf("load %s: %w", name, err)
			}
			return p, nil
		}
	}
	return Part{}, fmt.Errorf("load %s: no source has that name", name)
}

// loadAll compares everything with the database. Writes go on meanwhile: what
// they touch is read once more at the end. Articles that have not changed are
// not kept, so a comparison needs hardly any memory.
func (s *Sync) loadAll(ctx context.Context) error {
	s.applying.Lock()
	s.touched = make(map[item]struct{})
	s.applying.Unlock()
	err := s.loadAndApply(ctx)
	s.applying.Lock()
	s.touched = nil
	s.applying.Unlock()
	return err
}

func (s *Sync) loadAndApply(ctx context.Context) error {
	revision, err := s.opts.State.revision(ctx)
	if err != nil {
		return err
	}
	c := change{revision: revision}
	for _, source := range s.opts.Parts {
		p, err := s.part(ctx, source.Name())
		if err != nil {
			return err
		}
		c.parts = append(c.parts, p)
	}
	found := make(map[string]struct{})
	err = s.opts.Articles.LoadArticles(ctx, func(a Article) error {
		found[a.ID] = struct{}{}
		if !s.opts.Store.holds(a) {
			c.articles = append(c.articles, a)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("load the articles: %w", err)
	}

	s.applying.Lock()
	defer s.applying.Unlock()
	for _, id := range s.opts.Store.ids() {
		if _, ok := found[id]; !ok {
			c.removed = append(c.removed, id)
		}
	}
	c.without(s.touched)
	if err := s.read(ctx, slices.Collect(maps.Keys(s.touched)), &c); err != nil {
		return err
	}
	s.opts.Store.apply(c)
	s.forget(revision)
	return nil
}

// without drops what is about to be read again.
func (c *change) without(items map[item]struct{}) {
	has := func(part, id string) bool {
		_, ok := items[item{part, id}]
		return ok
	}
	c.parts = slices.DeleteFunc(c.parts, func(p Part) bool { return has(p.Name, "") })
	c.articles = slices.DeleteFunc(c.articles, func(a Article) bool { return has(Articles, a.ID) })
	c.removed = slices.DeleteFunc(c.removed, func(id string) bool { return has(Articles, id) })
}
