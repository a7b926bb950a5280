package target

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"academy/cms-api/internal/release"
)

// notesFolder is where a mirror keeps what it knows about itself. It lies in the
// mirror, so that a process which knows nothing can go on.
const notesFolder = ".mirror/"

const (
	stateKey    = notesFolder + "state.json"
	listsFolder = notesFolder + "lists/"
)

// format changes when files would be written differently, with other headers for
// instance: mirrors of another format are written anew.
const format = 1

// state is what a mirror holds: all files of the settled release, and any number
// of files of those that were begun since. What the releases list is noted beside
// it, since the release store forgets them some day.
type state struct {
	Format  int      `json:"format"`
	Layout  layout   `json:"layout"`
	Settled *tree    `json:"settled"`
	Begun   []tree   `json:"begun"`
	Notice  []string `json:"notice"`
}

// notice is for people who find the file.
func notice() []string {
	return []string{"cms-api keeps this about the mirror around it. Without it, files of earlier releases would never be deleted."}
}

// tree is the files of a release, as lists that name them.
type tree struct {
	Release     string    `json:"release"`
	Fingerprint string    `json:"fingerprint"`
	Assets      string    `json:"assets"`
	Shards      []*string `json:"shards"`
}

func treeOf(m *release.Manifest) tree {
	return tree{Release: m.Release, Fingerprint: m.Fingerprint, Assets: m.Assets, Shards: m.Shards}
}

// lists returns the list at each position; empty where there is none. Equal
// positions of two trees with equal lists have the same files.
func (t tree) lists() []string {
	lists := []string{t.Assets}
	for _, hash := range t.Shards {
		if hash == nil {
			lists = append(lists, "")
			continue
		}
		lists = append(lists, *hash)
	}
	return lists
}

// before returns every release of which files may be there.
func (s *state) before() []tree {
	if s.Settled == nil {
		return s.Begun
	}
	return append([]tree{*s.Settled}, s.Begun...)
}

// named returns the lists that the state leads to.
func (s *state) named() map[string]bool {
	named := make(map[string]bool)
	for _, t := range s.before() {
		for _, list := range t.lists() {
			if list != "" {
				named[list] = true
			}
		}
	}
	return named
}

func (m *Mirror) readState(ctx context.Context) (*state, error) {
	raw, err := m.host.read(ctx, stateKey)
	if errors.Is(err, errMissing) {
		return &state{Format: format, Layout: m.layout}, nil
	}
	if err != nil {
		return nil, err
	}
	var s state
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, fmt.Errorf("%s cannot be read; without it nothing is known of the files here: %w", stateKey, err)
	}
	return &s, nil
}

func (m *Mirror) writeState(ctx context.Context, s *state) error {
	s.Notice = notice()
	if s.Begun == nil {
		s.Begun = []tree{}
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("write %s: %w", stateKey, err)
	}
	return m.host.put(ctx, file{key: stateKey, mediaType: "application/json", caching: cacheShort, data: raw})
}

// begin notes that files of a release may be there from now on.
func (m *Mirror) begin(ctx context.Context, s *state, goal tree) error {
	named := s.named()
	var missing []string
	for _, list := range goal.lists() {
		if list != "" && !named[list] {
			named[list] = true
			missing = append(missing, list)
		}
	}
	err := each(ctx, missing, func(ctx context.Context, list string) error {
		raw, err := m.releases.Blob(list)
		if err != nil {
			return err
		}
		return m.host.put(ctx, file{key: listsFolder + list, mediaType: "application/json", caching: cacheShort, data: raw})
	})
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(s.Begun, func(t tree) bool { return t.Release == goal.Release }) {
		s.Begun = append(s.Begun, goal)
	}
	return m.writeState(ctx, s)
}

// settle notes that the files of a release are there, and no others.
func (m *Mirror) settle(ctx context.Context, s *state, goal tree) error {
	unused := s.named()
	s.Format, s.Layout, s.Settled, s.Begun = format, m.layout, &goal, nil
	if err := m.writeState(ctx, s); err != nil {
		return err
	}
	for list := range s.named() {
		delete(unused, list)
	}
	var lists []string
	for list := range unused {
		lists = append(lists, listsFolder+list)
	}
	return each(ctx, lists, m.host.remove)
}
