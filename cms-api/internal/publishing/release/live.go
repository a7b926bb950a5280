package release

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"academy/cms-api/internal/platform/problem"
)

// LiveRelease is what is live, for whoever makes the next release.
type LiveRelease struct {
	Release           string            `json:"release" doc:"Empty when none is live or can be read" format:"release"`
	Fingerprint       string            `json:"fingerprint" doc:"Of the content that all of it shows" format:"sha256"`
	TargetFingerprint string            `json:"target_fingerprint" doc:"Of what its build leads to" format:"sha256"`
	Partial           bool              `json:"partial" doc:"Whether more of that build was to come"`
	CodeVersion       string            `json:"code_version" doc:"Empty when an asset is lost" example:"a1b2c3d4"`
	Since             string            `json:"since,omitempty" doc:"What these are relative to" format:"release"`
	Routes            map[string]string `json:"routes" doc:"Hashes of their inputs, by path; empty where a file is lost"`
	Removed           []string          `json:"removed,omitempty" nullable:"false" doc:"No more there" example:"/blog"`
	Failures          []FailedPage      `json:"failures" nullable:"false" doc:"The first 100 pages that failed"`
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
	routes map[string]bool
	assets bool
}

// any reports whether something is lost, as far as known: nil is before the first look.
func (l *losses) any() bool { return l == nil || len(l.routes) > 0 || l.assets }

// Live returns what is live, or only its Tag when the caller knows it. It looks for every
// file when a process asks first, whenever the whole is asked for, and while one is lost;
// what can be mended is mended then.
func (s *Store) Live(ctx context.Context, q LiveQuery) (*LiveRelease, error) {
	if q.Verify {
		if err := s.verifyLive(ctx); err != nil {
			return nil, err
		}
	}
	_, m, err := s.head(ctx)
	if err != nil {
		return nil, err
	}
	s.looking.Lock()
	defer s.looking.Unlock()
	known := func() bool { return q.Known != nil && q.Known(s.lost.tag(m)) }
	if s.lost.any() || q.Since == "" && !known() {
		if s.lost, err = s.look(ctx, m); err != nil {
			return nil, err
		}
	}
	if known() {
		return &LiveRelease{Tag: s.lost.tag(m)}, nil
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

// tag returns the entity tag of what is live.
func (l *losses) tag(m *Manifest) string {
	digest := hashOf(fmt.Appendf(nil, "%q %t", slices.Sorted(maps.Keys(l.routes)), l.assets))
	return `"` + m.Release + "-" + digest[:8] + `"`
}

// look finds what of the live release is lost. The caller holds looking.
func (s *Store) look(ctx context.Context, m *Manifest) (*losses, error) {
	dir, err := s.dir.uncached(ctx)
	if err != nil {
		return nil, err
	}
	lost := &losses{routes: make(map[string]bool)}
	for _, hash := range m.Shards {
		routes, err := s.routes(ctx, hash)
		if err != nil {
			return nil, err
		}
		for name, r := range routes {
			there, err := s.find(ctx, dir, r.Files)
			if err != nil {
				return nil, err
			}
			if !there {
				lost.routes[name] = true
			}
		}
	}
	if m.Release != "" {
		files, err := s.assets(ctx, m.Assets)
		if err != nil {
			return nil, err
		}
		there, err := s.find(ctx, dir, files)
		if err != nil {
			return nil, err
		}
		lost.assets = files == nil || !there
	}
	if lost.any() && (s.lost == nil || s.lost.tag(m) != lost.tag(m)) {
		s.opts.Log.Error("files of the live release are lost; they are to be rendered anew", "release", m.Release,
			"routes", len(lost.routes), "assets", lost.assets)
	}
	return lost, nil
}

// find reports whether files are there, after mending those that can be.
func (s *Store) find(ctx context.Context, dir backend, files map[string]Entry) (bool, error) {
	there := true
	for file, e := range files {
		found, err := whole(ctx, dir, e)
		if err == nil && !found {
			found, err = repair(ctx, s.dir, file, e)
		}
		if err := away(ctx, err); err != nil {
			return false, err
		}
		if err != nil {
			s.opts.Log.Error("a file of the live release could not be mended", "path", file, "error", err)
		}
		there = there && found
	}
	return there, ctx.Err()
}

// addRoutes adds the routes that differ from those of another release, all of them when
// that cannot be read any more.
func (s *Store) addRoutes(ctx context.Context, live *LiveRelease, m *Manifest, since string) error {
	live.Routes, live.Removed, live.Since = make(map[string]string), nil, ""
	earlier := &Manifest{Shards: make([]*string, shardCount)}
	if since != "" && m.Release != "" {
		found, err := s.Manifest(ctx, since)
		if err := away(ctx, err); err != nil {
			return err
		}
		if err == nil {
			earlier, live.Since = found, since
		}
	}
	for i, hash := range m.Shards {
		was := earlier.Shards[i]
		if hash == was || hash != nil && was != nil && *hash == *was {
			continue
		}
		before, err := readRoutes(ctx, s.dir, was)
		if err != nil {
			if err := away(ctx, err); err != nil {
				return err
			}
			return s.addRoutes(ctx, live, m, "")
		}
		routes, err := s.routes(ctx, hash)
		if err != nil {
			return err
		}
		for name, r := range routes {
			if was, ok := before[name]; !ok || was.Hash != r.Hash {
				live.Routes[name] = r.Hash
			}
		}
		for name := range before {
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

const (
	// verifyWait is how long a call waits for a verification: the publisher gives up a call
	// after 30 s.
	verifyWait = 20 * time.Second
	// verifyKept is for how long its result is there for whoever has not waited for it.
	verifyKept = time.Minute
)

// verification is a reading of all files of the live release. It goes on when nobody waits
// for it any more.
type verification struct {
	waiting int // calls
	ended   chan struct{}
	err     error
}

// verifyLive returns when all files of the live release were read. The error is an
// Unavailable problem when that takes longer than a call may: whoever asks again waits for
// the same verification.
func (s *Store) verifyLive(ctx context.Context) error {
	s.verifying.Lock()
	v := s.verification
	if v == nil {
		v = &verification{ended: make(chan struct{})}
		s.verification = v
		go s.readLive(context.WithoutCancel(ctx), v)
	}
	v.waiting++
	s.verifying.Unlock()
	err := error(&problem.Error{
		Kind: problem.Unavailable, Detail: "The files of the live release are being read. Please ask again.",
		RetryAfter: time.Second,
	})
	select {
	case <-v.ended:
		s.forgetVerification(v)
		err = v.err
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(verifyWait):
	}
	s.verifying.Lock()
	defer s.verifying.Unlock()
	v.waiting--
	return err
}

// readLive makes a verification. Whoever gave up waiting for it is told that it has ended.
func (s *Store) readLive(ctx context.Context, v *verification) {
	_, m, err := s.head(ctx)
	if err == nil && m.Release != "" {
		_, err = s.Verify(ctx, []string{m.Release})
	}
	s.looking.Lock()
	s.lost = nil // what was damaged is lost now
	s.looking.Unlock()
	s.verifying.Lock()
	defer s.verifying.Unlock()
	if v.waiting == 0 {
		s.damaged.Notify()
	}
	v.err = err
	close(v.ended)
	time.AfterFunc(verifyKept, func() { s.forgetVerification(v) })
}

func (s *Store) forgetVerification(v *verification) {
	s.verifying.Lock()
	defer s.verifying.Unlock()
	if s.verification == v {
		s.verification = nil
	}
}
