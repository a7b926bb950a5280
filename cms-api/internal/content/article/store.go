package article

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
)

// ListQuery narrows a list of articles. The zero Status means any.
type ListQuery struct {
	paging.Query
	Status   Status
	Category string
	// Upcoming names the date that is still to come: publish_date or unpublish_date.
	Upcoming string
	now      time.Time
	author   string // only articles by this account; empty: by anybody
	public   bool   // leave out what is not due yet, or has ended
}

// Store keeps articles; their slug is unique.
type Store struct {
	*documents.Collection[Article, *Article]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	db.Unique(name.Stored(), false, "slug")
	db.Indexed(name.Stored(), "previous_slugs")
	docs := documents.New[Article](db, name.Stored(), "article").Versioned().
		WithTrash(func(a *Article) *string { return &a.Slug })
	return &Store{docs.Listed(documents.Listing{
		Default: "-publish_date",
		Sort: map[string]string{
			"publish_date": "sort_at", "unpublish_date": "unpublish_date", "created_at": "created_at",
			"updated_at": "updated_at",
			"title":      "title", "author": "author", "status": "status", "category": "category",
		},
		Search:  []string{"title", "excerpt", "author", "category", "tags"},
		Project: documents.Without("content"), InMemory: true,
	})}
}

func (s *Store) insert(ctx context.Context, article *Article) error {
	article.ID = "" // a retry with another slug begins afresh
	made, err := s.Insert(ctx, documents.Write{By: access.By(ctx)}, article)
	return changes.Err(ctx, made, err)
}

// bySlug returns the article of a slug, else the one that had it formerly.
func (s *Store) bySlug(ctx context.Context, slug string) (Article, error) {
	article, err := s.One(ctx, documents.Equal("slug", slug))
	if problem.Is(err, problem.NotFound) {
		article, err = s.One(ctx, documents.Equal("previous_slugs", slug))
	}
	return article, err
}

// list returns one page, by default newest first.
func (s *Store) list(ctx context.Context, q ListQuery) ([]Summary, int, error) {
	var where []documents.Condition
	if q.Status != "" {
		where = append(where, documents.Equal("status", q.Status))
	}
	if q.author != "" {
		where = append(where, documents.Equal("author_id", q.author))
	}
	if q.Category != "" {
		where = append(where, documents.Equal("category", q.Category))
	}
	if q.Upcoming != "" {
		where = append(where, documents.Equal("status", Published), documents.Above(q.Upcoming, q.now))
	}
	if q.public {
		where = append(where,
			documents.Not(documents.Above("publish_date", q.now)), documents.Not(documents.UpTo("unpublish_date", q.now)))
	}
	found, total, err := s.List(ctx, q.Query, where...)
	summaries := make([]Summary, len(found))
	for i, article := range found {
		summaries[i] = article.shown()
	}
	return summaries, total, err
}

// seed stores articles that are missing; their ids come from their slugs.
func (s *Store) seed(ctx context.Context, articles []Article) (int, error) {
	for i, article := range articles {
		articles[i].ID = documents.SeedID(name.Stored(), article.Slug)
	}
	return s.InsertMissing(ctx, articles)
}
