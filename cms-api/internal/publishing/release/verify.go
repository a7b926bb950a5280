package release

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

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
	Path string `json:"path" doc:"Address on the site; empty for a file of the release store that lists others" example:"/blog/how-monsoons-form.html"`
	// File is its name in the folder of blobs, or that of a manifest.
	File    string  `json:"file" doc:"Name in the release store" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.br"`
	Problem Problem `json:"problem" enum:"missing,damaged,unreadable"`
}

// Verdict is what Verify found of one release.
type Verdict struct {
	Release string `json:"release" example:"20260115T093000000Z-1a2b3c4d"`
	Live    bool   `json:"live" doc:"Whether it is the live one"`
	// Files counts paths on the site. With faults in lists there may be more.
	Files int `json:"files" doc:"Files on the site that were looked at" example:"612"`
	// FaultCount counts all faults, Faults has the first of them.
	FaultCount int     `json:"fault_count" example:"0"`
	Faults     []Fault `json:"faults" nullable:"false"`
}

// VerifyOptions bounds a Verify.
type VerifyOptions struct {
	// Parallel is how many files are read at a time. Default 1.
	Parallel int
	// MaxFaults is how many are listed of each release. Default 1000.
	MaxFaults int
}

const defaultMaxFaults = 1000

// Verify reads every file that the releases name, unpacks the compressed ones,
// and compares all of it with the hashes that are their names. Files that several
// of the releases share are read once. Memory grows with the number of files by
// some 30 bytes each; of their content only what is being read is held. The error is ErrUnknown when there is
// no such release, or ctx's.
func (s *Store) Verify(ctx context.Context, ids []string, o VerifyOptions) ([]Verdict, error) {
	current, err := s.dir.current(ctx)
	if err != nil && !errors.Is(err, errNone) {
		return nil, err
	}
	dir, err := s.dir.closely(ctx)
	if err != nil {
		return nil, err
	}
	v := &verifier{dir: dir, lists: map[string]*listing{}, good: map[blobKey]struct{}{}, max: o.MaxFaults}
	if v.max == 0 {
		v.max = defaultMaxFaults
	}
	verdicts := make([]Verdict, len(ids))
	named := make([][]*listing, len(ids))
	for i, id := range ids {
		verdicts[i] = Verdict{Release: id, Live: id == current, Faults: []Fault{}}
		m, err := s.manifest(ctx, id)
		if errors.Is(err, ErrUnknown) && id != current {
			return nil, err
		}
		if err != nil {
			if problem.Is(err, problem.Unavailable) {
				return nil, err
			}
			verdicts[i].add([]Fault{{File: id + ".json", Problem: problemOf(err)}}, 1, v.max)
			continue
		}
		for _, hash := range append(m.Shards, &m.Assets) {
			if hash != nil {
				named[i] = append(named[i], v.list(*hash))
			}
		}
	}
	if err := v.run(ctx, max(1, o.Parallel)); err != nil {
		return nil, err
	}
	for i, lists := range named {
		for _, l := range lists {
			verdicts[i].Files += l.files
			verdicts[i].add(l.faults, l.count, v.max)
		}
	}
	return verdicts, nil
}

func (d *Verdict) add(faults []Fault, count, most int) {
	d.FaultCount += count
	d.Faults = append(d.Faults, faults[:min(len(faults), most-len(d.Faults))]...)
}

// verifier goes through lists of files.
type verifier struct {
	dir   backend
	max   int
	lists map[string]*listing
	order []*listing

	mu   sync.Mutex // for everything below, and in listings
	good map[blobKey]struct{}
	away error // the storage did not answer: then nothing is known of the files
}

// blobKey is a part of a blob's hash, long enough to tell them apart.
type blobKey [16]byte

// listing is a shard, or the list of assets, and what was found of its files.
type listing struct {
	hash   string
	files  int
	count  int // of faults
	faults []Fault
}

// list notes that a release has that list, which may be another's too.
func (v *verifier) list(hash string) *listing {
	l := v.lists[hash]
	if l == nil {
		l = &listing{hash: hash}
		v.lists[hash] = l
		v.order = append(v.order, l)
	}
	return l
}

// job is one file of a list.
type job struct {
	of    *listing
	path  string
	entry entry
}

func (v *verifier) run(ctx context.Context, parallel int) error {
	jobs := make(chan job, 4*parallel)
	var workers sync.WaitGroup
	for range parallel {
		workers.Go(func() {
			h := newHasher()
			for j := range jobs {
				if ctx.Err() == nil {
					v.check(ctx, h, j)
				}
			}
		})
	}
	for _, l := range v.order {
		if ctx.Err() != nil {
			break
		}
		v.open(ctx, l, jobs)
	}
	close(jobs)
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	return v.away
}

// open hands out the files of a list.
func (v *verifier) open(ctx context.Context, l *listing, jobs chan<- job) {
	raw, err := blob(ctx, v.dir, l.hash)
	var stored lists
	if err == nil {
		err = json.Unmarshal(raw, &stored)
	}
	if err != nil {
		v.fault(l, Fault{File: l.hash}, err)
		return
	}
	for _, route := range stored.Routes {
		for path, e := range route.Files {
			l.files++
			jobs <- job{of: l, path: path, entry: e}
		}
	}
	for path, e := range stored.Files {
		l.files++
		jobs <- job{of: l, path: path, entry: e}
	}
}

// check looks at a blob and at its variants.
func (v *verifier) check(ctx context.Context, h *hasher, j job) {
	key := keyOf(j.entry.Blob)
	v.mu.Lock()
	_, known := v.good[key]
	v.mu.Unlock()
	if known {
		return
	}
	whole := true
	for _, encoding := range slices.Concat([]string{""}, j.entry.Encodings) {
		name := j.entry.Blob + extensions[encoding]
		_, err := v.dir.read(ctx, name, func(raw []byte) error { return h.compare(raw, name, encoding, j.entry) })
		if err != nil {
			whole = false
			v.fault(j.of, Fault{Path: j.path, File: name}, err)
		}
	}
	if whole {
		v.mu.Lock()
		v.good[key] = struct{}{}
		v.mu.Unlock()
	}
}

func (v *verifier) fault(l *listing, f Fault, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if problem.Is(err, problem.Unavailable) {
		v.away = err
		return
	}
	f.Problem = problemOf(err)
	if l.count++; len(l.faults) < v.max {
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
