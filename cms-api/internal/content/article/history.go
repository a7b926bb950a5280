package article

import (
	"context"
	"slices"
	"time"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/slug"
)

// History describes articles to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[Article, *Article, Update]{
		Name: name.Dashed(), Docs: s.o.Store.Collection,
		Update: func(ctx context.Context, id string, w documents.Write, update Update) (history.Saved, error) {
			article, err := s.Update(ctx, id, w, update)
			return history.SavedOf(answered(article), err)
		},
		Unrestored: []string{"status", "publish_date", "unpublish_date", "slug"},
		Undelete:   s.undelete, Rename: s.Copies.Rename,
	})
}

// answered returns an article as staff read it.
func answered(a Article) Article {
	a.Summary = a.shown()
	a.Mark = working.MarkOf(a.Working)
	return a
}

// undelete takes an article out of the trash. Former slugs that lead elsewhere by now are
// dropped. An article that fell due in the trash is restored as a draft.
func (s *Service) undelete(ctx context.Context, id string, w documents.Write) (history.Saved, error) {
	var made documents.Change[Article]
	attempt := 0
	err := s.retrySlug(func() (err error) {
		attempt++
		made, err = s.o.Store.Undelete(ctx, id, w, func(a *Article, since time.Time) error {
			a.Slug = slug.Numbered(a.Slug, attempt)
			a.UpdatedAt = s.now()
			if a.Status == Published && schedule.CameIn(a.PublishDate, since, s.now()) {
				a.Status = Draft
			}
			working.Undeleted(a.Base(), s.now())
			a.PreviousSlugs, err = s.free(ctx, a.PreviousSlugs)
			return err
		})
		return err
	})
	changes.Wrote(ctx, made)
	return history.SavedOf(answered(made.After), err)
}

// free returns the slugs that lead to no article.
func (s *Service) free(ctx context.Context, slugs []string) ([]string, error) {
	left := slices.Clone(slugs)
	for _, former := range slugs {
		_, err := s.o.Store.bySlug(ctx, former)
		if problem.Is(err, problem.NotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		left = slices.DeleteFunc(left, func(each string) bool { return each == former })
	}
	return left, nil
}
