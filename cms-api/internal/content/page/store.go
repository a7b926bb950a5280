package page

import (
	"context"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/slug"
	"academy/cms-api/internal/platform/storage"
)

// ListQuery narrows a list of pages. The zero Status means any.
type ListQuery struct {
	paging.Query
	Status Status
}

// Store keeps pages; their path is unique.
type Store struct {
	*documents.Collection[Page, *Page]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	db.Unique(name.Stored(), false, "path")
	docs := documents.New[Page](db, name.Stored(), "page").Versioned().
		WithTrash(func(p *Page) *string { return &p.Path })
	return &Store{docs.Listed(documents.Listing{
		Default: "path",
		Sort: map[string]string{
			"path": "path", "title": "title", "status": "status", "publish_date": "publish_date",
			"created_at": "created_at", "updated_at": "updated_at",
		},
		Search:  []string{"path", "title", "description"},
		Project: documents.Without("blocks"), InMemory: true,
	})}
}

func (s *Store) list(ctx context.Context, q ListQuery) ([]Summary, int, error) {
	var where []documents.Condition
	if q.Status != "" {
		where = append(where, documents.Equal("status", q.Status))
	}
	found, total, err := s.List(ctx, q.Query, where...)
	summaries := make([]Summary, len(found))
	for i, page := range found {
		summaries[i] = page.Summary
		summaries[i].Mark = working.MarkOf(page.Working)
	}
	return summaries, total, err
}

// History describes pages to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[Page, *Page, Update]{
		Name: name.Dashed(), Docs: s.o.Store.Collection,
		Update: func(ctx context.Context, id string, w documents.Write, update Update) (history.Saved, error) {
			return history.SavedOf(s.Update(ctx, id, w, update))
		},
		Unrestored: []string{"status", "publish_date", "unpublish_date", "path"},
		Undelete:   s.undelete, Rename: s.Copies.Rename,
	})
}

// undelete takes a page out of the trash. Former paths that other pages have by now are
// dropped. A page that fell due in the trash is restored as a draft.
func (s *Service) undelete(ctx context.Context, id string, w documents.Write) (history.Saved, error) {
	for n := range slug.MaxTries {
		made, err := s.o.Store.Undelete(ctx, id, w, func(p *Page, since time.Time) error {
			last := strings.LastIndexByte(p.Path, '/') + 1
			p.Path = p.Path[:last] + slug.Numbered(p.Path[last:], n+1)
			p.UpdatedAt = s.now()
			if p.Status == Published && schedule.CameIn(p.PublishDate, since, s.now()) {
				p.Status = Draft
			}
			working.Undeleted(p.Base(), s.now())
			var err error
			p.Former, err = s.free(ctx, p.Former)
			return err
		})
		if !storage.IsDuplicate(err) {
			page, err := changes.Done(ctx, made, err)
			return history.SavedOf(s.answered(page), err)
		}
	}
	return history.Saved{}, problem.New(problem.Conflict, "Too many pages have this path. Please move one of them.")
}

// free returns the former paths that neither are nor were another page's.
func (s *Service) free(ctx context.Context, former []Former) ([]Former, error) {
	left := slices.Clone(former)
	for _, each := range former {
		for _, field := range []string{"path", "former.path"} {
			found, err := s.o.Store.All(ctx, "path", documents.Equal(field, each.Path))
			if err != nil {
				return nil, err
			}
			if len(found) > 0 {
				left = slices.DeleteFunc(left, func(f Former) bool { return f.Path == each.Path })
			}
		}
	}
	return left, nil
}
