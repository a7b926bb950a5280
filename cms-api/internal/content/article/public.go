package article

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/publishing/snapshot"
)

// ShowIn has a snapshot show the published articles.
func (s *Service) ShowIn(snapshots *snapshot.Store) {
	snapshot.ShowArticles(snapshots, s.o.Store.Collection, published)
}

// published returns a published article as the public sees it; false for any other.
func published(article Article) (snapshot.Article, bool, error) {
	if article.Status != Published {
		return snapshot.Article{}, false, nil
	}
	public, err := publicForm(article)
	return public, err == nil, err
}

// forReaders returns the article without what only staff see.
func (a Article) forReaders() Article {
	a.Summary = a.Summary.forReaders()
	return a
}

func (s Summary) forReaders() Summary {
	s.Revision, s.UnpublishDate, s.Mark = 0, nil, working.Mark{}
	return s
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
		Picture:       article.BannerImage,
		PreviousSlugs: slices.Concat(article.PreviousSlugs, article.FormerPaths),
		Saved:         article.Saved,
	}, nil
}
