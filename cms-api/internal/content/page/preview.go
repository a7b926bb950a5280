package page

import (
	"context"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/snapshot"
)

// New stands for the id of a page that is not stored yet.
const New = "new"

// Suppose returns the parts of the snapshot that pages are shown in as they would be if an
// update of a page were published now, whatever its dates and though what it needs may be
// blank yet; and the page's path.
func (s *Service) Suppose(
	ctx context.Context, shown *snapshot.Source[Known], id string, update Update,
) (parts []snapshot.Part, path string, err error) {
	page, err := s.unpublished(ctx, id)
	if err != nil {
		return nil, "", err
	}
	status := Draft
	update.Status = &status
	if err := s.apply(ctx, &page, update); err != nil {
		return nil, "", err
	}
	other, err := s.o.Store.One(ctx, mongodb.Equal("path", page.Path))
	switch {
	case err == nil && other.ID != page.ID:
		return nil, "", errTaken
	case err != nil && !problem.Is(err, problem.NotFound):
		return nil, "", err
	}
	page.Status = Published
	known, err := s.known(page)
	if err != nil {
		return nil, "", err
	}
	known.PublishDate, known.UnpublishDate = nil, nil
	parts, err = snapshot.SupposeSource(shown, page.ID, known)
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
