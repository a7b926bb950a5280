package article

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/text"
)

// Imported is an article from elsewhere.
type Imported struct {
	Update
	// ID is the article's, which is the same whenever it is imported.
	ID     string
	Author string
	// Created and Updated are when it was written and changed there; zero: now.
	Created, Updated time.Time
	// FormerSlugs and FormerPaths lead to it.
	FormerSlugs, FormerPaths []string
}

// Import stores an article from elsewhere, under the same rules as any other. It returns false
// where there is an article of that id, perhaps in the trash.
func (s *Service) Import(ctx context.Context, in Imported) (Article, bool, error) {
	if known, err := s.o.Store.Known(ctx, in.ID); err != nil || known {
		return Article{}, false, err
	}
	text.Clean(&in.Update)
	if err := s.clean(ctx, &in.Update); err != nil {
		return Article{}, false, err
	}
	article := s.blank(ctx)
	if in.Author != "" {
		article.Author, article.AuthorID = text.Line(in.Author), ""
	}
	if !in.Created.IsZero() {
		article.CreatedAt = in.Created.UTC().Truncate(time.Millisecond)
	}
	if err := s.apply(&article, in.Update); err != nil {
		return Article{}, false, err
	}
	if !in.Updated.IsZero() {
		article.UpdatedAt = in.Updated.UTC().Truncate(time.Millisecond)
	}
	article.PreviousSlugs, article.FormerPaths = in.FormerSlugs, in.FormerPaths
	err := s.withFreeSlug(&article, func() error {
		article.ID = in.ID
		made, err := s.o.Store.Insert(ctx, documents.Write{By: access.By(ctx)}, &article)
		return changes.Err(ctx, made, err)
	})
	return article, err == nil, err
}

// Each calls each with every article, in no particular order, until one returns an error.
func (s *Service) Each(ctx context.Context, each func(Article) error) error {
	all, err := s.o.Store.Each(ctx, paging.Search{})
	if err != nil {
		return err
	}
	for article, err := range all {
		if err == nil {
			err = each(article)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
