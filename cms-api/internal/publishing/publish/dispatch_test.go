package publish

import (
	"context"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/teststore"
)

// stopped is an installation of which no process runs; the test dispatches as its leader.
func stopped(t *testing.T, before func(*published)) *published {
	t.Helper()
	p := publishTwice(t)
	before(p)
	p.stop()
	p.setLeader(true, false)
	p.tracker = newTracker(p.timing)
	return p
}

func (p *published) rollBack() { p.activate(p.older) }

func nothing(*published) {}

// Another process rolls back after this one has read the pin: the release that it finds live
// does not show the content, and still the publisher is not told.
func TestDispatch_ReadsThePinOfTheLiveRelease(t *testing.T) {
	p := stopped(t, nothing)
	seen := p.opts.Releases.Current()
	written := &pin{Token: "t", Content: p.second, Pinned: Pinned{Release: p.older}}
	if err := p.store.swapPin(t.Context(), nil, written); err != nil {
		t.Fatal(err)
	}
	if err := p.opts.Releases.Activate(t.Context(), p.older); err != nil {
		t.Fatal(err)
	}
	p.dispatch(t.Context(), seen)
	if p.tracker.told != "" {
		t.Fatal("the publisher was told before the pin was read")
	}
	if !p.catchUp(t.Context()) {
		t.Fatal("the pin could not be read")
	}
	p.dispatch(t.Context(), p.opts.Releases.Current())
	if p.tracker.told != "" || !p.pinned() {
		t.Fatalf("told of %q, pinned %t", p.tracker.told, p.pinned())
	}
}

// Somebody rolls back while a pin that is over is being ended: the new pin stays.
func TestDispatch_EndsThePinThatIsOver(t *testing.T) {
	p := stopped(t, (*published).rollBack)
	p.edit("third")
	act, over := p.step(p.opts.Releases.Current())
	if act != endPin {
		t.Fatalf("the action is %d", act)
	}
	p.rollBack()
	p.dropPin(over)
	if now := p.pin.pin; now == nil || now.Token == over.Token {
		t.Fatalf("the pin is %+v", now)
	}
}

// The content changes while the pinned release is being restored: that ends the pin at once.
func TestDispatch_TheContentChangesDuringARestoration(t *testing.T) {
	p := stopped(t, (*published).rollBack)
	p.publisher.build(p.releases, p.second, false)
	if err := p.opts.Releases.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.pin.seen = false
	var third string
	var running sync.WaitGroup
	if err := p.store.lock.Do(t.Context(), func(ctx context.Context) error {
		running.Go(func() { p.dispatch(ctx, p.opts.Releases.Current()) })
		p.until("it has decided to restore the release", func() bool {
			p.mu.Lock()
			defer p.mu.Unlock()
			return p.pin.seen
		})
		third = p.edit("third")
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	running.Wait()
	if p.pin.pin != nil || p.tracker.told != third {
		t.Fatalf("the pin is %+v, told of %q", p.pin.pin, p.tracker.told)
	}
}

// A pin is given up when there is no release at all.
func TestEnforce_OnAnEmptyStore(t *testing.T) {
	f := fixtureOn(t, teststore.Start(t), t.TempDir(), newPublisher(t), patient)
	f.until("the content is loaded", f.opts.Snapshots.Ready)
	f.stop()
	written := &pin{
		Token: "t", Content: f.Service.content().Fingerprint, Pinned: Pinned{Release: "20200101T000000000Z-00000000"},
	}
	if err := f.store.swapPin(t.Context(), nil, written); err != nil {
		t.Fatal(err)
	}
	if err := f.enforce(t.Context()); !problem.Is(err, problem.NotFound) {
		t.Fatalf("it answers %v", err)
	}
	if left, err := f.store.pin(t.Context()); left != nil || f.pin.pin != nil || err != nil {
		t.Fatalf("left are %+v and %+v, %v", left, f.pin.pin, err)
	}
}

// A process that lags keeps a pin until it has heard of all writes from before it read the pin.
func TestDispatch_InAProcessThatLags(t *testing.T) {
	p := stopped(t, nothing)
	live := p.opts.Releases.Current()
	heard := p.opts.DB.Time()
	p.heard = func() time.Time { return heard }
	expect := func(what string, want action) {
		t.Helper()
		if act, _ := p.step(live); act != want {
			t.Errorf("%s: %d, want %d", what, act, want)
		}
	}
	pinOf := func(token, content string) *pin {
		return &pin{Token: token, Content: content, Pinned: Pinned{Release: live.Release}}
	}
	p.setPin(pinOf("a", "content that it has not"))
	expect("it lags", settle)
	heard = p.opts.DB.Time().Add(time.Second)
	expect("it lags no more", endPin)

	// The pinned content comes while the facts are gathered.
	third := p.fingerprintOf("third")
	p.setPin(pinOf("b", third))
	later := heard.Add(time.Hour)
	p.heard = func() time.Time {
		p.edit("third")
		return later
	}
	expect("it has just caught up", settle)
}

// fingerprintOf returns that of the content with a title, and leaves the content as it was.
func (p *published) fingerprintOf(title string) string {
	p.t.Helper()
	defer p.edit(p.content.title)
	return p.edit(title)
}
