package upload

import (
	"context"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/objectstore"
)

// SweepOptions are what a Sweeper needs.
type SweepOptions struct {
	Objects *objectstore.Store
	Uploads *Service
	// EachText calls each with every text that may name a file, as it is at that
	// moment.
	EachText func(ctx context.Context, each func(text []byte)) error
	// After is how long an upload that nothing names is kept: the text that will name
	// it may still be being written.
	After time.Duration
	// BackupRuns reports whether a backup is reading all files. It needs every file that was
	// there when it began, so nothing is removed meanwhile.
	BackupRuns func(ctx context.Context) (bool, error)
	Now        func() time.Time
}

// Sweeper removes uploads that nothing names any more: neither content nor the library.
type Sweeper struct {
	o SweepOptions
	// The state of earlier rounds; see Round.
	named, unnamed map[string]bool
}

// NewSweeper returns a Sweeper.
func NewSweeper(o SweepOptions) *Sweeper {
	return &Sweeper{o: o, named: map[string]bool{}, unnamed: map[string]bool{}}
}

// Swept lists what was removed, or would have been.
type Swept struct {
	Keys       []string // of objects
	Bytes      int64
	Unfinished []string // keys of uploads that were begun and never finished
}

// sweptKeys are the prefixes of uploads' keys. Other objects are not touched.
var sweptKeys = []string{imageKeys, videoKeys, fileKeys}

// anyFile finds the addresses of files in a text, those that came with the software included.
var anyFile = regexp.MustCompile(library.MediaPath + `(?:` + strings.Join(mediaKeys, "|") + `)[0-9A-Za-z_-]+`)

// Named returns the addresses of files in a text, without their extensions.
func Named(text []byte) []string {
	var names []string
	for _, match := range anyFile.FindAll(text, -1) {
		names = append(names, string(match))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// stored lists the objects that share a stem.
type stored struct {
	objects []objectstore.Info
	newest  time.Time
}

// ErrMost says that most uploads would have been removed, which is more likely to be
// the wrong database than a cleanup.
var ErrMost = errors.New("nothing names most of the uploads, so none was removed; if that is right, run: cms-api media sweep")

// ErrBackup says that nothing was removed because a backup runs.
var ErrBackup = errors.New("a backup is running, so no upload was removed")

// fewUploads is how many uploads may be removed however large a part of all they are.
const fewUploads = 20

// uploads returns the stored objects by stem.
func (s *Sweeper) uploads(ctx context.Context) (map[string]*stored, error) {
	found := map[string]*stored{}
	for _, prefix := range sweptKeys {
		err := s.o.Objects.List(ctx, prefix, func(object objectstore.Info) error {
			stem := library.Stem(object.Key)
			if found[stem] == nil {
				found[stem] = &stored{}
			}
			group := found[stem]
			group.objects = append(group.objects, object)
			if object.Modified.After(group.newest) {
				group.newest = object.Modified
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// references returns the stems of the keys that texts name.
func (s *Sweeper) references(ctx context.Context) (map[string]bool, error) {
	named := map[string]bool{}
	err := s.o.EachText(ctx, func(text []byte) {
		for _, match := range anyFile.FindAll(text, -1) {
			named[string(match[len(library.MediaPath):])] = true
		}
	})
	return named, err
}

// Once removes uploads that nothing names and that are older than after. With dry it
// only returns them.
func (s *Sweeper) Once(ctx context.Context, after time.Duration, dry bool) (Swept, error) {
	return s.sweep(ctx, after, dry, false, func(_ string, old bool) bool { return old })
}

// Round is Once for a sweeper that runs again and again. It also removes younger
// uploads that an earlier round saw named, such as a picture that was replaced. It
// removes nothing before two consecutive rounds saw it unnamed, so that it is still
// there when somebody undoes a deletion and for pages that are not yet rendered again.
// When it would remove most uploads, it removes nothing and returns ErrMost.
func (s *Sweeper) Round(ctx context.Context) (Swept, error) {
	unnamed := map[string]bool{}
	removed, err := s.sweep(ctx, s.o.After, false, true, func(stem string, old bool) bool {
		unnamed[stem] = true
		return s.unnamed[stem] && (old || s.named[stem])
	})
	s.unnamed = unnamed
	return removed, err
}

// sweep removes the uploads that nothing names and for which condemned returns true.
func (s *Sweeper) sweep(
	ctx context.Context, after time.Duration, dry, careful bool, condemned func(stem string, old bool) bool,
) (Swept, error) {
	deadline := s.o.Now().Add(-after)
	found, err := s.uploads(ctx)
	if err != nil {
		return Swept{}, err
	}
	named, err := s.references(ctx) // read after the list, which lacks what was stored since
	if err != nil {
		return Swept{}, err
	}
	var stems []string
	for stem, group := range found {
		if named[stem] {
			s.named[stem] = true
		} else if condemned(stem, !group.newest.After(deadline)) {
			stems = append(stems, stem)
		}
	}
	maps.DeleteFunc(s.named, func(stem string, _ bool) bool { return found[stem] == nil })
	if careful && len(stems) > fewUploads && len(stems) > len(found)/2 {
		return Swept{}, ErrMost
	}
	slices.Sort(stems)
	removed, err := s.removeAll(ctx, stems, found, dry)
	if err != nil {
		return removed, err
	}
	removed.Unfinished, err = s.abandon(ctx, deadline, dry)
	return removed, err
}

func (s *Sweeper) removeAll(ctx context.Context, stems []string, found map[string]*stored, dry bool) (Swept, error) {
	var removed Swept
	if len(stems) == 0 {
		return removed, nil
	}
	named, err := s.references(ctx) // again: somebody may have saved meanwhile
	if err != nil {
		return removed, err
	}
	// Checked last: a backup that begins later reads no document that names them.
	running, err := s.o.BackupRuns(ctx)
	if err == nil && running && !dry {
		err = ErrBackup
	}
	if err != nil {
		return removed, err
	}
	for _, stem := range stems {
		if named[stem] {
			continue
		}
		for _, object := range found[stem].objects {
			if !dry {
				gone, err := s.remove(ctx, object)
				if err != nil {
					return removed, err
				}
				if !gone {
					break // it was uploaded again
				}
			}
			removed.Keys = append(removed.Keys, object.Key)
			removed.Bytes += object.Size
		}
		delete(s.named, stem)
	}
	return removed, nil
}

// Remove removes the files of addresses, with their variants, unless something names them.
func (s *Sweeper) Remove(ctx context.Context, urls []string) error {
	found, stems := map[string]*stored{}, []string{}
	for _, url := range urls {
		key, ok := KeyOf(url)
		swept := func(prefix string) bool { return strings.HasPrefix(key, prefix) }
		if !ok || !slices.ContainsFunc(sweptKeys, swept) {
			continue
		}
		stem, group := library.Stem(key), &stored{}
		err := s.o.Objects.List(ctx, stem+".", func(object objectstore.Info) error {
			group.objects = append(group.objects, object)
			return nil
		})
		if err != nil {
			return err
		}
		found[stem], stems = group, append(stems, stem)
	}
	_, err := NewSweeper(s.o).removeAll(ctx, stems, found, false) // which rounds know nothing of
	return err
}

// remove deletes an object unless it was stored again since it was listed.
func (s *Sweeper) remove(ctx context.Context, listed objectstore.Info) (bool, error) {
	now, err := s.o.Objects.Stat(ctx, listed.Key)
	switch {
	case errors.Is(err, objectstore.ErrMissing):
		return true, nil
	case err != nil:
		return false, err
	case now.Modified.Truncate(time.Second).After(listed.Modified):
		return false, nil
	}
	return true, s.o.Objects.Delete(ctx, listed.Key)
}

// abandon removes uploads that were begun before the deadline and never finished, and those in parts that nobody
// continued.
func (s *Sweeper) abandon(ctx context.Context, deadline time.Time, dry bool) ([]string, error) {
	keys, open, err := s.o.Uploads.sweepUploads(ctx, dry)
	if err != nil {
		return keys, err
	}
	for _, prefix := range append([]string{UploadPrefix}, sweptKeys...) {
		err := s.o.Objects.ListUnfinished(ctx, prefix, func(u objectstore.Unfinished) error {
			if u.Begun.After(deadline) || open[u.ID] {
				return nil
			}
			keys = append(keys, u.Key)
			if dry {
				return nil
			}
			return s.o.Objects.Abandon(ctx, u)
		})
		if err != nil {
			return keys, err
		}
	}
	return keys, nil
}
