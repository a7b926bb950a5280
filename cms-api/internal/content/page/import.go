package page

import (
	"context"
	"time"
)

// Imported is a page from elsewhere.
type Imported struct {
	Update
	// ID is the page's, which is the same whenever it is imported.
	ID string
	// Created and Updated are when it was made and changed there; zero: now.
	Created, Updated time.Time
	// FormerPaths lead to it.
	FormerPaths []string
}

// Import stores a page from elsewhere, under the same rules as any other. It returns false
// where there is a page of that id, perhaps in the trash.
func (s *Service) Import(ctx context.Context, in Imported) (Page, bool, error) {
	if known, err := s.o.Store.Known(ctx, in.ID); err != nil || known {
		return Page{}, false, err
	}
	page := s.blank()
	if !in.Created.IsZero() {
		page.CreatedAt = in.Created.UTC().Truncate(time.Millisecond)
	}
	if err := s.apply(ctx, &page, in.Update); err != nil {
		return Page{}, false, err
	}
	if !in.Updated.IsZero() {
		page.UpdatedAt = in.Updated.UTC().Truncate(time.Millisecond)
	}
	for _, path := range in.FormerPaths {
		if path != page.Path && len(page.Former) < maxFormer {
			page.Former = append(page.Former, Former{path, s.now()})
		}
	}
	page.ID = in.ID
	page, err := s.insert(ctx, page)
	return page, err == nil, err
}

// FormerPaths returns the paths that lead to the page.
func (p Page) FormerPaths() []string {
	paths := make([]string, len(p.Former))
	for i, former := range p.Former {
		paths[i] = former.Path
	}
	return paths
}

// All returns every page whole, by path.
func (s *Service) All(ctx context.Context) ([]Page, error) {
	pages, err := s.o.Store.All(ctx, "path")
	for i := range pages {
		pages[i] = s.current(pages[i])
	}
	return pages, err
}
