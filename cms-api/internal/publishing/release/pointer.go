package release

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"academy/cms-api/internal/platform/signal"
)

const (
	// A release that could not be loaded is tried again after this time, in
	// case what was missing has come.
	tryAgainAfter = 10 * time.Second
	// lookDelay is the time from a call of Look to reading CURRENT. Further calls in it
	// have no effect.
	lookDelay = 50 * time.Millisecond
	// idleDelay is the least time between two such reads when the first found nothing
	// new: anybody may call Look, and each read costs the store.
	idleDelay = time.Second
)

// Pointer is CURRENT, which names the live release, and that release in memory.
type Pointer struct {
	dir       backend
	manifests *Manifests
	contents  *cache // drops files that the next release does not have
	pollEvery time.Duration
	log       *slog.Logger

	live        atomic.Pointer[Release]
	refused     atomic.Pointer[string] // the id in CURRENT when that release could not be loaded
	looks       signal.Signal
	subscribers signal.Subscribers
	loading     sync.Mutex // locked while a release is loaded
}

// Current returns the release that is live; nil when nothing was published yet.
func (p *Pointer) Current() *Release { return p.live.Load() }

// CurrentID returns the release that CURRENT names, whole or not; empty when there is none.
func (p *Pointer) CurrentID(ctx context.Context) (string, error) { return p.dir.current(ctx) }

// Subscribe returns a channel that gets a value after another release went live,
// and a function that ends the subscription. Releases that come faster than they
// are received become one value.
func (p *Pointer) Subscribe() (<-chan struct{}, func()) { return p.subscribers.Subscribe() }

// Refused returns the id of the release that CURRENT names when it is not whole
// and so is not served; empty when all is well. It never waits for the store.
func (p *Pointer) Refused() string {
	if id := p.refused.Load(); id != nil {
		return *id
	}
	return ""
}

// Before returns the release that the current one replaced when it was
// made, or "". Partial releases do not count.
func (p *Pointer) Before(ctx context.Context) string {
	current := p.Current()
	if current == nil {
		return ""
	}
	all, err := p.manifests.all(ctx, p.dir)
	if err != nil {
		return ""
	}
	return originOf(all, current.Release)
}

// Activate makes a release the current one, in one step: until it returns, and
// when it fails or the process dies, the one before is current. Whether the
// release is whole is for the caller to Check.
func (p *Pointer) Activate(ctx context.Context, id string) error {
	err := p.dir.exclusive(ctx, func(ctx context.Context) error { return p.point(ctx, id) })
	if err != nil {
		return err
	}
	return p.Reload(ctx)
}

// point makes a release current, atomically.
func (p *Pointer) point(ctx context.Context, id string) error {
	if err := p.dir.write(ctx, currentKey, []byte(id+"\n")); err != nil {
		return fmt.Errorf("replace CURRENT: %w", err)
	}
	return nil
}

// head returns what CURRENT names, and the manifest of that release. When there is none, or
// its manifest cannot be read, the manifest has no id and no files.
func (p *Pointer) head(ctx context.Context) (id string, m *Manifest, err error) {
	none := &Manifest{Shards: make([]*string, shardCount)}
	id, err = p.dir.current(ctx)
	if err != nil || id == "" {
		return "", none, err
	}
	m, err = readManifest(ctx, p.dir, id)
	if err == nil {
		return id, m, nil
	}
	if away := away(ctx, err); away != nil {
		return "", nil, away
	}
	p.log.Error("the manifest of the live release cannot be read; everything is to be rendered anew", "error", err)
	return id, none, nil
}

// Reload reads CURRENT now. On an error the release served so far stays.
func (p *Pointer) Reload(ctx context.Context) error {
	p.loading.Lock()
	defer p.loading.Unlock()
	return p.follow(ctx)
}

// follow loads what CURRENT names unless that is what is served.
func (p *Pointer) follow(ctx context.Context) error {
	id, err := p.dir.current(ctx)
	if err != nil || id == "" {
		return err
	}
	base := p.Current()
	if base != nil && base.Release == id {
		p.refused.Store(nil)
		return nil
	}
	next, err := load(ctx, p.dir, id, base)
	if err != nil {
		p.refused.Store(&id)
		return err
	}
	p.swap(ctx, next)
	return nil
}

func (p *Pointer) swap(ctx context.Context, next *Release) {
	p.refused.Store(nil)
	if before := p.live.Swap(next); before != nil {
		p.contents.forget(before.left(next))
	}
	p.dir.served(ctx, next)
	p.subscribers.Notify()
}

// fallBack serves the nearest whole ancestor of a current release that is not.
func (p *Pointer) fallBack(ctx context.Context) {
	p.loading.Lock()
	defer p.loading.Unlock()
	refused := p.refused.Load()
	if refused == nil {
		return
	}
	all, _ := p.manifests.all(ctx, p.dir)
	for id := range ancestors(all, *refused) {
		if older, err := load(ctx, p.dir, id, nil); err == nil {
			p.swap(ctx, older)
			p.refused.Store(refused)
			p.log.Warn("serving an earlier release", "release", id)
			return
		}
	}
}

// Run follows CURRENT until ctx ends, and returns ctx's error.
func (p *Pointer) Run(ctx context.Context) error {
	poll := time.NewTicker(p.pollEvery)
	defer poll.Stop()
	var failed, idle time.Time // when a release could not be loaded, and a look found nothing new
	var due <-chan time.Time
	for {
		var now time.Time
		before, looking := p.Current(), false
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-p.looks:
			if due == nil {
				due = time.After(min(max(lookDelay, idleDelay-time.Since(idle)), p.pollEvery))
			}
			continue
		case now = <-due:
			due, looking = nil, true
		case now = <-poll.C:
		}
		if err := p.poll(ctx, now.Sub(failed) > tryAgainAfter); err != nil {
			failed = now
			p.log.Error("the current release cannot be served; the last one stays", "error", err)
		}
		switch {
		case p.Current() != before:
			idle = time.Time{}
		case looking:
			idle = now
		}
	}
}

// Look makes Run read CURRENT soon. Anybody may call it at any rate: calls that come
// closely together cause one read, and after one that found nothing new the next comes a
// second later at the earliest.
func (p *Pointer) Look() { p.looks.Notify() }

// poll follows CURRENT. A release that was refused is tried again only with retry.
func (p *Pointer) poll(ctx context.Context, retry bool) error {
	p.loading.Lock()
	defer p.loading.Unlock()
	if refused := p.Refused(); refused != "" && !retry {
		if id, err := p.dir.current(ctx); err == nil && id == refused {
			return nil
		}
	}
	if err := p.follow(ctx); err != nil {
		return fmt.Errorf("follow CURRENT: %w", err)
	}
	return nil
}
