package release

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"academy/cms-api/internal/platform/objectstore"
)

// InBucket returns the release store in a bucket for who looks after it: nothing
// of it is kept here, and no release is served.
func InBucket(objects objectstore.Folder, log *slog.Logger) *Store {
	return &Store{
		opts: Options{Log: log}, dir: &bucket{objects: objects, log: log}, subscribers: make(map[chan struct{}]struct{}),
	}
}

// IsInBucket reports whether the store lies in a bucket.
func (s *Store) IsInBucket() bool {
	_, ok := s.dir.(*bucket)
	return ok
}

// Swept is what a sweep has done.
type Swept struct {
	// Mark is by which others know of it.
	Mark string
	// Releases were forgotten, Blobs deleted: names of both.
	Releases, Blobs []string
}

// Sweep forgets the releases of a bucket that do not stay, as Forget does, and
// deletes the blobs that neither a release names that stays nor one that was
// forgotten less than r.Young ago, and that are older than that themselves. Ages are
// by the clock of the storage. Dry only says which releases would be forgotten.
//
// Whoever writes releases to the bucket meanwhile has to look at the mark; whoever
// makes one current may do so. ErrSweeping says that another sweep runs. After any
// error the bucket is whole, and the next sweep goes on.
func (s *Store) Sweep(ctx context.Context, r Retention, held string, now time.Time, dry bool) (done Swept, err error) {
	b, ok := s.dir.(*bucket)
	if !ok {
		return Swept{}, errors.New("the release store does not lie in a bucket; its publisher sweeps it")
	}
	if dry {
		l, err := b.listed(ctx)
		if err != nil {
			return Swept{}, err
		}
		done.Releases, err = s.over(l).Forget(ctx, r, held, now, true)
		return done, err
	}
	before, err := ReadMark(ctx, b.objects)
	if err != nil {
		return Swept{}, err
	}
	if s.watch.Running(before, time.Now()) {
		return Swept{}, ErrSweeping
	}
	done.Mark = rand.Text()
	w, err := beginSweep(ctx, b.objects, done.Mark)
	if err != nil {
		return Swept{}, err
	}
	defer func() { err = errors.Join(err, w.end(ctx)) }()
	mark, err := b.objects.Stat(ctx, b.objects.Prefix+markKey)
	if err != nil {
		return done, err
	}
	l, err := b.listed(ctx)
	if err != nil {
		return done, err
	}
	done.Releases, err = s.over(l).Forget(ctx, r, held, now, false)
	if err != nil {
		return done, err
	}
	old := mark.Modified.Add(-r.Young)
	named, over, err := b.needed(ctx, l, old)
	if err != nil || named == nil {
		return done, err
	}
	var blobs []string
	for name, object := range l.blobs {
		if _, ok := named[keyOf(name)]; !ok && object.Modified.Before(old) {
			blobs = append(blobs, name)
		}
	}
	slices.Sort(blobs)
	if err := b.delete(ctx, w, "blobs/", blobs); err != nil {
		return done, err
	}
	done.Blobs = blobs
	// Last, since they say what was meant to go.
	return done, b.delete(ctx, w, "", over)
}

// over returns the same store on what was listed of it.
func (s *Store) over(l listed) *Store {
	return &Store{opts: s.opts, dir: l, subscribers: make(map[chan struct{}]struct{})}
}

// needed returns what must stay, and the keys of forgotten releases that are
// older than old; nil when nothing was published yet.
func (b *bucket) needed(ctx context.Context, l listed, old time.Time) (map[blobKey]struct{}, []string, error) {
	if _, err := b.current(ctx); errors.Is(err, errNone) {
		return nil, nil, nil
	}
	named, err := namedIn(ctx, l, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("nothing is deleted: %w", err)
	}
	found := map[string]objectstore.Info{}
	if err := b.each(ctx, forgottenFolder, func(name string, object objectstore.Info) {
		found[name] = object
	}); err != nil {
		return nil, nil, err
	}
	var over []string
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if found[name].Modified.Before(old) {
			over = append(over, forgottenFolder+"/"+name)
			continue
		}
		raw, _, err := b.fetch(ctx, forgottenFolder+"/"+name, "")
		if err != nil {
			return nil, nil, fmt.Errorf("nothing is deleted: %w", err)
		}
		m, err := decodeManifest(strings.TrimSuffix(name, ".json"), raw)
		if err == nil {
			err = addNames(ctx, l, m, named)
		}
		if err != nil {
			b.log.Warn("what a forgotten release named is not known", "release", name, "error", err)
		}
	}
	return named, over, nil
}

// deleters is how many files are deleted at the same time.
const deleters = 16

func (b *bucket) delete(ctx context.Context, w *sweep, folder string, names []string) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(deleters)
	for _, name := range names {
		group.Go(func() error {
			if !w.alive() {
				return fmt.Errorf("the storage is too slow to go on: %w", context.DeadlineExceeded)
			}
			ctx, cancel := context.WithTimeout(ctx, bucketTime)
			defer cancel()
			return b.objects.Delete(ctx, folder+name)
		})
	}
	return group.Wait()
}
