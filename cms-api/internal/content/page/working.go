package page

import (
	"context"

	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// Copies are the working copies of pages.
type Copies = working.Copies[Page, *Page, CopyFields]

// copied describes them to package working.
func (s *Service) copied() working.Kind[Page, *Page, CopyFields] {
	return working.Kind[Page, *Page, CopyFields]{
		Name: name.Dashed(), Docs: s.o.Store.Collection, Check: s.checkCopy, Save: s.save,
		Lay: func(ctx context.Context, p *Page, fields CopyFields) error { return s.apply(ctx, p, Update(fields)) },
	}
}

func (s *Service) checkCopy(ctx context.Context, p Page, fields CopyFields) (CopyFields, error) {
	update, was, check := Update(fields), p.Path, s.o.Checker.Begin(ctx)
	text.Clean(&update)
	s.lay(check, &p, update)
	if p.Path != was && p.Path != home {
		s.checkPath(check, p.Path)
	}
	if update.Image != nil {
		update.Image = &p.Image
	}
	if update.Blocks != nil {
		update.Blocks = &p.Blocks
	}
	return CopyFields(update), check.Err()
}

// WorkingUpdate returns the update that publishing the working copy of a page would be, one
// that changes nothing where it has none.
func (s *Service) WorkingUpdate(ctx context.Context, id string) (Update, error) {
	copied, err := s.Copies.Get(ctx, id)
	return Update(copied.Fields), problem.Replace(err, problem.NotFound, nil)
}
