package release

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/wholefile"
)

// Swept is what a sweep has deleted, or would.
type Swept struct {
	Files int
	Bytes int64
}

func (s *Swept) add(file objectstore.Info) {
	s.Files++
	s.Bytes += file.Size
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
func (c *Cleanup) Sweep(ctx context.Context, old time.Time) (done Swept, err error) {
	w, err := c.newSweep(ctx, nil)
	var damaged *damagedListError
	if errors.As(err, &damaged) && w.seen[w.current] {
		// Of use to nobody: without it the release is forgotten.
		err = errors.Join(err, w.dir.remove(ctx, blobFolder+"/"+damaged.hash))
	}
	if err != nil {
		return done, fmt.Errorf("nothing is deleted: %w", err)
	}
	if w.current == "" {
		return done, nil
	}
	over, err := w.forgotten(ctx, old)
	if err != nil {
		return done, fmt.Errorf("nothing is deleted: %w", err)
	}
	unneeded, err := w.unneeded(ctx)
	if err != nil {
		return done, err
	}
	unneeded = slices.DeleteFunc(unneeded, func(file objectstore.Info) bool { return !file.Modified.Before(old) })
	// A blob before its variants.
	slices.SortFunc(unneeded, func(a, b objectstore.Info) int { return strings.Compare(a.Key, b.Key) })
	for slice := range slices.Chunk(unneeded, sliceFiles) {
		err := w.dir.exclusive(ctx, func(ctx context.Context) error {
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
		if err := w.dir.remove(ctx, forgottenFolder+"/"+name); err != nil {
			return done, err
		}
	}
	return done, w.dir.tidy(old.Add(-writing))
}

// Unneeded counts the files that no release names except those of ids. Some of them may
// have been handed over for a release that is being made.
func (c *Cleanup) Unneeded(ctx context.Context, ids []string) (total Swept, err error) {
	w, err := c.newSweep(ctx, ids)
	if err != nil {
		return total, err
	}
	files, err := w.unneeded(ctx)
	for _, file := range files {
		total.add(file)
	}
	return total, err
}

// sweep is one look through a store.
type sweep struct {
	dir     backend
	current string          // empty while the first release is still being made
	seen    map[string]bool // releases whose files are named, or that do not count
	named   blobSet
}

// newSweep looks at what releases name, except those of ids.
func (c *Cleanup) newSweep(ctx context.Context, ids []string) (*sweep, error) {
	w := &sweep{dir: withoutCache(c.dir), seen: map[string]bool{}, named: blobSet{}}
	for _, id := range ids {
		w.seen[id] = true
	}
	var err error
	if w.current, err = w.dir.current(ctx); err == nil && w.current != "" {
		err = w.look(ctx)
	}
	return w, err
}

// look adds what releases name that have not been looked at.
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
		if err != nil {
			return fmt.Errorf("release %s: %w", id, err)
		}
		w.seen[id] = true
	}
	return nil
}

// unneeded returns the files of which no release is known that names them.
func (w *sweep) unneeded(ctx context.Context) ([]objectstore.Info, error) {
	files, err := w.dir.list(ctx, blobFolder)
	return slices.DeleteFunc(files, func(file objectstore.Info) bool {
		hash, _, _ := strings.Cut(file.Key, ".")
		return !isHash(hash) || strings.HasSuffix(file.Key, wholefile.Suffix) || w.named.has(file.Key)
	}), err
}

// forgotten adds what was forgotten since old to what is named, because edges may still serve
// it. It returns the manifests of what was forgotten before.
func (w *sweep) forgotten(ctx context.Context, old time.Time) (over []string, err error) {
	files, err := w.dir.list(ctx, forgottenFolder)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if file.Modified.Before(old) {
			over = append(over, file.Key)
			continue
		}
		raw, err := w.dir.read(ctx, forgottenFolder+"/"+file.Key, unchecked)
		var m *Manifest
		if err == nil {
			m, err = decodeManifest(strings.TrimSuffix(file.Key, ".json"), raw)
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
		done.add(file)
		group.Go(func() error { return w.dir.remove(ctx, blobFolder+"/"+file.Key) })
	}
	return group.Wait()
}

// blobKey is a part of a blob's hash, long enough to tell blobs apart.
type blobKey [16]byte

// keyOf returns the key of a blob, or of a variant of one.
func keyOf(name string) blobKey {
	var key blobKey
	hash, _, _ := strings.Cut(name, ".")
	if raw, err := hex.DecodeString(hash); err == nil {
		copy(key[:], raw)
	}
	return key
}

// blobSet is a set of blobs. A site has many, so their names are shortened.
type blobSet map[blobKey]struct{}

func (s blobSet) add(name string) { s[keyOf(name)] = struct{}{} }

// has reports whether the blob, or the one of which it is a variant, is in the set.
func (s blobSet) has(name string) bool {
	_, ok := s[keyOf(name)]
	return ok
}

// damagedListError says which list of a release is damaged.
type damagedListError struct{ hash string }

func (e *damagedListError) Error() string { return "the list of files " + e.hash + " is damaged" }

// addRelease adds what a release names. Lists that are in the set were read before.
func (s blobSet) addRelease(ctx context.Context, dir backend, m *Manifest) error {
	for _, list := range m.Lists() {
		if s.has(list) {
			continue
		}
		files, err := readList(ctx, dir, list)
		if errors.Is(err, errDamaged) {
			err = &damagedListError{list}
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		s.add(list)
		for _, e := range files {
			s.add(e.Blob)
		}
	}
	return nil
}
