package library

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
)

// Delete removes a document; its file goes soon after, unless the history names it. While content, drafts or the
// trash use the file, it returns a Conflict problem with the uses.
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
	if err := changes.Err(ctx, made, err); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deleted = append(s.deleted, doc.URL)
	storage.Notify(s.removing)
	return nil
}

// deleteTogether is how long files of deleted documents wait for others, because looking for what names them reads
// everything.
const deleteTogether = time.Second

// Run removes the files of deleted documents until the context ends. Those that it could not remove are left to the
// sweep of unused media.
func (s *Service) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.removing:
		}
		if storage.Wait(ctx, deleteTogether, nil) != nil {
			return
		}
		s.mu.Lock()
		urls := s.deleted
		s.deleted = nil
		s.mu.Unlock()
		if err := s.o.Remove(ctx, urls); err != nil && ctx.Err() == nil {
			s.o.Log.Warn("files of deleted documents stay until the next sweep", "files", len(urls), "error", err)
		}
	}
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
