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

	"academy/cms-api/internal/platform/negotiate"
	"academy/cms-api/internal/platform/problem"
)

// Change is what a release changes against the live one, which is its parent.
type Change struct {
	Parent       string `json:"parent" doc:"The live release that this changes; empty when there is none" format:"release"`
	Fingerprint  string `json:"fingerprint" doc:"Of the content that the build leads to" format:"sha256"`
	CodeVersion  string `json:"code_version" example:"a1b2c3d4"`
	ContentModel string `json:"content_model" doc:"The version of the site's content model" example:"0f1e2d3c"`
	Partial      bool   `json:"partial" doc:"Whether more of the same build is to come"`

	Routes map[string]ChangedRoute `json:"routes" doc:"Those that changed, by path"`

	Patches       []Patch           `json:"patches,omitempty" doc:"What is done to pages of the parent; at most 500 pages"`
	Removed       []string          `json:"removed" nullable:"false" example:"/blog/withdrawn"`
	Failures      []FailedPage      `json:"failures" nullable:"false" doc:"Pages that could not be rendered"`
	Assets        map[string]string `json:"assets,omitempty" doc:"The sha256 of those of no route, by path; for new code"`
	StartedAt     time.Time         `json:"started_at" doc:"When the build began"`
	RoutesChanged int               `json:"routes_changed" doc:"By all releases of the build so far"`
	RoutesRemoved int               `json:"routes_removed"`
	Changed       []string          `json:"changed" nullable:"false" maxItems:"50" doc:"The first of them" example:"/blog"`
	Origin        string            `json:"origin" doc:"The release that the build began from" format:"release"`
}

// ChangedRoute is what a route is from now on.
type ChangedRoute struct {
	Hash  string            `json:"hash" doc:"Of its inputs; empty for a stand-in" format:"sha256"`
	Files map[string]string `json:"files" doc:"The sha256 of each of its files, by path"`
}

// LiveHead is what a caller is told whose parent is not live.
type LiveHead struct {
	Release     string `json:"release"`
	Fingerprint string `json:"fingerprint"`
	CodeVersion string `json:"code_version"`
	Partial     bool   `json:"partial"`
}

const (
	// manifestRoutes is how many routes a manifest names.
	manifestRoutes = 50
	// manifestFailures is how many failures it lists.
	manifestFailures = 100
	// lookers is how many files are looked for at a time, and manyFiles how many are looked
	// for in a list of all.
	lookers   = 16
	manyFiles = 500
)

// Commit makes a release of a change and makes it live: files are there already, then come
// lists, manifest and CURRENT. Until CURRENT names the release, nothing of it is served, and
// a process may be killed anywhere. The error is a Conflict problem with Live when another
// release is live than the parent, and an Invalid one when the change is none that a release
// can be made of, with Missing when the store lacks files; then no release was made.
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
	if err := c.follows(parent); err != nil {
		return nil, err
	}
	if c.Assets == nil && c.CodeVersion != parent.CodeVersion {
		return nil, problem.InvalidField("body.assets", "The files of another version of the code belong here.")
	}
	entries, err := s.entries(ctx, c)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(c.Failures, func(a, b FailedPage) int { return strings.Compare(a.Path, b.Path) })
	now := s.opts.Now().UTC()
	m := &Manifest{
		Release: idAfter(id, now), Parent: parent.Release, Fingerprint: c.Fingerprint, TargetFingerprint: c.Fingerprint,
		Partial: c.Partial, CodeVersion: c.CodeVersion, ContentModel: c.ContentModel, BuiltAt: now,
		Routes: parent.Routes, Files: parent.Files, ChangedCount: len(c.Routes), RemovedCount: len(c.Removed),
		DurationMS: now.Sub(c.StartedAt).Milliseconds(), FailedCount: len(c.Failures), Assets: parent.Assets,
		Failures: c.Failures[:min(len(c.Failures), manifestFailures)], Shards: slices.Clone(parent.Shards),
	}
	m.ChangedRoutes = slices.Sorted(maps.Keys(c.Routes))
	m.ChangedRoutes = m.ChangedRoutes[:min(len(m.ChangedRoutes), manifestRoutes)]
	if c.Partial {
		m.Fingerprint = parent.Fingerprint
	} else {
		m.Build = &Build{
			Parent: c.Origin, ChangedRoutes: c.Changed[:min(len(c.Changed), manifestRoutes)],
			ChangedCount: c.RoutesChanged, RemovedCount: c.RoutesRemoved,
		}
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
	if err != nil || id == "" {
		return "", none, err
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

// follows returns a Conflict problem with Live when another release is live than the parent.
func (c Change) follows(live *Manifest) error {
	if c.Parent == live.Release {
		return nil
	}
	refused := problem.New(problem.Conflict, "Another release is live than the one that this changes.")
	refused.Live = LiveHead{live.Release, live.Fingerprint, live.CodeVersion, live.Partial}
	return refused
}

// check returns an Invalid problem unless every path leads to the file again, in a store and
// in a mirror.
func (c Change) check() error {
	if c.CodeVersion == "" {
		return problem.InvalidField("body.code_version", "A release is made with a version of the code.")
	}
	for name, r := range c.Routes {
		if len(r.Files) == 0 {
			return problem.InvalidField("body.routes", fmt.Sprintf("%.200q has no files.", name))
		}
		for file, hash := range r.Files {
			if !Usable(file) || !isHash(hash) || shardIndex(routeKey(file)) != shardIndex(routeKey(name)) {
				return problem.InvalidField("body.routes", fmt.Sprintf("%.200q is no file of the route %.200q.", file, name))
			}
		}
	}
	for file, hash := range c.Assets {
		if !Usable(file) || !isHash(hash) {
			return problem.InvalidField("body.assets", fmt.Sprintf("%.200q cannot be a file of the site.", file))
		}
	}
	return nil
}

// Usable reports whether a path can be that of a file of the site.
func Usable(file string) bool {
	return strings.HasPrefix(file, "/") && path.Clean(file) == file && file != "/" && !strings.ContainsAny(file, "\x00\\")
}

// entries returns what lists say of each of the files of a change, by path.
func (s *Store) entries(ctx context.Context, c Change) (map[string]Entry, error) {
	wanted := make(map[string]string)
	maps.Copy(wanted, c.Assets)
	for _, r := range c.Routes {
		maps.Copy(wanted, r.Files)
	}
	dir := s.dir
	if len(wanted) > manyFiles {
		var err error
		if dir, err = dir.uncached(ctx); err != nil {
			return nil, err
		}
	}
	var mu sync.Mutex
	entries, missing := make(map[string]Entry, len(wanted)), map[string]bool{}
	group, looking := errgroup.WithContext(ctx)
	group.SetLimit(lookers)
	for file, hash := range wanted {
		group.Go(func() error {
			e, err := entry(looking, dir, file, hash)
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
		refused := problem.New(problem.Invalid, "Files of this release are missing. Hand them over, then send it again.")
		refused.Missing = slices.Sorted(maps.Keys(missing))
		return nil, refused
	}
	return entries, nil
}

// entry describes a file that is stored. The error is fs.ErrNotExist when it is not. Content
// that was stored as another kind of file may have no variants.
func entry(ctx context.Context, b backend, file, hash string) (Entry, error) {
	info, err := b.stat(ctx, hash)
	if err != nil {
		return Entry{}, err
	}
	e := Entry{Blob: hash, Size: info.Size, Type: mediaTypeOf(file), Encodings: encodingsOf(file, info.Size)}
	for encoding, name := range e.blobs() {
		if encoding == negotiate.Identity {
			continue
		}
		_, err := b.stat(ctx, name)
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

// idTime is how ids of releases begin, less the point, which no id has.
const idTime = "20060102T150405.000Z"

// timeOf returns the time that the id of a release begins with; zero when there is none.
func timeOf(id string) time.Time {
	stamp, _, _ := strings.Cut(id, "-")
	if len(stamp) != len(idTime)-1 {
		return time.Time{}
	}
	at, _ := time.Parse(idTime, stamp[:15]+"."+stamp[15:])
	return at
}

// idAfter returns a new id that sorts behind that of the release before, also after the clock
// was set back: the order of ids is that of releases.
func idAfter(before string, now time.Time) string {
	if earliest := timeOf(before).Add(time.Millisecond); earliest.After(now) {
		now = earliest
	}
	var random [4]byte
	_, _ = rand.Read(random[:])
	return strings.Replace(now.Format(idTime), ".", "", 1) + "-" + hex.EncodeToString(random[:])
}
