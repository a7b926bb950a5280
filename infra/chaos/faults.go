package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"academy/infra/program"
)

// fault is something that goes wrong.
type fault struct {
	kind    string
	targets []string // programs that it stops; no other fault affects them meanwhile
	at      time.Duration
	lasts   time.Duration
	by      time.Duration // that a clock is set ahead
	pages   string        // that fail, and how, as pages.mjs reads it
	do      func(context.Context, *breaker, fault)
}

// breaker causes faults. It is used by one round at a time.
type breaker struct {
	product *product
	hooks   *hooks
	rolls   *rolls

	mu     sync.Mutex
	busy   map[string]bool
	counts map[string]int
	notes  map[string]bool // faults that this machine cannot cause
}

func newBreaker(p *product, h *hooks, r *rolls) *breaker {
	return &breaker{
		product: p, hooks: h, rolls: r, busy: map[string]bool{}, counts: map[string]int{}, notes: map[string]bool{},
	}
}

// leaseLasts is longer than the lease of a dispatcher.
const leaseLasts = 6 * time.Second

// longest is the outage that happens once in a trial that is long enough.
const longest = time.Minute

// long is a fault that stops a store, both, or the publisher for that time.
func long(random *rand.Rand) fault {
	outages := [][]string{{mongoDB}, {s3}, {mongoDB, s3}, {publisher}}
	targets := outages[random.IntN(len(outages))]
	return fault{kind: "away for a minute", targets: targets, lasts: longest, do: kill}
}

// jumps are how far a clock is set ahead: less than signatures allow, and far more.
var jumps = []time.Duration{4 * time.Minute, -4 * time.Minute, 3 * day, -3 * day, 2000 * day, -2000 * day}

const day = 24 * time.Hour

// everybody lists the programs that are killed.
var everybody = []string{mongoDB, s3, api1, api2, edge, publisher}

// plan returns the faults of a round, from its random numbers: one every half second on
// average. With brief it leaves out long ones.
func plan(random *rand.Rand, takes time.Duration, brief bool) []fault {
	seconds := func(from, to float64) time.Duration {
		if brief {
			from, to = from/2, to/2
		}
		return time.Duration((from + random.Float64()*(to-from)) * float64(time.Second))
	}
	one := func(names ...string) []string { return names[random.IntN(len(names)):][:1] }
	var all []fault
	for at := time.Duration(0); at < takes; at += time.Duration(random.ExpFloat64() * float64(time.Second/2)) {
		var f fault
		switch n := random.IntN(100); {
		case n < 3:
			// About one article in ten, including those that are not written yet.
			f = fault{
				kind: "pages that throw", pages: fmt.Sprintf(`throw /blog/written-by-.*%d`, random.IntN(10)), do: failPages,
			}
		case n < 4:
			f = fault{kind: "a page that never ends", pages: "hang /contact-us", do: failPages}
		case n < 40:
			f = fault{kind: "killed", targets: one(everybody...), lasts: seconds(0, 2), do: kill}
		case n < 48:
			f = fault{kind: "render process killed", do: killRenderer}
		case n < 56:
			f = fault{kind: "away", targets: one(mongoDB, s3), lasts: seconds(2, 6), do: kill}
		case n < 60:
			f = fault{kind: "away", targets: []string{mongoDB, s3}, lasts: seconds(2, 5), do: kill}
		case n < 68:
			f = fault{kind: "hangs", targets: one(mongoDB, s3), lasts: seconds(1, 5), do: hang}
		case n < 74:
			f = fault{kind: "publisher hangs", targets: []string{publisher}, lasts: seconds(1, 6), do: hang}
		case n < 77:
			// Longer than the lease of the dispatcher, so that there are two when it
			// goes on.
			f = fault{
				kind: "hangs longer than its lease", targets: one(api1, api2),
				lasts: leaseLasts + time.Duration(random.Int64N(int64(leaseLasts/3))), do: hang,
			}
		case n < 83:
			f = fault{kind: "rolled back or forward", do: roll}
		case n < 90:
			f = fault{kind: "webhooks twice, late, out of order", do: sendHooks}
		case n < 95:
			// It stops no program, so the publisher may be killed and restarted
			// meanwhile.
			f = fault{kind: "publisher's clock jumps", lasts: seconds(1, 6), by: jumps[random.IntN(len(jumps))], do: jump}
		default:
			f = fault{kind: "full disk", targets: one(publisher, publisher, mongoDB, s3), lasts: seconds(1, 4), do: fill}
		}
		f.at = at
		all = append(all, f)
	}
	return all
}

// run causes the faults at their times, and returns when all are over.
func (b *breaker) run(ctx context.Context, all []fault) {
	began := time.Now()
	var open sync.WaitGroup
	for _, f := range all {
		select {
		case <-ctx.Done():
		case <-time.After(time.Until(began.Add(f.at))):
		}
		if ctx.Err() != nil {
			break
		}
		if !b.take(f.targets) {
			continue // another fault affects it already
		}
		b.count(f)
		open.Go(func() {
			defer b.give(f.targets)
			f.do(ctx, b, f)
		})
	}
	open.Wait()
}

func (b *breaker) take(targets []string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, name := range targets {
		if b.busy[name] {
			return false
		}
	}
	for _, name := range targets {
		b.busy[name] = true
	}
	return true
}

func (b *breaker) give(targets []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, name := range targets {
		delete(b.busy, name)
	}
}

func (b *breaker) count(f fault) {
	b.mu.Lock()
	defer b.mu.Unlock()
	name := f.kind
	if len(f.targets) > 0 && (f.targets[0] != publisher || f.kind == "killed" || f.lasts == longest) {
		name = strings.Join(f.targets, " and ") + ": " + f.kind
	}
	b.counts[name]++
}

// cannot records a fault that this machine cannot cause.
func (b *breaker) cannot(f fault, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.notes[fmt.Sprintf("%s: %v", f.kind, err)] = true
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// kill kills programs and starts them again after a while.
func kill(ctx context.Context, b *breaker, f fault) {
	for _, name := range f.targets {
		b.product.programs[name].down()
	}
	wait(ctx, f.lasts)
	for _, name := range f.targets {
		if err := b.product.programs[name].up(); err != nil {
			b.cannot(f, err)
		}
	}
}

// hang suspends programs and resumes them later.
func hang(ctx context.Context, b *breaker, f fault) {
	for _, name := range f.targets {
		b.product.programs[name].hold()
	}
	wait(ctx, f.lasts)
	for _, name := range f.targets {
		b.product.programs[name].resume()
	}
}

// killRenderer kills a rendering process of the publisher.
func killRenderer(_ context.Context, b *breaker, _ fault) {
	if main := b.product.programs[publisher].pid(); main > 0 {
		for _, pid := range program.Tree(main)[1:] {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			return
		}
	}
}

// fill makes writes of a program fail as on a full disk, by limiting files of its
// processes to one byte.
func fill(ctx context.Context, b *breaker, f fault) {
	main := b.product.programs[f.targets[0]].pid()
	if main == 0 {
		return
	}
	limit := func(bytes int64) {
		for _, pid := range program.Tree(main) {
			// A process that has ended meanwhile needs no limit.
			if err := limitFiles(pid, bytes); err != nil && !errors.Is(err, syscall.ESRCH) {
				b.cannot(f, err)
			}
		}
	}
	limit(1)
	wait(ctx, f.lasts)
	limit(-1)
}

// jump sets the publisher's clock ahead, and back later.
func jump(ctx context.Context, b *breaker, f fault) {
	set := func(ahead time.Duration) {
		if err := os.WriteFile(b.product.clock, []byte(strconv.FormatInt(ahead.Milliseconds(), 10)), 0o600); err != nil {
			b.cannot(f, err)
		}
	}
	set(f.by)
	wait(ctx, f.lasts)
	set(0)
}

// failPages makes pages fail until the round has converged: everything else has to
// go live without them.
func failPages(_ context.Context, b *breaker, f fault) {
	if err := os.WriteFile(b.product.pages, []byte(f.pages), 0o600); err != nil {
		b.cannot(f, err)
	}
}

func sendHooks(ctx context.Context, b *breaker, _ fault) { b.hooks.send(ctx) }

func roll(ctx context.Context, b *breaker, _ fault) { b.rolls.roll(ctx) }
