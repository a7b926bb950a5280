package page

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
)

// Options are what a Service needs.
type Options struct {
	Store   *Store
	Checker *model.Checker
	// Zone is the time zone of bare dates.
	Zone *time.Location
	Now  func() time.Time
	// Working is what working copies need.
	Working working.Options
}

// Service holds the rules of pages.
type Service struct {
	o      Options
	Copies *Copies
}

// NewService returns a Service.
func NewService(o Options) *Service {
	s := &Service{o: o}
	o.Store.ShownAs(func(p Page) any { return s.answered(p) }).Guarded(collection.Drafts[Page]{
		Live: func(p Page) bool { return p.Status == Published && p.Deleted == nil },
	}.Guard())
	s.Copies = working.New(s.copied(), o.Working)
	return s
}

func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }

// List returns summaries and how many there are.
func (s *Service) List(ctx context.Context, q ListQuery) ([]Summary, int, error) {
	return s.o.Store.list(ctx, q)
}

// Get returns a page.
func (s *Service) Get(ctx context.Context, id string) (Page, error) {
	page, err := s.o.Store.Get(ctx, id)
	return s.answered(page), err
}

// Exists reports whether there is a page of that id.
func (s *Service) Exists(ctx context.Context, id string) (bool, error) {
	_, err := s.o.Store.Get(ctx, id)
	if problem.Is(err, problem.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// Create stores a new page. A path that is given and taken is a Conflict.
func (s *Service) Create(ctx context.Context, update Update) (Page, error) {
	page := s.blank()
	if err := s.apply(ctx, &page, update); err != nil {
		return Page{}, err
	}
	return s.insert(ctx, page)
}

// insert stores a new page.
func (s *Service) insert(ctx context.Context, page Page) (Page, error) {
	var made documents.Change[Page]
	err := s.withFreePath(func(name func(*Page)) (err error) {
		named := page
		name(&named)
		made, err = s.o.Store.Insert(ctx, documents.Write{By: access.By(ctx)}, &named)
		return err
	})
	saved, err := changes.Done(ctx, made, err)
	return s.answered(saved), err
}

// blank returns a page of which nothing is written yet.
func (s *Service) blank() Page { return Page{Summary: Summary{Status: Draft, CreatedAt: s.now()}} }

// Update changes a page.
func (s *Service) Update(ctx context.Context, id string, w documents.Write, update Update) (Page, error) {
	return s.save(ctx, id, w, func(p *Page) error { return s.apply(ctx, p, update) })
}

// save stores a change of a page.
func (s *Service) save(ctx context.Context, id string, w documents.Write, change func(*Page) error) (Page, error) {
	var made documents.Change[Page]
	err := s.withFreePath(func(name func(*Page)) (err error) {
		made, err = s.o.Store.Update(ctx, id, w, func(p *Page) error {
			if err := change(p); err != nil {
				return err
			}
			name(p)
			return nil
		})
		return err
	})
	saved, err := changes.Done(ctx, made, err)
	return s.answered(saved), err
}

// Redirects returns where former paths lead now.
func (s *Service) Redirects(ctx context.Context) ([]Redirect, error) {
	pages, err := s.o.Store.All(ctx, "path")
	all := make([]Known, len(pages))
	for i, page := range pages {
		all[i] = Known{Summary: page.Summary, former: page.Former}
	}
	return At(s.now(), all).Redirects(), err
}

// Delete puts a page, and the redirects to it, into the trash, and returns the revision that
// it has there.
func (s *Service) Delete(ctx context.Context, id string, w documents.Write) (at int, err error) {
	made, err := s.o.Store.Discard(ctx, id, w)
	changes.Wrote(ctx, made)
	return made.After.Revision, err
}

// current returns a page with its values under the keys that their fields have today.
func (s *Service) current(p Page) Page {
	blocks := make([]Block, len(p.Blocks))
	for i, b := range p.Blocks {
		block, _ := s.o.Checker.Model.Block(b.Type)
		b.Values = b.Values.In(block.Fields)
		blocks[i] = b
	}
	p.Blocks = blocks
	return p
}

// answered returns a page as staff read it.
func (s *Service) answered(p Page) Page {
	p.Mark = working.MarkOf(p.Working)
	return s.current(p)
}

// Seed stores the pages of a folder that are missing, under the same rules as any other. It returns how many were.
func (s *Service) Seed(ctx context.Context, folder fs.FS) (int, error) {
	var seeds []Update
	if err := collection.ReadSeed(folder, name.Dashed()+".json", &seeds); err != nil {
		return 0, err
	}
	pages := make([]Page, len(seeds))
	for i, seed := range seeds {
		pages[i] = s.blank()
		if err := s.apply(ctx, &pages[i], seed); err != nil {
			return 0, fmt.Errorf("page %q: %w", pages[i].Path, err)
		}
		s.name(&pages[i], 1)
		pages[i].ID = documents.SeedID(name.Stored(), pages[i].Path)
	}
	return s.o.Store.InsertMissing(ctx, pages)
}

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
	stored, err := s.insert(ctx, page)
	return stored, err == nil, err
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
