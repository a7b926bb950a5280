package library

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
)

// StateCollection has a document once all files of an earlier version have got theirs.
const StateCollection = "media_state"

const adopted = "adopted"

// fresh is how long a file may be without a document: it is just being uploaded.
const fresh = time.Minute

// Adopt gives stored files their documents: the first time all of them, later those that something but the history
// uses, such as those of an archive or an import. It may be interrupted, and several processes may call it at once.
func (s *Service) Adopt(ctx context.Context) error {
	state := s.o.DB.Collection(StateCollection)
	_, before, err := mongodb.GetIn[struct{}](ctx, state, adopted)
	if err == nil {
		err = s.awaitUses(ctx)
	}
	if err != nil {
		return err
	}
	listed, err := s.all(ctx)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, each := range listed {
		for _, url := range each.doc.addresses() {
			known[stemOf(url)] = true
		}
	}
	complete, found := true, []Media{}
	store := func() error {
		count, err := s.docs.InsertMissing(ctx, found)
		if count > 0 {
			s.o.Log.Info("files found for the media library", "files", count)
		}
		found = found[:0]
		return err
	}
	const together = 100
	err = s.o.EachFile(ctx, func(url string, stored time.Time) bool {
		switch {
		case known[stemOf(url)], before && len(s.naming([]string{url})) == 0:
			return false
		case stored.After(s.o.Now().Add(-fresh)) && !strings.HasPrefix(url, mediaPath+"seed/"):
			complete = false
			return false
		}
		return true
	}, func(file File, stored time.Time) error {
		if found = append(found, s.found(file, stored)); len(found) < together {
			return nil
		}
		return store()
	})
	if err == nil {
		err = store()
	}
	if err == nil && complete && !before {
		err = mongodb.PutIn(ctx, state, adopted, struct{}{})
	}
	return err
}

// found returns the document of a file of which nothing is known but its address: it is called after its name, or
// after what uses it.
func (s *Service) found(file File, stored time.Time) Media {
	doc := newMedia(file, stored)
	doc.ID = documents.SeedID(Collection, file.URL)
	if file.Name == "" {
		uses := s.index.of([]string{file.URL}, s.o.Now())
		titled := slices.IndexFunc(uses, func(u Use) bool { return u.Title != "" })
		doc.Name = path.Base(file.URL)
		if titled >= 0 {
			doc.Name = cmp.Or(uses[titled].Title, doc.Name)
		}
	}
	return doc
}
