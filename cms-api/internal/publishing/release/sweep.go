package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"academy/cms-api/internal/platform/objectstore"
)

// Swept is what a sweep has deleted, or would.
type Swept struct {
	Files int
	Bytes int64
}

const (
	// sliceFiles is how many files are deleted before a release may be made again, and
	// deleters how many of them at a time.
	sliceFiles = 256
	deleters   = 16
	// writing is how much older files are before they are taken for those of a process that
	// was killed while it wrote them.
	writing = 2 * time.Hour
)

// Sweep deletes files older than old that neither a release names nor one that was forgotten
// since then. It returns an error, and nothing more is deleted, when it is not sure what is
// needed.
func (s *Store) Sweep(ctx context.Context, old time.Time) (done Swept, err error) {
	dir := s.uncached()
	current, err := dir.current(ctx)
	if errors.Is(err, errNone) {
		return done, nil // the first release is still being made
	}
	if err != nil {
		return done, err
	}
	w := &sweep{dir: dir, current: current, seen: map[string]bool{}, named: blobSet{}}
	if err := w.look(ctx); err != nil {
		return done, fmt.Errorf("nothing is deleted: %w", err)
	}
	over, err := w.forgotten(ctx, old)
	if err != nil {
		return done, fmt.Errorf("nothing is deleted: %w", err)
	}
	var unneeded []objectstore.Info
	err = dir.list(ctx, blobFolder, func(file objectstore.Info) {
		hash, _, _ := strings.Cut(file.Key, ".")
		if isHash(hash) && !strings.HasSuffix(file.Key, nextSuffix) && file.Modified.Before(old) && !w.named.has(file.Key) {
			unneeded = append(unneeded, file)
		}
	})
	if err != nil {
		return done, err
	}
	// A blob before its variants.
	slices.SortFunc(unneeded, func(a, b objectstore.Info) int { return strings.Compare(a.Key, b.Key) })
	for slice := range slices.Chunk(unneeded, sliceFiles) {
		err := dir.exclusive(ctx, func(ctx context.Context) error {
			// What was made meanwhile is needed.
			if err := w.look(ctx); err != nil {
				return err
			}
			return w.delete(ctx, slice, &done)
		})
		if err != nil {
			return done, err
		}
	}
	// Last, since they name what was to be deleted.
	for _, name := range over {
		if err := dir.remove(ctx, forgottenFolder+"/"+name); err != nil {
			return done, err
		}
	}
	return done, dir.tidy(old.Add(-writing))
}

// sweep is one look through a store.
type sweep struct {
	dir     backend
	current string
	seen    map[string]bool // releases whose files are named
	named   blobSet
}

// look adds what releases name that have not been looked at. A list of a release other than
// the live one that is damaged is of use to nobody: without it the release is forgotten.
func (w *sweep) look(ctx context.Context) error {
	ids, err := releaseIDs(ctx, w.dir)
	if err != nil {
		return err
	}
	if !slices.Contains(ids, w.current) {
		return fmt.Errorf("the live release %s has no manifest", w.current)
	}
	// The live one first: a list that it has too stays.
	for _, id := range append([]string{w.current}, ids...) {
		if w.seen[id] {
			continue
		}
		m, err := readManifest(ctx, w.dir, id)
		if err == nil {
			err = w.named.addRelease(ctx, w.dir, m)
		}
		var damaged *damagedListError
		if errors.As(err, &damaged) && id != w.current {
			err = errors.Join(err, w.dir.remove(ctx, blobFolder+"/"+damaged.hash))
		}
		if err != nil {
			return fmt.Errorf("release %s: %w", id, err)
		}
		w.seen[id] = true
	}
	return nil
}

// forgotten adds what was forgotten since old to what is named, because edges may still serve
// it. It returns the manifests of what was forgotten before.
func (w *sweep) forgotten(ctx context.Context, old time.Time) (over []string, err error) {
	var young []string
	err = w.dir.list(ctx, forgottenFolder, func(file objectstore.Info) {
		if file.Modified.Before(old) {
			over = append(over, file.Key)
		} else {
			young = append(young, file.Key)
		}
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, name := range young {
		raw, err := w.dir.read(ctx, forgottenFolder+"/"+name, unchecked)
		var m *Manifest
		if err == nil {
			m, err = decodeManifest(strings.TrimSuffix(name, ".json"), raw)
		}
		if err == nil {
			err = w.named.addRelease(ctx, w.dir, m)
		}
		if err := away(ctx, err); err != nil {
			return nil, err // else what it named is not known any more
		}
	}
	return over, nil
}

func (w *sweep) delete(ctx context.Context, files []objectstore.Info, done *Swept) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(deleters)
	for _, file := range files {
		if w.named.has(file.Key) {
			continue
		}
		done.Files++
		done.Bytes += file.Size
		group.Go(func() error { return w.dir.remove(ctx, blobFolder+"/"+file.Key) })
	}
	return group.Wait()
}
