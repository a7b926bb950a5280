package article

import (
	"context"
	"time"

	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/slug"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/publishing/snapshot"
)

// New stands for the id of an article that is not stored yet.
const New = "new"

// Preview returns what the public would see of an article if what somebody has typed were
// published now, whatever its dates and though what it needs may be blank yet. It stores
// nothing but the pictures that the content brings along.
func (s *Service) Preview(ctx context.Context, id string, typed CopyFields) (snapshot.Article, error) {
	article, err := s.unpublished(ctx, id)
	if err != nil {
		return snapshot.Article{}, err
	}
	if typed, err = s.checkCopy(ctx, article, typed); err != nil {
		return snapshot.Article{}, err
	}
	return s.preview(ctx, article, Update(typed))
}

// PreviewCopy returns what the public would see of a stored article if its working copy were
// published now, as that is: what it holds was checked when it was saved.
func (s *Service) PreviewCopy(ctx context.Context, id string) (snapshot.Article, error) {
	update, err := s.WorkingUpdate(ctx, id) // first: it may be published in between
	if err != nil {
		return snapshot.Article{}, err
	}
	article, err := s.o.Store.Get(ctx, id)
	if err != nil {
		return snapshot.Article{}, err
	}
	return s.preview(ctx, article, update)
}

func (s *Service) preview(ctx context.Context, article Article, update Update) (snapshot.Article, error) {
	status := Published
	update.Status = &status
	if err := s.lay(&article, update); err != nil {
		return snapshot.Article{}, err
	}
	if err := s.chooseSlug(ctx, &article); err != nil {
		return snapshot.Article{}, err
	}
	preview, err := publicForm(article)
	preview.DueAt, preview.UnpublishedAt = time.Time{}, time.Time{}
	return preview, err
}

// unpublished returns what a preview of an article begins from.
func (s *Service) unpublished(ctx context.Context, id string) (Article, error) {
	if id != New {
		return s.o.Store.Get(ctx, id)
	}
	article := s.blank(ctx)
	article.ID = mongodb.NewID()
	article.Slug = slugOf("")
	return article, nil
}

// chooseSlug gives an article the slug that storing it would.
func (s *Service) chooseSlug(ctx context.Context, article *Article) error {
	base := article.Slug
	for n := 1; n <= slug.MaxTries; n++ {
		article.Slug = slug.Numbered(base, n)
		other, err := s.o.Store.One(ctx, documents.Equal("slug", article.Slug))
		if problem.Is(err, problem.NotFound) || err == nil && other.ID == article.ID {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return errTooMany
}

// Copies are the working copies of articles.
type Copies = working.Copies[Article, *Article, CopyFields]

// copied describes them to package working.
func (s *Service) copied() working.Kind[Article, *Article, CopyFields] {
	return working.Kind[Article, *Article, CopyFields]{
		Name: name.Dashed(), Docs: s.o.Store.Collection, Check: s.checkCopy, Save: s.save,
		Lay: func(_ context.Context, a *Article, fields CopyFields) error { return s.apply(a, Update(fields)) },
	}
}

func (s *Service) checkCopy(ctx context.Context, a Article, fields CopyFields) (CopyFields, error) {
	update := Update(fields)
	text.Clean(&update)
	if err := s.clean(ctx, &update); err != nil {
		return CopyFields{}, err
	}
	if err := s.lay(&a, update); err != nil {
		return CopyFields{}, err
	}
	return CopyFields(update), problem.InvalidFields(a.outOfBounds())
}

// WorkingUpdate returns the update that publishing the working copy of an article would be, one
// that changes nothing where it has none.
func (s *Service) WorkingUpdate(ctx context.Context, id string) (Update, error) {
	copied, err := s.Copies.Get(ctx, id)
	return Update(copied.Fields), problem.Replace(err, problem.NotFound, nil)
}
