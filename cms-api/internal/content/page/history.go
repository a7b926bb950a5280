package page

import (
	"context"
	"slices"
	"strconv"
	"time"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
)

// History describes pages to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[Page, *Page, Update]{
		Name: name.Dashed(), Docs: s.o.Store.Collection,
		Update: func(ctx context.Context, id string, w documents.Write, update Update) (history.Saved, error) {
			return history.SavedOf(s.Update(ctx, id, w, update))
		},
		Unrestored: []string{"status", "publish_date", "unpublish_date", "path"},
		Undelete:   s.undelete,
	})
}

// maxPathTries is how many numbers undelete tries.
const maxPathTries = 100

// undelete takes a page out of the trash. Former paths that other pages have by now are
// dropped. One whose date came meanwhile is a draft: who has it back did not ask to publish it.
func (s *Service) undelete(ctx context.Context, id string, w documents.Write) (history.Saved, error) {
	for n := 1; n <= maxPathTries; n++ {
		made, err := s.o.Store.Undelete(ctx, id, w, func(p *Page, since time.Time) error {
			if n > 1 {
				p.Path += "-" + strconv.Itoa(n)
			}
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
			changes.Wrote(ctx, made)
			return history.SavedOf(s.answered(made.After), err)
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
