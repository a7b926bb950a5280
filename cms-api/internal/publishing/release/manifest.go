package release

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"
)

// Manifest says what a release is and where its files are listed.
type Manifest struct {
	Release           string    `json:"release"`
	Parent            string    `json:"parent"`
	Fingerprint       string    `json:"fingerprint"`
	TargetFingerprint string    `json:"target_fingerprint"`
	Partial           bool      `json:"partial"`
	CodeVersion       string    `json:"code_version"`
	ContentModel      string    `json:"content_model"`
	BuiltAt           time.Time `json:"built_at"`
	Routes            int       `json:"routes"`
	Files             int       `json:"files"`
	ChangedRoutes     []string  `json:"changed_routes"`
	ChangedCount      int       `json:"changed_count"`
	RemovedCount      int       `json:"removed_count"`
	DurationMS        int64     `json:"duration_ms"`
	// Failures are the first of the pages that could not be rendered, by path, and
	// FailedCount is how many there are. The release has each of them as it was
	// rendered last, or not at all.
	Failures    []FailedPage `json:"failures,omitempty"`
	FailedCount int          `json:"failed_count,omitempty"`
	// Build sums up all releases of the build that ended with this one; nil in
	// those on the way.
	Build *Build `json:"build,omitempty"`
	// Assets names the blob that lists what all pages share.
	Assets string `json:"assets"`
	// Shards name the blobs that list the routes; nil where there are none.
	Shards []*string `json:"shards"`
}

// FailedPage is a page that could not be rendered.
type FailedPage struct {
	Path   string    `json:"path" example:"/blog/how-monsoons-form"`
	Reason string    `json:"reason" example:"The page could not be rendered: Invalid URL"`
	Since  time.Time `json:"since" doc:"When it could not be rendered first" example:"2026-01-15T09:30:00Z"`
	Hash   string    `json:"hash" doc:"Of the inputs that could not be rendered" format:"sha256"`
}

// Build is what a build changed against the release that it began from.
type Build struct {
	Parent        string   `json:"parent"`
	ChangedRoutes []string `json:"changed_routes"`
	ChangedCount  int      `json:"changed_count"`
	RemovedCount  int      `json:"removed_count"`
}

// origin returns the release that this one replaces: for the last one of a build, the one
// that the build began from.
func (m *Manifest) origin() string {
	if m.Build != nil {
		return m.Build.Parent
	}
	return m.Parent
}

// Lists returns the names of the blobs that list the files of a release: its assets
// first, then its shards.
func (m *Manifest) Lists() []string {
	lists := []string{m.Assets}
	for _, hash := range m.Shards {
		if hash != nil {
			lists = append(lists, *hash)
		}
	}
	return lists
}

// whole reports whether there is such a release that one can go back to, as far as its
// manifest says. One that cannot be read for good has no shards.
func (m *Manifest) whole() bool { return m != nil && !m.Partial && m.Shards != nil }

// errMalformed says that a manifest was read and is none.
var errMalformed = errors.New("not a manifest")

// decodeManifest reads the manifest of a release, which must say that it is.
func decodeManifest(id string, raw []byte) (*Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("%w: %w", errMalformed, err)
	}
	if m.Release != id || len(m.Shards) != shardCount {
		return nil, fmt.Errorf("%w: it is of release %q and has %d shards", errMalformed, m.Release, len(m.Shards))
	}
	return &m, nil
}

// decodeCurrent reads what CURRENT says.
func decodeCurrent(raw []byte) (string, error) {
	id := strings.TrimSuffix(string(raw), "\n")
	if !isName(id) {
		return "", fmt.Errorf("CURRENT does not hold a release id: %.80q", raw)
	}
	return id, nil
}

// isName reports whether s can only be the name of a file in its own folder.
func isName(s string) bool {
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '-', r == '.':
		default:
			return false
		}
	}
	return s != "" && s[0] != '.' && len(s) <= 100
}

// ErrUnknown says that a release was never made, or is no longer kept.
var ErrUnknown = errors.New("there is no such release")

// Manifests are those of the releases that are kept.
type Manifests struct {
	dir backend

	mu    sync.Mutex // guards known, also while manifests are read
	known map[string]*Manifest
}

// IDs returns the releases that are kept, the oldest first; none when they cannot be
// listed.
func (m *Manifests) IDs(ctx context.Context) []string {
	ids, err := releaseIDs(ctx, m.dir)
	if err != nil {
		return nil
	}
	return ids
}

// Newest returns the release that was made last, or "". Partial releases do not count.
func (m *Manifests) Newest(ctx context.Context) string {
	all, _ := m.all(ctx, m.dir)
	for _, each := range slices.Backward(all) {
		if each.whole() {
			return each.Release
		}
	}
	return ""
}

// Available reports for each release whether its manifest and its lists of files are
// there. That the files are too is what Check finds out.
func (m *Manifests) Available(ctx context.Context, ids []string) []bool {
	return available(ctx, m.dir, ids)
}

func available(ctx context.Context, dir backend, ids []string) []bool {
	lists := map[string]bool{}
	missing := func(hash string) bool {
		found, ok := lists[hash]
		if !ok {
			found = dir.has(ctx, hash, anySize) == nil
			lists[hash] = found
		}
		return !found
	}
	there := make([]bool, len(ids))
	for i, id := range ids {
		m, err := readManifest(ctx, dir, id)
		there[i] = err == nil && !slices.ContainsFunc(m.Lists(), missing)
	}
	return there
}

// Manifest returns that of a release that is kept. Whether its files are there is
// for Check to say. The error is ErrUnknown when it is not kept.
func (m *Manifests) Manifest(ctx context.Context, id string) (*Manifest, error) {
	if !isName(id) {
		return nil, ErrUnknown
	}
	found, err := readManifest(ctx, m.dir, id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrUnknown
	}
	return found, err
}

// Origin returns the manifest of the release that another replaced when it was made, or
// nil when that is not known for sure. Partial releases do not count.
func (m *Manifests) Origin(ctx context.Context, of *Manifest) *Manifest {
	for range maxParents {
		var err error
		if of, err = m.Manifest(ctx, of.origin()); err != nil {
			return nil
		}
		if !of.Partial {
			return of
		}
	}
	return nil
}

// all returns the manifests of all releases, the oldest first, without those that are moved
// meanwhile. They never change, so each is read once.
func (m *Manifests) all(ctx context.Context, dir backend) ([]*Manifest, error) {
	ids, err := releaseIDs(ctx, dir)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	known, all := make(map[string]*Manifest, len(ids)), make([]*Manifest, 0, len(ids))
	for _, id := range ids {
		each := m.known[id]
		if each == nil {
			each, err = readManifest(ctx, dir, id)
			switch {
			case errors.Is(err, fs.ErrNotExist):
				continue
			case errors.Is(err, errMalformed):
				each = &Manifest{Release: id, BuiltAt: timeOf(id)}
			case err != nil:
				return nil, err
			}
		}
		known[id] = each
		all = append(all, each)
	}
	m.known = known
	return all, nil
}

// maxParents bounds the search for a whole release.
const maxParents = 50

// ancestors returns the whole releases that another one goes back to, the nearest first.
// Where the chain is broken, because one of them is not kept or cannot be read, the newest
// one that was made before follows.
func ancestors(all []*Manifest, id string) iter.Seq[string] {
	at := make(map[string]*Manifest, len(all))
	for _, m := range all {
		at[m.Release] = m
	}
	return func(yield func(string) bool) {
		for range maxParents {
			if m := at[id]; m != nil && m.Shards != nil {
				id = m.origin()
			} else {
				id = newestBefore(all, id)
			}
			if id == "" || at[id].whole() && !yield(id) {
				return
			}
		}
	}
}

// originOf returns the release that another replaced when it was built, or "". Partial
// releases do not count.
func originOf(all []*Manifest, id string) string {
	for id := range ancestors(all, id) {
		return id
	}
	return ""
}

func newestBefore(all []*Manifest, id string) string {
	for _, m := range slices.Backward(all) {
		if m.Release < id && m.whole() {
			return m.Release
		}
	}
	return ""
}
