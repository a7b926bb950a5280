package target

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"academy/cms-api/internal/publishing/release"
)

// plan is what makes a mirror show a release.
type plan struct {
	put  map[string]release.Entry // by path
	gone map[string]bool          // keys
	// lost says that not all is known of what may be there.
	lost bool
}

// plan compares the lists of the goal with those of every release of which files
// may be there. Only lists that differ are read.
func (m *Mirror) plan(ctx context.Context, s *state, goal tree, all bool) (*plan, error) {
	lists := &lists{m: m, read: make(map[string]map[string]release.Entry)}
	p := &plan{put: make(map[string]release.Entry), gone: make(map[string]bool)}
	goals := goal.lists()
	before := s.before()
	// Backwards, so that the assets, which come first, win over a route's file of
	// the same path: as on the edge.
	for i, list := range slices.Backward(goals) {
		files, err := lists.of(ctx, list)
		if err != nil {
			return nil, err
		}
		if all {
			maps.Copy(p.put, files)
		}
		for _, t := range before {
			if t.at(i) == list {
				continue
			}
			old, err := lists.earlier(ctx, t.at(i))
			if err != nil {
				return nil, err
			}
			for path, e := range files {
				if known, ok := old[path]; !ok || known.Blob != e.Blob || known.Type != e.Type {
					p.put[path] = e
				}
			}
		}
	}
	for path := range p.put {
		if !usable(path) {
			return nil, fmt.Errorf("the release has a file %q, which no mirror can have", path)
		}
	}
	if err := m.findLeftOver(ctx, lists, p, s, before, goals); err != nil {
		return nil, err
	}
	if p.lost = s.Lost || lists.lost; p.lost {
		// What they named, other releases are likely to name as well.
		return p, m.findLeftOver(ctx, lists, p, s, m.kept(ctx), goals)
	}
	return p, nil
}

// kept returns all releases that the release store has.
func (m *Mirror) kept(ctx context.Context) []tree {
	var all []tree
	for _, id := range m.releases.IDs(ctx) {
		if manifest, err := m.releases.Manifest(ctx, id); err == nil {
			all = append(all, treeOf(manifest))
		}
	}
	return all
}

// findLeftOver notes which keys earlier releases have and the goal has not. A
// path is in one list of a release, so what is missing from a list that differs is
// in another that differs, or gone.
func (m *Mirror) findLeftOver(
	ctx context.Context, lists *lists, p *plan, s *state, before []tree, goals []string,
) error {
	for _, t := range before {
		kept, gone := make(map[string]bool), make(map[string]bool)
		for i, list := range t.lists() {
			if s.Layout == m.layout && list == goals[i] {
				continue
			}
			old, err := lists.earlier(ctx, list)
			if err != nil {
				return err
			}
			files, err := lists.of(ctx, goals[i])
			if err != nil {
				return err
			}
			for path := range files {
				kept[m.layout.key(path)] = true
			}
			for path := range old {
				gone[s.Layout.key(path)] = true
			}
		}
		for key := range gone {
			if !kept[key] {
				p.gone[key] = true
			}
		}
	}
	return nil
}

// at returns the list at a position.
func (t tree) at(i int) string {
	if i == 0 {
		return t.Assets
	}
	if i > len(t.Shards) || t.Shards[i-1] == nil {
		return ""
	}
	return *t.Shards[i-1]
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
	if list == "" {
		return nil, nil
	}
	if files, ok := l.read[list]; ok {
		return files, nil
	}
	raw, err := l.m.releases.Blob(ctx, list)
	if err != nil {
		return nil, err
	}
	files, err := release.DecodeList(raw)
	if err != nil {
		return nil, err
	}
	l.read[list] = files
	return files, nil
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
	if noted != nil && !errors.Is(noted, errMissing) {
		return nil, errors.Join(err, noted)
	}
	if noted == nil && hashOf(raw) == list {
		files, noted = release.DecodeList(raw)
	}
	if noted != nil || files == nil {
		l.lost = true
		l.m.log.Warn("a list of what an earlier release had in a mirror is lost; the mirror is looked at anew", "target", l.m.name,
			"list", list, "error", err)
	}
	l.read[list] = files
	return files, nil
}

func hashOf(raw []byte) string {
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// The order in which files come.
const (
	orderNeeded   = iota // what pages need
	orderPage            // pages, and what Next loads instead of them
	orderPointing        // what lists pages
	orders
)

func orderOf(file string, e release.Entry) int {
	switch {
	case path.Ext(file) == ".xml" || file == "/robots.txt":
		return orderPointing
	case isPage(e) || path.Ext(file) == ".txt":
		return orderPage
	}
	return orderNeeded
}

func isPage(e release.Entry) bool { return strings.HasPrefix(e.Type, "text/html") }

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
		if ext := path.Ext(key); ext == ".html" || ext == ".txt" || ext == ".xml" || ext == "" {
			at = 0
		}
		groups[at] = append(groups[at], key)
	}
	return groups
}
