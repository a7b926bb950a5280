package target

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"academy/cms-api/internal/publishing/release"
)

// notesFolder is where a mirror keeps what it knows about itself. It lies in the
// mirror, so that a process which knows nothing can go on.
const notesFolder = ".mirror/"

const (
	stateKey    = notesFolder + "state.json"
	listsFolder = notesFolder + "lists/"
)

// format changes when files would be written differently, with other headers for
// instance: mirrors of another format are written again.
const format = 1

// state is what a mirror contains: all files of the settled release, and any number
// of files of those that were begun since. The lists of these releases are
// stored beside it, because the release store forgets them one day.
type state struct {
	Format  int                `json:"format"`
	Layout  layout             `json:"layout"`
	Settled *release.Manifest  `json:"settled"`
	Begun   []release.Manifest `json:"begun"`
	// Unused are lists that nothing above leads to; the next run deletes them. Were
	// it this one, a request that comes late could delete a list that is noted again.
	Unused []string `json:"unused"`
	// Late is until when requests of a run that was cut off may still be carried
	// out: every file is compared once more then.
	Late *time.Time `json:"late,omitempty"`
	// Lost says that a part of these notes cannot be read any more.
	Lost   bool     `json:"lost,omitempty"`
	Notice []string `json:"notice"`
}

// shows reports whether all files of a release are there, and no others.
func (s *state) shows(t release.Manifest) bool {
	return s.Settled != nil && s.Settled.Release == t.Release && len(s.Begun) == 0 && !s.Lost
}

// due reports whether no more requests come late, so that a look is worth it. A
// clock that was set back does not put that off.
func (s *state) due(now time.Time, late time.Duration) bool {
	return s.Late != nil && (now.After(*s.Late) || s.Late.Sub(now) > late)
}

// notice is for people who find the file.
func notice() []string {
	return []string{"cms-api keeps this about the mirror around it. Without it, files of earlier releases would never " +
		"be deleted."}
}

// treeOf returns of a manifest what says which files there are.
func treeOf(m *release.Manifest) release.Manifest {
	return release.Manifest{Release: m.Release, Fingerprint: m.Fingerprint, Assets: m.Assets, Shards: m.Shards}
}

// before returns every release of which files may be there.
func (s *state) before() []release.Manifest {
	if s.Settled == nil {
		return s.Begun
	}
	return append([]release.Manifest{*s.Settled}, s.Begun...)
}

// named returns the lists that the state leads to.
func (s *state) named() map[string]bool {
	named := make(map[string]bool)
	for _, t := range s.before() {
		for _, list := range t.Lists() {
			named[list] = true
		}
	}
	return named
}

// readState returns the stored state. If a part of it is lost, files of the releases that this
// process remembers may be there too.
func (m *Mirror) readState(ctx context.Context) (*state, error) {
	raw, err := m.host.read(ctx, stateKey)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	s := state{Format: format, Layout: m.layout}
	if err == nil {
		if err := json.Unmarshal(raw, &s); err != nil {
			m.log.Error("the notes of a mirror cannot be read; it is looked at anew", "target", m.address, "file", stateKey,
				"error", err)
			s = state{Format: format, Layout: m.layout, Lost: true}
		}
	}
	if m.noted != nil && !bytes.Equal(raw, m.noted) {
		// Somebody else wrote here, or a request came late.
		for _, t := range m.before {
			s.add(t)
		}
		s.Lost = true
	}
	return &s, nil
}

// add notes that files of a release may be there.
func (s *state) add(t release.Manifest) {
	if !slices.ContainsFunc(s.Begun, func(known release.Manifest) bool { return known.Release == t.Release }) {
		s.Begun = append(s.Begun, t)
	}
}

func (m *Mirror) writeState(ctx context.Context, s *state) error {
	s.Notice = notice()
	if s.Begun == nil {
		s.Begun = []release.Manifest{}
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("write %s: %w", stateKey, err)
	}
	m.noted, m.before = raw, s.before()
	return m.host.put(ctx, jsonFile(stateKey, raw))
}

// begin notes that files of a release may be there from now on. The lists come
// before the note that leads to them.
func (m *Mirror) begin(ctx context.Context, s *state, goal release.Manifest, there looker) error {
	named := s.named()
	var wanted []string
	for _, list := range goal.Lists() {
		if there != nil || !named[list] {
			wanted = append(wanted, list)
		}
	}
	err := each(ctx, wanted, func(ctx context.Context, list string) error {
		raw, err := m.releases.Blob(ctx, list)
		if err != nil {
			return err
		}
		f := jsonFile(listsFolder+list, raw)
		if there.has(f) {
			return nil
		}
		return m.host.put(ctx, f)
	})
	if err != nil {
		return err
	}
	s.add(goal)
	named = s.named()
	s.Unused = slices.DeleteFunc(s.Unused, func(list string) bool { return named[list] })
	return m.writeState(ctx, s)
}

// settle notes that the files of a release are there, and no others.
func (m *Mirror) settle(ctx context.Context, s *state, goal release.Manifest, late *time.Time) error {
	err := each(ctx, s.Unused, func(ctx context.Context, list string) error {
		return m.host.remove(ctx, listsFolder+list)
	})
	if err != nil {
		return err
	}
	unused := s.named()
	for _, list := range goal.Lists() {
		delete(unused, list)
	}
	return m.writeState(ctx, &state{
		Format: format, Layout: m.layout, Settled: &goal, Late: late, Unused: slices.Sorted(maps.Keys(unused)),
	})
}
