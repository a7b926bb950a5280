package page

import (
	"context"

	"academy/cms-api/internal/platform/mongodb"
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
