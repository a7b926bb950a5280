package page

import (
	"context"

	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/publishing/snapshot"
)

// New stands for the id of a page that is not stored yet.
const New = "new"

// Preview returns the parts of the snapshot that pages are shown in as they would be if what
// somebody has typed were published now, whatever its dates and though what it needs may be
// blank yet; and the page's path. Where another page has the path that was typed, it
// is at the one that it has.
func (s *Service) Preview(
	ctx context.Context, shown *snapshot.Source[Known], id string, typed CopyFields,
) (parts []snapshot.Part, path string, err error) {
	page, err := s.unpublished(ctx, id)
	if err != nil {
		return nil, "", err
	}
	if typed, err = s.checkCopy(ctx, page, typed); err != nil {
		return nil, "", err
	}
	return s.preview(ctx, shown, page, Update(typed))
}

// PreviewCopy does the same for the working copy of a stored page, as that is: what it holds
// was checked when it was saved.
func (s *Service) PreviewCopy(
	ctx context.Context, shown *snapshot.Source[Known], id string,
) (parts []snapshot.Part, path string, err error) {
	update, err := s.WorkingUpdate(ctx, id) // first: it may be published in between
	if err != nil {
		return nil, "", err
	}
	page, err := s.o.Store.Get(ctx, id)
	if err != nil {
		return nil, "", err
	}
	return s.preview(ctx, shown, page, update)
}

func (s *Service) preview(
	ctx context.Context, shown *snapshot.Source[Known], page Page, update Update,
) (parts []snapshot.Part, path string, err error) {
	was := page
	updates.Apply(&page, update)
	if update.Blocks != nil {
		page.Blocks = *update.Blocks
	}
	page.setPath(was)
	if err := s.choosePath(ctx, &page, was.Path); err != nil {
		return nil, "", err
	}
	page.keepPath(was, s.now())
	page.Status, page.UpdatedAt = Published, s.now()
	known, err := s.known(page)
	if err != nil {
		return nil, "", err
	}
	known.PublishDate, known.UnpublishDate = nil, nil
	parts, err = snapshot.PreviewSource(shown, page.ID, known)
	return parts, page.Path, err
}

// unpublished returns what a preview of a page begins from.
func (s *Service) unpublished(ctx context.Context, id string) (Page, error) {
	if id != New {
		return s.o.Store.Get(ctx, id)
	}
	page := s.blank()
	page.ID = mongodb.NewID()
	return page, nil
}

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
