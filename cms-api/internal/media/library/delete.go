package library

import (
	"context"
	"errors"
	"slices"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
)

// Delete removes a document. Its file is left to the sweep of unused media, as somebody may be writing what names it:
// once that is saved, the file has a document again; see Adopt. While content, drafts or the trash use the file, it
// returns a Conflict problem with the uses.
func (s *Service) Delete(ctx context.Context, id string, w documents.Write) error {
	doc, err := s.docs.Get(ctx, id)
	if err == nil {
		err = access.Check(ctx, access.MediaWrite, doc.owner())
	}
	if err == nil {
		err = s.awaitUses(ctx)
	}
	if err != nil {
		return err
	}
	if s.used(doc) {
		inUse := problem.New(problem.Conflict, "This file is in use. Remove it there first, or replace it.")
		inUse.Uses = s.uses(doc)
		return inUse
	}
	made, err := s.docs.Delete(ctx, id, w)
	return changes.Err(ctx, made, err)
}

// RemoveUnused deletes the documents of files that were not uploaded after a time and that nothing but the history
// uses, and returns their addresses. With dry it only returns them.
func (s *Service) RemoveUnused(ctx context.Context, until time.Time, dry bool) ([]string, error) {
	all, err := s.unused(ctx, Filter{}, "", until)
	var removed []string
	for _, each := range all {
		if err == nil && !dry {
			_, err = s.deleteUnused(ctx, each.doc)
		}
		if problem.Is(err, problem.Stale) { // by somebody else meanwhile
			err = nil
			continue
		}
		if err != nil {
			break
		}
		removed = append(removed, each.doc.URL)
	}
	return removed, err
}

// unused returns the documents that a filter and a search leave whose files were not uploaded after a time and nothing
// but the history uses, the oldest first.
func (s *Service) unused(ctx context.Context, filter Filter, q string, until time.Time) ([]*listed, error) {
	filter.Unused = true
	all, err := s.matching(ctx, filter, q)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(each *listed) bool { return each.doc.UploadedAt.After(until) })
	slices.SortFunc(all, func(a, b *listed) int { return a.doc.UploadedAt.Compare(b.doc.UploadedAt) })
	return all, nil
}

// deleteUnused deletes a document that nothing but the history used. It returns a Stale problem when somebody has
// changed it since.
func (s *Service) deleteUnused(ctx context.Context, doc Media) (documents.Change[Media], error) {
	if s.used(doc) {
		return documents.Change[Media]{}, problem.New(problem.Stale, "Somebody has begun to use it.")
	}
	made, err := s.docs.Delete(ctx, doc.ID, documents.Write{By: access.By(ctx), Expected: &doc.Revision})
	if problem.Is(err, problem.NotFound) {
		return documents.Change[Media]{}, nil
	}
	return made, err
}

// DeletedUnused says what became of the unused files that were to be deleted.
type DeletedUnused struct {
	Deleted int          `json:"deleted" doc:"How many files were deleted."`
	Failed  []NotDeleted `json:"failed" nullable:"false" doc:"Files that somebody used or changed meanwhile."`
	Left    int          `json:"left" doc:"How many were not tried, because one call deletes a limited number or broke off: call again."`
}

// NotDeleted is a file that could not be deleted.
type NotDeleted struct {
	ID     string `json:"id" example:"665f1f77bcf86cd799439011"`
	Name   string `json:"name" example:"classroom.jpg"`
	Reason string `json:"reason" doc:"A sentence." example:"Somebody has begun to use it."`
}

const mostDeleted = 500

// DeleteUnused deletes the documents that unused returns, at most mostDeleted of them, as Delete does.
func (s *Service) DeleteUnused(ctx context.Context, filter Filter, q string, until time.Time) (DeletedUnused, error) {
	all, err := s.unused(ctx, filter, q, until)
	done := DeletedUnused{Failed: []NotDeleted{}, Left: len(all)}
	for _, each := range all[:min(len(all), mostDeleted)] {
		made, failed := s.deleteUnused(ctx, each.doc)
		var refused *problem.Error
		switch changes.Wrote(ctx, made); {
		case failed == nil:
			done.Deleted++
		case errors.As(failed, &refused) && refused.Kind == problem.Stale:
			done.Failed = append(done.Failed, NotDeleted{each.doc.ID, each.doc.Name, refused.Detail})
		default:
			err = failed
		}
		if err != nil {
			break
		}
		done.Left--
	}
	if done.Deleted == 0 {
		changes.Nothing(ctx)
		return done, err
	}
	if err != nil { // the caller learns what was done, and calls again for what is left
		s.o.Log.WarnContext(ctx, "not all unused files could be deleted", "left", done.Left, "error", err)
	}
	return done, nil
}
