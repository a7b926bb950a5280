package page

import (
	"context"

	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
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
