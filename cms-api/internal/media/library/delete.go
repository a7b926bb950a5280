package library

import (
	"context"
	"time"

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

// RemoveUnused deletes the documents of files that were uploaded before a time and that nothing but the history
// uses, and returns their addresses. With dry it only returns them.
func (s *Service) RemoveUnused(ctx context.Context, before time.Time, dry bool) ([]string, error) {
	if err := s.awaitUses(ctx); err != nil {
		return nil, err
	}
	all, err := s.all(ctx)
	var removed []string
	for _, each := range all {
		if err != nil {
			break
		}
		if each.doc.UploadedAt.After(before) || s.used(each.doc) {
			continue
		}
		if !dry {
			_, err = s.docs.Delete(ctx, each.doc.ID, documents.Write{Expected: &each.doc.Revision})
			if problem.Is(err, problem.NotFound) || problem.Is(err, problem.Stale) { // by somebody else meanwhile
				err = nil
				continue
			}
		}
		if err == nil {
			removed = append(removed, each.doc.URL)
		}
	}
	return removed, err
}
