package release

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"academy/cms-api/internal/platform/problem"
)

// Problem is what is wrong with a file.
type Problem string

// The problems.
const (
	Missing    Problem = "missing"
	Damaged    Problem = "damaged"    // it does not hold what its name says
	Unreadable Problem = "unreadable" // the disk does not give it out
)

// Fault is a file of a release that is not as it should be.
type Fault struct {
	// Path is where the site has it; empty for one that lists others.
	Path string `json:"path" doc:"On the site; empty for a list of files" example:"/blog/how-monsoons-form.html"`
	// File is its name in the folder of blobs, or that of a manifest.
	File    string  `json:"file" doc:"Name in the release store" example:"9f86d081884c7d659a2feaa0c55ad015.br"`
	Problem Problem `json:"problem" enum:"missing,damaged,unreadable"`
	// Mended says that it is well by now.
	Mended bool `json:"mended" doc:"Whether it was made again from another encoding of the same file"`
}

// Verdict is what Verify found of one release.
type Verdict struct {
	Release string `json:"release" format:"release"`
	Live    bool   `json:"live" doc:"Whether it is the live one"`
	// Files counts paths on the site. With faults in lists there may be more.
	Files int `json:"files" doc:"Files on the site that were looked at" example:"612"`
	// FaultCount counts all faults, Faults has the first of them.
	FaultCount int     `json:"fault_count" example:"0"`
	Faults     []Fault `json:"faults" nullable:"false"`
}

// maxFaults is how many faults of a release are listed.
const maxFaults = 100

// Verification compares the files of releases with what manifests and lists say of them.
type Verification struct {
	dir       backend
	manifests *Manifests
}

// Check returns the manifest of a release of which every file is there, in the
// size and the encodings that are listed. The error is ErrUnknown, or says what
// is missing.
func (v *Verification) Check(ctx context.Context, id string) (*Manifest, error) {
	m, err := v.manifests.Manifest(ctx, id)
	if err != nil {
		return nil, err
	}
	dir, err := v.dir.uncached(ctx)
	if err != nil {
		return nil, err
	}
	for _, list := range m.Lists() {
		files, err := readList(ctx, dir, list)
		if err != nil {
			return nil, fmt.Errorf("release %s: %w", id, err)
		}
		for path, e := range files {
			if whole, err := whole(ctx, dir, e); !whole {
				return nil, fmt.Errorf("release %s: %s: %w", id, path, cmp.Or(err, error(fs.ErrNotExist)))
			}
		}
	}
	return m, nil
}

// Verify reads every file that the releases name, unpacks the compressed ones,
// and compares all of it with the hashes that are their names. A damaged file is
// repaired from another encoding of it, or deleted: then Live asks for it. Files
// that several of the releases share are read once. Memory grows with the number of files by
// some 30 bytes each; of their content only what is being read is in memory. It uses half of the
// processors: visitors come first. The error is ErrUnknown when there is no such release, or
// ctx's.
func (v *Verification) Verify(ctx context.Context, ids []string) ([]Verdict, error) {
	current, err := v.dir.current(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := v.dir.uncached(ctx)
	if err != nil {
		return nil, err
	}
	work := &verifier{
		dir: dir, store: v.dir, lists: map[string]*listing{}, good: blobSet{}, files: make(chan listedFile),
	}
	verdicts := make([]Verdict, len(ids))
	named := make([][]string, len(ids))
	for i, id := range ids {
		verdicts[i] = Verdict{Release: id, Live: id == current, Faults: []Fault{}}
		m, err := v.manifests.Manifest(ctx, id)
		switch {
		case err == nil:
			named[i] = m.Lists()
			for _, hash := range named[i] {
				work.lists[hash] = &listing{hash: hash}
			}
		case errors.Is(err, ErrUnknown) && id != current, problem.Is(err, problem.Unavailable):
			return nil, err
		default:
			verdicts[i].add([]Fault{{File: id + ".json", Problem: problemOf(err)}}, 1)
		}
	}
	if err := work.run(ctx, max(1, runtime.GOMAXPROCS(0)/2)); err != nil {
		return nil, fmt.Errorf("verify: %w", err)
	}
	for i, hashes := range named {
		for _, hash := range hashes {
			l := work.lists[hash]
			verdicts[i].Files += l.files
			verdicts[i].add(l.faults, l.count)
		}
	}
	return verdicts, nil
}

func (d *Verdict) add(faults []Fault, count int) {
	d.FaultCount += count
	d.Faults = append(d.Faults, faults[:min(len(faults), maxFaults-len(d.Faults))]...)
}

// verifier compares the files of lists with their hashes.
type verifier struct {
	dir   backend // without a cache
	store backend
	lists map[string]*listing // by hash; releases share them
	files chan listedFile

	mu   sync.Mutex // for good, and faults of listings
	good blobSet
}

// listing is a shard, or the list of assets, and what was found of its files.
type listing struct {
	hash   string
	files  int
	count  int // of faults
	faults []Fault
}

type listedFile struct {
	in   *listing
	path string
	Entry
}

func (v *verifier) run(ctx context.Context, parallel int) error {
	group, ctx := errgroup.WithContext(ctx)
	for range parallel {
		group.Go(func() error {
			h := new(hasher)
			for f := range v.files {
				if err := v.check(ctx, h, f); err != nil {
					return err
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(v.files)
		for _, l := range v.lists {
			if err := v.open(ctx, l); err != nil {
				return err
			}
		}
		return nil
	})
	return group.Wait()
}

// open sends the files of a list.
func (v *verifier) open(ctx context.Context, l *listing) error {
	files, err := readList(ctx, v.dir, l.hash)
	if err != nil {
		if err := away(ctx, err); err != nil {
			return err
		}
		v.note(l, Fault{File: l.hash, Problem: problemOf(err)})
		return v.store.remove(ctx, blobFolder+"/"+l.hash)
	}
	l.files = len(files)
	for path, e := range files {
		select {
		case v.files <- listedFile{l, path, e}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}

// check looks at a blob and at its variants.
func (v *verifier) check(ctx context.Context, h *hasher, f listedFile) error {
	v.mu.Lock()
	known := v.good.has(f.Blob)
	v.mu.Unlock()
	if known {
		return nil
	}
	var faults []Fault
	for encoding, name := range f.blobs() {
		_, _, err := h.read(ctx, v.dir, f.Blob, f.Size, encoding)
		if err := away(ctx, err); err != nil {
			return err
		}
		if err != nil {
			faults = append(faults, Fault{Path: f.path, File: name, Problem: problemOf(err)})
		}
	}
	if len(faults) == 0 {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.good.add(f.Blob)
		return nil
	}
	mended, err := repair(ctx, v.store, f.path, f.Entry)
	for _, fault := range faults {
		fault.Mended = mended
		v.note(f.in, fault)
	}
	return away(ctx, err)
}

// away returns err when it says nothing about a file, because the storage did not answer or
// ctx has ended.
func away(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if problem.Is(err, problem.Unavailable) {
		return err
	}
	return nil
}

// note records a fault.
func (v *verifier) note(l *listing, f Fault) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if l.count++; len(l.faults) < maxFaults {
		l.faults = append(l.faults, f)
	}
}

func problemOf(err error) Problem {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrUnknown):
		return Missing
	case errors.As(err, &path):
		return Unreadable
	default:
		return Damaged
	}
}
