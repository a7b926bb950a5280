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

// EachFile calls each with the stored files that are wanted, without variants, and when they were stored. It asks of
// all whether they are.
type EachFile func(
	ctx context.Context, wanted func(url string, stored time.Time) bool, each func(file File, stored time.Time) error,
) error

// Adopt gives stored files their documents: the first time all of them, later those that something but the history
// uses, such as those of an archive or an import. It may be interrupted, and several processes may call it at once.
func (s *Service) Adopt(ctx context.Context, files EachFile) error {
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
	known, complete, found := knownIn(listed), true, []Media{}
	store := func() error {
		count, err := s.docs.InsertMissing(ctx, found)
		if count > 0 {
			s.o.Log.Info("files found for the media library", "files", count)
		}
		found = found[:0]
		return err
	}
	const together = 100
	err = files(ctx, func(url string, stored time.Time) bool {
		switch {
		case known[Stem(url)], before && len(s.naming([]string{url})) == 0:
			return false
		case stored.After(s.o.Now().Add(-fresh)) && !strings.HasPrefix(url, MediaPath+"seed/"):
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

// knownIn returns the stems of the addresses that the files of documents have or had.
func knownIn(all []*listed) map[string]bool {
	known := map[string]bool{}
	for _, each := range all {
		known[Stem(each.doc.URL)] = true
		for _, key := range each.doc.Former {
			known[Stem(MediaPath+key)] = true
		}
	}
	return known
}

// Comparison counts where the library and the storage do not agree.
type Comparison struct {
	Files      int // documents
	Missing    int // documents whose file is not stored
	Unlisted   int // stored files that have no document
	Unfinished int // replacements that have not ended
}

// Compare compares the library with the storage.
func (s *Service) Compare(ctx context.Context, files EachFile) (found Comparison, err error) {
	if err := s.awaitUses(ctx); err != nil {
		return found, err
	}
	listed, err := s.all(ctx)
	if err != nil {
		return found, err
	}
	known, present := knownIn(listed), map[string]bool{}
	err = files(ctx, func(url string, _ time.Time) bool {
		present[Stem(url)] = true
		if !known[Stem(url)] {
			found.Unlisted++
		}
		return false
	}, nil)
	found.Files = len(listed)
	for _, each := range listed {
		if !present[Stem(each.doc.URL)] {
			found.Missing++
		}
		if s.unfinished(each.doc) {
			found.Unfinished++
		}
	}
	return found, err
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
