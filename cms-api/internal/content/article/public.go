package article

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/snapshot"
)

// LoadArticles yields every published article, due or not, ended or not, as the
// public sees it.
func (s *Service) LoadArticles(ctx context.Context, yield func(snapshot.Article) error) error {
	return s.o.Store.eachPublished(ctx, func(article Article) error {
		public, err := publicForm(article)
		if err != nil {
			return err
		}
		return yield(public)
	})
}

// LoadArticle returns one published article as the public sees it; false when
// it is gone or not published.
func (s *Service) LoadArticle(ctx context.Context, id string) (snapshot.Article, bool, error) {
	article, err := s.o.Store.Get(ctx, id)
	if problem.Is(err, problem.NotFound) {
		return snapshot.Article{}, false, nil
	}
	if err != nil || article.Status != Published {
		return snapshot.Article{}, false, err
	}
	public, err := publicForm(article)
	return public, err == nil, err
}

// forReaders returns the article without what only staff see.
func (a Article) forReaders() Article {
	a.Revision, a.UnpublishDate = 0, nil
	return a
}

func publicForm(article Article) (snapshot.Article, error) {
	var due, unpublished time.Time
	if article.PublishDate != nil {
		due = *article.PublishDate
	}
	if article.UnpublishDate != nil {
		unpublished = *article.UnpublishDate
	}
	article = article.forReaders()
	article.Summary = article.shown()
	summary, err := json.Marshal(article.Summary)
	if err != nil {
		return snapshot.Article{}, fmt.Errorf("serialise article %s: %w", article.ID, err)
	}
	full, err := json.Marshal(article)
	if err != nil {
		return snapshot.Article{}, fmt.Errorf("serialise article %s: %w", article.ID, err)
	}
	return snapshot.Article{
		ID:            article.ID,
		Slug:          article.Slug,
		PublishedAt:   article.PublishedAt(),
		DueAt:         due,
		UnpublishedAt: unpublished,
		Summary:       summary,
		Full:          full,
		PreviousSlugs: article.PreviousSlugs,
	}, nil
}
