package release

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"runtime"
	"slices"
	"sync"
)

// LiveRelease is what is live, for whoever makes the next release.
type LiveRelease struct {
	Release           string            `json:"release" doc:"Empty when nothing is live, or what is cannot be read" example:"20260115T093000000Z-1a2b3c4d"`
	Fingerprint       string            `json:"fingerprint" doc:"Of the content that the whole of it shows" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	TargetFingerprint string            `json:"target_fingerprint" doc:"Of the content that its build leads to" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	Partial           bool              `json:"partial" doc:"Whether more of that build was to come"`
	CodeVersion       string            `json:"code_version" doc:"Empty when a file is lost that belongs to no route" example:"a1b2c3d4"`
	Since             string            `json:"since,omitempty" doc:"The release that routes and removed are relative to; missing when they are all there are" example:"20260115T092955000Z-0f1e2d3c"`
	Routes            map[string]string `json:"routes" doc:"The hash of the inputs of each route, by path; empty for one of which a file is lost"`
	Removed           []string          `json:"removed,omitempty" nullable:"false" doc:"Routes that are no more since then" example:"/blog/withdrawn"`
	Failures          []FailedPage      `json:"failures" nullable:"false" doc:"The first 100 of the pages that could not be rendered"`
	// Tag changes whenever anything else does. It is an entity tag.
	Tag string `json:"-"`
}

// LiveQuery says what is asked of Live.
type LiveQuery struct {
	// Since is a release; empty asks for the whole.
	Since string
	// Known reports whether the caller has the answer with a tag already. May be nil.
	Known func(tag string) bool
	// Verify asks for a look at the content of every file first.
	Verify bool
}

// losses are what a look at the files of the live release has not found.
type losses struct {
	mu     sync.Mutex
	looked bool
	routes map[string]bool
	assets bool
}

// Live returns what is live, or only its Tag when the caller knows it. It looks for every
// file when a process asks first and whenever the whole is asked for, and reads them all to
// verify and after a file could not be served; what can be mended is mended then. Later
// calls look only for what was lost.
func (s *Store) Live(ctx context.Context, q LiveQuery) (*LiveRelease, error) {
	_, m, err := s.head(ctx)
	if err != nil {
		return nil, err
	}
	s.lost.mu.Lock()
	defer s.lost.mu.Unlock()
	if (q.Verify || s.doubtful.Swap(false)) && m.Release != "" {
		parallel := max(1, runtime.GOMAXPROCS(0)/2) // visitors come first
		if _, err := s.Verify(ctx, []string{m.Release}, VerifyOptions{Parallel: parallel}); err != nil {
			s.doubtful.Store(true)
			return nil, err
		}
		s.lost.looked = false
	}
	if s.lost.looked {
		if err := s.lookAgain(ctx, m); err != nil {
			return nil, err
		}
		if tag := s.lost.tag(m); q.Known != nil && q.Known(tag) {
			return &LiveRelease{Tag: tag}, nil
		}
	}
	if !s.lost.looked || q.Since == "" {
		if err := s.look(ctx, m); err != nil {
			return nil, err
		}
	}
	live := &LiveRelease{
		Release: m.Release, Fingerprint: m.Fingerprint, TargetFingerprint: m.TargetFingerprint, Partial: m.Partial,
		CodeVersion: m.CodeVersion, Failures: append([]FailedPage{}, m.Failures...), Tag: s.lost.tag(m),
	}
	if s.lost.assets {
		live.CodeVersion = ""
	}
	return live, s.addRoutes(ctx, live, m, q.Since)
}

// tag returns the entity tag of what is live. The caller holds mu.
func (l *losses) tag(m *Manifest) string {
	digest := sha256.New()
	routes := make([]string, 0, len(l.routes))
	for name := range l.routes {
		routes = append(routes, name)
	}
	slices.Sort(routes)
	for _, name := range routes {
		digest.Write([]byte(name + "\n"))
	}
	if l.assets {
		digest.Write([]byte{'\n'})
	}
	return `"` + m.Release + "-" + hex.EncodeToString(digest.Sum(nil)[:4]) + `"`
}

// look finds what of the live release is lost. The caller holds the lock of lost.
func (s *Store) look(ctx context.Context, m *Manifest) error {
	dir, err := s.dir.closely(ctx)
	if err != nil {
		return err
	}
	found, assets := map[string]bool{}, false
	for _, hash := range m.Shards {
		routes, err := s.routes(ctx, hash)
		if err != nil {
			return err
		}
		for name, r := range routes {
			there, err := s.find(ctx, dir, r.Files)
			if err != nil {
				return err
			}
			if !there {
				found[name] = true
			}
		}
	}
	files, err := s.assets(ctx, m.Assets)
	if err != nil {
		return err
	}
	if m.Release != "" {
		there, err := s.find(ctx, dir, files)
		if err != nil {
			return err
		}
		assets = files == nil || !there
	}
	if len(found) > 0 || assets {
		s.opts.Log.Error("files of the live release are lost; they are to be rendered anew", "release", m.Release,
			"routes", len(found), "assets", assets)
	}
	s.lost.looked, s.lost.routes, s.lost.assets = true, found, assets
	return nil
}

// find reports whether files are there, after mending those that can be.
func (s *Store) find(ctx context.Context, dir backend, files map[string]Entry) (bool, error) {
	there := true
	for file, e := range files {
		if present(dir, e) {
			continue
		}
		mended, err := repair(ctx, s.dir, file, e)
		if err := away(ctx, err); err != nil {
			return false, err
		}
		if err != nil {
			s.opts.Log.Error("a file of the live release could not be mended", "path", file, "error", err)
		}
		there = there && mended
	}
	return there, ctx.Err()
}

func present(dir backend, e Entry) bool {
	for _, name := range e.Variants() {
		if dir.has(name, anySize) != nil {
			return false
		}
	}
	return dir.has(e.Blob, e.Size) == nil
}

// lookAgain forgets what was lost and is there by now, or no longer needed. The caller holds
// the lock of lost.
func (s *Store) lookAgain(ctx context.Context, m *Manifest) error {
	for name := range s.lost.routes {
		routes, err := s.routes(ctx, m.Shards[shardIndex(routeKey(name))])
		if err != nil {
			return err
		}
		there, err := s.allWhole(ctx, routes[name].Files)
		if err != nil {
			return err
		}
		if there {
			delete(s.lost.routes, name)
		}
	}
	if !s.lost.assets {
		return nil
	}
	files, err := s.assets(ctx, m.Assets)
	if err != nil {
		return err
	}
	there, err := s.allWhole(ctx, files)
	s.lost.assets = files == nil || !there
	return err
}

func (s *Store) allWhole(ctx context.Context, files map[string]Entry) (bool, error) {
	for _, e := range files {
		if whole, err := whole(ctx, s.dir, e); !whole || err != nil {
			return false, err
		}
	}
	return true, nil
}

// addRoutes adds the routes that differ from those of another release, all of them when
// that cannot be read any more.
func (s *Store) addRoutes(ctx context.Context, live *LiveRelease, m *Manifest, since string) error {
	before, err := s.readSince(ctx, m, since)
	if err != nil {
		return err
	}
	live.Routes = make(map[string]string)
	if before != nil {
		live.Since = since
	}
	for i, hash := range m.Shards {
		if _, differs := before[i]; before != nil && !differs {
			continue
		}
		routes, err := s.routes(ctx, hash)
		if err != nil {
			return err
		}
		for name, r := range routes {
			if was, ok := before[i][name]; !ok || was.Hash != r.Hash {
				live.Routes[name] = r.Hash
			}
		}
		for name := range before[i] {
			if _, ok := routes[name]; !ok {
				live.Removed = append(live.Removed, name)
			}
		}
	}
	slices.Sort(live.Removed)
	for name := range s.lost.routes {
		live.Routes[name] = ""
	}
	return nil
}

// readSince returns the routes of an earlier release in the shards that differ from those of
// m, by the number of the shard; nil when they cannot be read.
func (s *Store) readSince(ctx context.Context, m *Manifest, since string) (map[int]map[string]route, error) {
	if since == "" || m.Release == "" {
		return nil, nil
	}
	earlier, err := s.Manifest(ctx, since)
	if err != nil {
		return nil, away(ctx, err)
	}
	before := map[int]map[string]route{}
	for i, hash := range earlier.Shards {
		switch now := m.Shards[i]; {
		case hash == nil && now == nil, hash != nil && now != nil && *hash == *now:
			continue
		}
		if before[i], err = readRoutes(ctx, s.dir, hash); err != nil {
			return nil, away(ctx, err)
		}
	}
	return before, nil
}
