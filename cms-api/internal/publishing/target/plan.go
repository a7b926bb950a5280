package target

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"academy/cms-api/internal/publishing/release"
)

// plan is what makes a mirror show a release.
type plan struct {
	put  map[string]release.Entry // by path
	gone map[string]bool          // keys
	// lost says that not all is known of what may be there.
	lost bool
}

// plan compares the goal with every release of which files may be there. Only lists that
// they do not share are read.
func (m *Mirror) plan(ctx context.Context, s *state, goal release.Manifest, all bool) (*plan, error) {
	lists := &lists{m: m, read: make(map[string]map[string]release.Entry)}
	p := &plan{put: make(map[string]release.Entry), gone: make(map[string]bool)}
	if all {
		files, err := union(ctx, goal.Lists(), lists.of)
		if err != nil {
			return nil, err
		}
		p.put = files
	}
	for _, t := range s.before() {
		if err := m.compareWith(ctx, p, lists, s, t, goal); err != nil {
			return nil, err
		}
	}
	if p.lost = s.Lost || lists.lost; p.lost {
		// What they named, other releases are likely to name as well.
		for _, t := range m.stored(ctx) {
			if err := m.compareWith(ctx, p, lists, s, t, goal); err != nil {
				return nil, err
			}
		}
	}
	for path := range p.put {
		if !usable(path) {
			return nil, fmt.Errorf("the release has a file %q, which no mirror can have", path)
		}
	}
	return p, nil
}

// stored returns all releases that the release store has.
func (m *Mirror) stored(ctx context.Context) []release.Manifest {
	var all []release.Manifest
	for _, id := range m.releases.IDs(ctx) {
		if manifest, err := m.releases.Manifest(ctx, id); err == nil {
			all = append(all, *manifest)
		}
	}
	return all
}

// compareWith adds to a plan the files of the goal that an earlier release does not have,
// or has with other content, and the keys of that release that the goal does not have. A
// path is in one list of a release, so what is missing from a list that differs is in
// another that differs, or gone.
func (m *Mirror) compareWith(
	ctx context.Context, p *plan, lists *lists, s *state, before, goal release.Manifest,
) error {
	now, then := goal.Lists(), before.Lists()
	if s.Layout == m.layout {
		now, then = minus(now, then), minus(then, now)
	}
	files, err := union(ctx, now, lists.of)
	if err != nil {
		return err
	}
	old, err := union(ctx, then, lists.earlier)
	if err != nil {
		return err
	}
	needed := make(map[string]bool)
	for path, e := range files {
		needed[m.layout.key(path)] = true
		if known, ok := old[path]; !ok || known.Blob != e.Blob || known.Type != e.Type {
			p.put[path] = e
		}
	}
	for path := range old {
		if key := s.Layout.key(path); !needed[key] {
			p.gone[key] = true
		}
	}
	return nil
}

// minus returns what is in a and not in b.
func minus(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(each string) bool { return slices.Contains(b, each) })
}

// union returns the files of lists. The assets, which come first, win over a route's file
// of the same path: as on the edge.
func union(
	ctx context.Context, names []string, of func(context.Context, string) (map[string]release.Entry, error),
) (map[string]release.Entry, error) {
	all := make(map[string]release.Entry)
	for _, name := range slices.Backward(names) {
		files, err := of(ctx, name)
		if err != nil {
			return nil, err
		}
		maps.Copy(all, files)
	}
	return all, nil
}

// lists reads lists of files, each once.
type lists struct {
	m    *Mirror
	read map[string]map[string]release.Entry
	// lost says that one of them is nowhere any more.
	lost bool
}

// of returns the files of a list of the goal.
func (l *lists) of(ctx context.Context, list string) (map[string]release.Entry, error) {
	if files, ok := l.read[list]; ok {
		return files, nil
	}
	raw, err := l.m.releases.Blob(ctx, list)
	if err == nil {
		l.read[list], err = release.DecodeList(list, raw)
	}
	return l.read[list], err
}

// earlier returns the files of a list that an earlier release had. The release
// store may have forgotten it, and the mirror has it then. When it has not either,
// no file counts as known.
func (l *lists) earlier(ctx context.Context, list string) (map[string]release.Entry, error) {
	files, err := l.of(ctx, list)
	if err == nil {
		return files, nil
	}
	raw, noted := l.m.host.read(ctx, listsFolder+list)
	if noted != nil && !errors.Is(noted, fs.ErrNotExist) {
		return nil, errors.Join(err, noted)
	}
	if noted == nil {
		files, noted = release.DecodeList(list, raw)
	}
	if noted != nil {
		l.lost = true
		l.m.log.Warn("a list of what an earlier release had in a mirror is lost; the mirror is looked at anew", "target",
			l.m.address, "list", list, "error", err)
	}
	l.read[list] = files
	return files, nil
}

// The order in which files come.
const (
	orderNeeded   = iota // what pages need
	orderPage            // pages
	orderPointing        // what lists pages
	orders
)

func orderOf(file string, e release.Entry) int {
	switch {
	case path.Ext(file) == ".xml" || file == "/robots.txt":
		return orderPointing
	case e.IsPage():
		return orderPage
	}
	return orderNeeded
}

// order returns the paths to write, in groups that come one after the other.
func (p *plan) order() [orders][]string {
	var groups [orders][]string
	for _, file := range slices.Sorted(maps.Keys(p.put)) {
		at := orderOf(file, p.put[file])
		groups[at] = append(groups[at], file)
	}
	return groups
}

// leftOver returns the keys to delete, pages before what they need.
func (p *plan) leftOver() [2][]string {
	var groups [2][]string
	for _, key := range slices.Sorted(maps.Keys(p.gone)) {
		at := 1
		if ext := path.Ext(key); ext == ".html" || ext == ".xml" || ext == "" {
			at = 0
		}
		groups[at] = append(groups[at], key)
	}
	return groups
}
