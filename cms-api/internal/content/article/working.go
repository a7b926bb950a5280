package article

import (
	"context"

	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

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
