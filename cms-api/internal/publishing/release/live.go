package release

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
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
	// Since is a release; empty asks for all routes.
	Since string
	// Known reports whether the caller has the answer with a tag already. May be nil.
	Known func(tag string) bool
	// Verify asks to compare every file with its hash first.
	Verify bool
}

// Inspector tells the publisher what is live, and which of its files have to be rendered again.
type Inspector struct {
	dir          backend
	blobs        *Blobs
	manifests    *Manifests
	pointer      *Pointer
	verification *Verification
	damage       *Damage
	log          *slog.Logger

	looking sync.Mutex // guards lost, also while files are looked for
	lost    *losses    // of the live release; nil before the first look

	verifying sync.Mutex // guards running and its waiting
	running   *verifyRun // nil when nobody waits for one
}

// losses are the routes of the live release of which a file is lost.
type losses struct {
	routes map[string]bool
	assets bool // a file of no route is lost
}

// any reports whether something is or may be lost; nothing is known before the first look.
func (l *losses) any() bool { return l == nil || len(l.routes) > 0 || l.assets }

// tag returns the entity tag of what is live.
func (l *losses) tag(m *Manifest) string {
	digest := hashOf(fmt.Appendf(nil, "%q %t", slices.Sorted(maps.Keys(l.routes)), l.assets))
	return `"` + m.Release + "-" + digest[:8] + `"`
}

// Live returns what is live, or only its Tag when the caller knows it. It looks for every
// file when this process is asked first, when all routes are asked for, and while a file is
// lost. A file of which another encoding is whole is repaired then.
func (i *Inspector) Live(ctx context.Context, q LiveQuery) (*LiveRelease, error) {
	if q.Verify {
		if err := i.verifyLive(ctx); err != nil {
			return nil, err
		}
	}
	_, m, err := i.pointer.head(ctx)
	if err != nil {
		return nil, err
	}
	i.looking.Lock()
	defer i.looking.Unlock()
	known := func() bool { return q.Known != nil && q.Known(i.lost.tag(m)) }
	if i.lost.any() || q.Since == "" && !known() {
		lost, err := i.look(ctx, m)
		if err != nil {
			i.lost = nil // not known any more
			return nil, err
		}
		if lost.any() && (i.lost == nil || i.lost.tag(m) != lost.tag(m)) {
			i.log.Error("files of the live release are lost; they are to be rendered anew", "release", m.Release,
				"routes", len(lost.routes), "assets", lost.assets)
		}
		i.lost = lost
	}
	if known() {
		return &LiveRelease{Tag: i.lost.tag(m)}, nil
	}
	live := &LiveRelease{
		Release: m.Release, Fingerprint: m.Fingerprint, TargetFingerprint: m.TargetFingerprint, Partial: m.Partial,
		CodeVersion: m.CodeVersion, Failures: append([]FailedPage{}, m.Failures...), Tag: i.lost.tag(m),
	}
	if i.lost.assets {
		live.CodeVersion = ""
	}
	if err := i.addRoutes(ctx, live, m, q.Since); err != nil {
		return nil, err
	}
	for name := range i.lost.routes {
		live.Routes[name] = ""
	}
	return live, nil
}

// look finds what is lost of a release.
func (i *Inspector) look(ctx context.Context, m *Manifest) (*losses, error) {
	dir, err := i.dir.uncached(ctx)
	if err != nil {
		return nil, err
	}
	lost := &losses{routes: make(map[string]bool)}
	for _, hash := range m.Shards {
		routes, err := routesOf[route](ctx, i.blobs, hash)
		if err != nil {
			return nil, err
		}
		for name, r := range routes {
			found, err := i.find(ctx, dir, r.Files)
			if err != nil {
				return nil, err
			}
			if !found {
				lost.routes[name] = true
			}
		}
	}
	if m.Release == "" {
		return lost, nil
	}
	files, err := i.blobs.assets(ctx, m.Assets)
	if err != nil {
		return nil, err
	}
	found, err := i.find(ctx, dir, files)
	lost.assets = files == nil || !found
	return lost, err
}

// find reports whether all of the files are there, after repairing those that can be.
func (i *Inspector) find(ctx context.Context, dir backend, files map[string]Entry) (bool, error) {
	all := true
	for path, e := range files {
		found, err := whole(ctx, dir, e)
		if err == nil && !found {
			found, err = repair(ctx, i.dir, path, e)
		}
		if err := away(ctx, err); err != nil {
			return false, err
		}
		if err != nil {
			i.log.Error("a file of the live release could not be mended", "path", path, "error", err)
		}
		all = all && found
	}
	return all, ctx.Err()
}

// addRoutes adds the routes of m that differ from those of the release since. It adds all of
// them when since is empty or can no longer be read.
func (i *Inspector) addRoutes(ctx context.Context, live *LiveRelease, m *Manifest, since string) error {
	live.Routes, live.Removed, live.Since = make(map[string]string), nil, ""
	earlier := &Manifest{Shards: make([]*string, shardCount)}
	if since != "" && m.Release != "" {
		found, err := i.manifests.Manifest(ctx, since)
		if err := away(ctx, err); err != nil {
			return err
		}
		if err == nil {
			earlier, live.Since = found, since
		}
	}
	for shard, hash := range m.Shards {
		was := earlier.Shards[shard]
		if hash == was || hash != nil && was != nil && *hash == *was {
			continue
		}
		before, err := readRoutes[route](ctx, i.dir, was)
		if err != nil {
			if err := away(ctx, err); err != nil {
				return err
			}
			return i.addRoutes(ctx, live, m, "")
		}
		routes, err := routesOf[route](ctx, i.blobs, hash)
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
	return nil
}

const (
	// verifyWait is how long a call waits for a verification: the publisher gives up a call
	// after 30 s.
	verifyWait = 20 * time.Second
	// verifyRemembered is how long the result stays for callers that gave up waiting.
	verifyRemembered = time.Minute
)

// verifyRun is one verification of the live release. It goes on when nobody waits for it.
type verifyRun struct {
	waiting int // calls
	ended   chan struct{}
	err     error
}

// verifyLive returns when all files of the live release were compared with their hashes.
// Calls at the same time share one run. The error is an Unavailable problem when that takes
// longer than a call may: whoever asks again waits for the same run.
func (i *Inspector) verifyLive(ctx context.Context) error {
	i.verifying.Lock()
	run := i.running
	if run == nil {
		run = &verifyRun{ended: make(chan struct{})}
		i.running = run
		go i.runVerification(context.WithoutCancel(ctx), run)
	}
	run.waiting++
	i.verifying.Unlock()
	err := error(&problem.Error{
		Kind: problem.Unavailable, Detail: "The files of the live release are being read. Please ask again.",
		RetryAfter: time.Second,
	})
	select {
	case <-run.ended:
		i.forget(run)
		err = run.err
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(verifyWait):
	}
	i.verifying.Lock()
	defer i.verifying.Unlock()
	run.waiting--
	return err
}

// runVerification verifies the live release, and has the publisher ask again when nobody waits
// any more.
func (i *Inspector) runVerification(ctx context.Context, run *verifyRun) {
	_, m, err := i.pointer.head(ctx)
	if err == nil && m.Release != "" {
		_, err = i.verification.Verify(ctx, []string{m.Release})
	}
	i.looking.Lock()
	i.lost = nil // damaged files were deleted
	i.looking.Unlock()
	i.verifying.Lock()
	defer i.verifying.Unlock()
	if run.waiting == 0 {
		i.damage.found.Notify()
	}
	run.err = err
	close(run.ended)
	time.AfterFunc(verifyRemembered, func() { i.forget(run) })
}

func (i *Inspector) forget(run *verifyRun) {
	i.verifying.Lock()
	defer i.verifying.Unlock()
	if i.running == run {
		i.running = nil
	}
}
