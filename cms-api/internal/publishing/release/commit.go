package release

import (
	"context"
	"crypto/rand"

	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// Change is what a release changes against the live one, which is its parent.
type Change struct {
	// Parent is empty when nothing is live.
	Parent string
	// Fingerprint is that of the content which the build leads to.
	Fingerprint               string
	CodeVersion, ContentModel string
	Mode                      string
	// Partial says that more of the same build is to come.
	Partial bool
	Routes  map[string]ChangedRoute
	Removed []string
	// Failures are of pages that the release has as they were before, or not at all.
	Failures []FailedPage
	// Assets are the hashes of all files of this code that belong to no route, by path. None
	// means those of the parent, which then must be of the same code.
	Assets  map[string]string
	Started time.Time
	// Build sums up all releases of the build so far.
	Build Build
}

// ChangedRoute is what a route is from now on.
type ChangedRoute struct {
	Hash  string            `json:"hash" doc:"Of the inputs that it was rendered from; empty for a stand-in" example:"60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"`
	Files map[string]string `json:"files" doc:"The sha256 of each of its files, by path"`
}

// MovedError says that the live release is not the parent of a change.
type MovedError struct{ Live *Manifest }

func (e *MovedError) Error() string { return fmt.Sprintf("release %q is live", e.Live.Release) }

// MissingError names files that a change needs and the store does not have.
type MissingError struct{ Files []string }

func (e *MissingError) Error() string { return fmt.Sprintf("%d files are missing", len(e.Files)) }

// InvalidError says why a change is none that a release can be made of.
type InvalidError struct{ Place, Reason string }

func (e *InvalidError) Error() string { return e.Place + ": " + e.Reason }

const (
	// manifestRoutes is how many routes a manifest names.
	manifestRoutes = 50
	// manifestFailures is how many failures it lists.
	manifestFailures = 100
	// lookers is how many files are looked for at a time.
	lookers = 16
)

// Commit makes a release of a change and makes it live: files are there already, then come
// lists, manifest and CURRENT. Until CURRENT names the release, nothing of it is served, and
// a process may be killed anywhere. The error may be a MovedError, MissingError or
// InvalidError; then no release was made.
func (s *Store) Commit(ctx context.Context, c Change) (m *Manifest, err error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	err = s.dir.exclusive(ctx, func(ctx context.Context) error {
		m, err = s.commit(ctx, c)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := s.Reload(ctx); err != nil {
		s.opts.Log.Error("a release that was made cannot be served", "release", m.Release, "error", err)
	}
	return m, nil
}

func (s *Store) commit(ctx context.Context, c Change) (*Manifest, error) {
	id, parent, err := s.head(ctx)
	if err != nil {
		return nil, err
	}
	if c.Parent != parent.Release {
		return nil, &MovedError{parent}
	}
	if c.Assets == nil && c.CodeVersion != parent.CodeVersion {
		return nil, &InvalidError{"body.assets", "The files of another version of the code belong here."}
	}
	entries, err := s.entries(ctx, c)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(c.Failures, func(a, b FailedPage) int { return strings.Compare(a.Path, b.Path) })
	now := time.Now().UTC()
	m := &Manifest{
		Release: idAfter(id, now), Parent: parent.Release, Fingerprint: c.Fingerprint, TargetFingerprint: c.Fingerprint,
		Partial: c.Partial, CodeVersion: c.CodeVersion, ContentModel: c.ContentModel, BuiltAt: now, Mode: c.Mode,
		Routes: parent.Routes, Files: parent.Files, ChangedCount: len(c.Routes), RemovedCount: len(c.Removed),
		DurationMS: now.Sub(c.Started).Milliseconds(), FailedCount: len(c.Failures), Assets: parent.Assets,
		Failures: c.Failures[:min(len(c.Failures), manifestFailures)], Shards: slices.Clone(parent.Shards),
	}
	m.ChangedRoutes = slices.Sorted(maps.Keys(c.Routes))
	m.ChangedRoutes = m.ChangedRoutes[:min(len(m.ChangedRoutes), manifestRoutes)]
	if c.Partial {
		m.Fingerprint = parent.Fingerprint
	} else {
		m.Build = &c.Build
	}
	if err := s.writeShards(ctx, m, c, entries); err != nil {
		return nil, err
	}
	if c.Assets != nil {
		if err := s.writeAssets(ctx, m, c, entries); err != nil {
			return nil, err
		}
	}
	raw, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	if err := s.dir.write(ctx, manifestKey(m.Release), raw); err != nil {
		return nil, err
	}
	return m, s.point(ctx, m.Release)
}

// head returns what CURRENT names, and the manifest of that release. When there is none, or
// its manifest cannot be read, the manifest has no id and no files.
func (s *Store) head(ctx context.Context) (id string, m *Manifest, err error) {
	none := &Manifest{Shards: make([]*string, shardCount)}
	id, err = s.dir.current(ctx)
	if errors.Is(err, errNone) {
		return "", none, nil
	}
	if err != nil {
		return "", nil, err
	}
	m, err = readManifest(ctx, s.dir, id)
	if err == nil {
		return id, m, nil
	}
	if away := away(ctx, err); away != nil {
		return "", nil, away
	}
	s.opts.Log.Error("the manifest of the live release cannot be read; everything is to be rendered anew", "error", err)
	return id, none, nil
}

// check returns an InvalidError unless every path leads to the file again, in a store and in
// a mirror.
func (c Change) check() error {
	if c.CodeVersion == "" {
		return &InvalidError{"body.code_version", "A release is made with a version of the code."}
	}
	for name, r := range c.Routes {
		if len(r.Files) == 0 {
			return &InvalidError{"body.routes", fmt.Sprintf("%.200q has no files.", name)}
		}
		for file, hash := range r.Files {
			if !usable(file) || !isHash(hash) || shardIndex(routeKey(file)) != shardIndex(routeKey(name)) {
				return &InvalidError{"body.routes", fmt.Sprintf("%.200q is no file of the route %.200q.", file, name)}
			}
		}
	}
	for file, hash := range c.Assets {
		if !usable(file) || !isHash(hash) {
			return &InvalidError{"body.assets", fmt.Sprintf("%.200q cannot be a file of the site.", file)}
		}
	}
	return nil
}

// usable reports whether a path can be that of a file of the site.
func usable(file string) bool {
	return strings.HasPrefix(file, "/") && path.Clean(file) == file && file != "/" && !strings.ContainsAny(file, "\x00\\")
}

// entries returns what lists say of each of the files of a change, by path.
func (s *Store) entries(ctx context.Context, c Change) (map[string]Entry, error) {
	wanted := maps.Clone(c.Assets)
	if wanted == nil {
		wanted = make(map[string]string)
	}
	for _, r := range c.Routes {
		maps.Copy(wanted, r.Files)
	}
	var mu sync.Mutex
	entries, missing := make(map[string]Entry, len(wanted)), map[string]bool{}
	group, looking := errgroup.WithContext(ctx)
	group.SetLimit(lookers)
	for file, hash := range wanted {
		group.Go(func() error {
			e, err := s.entry(looking, file, hash)
			mu.Lock()
			defer mu.Unlock()
			if errors.Is(err, fs.ErrNotExist) {
				missing[hash] = true
				return nil
			}
			entries[file] = e
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		return nil, &MissingError{slices.Sorted(maps.Keys(missing))}
	}
	return entries, nil
}

// entry describes a file that is stored. The error is fs.ErrNotExist when it is not. Content
// that was stored as another kind of file may have no variants.
func (s *Store) entry(ctx context.Context, file, hash string) (Entry, error) {
	info, err := s.dir.stat(ctx, hash)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Blob: hash, Size: info.Size, Type: mediaTypeOf(file), Encodings: encodingsOf(file, info.Size)}
	for _, name := range e.Variants() {
		_, err := s.dir.stat(ctx, name)
		if errors.Is(err, fs.ErrNotExist) {
			e.Encodings = nil
			break
		}
		if err != nil {
			return Entry{}, err
		}
	}
	return e, nil
}

// idAfter returns a new id that sorts behind that of the release before, also after the clock
// was set back: the order of ids is that of releases.
func idAfter(before string, now time.Time) string {
	const layout = "20060102T150405.000Z"
	stamp, _, _ := strings.Cut(before, "-")
	if len(stamp) == len(layout)-1 {
		last, err := time.Parse(layout, stamp[:15]+"."+stamp[15:])
		if earliest := last.Add(time.Millisecond); err == nil && earliest.After(now) {
			now = earliest
		}
	}
	var random [4]byte
	_, _ = rand.Read(random[:])
	return strings.Replace(now.Format(layout), ".", "", 1) + "-" + hex.EncodeToString(random[:])
}
