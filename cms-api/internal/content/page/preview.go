package page

import (
	"context"
	"strings"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/snapshot"
)

// New stands for the id of a page that is not stored yet.
const New = "new"

// Preview returns the parts of the snapshot that pages are shown in as they would be if what
// somebody has typed were published now, whatever its dates and though what it needs may be
// blank yet; and the page's path. Where it cannot be at the path that was typed, which is
// blank or another page's, it is at the one that it has.
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
	page.Path = "/" + strings.Trim(page.Path, "/")
	free, err := s.isFree(ctx, page)
	if err != nil {
		return nil, "", err
	}
	if !free {
		page.Path = was.Path
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

// isFree reports whether a page can be at its path.
func (s *Service) isFree(ctx context.Context, page Page) (bool, error) {
	if page.Path == "/" {
		return false, nil
	}
	other, err := s.o.Store.One(ctx, documents.Equal("path", page.Path))
	if problem.Is(err, problem.NotFound) {
		return true, nil
	}
	return err == nil && other.ID == page.ID, err
}

// unpublished returns what a preview of a page begins from. One that is not stored has a path
// where no other can be.
func (s *Service) unpublished(ctx context.Context, id string) (Page, error) {
	if id != New {
		return s.o.Store.Get(ctx, id)
	}
	page := s.blank()
	page.ID = mongodb.NewID()
	page.Path = "/" + page.ID
	return page, nil
}
