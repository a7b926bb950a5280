package release

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"academy/cms-api/internal/platform/objectstore"
)

// InBucket returns the release store in a bucket without a disk cache. It serves no
// release.
func InBucket(objects objectstore.Folder, log *slog.Logger) *Store {
	b := &bucket{objects: objects, log: log}
	return &Store{opts: Options{Log: log}, dir: b, bucket: b, subscribers: make(map[chan struct{}]struct{})}
}

// IsInBucket reports whether the store is in a bucket.
func (s *Store) IsInBucket() bool { return s.bucket != nil }

// Swept is what a sweep has done.
type Swept struct {
	Mark     string   // its Mark.Sweep
	Releases []string // that were forgotten
	Blobs    []string // that were deleted
}

// Sweep forgets the releases of a bucket that do not stay, as Forget does, and
// deletes the blobs that neither a release names that stays nor one that was
// forgotten less than r.Young ago, and that are older than that themselves. Ages are
// by the clock of the storage. Dry only says which releases would be forgotten.
//
// Whoever writes releases to the bucket meanwhile has to look at the mark; whoever
// makes one current may do so. ErrSweeping says that another sweep runs. After any
// error the bucket is whole, and the next sweep goes on.
func (s *Store) Sweep(
	ctx context.Context, r Retention, pinned string, now time.Time, dry bool,
) (done Swept, err error) {
	if s.bucket == nil {
		return Swept{}, errors.New("the release store is not in a bucket; its publisher sweeps it")
	}
	if dry {
		b, err := s.bucket.listed(ctx)
		if err == nil {
			done.Releases, err = s.forget(ctx, b, r, pinned, now, true)
		}
		return done, err
	}
	before, err := ReadMark(ctx, s.bucket.objects)
	if err != nil {
		return Swept{}, err
	}
	if s.watch.Running(before, time.Now()) {
		return Swept{}, ErrSweeping
	}
	done.Mark = rand.Text()
	w, err := beginSweep(ctx, s.bucket.objects, done.Mark)
	if err != nil {
		return Swept{}, err
	}
	defer func() { err = errors.Join(err, w.end(ctx)) }()
	mark, err := s.bucket.objects.Stat(ctx, s.bucket.objects.Prefix+markKey)
	if err != nil {
		return done, err
	}
	b, err := s.bucket.listed(ctx)
	if err != nil {
		return done, err
	}
	if done.Releases, err = s.forget(ctx, b, r, pinned, now, false); err != nil {
		return done, err
	}
	if _, err := b.current(ctx); errors.Is(err, errNone) {
		return done, nil // the first release is still being made
	}
	old := mark.Modified.Add(-r.Young)
	named, over, err := b.needed(ctx, old)
	if err != nil {
		return done, fmt.Errorf("nothing is deleted: %w", err)
	}
	var blobs []string
	for name, object := range b.blobs {
		if !named.has(name) && object.Modified.Before(old) {
			blobs = append(blobs, name)
		}
	}
	slices.Sort(blobs)
	if err := w.delete(ctx, b, blobFolder, blobs); err != nil {
		return done, err
	}
	done.Blobs = blobs
	// Last, since they name what was to be deleted.
	return done, w.delete(ctx, b, forgottenFolder, over)
}

// needed returns the blobs that must stay, and the manifests of forgotten releases that
// are older than old.
func (b *bucket) needed(ctx context.Context, old time.Time) (named blobSet, over []string, err error) {
	if named, err = namedIn(ctx, b, nil); err != nil {
		return nil, nil, err
	}
	var young []string
	if err := b.list(ctx, forgottenFolder, func(object objectstore.Info) {
		if object.Modified.Before(old) {
			over = append(over, object.Key)
		} else {
			young = append(young, object.Key)
		}
	}); err != nil {
		return nil, nil, err
	}
	for _, name := range young {
		raw, err := b.read(ctx, forgottenFolder+"/"+name, unchecked)
		if err != nil {
			return nil, nil, err
		}
		m, err := decodeManifest(strings.TrimSuffix(name, ".json"), raw)
		if err == nil {
			err = named.addRelease(ctx, b, m)
		}
		if err != nil {
			b.log.Warn("what a forgotten release named is not known", "release", name, "error", err)
		}
	}
	return named, over, nil
}

// deleters is how many files are deleted at the same time.
const deleters = 16

// delete deletes the objects of those names in a folder, while everybody knows that the
// sweep runs.
func (w *sweep) delete(ctx context.Context, b *bucket, folder string, names []string) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(deleters)
	for _, name := range names {
		group.Go(func() error {
			if !w.alive() {
				return fmt.Errorf("the storage is too slow to go on: %w", context.DeadlineExceeded)
			}
			return b.delete(ctx, folder+"/"+name)
		})
	}
	return group.Wait()
}
