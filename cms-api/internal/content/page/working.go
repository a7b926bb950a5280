package page

import (
	"context"

	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// CopyFields is the fields of a working copy: those of an Update, of which none is required.
type CopyFields struct {
	Path          *string       `json:"path,omitempty" maxLength:"200" doc:"Which others have is only known when it is published." example:"/kas-2027"`
	Title         *string       `json:"title,omitempty" maxLength:"200" example:"KAS 2027"`
	Description   *string       `json:"description,omitempty" maxLength:"500" example:"How to prepare for the next exam."`
	Image         *string       `json:"image,omitempty" maxLength:"2000" format:"file" example:"/media/3f2a9c1d-1600x900.jpg"`
	Blocks        *[]Block      `json:"blocks,omitempty" nullable:"false" maxItems:"100"`
	Status        *Status       `json:"status,omitempty" enum:"draft,published"`
	PublishDate   schedule.Date `json:"publish_date,omitempty,omitzero" doc:"When it becomes public; null or empty: at once."`
	UnpublishDate schedule.Date `json:"unpublish_date,omitempty,omitzero" doc:"From when on it is public no longer; null or empty: it stays." example:"2026-07-15"`
}

// Copies are the working copies of pages.
type Copies = working.Copies[Page, *Page, CopyFields]

// drafts describes them to package working.
func (s *Service) copied() working.Kind[Page, *Page, CopyFields] {
	return working.Kind[Page, *Page, CopyFields]{
		Name: "pages", Docs: s.o.Store.Collection, Check: s.checkCopy, Save: s.save,
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
