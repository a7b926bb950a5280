package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// trial is one run on a product that has been started.
type trial struct {
	options
	product  *product
	ledger   *ledger
	readings *readings
	releases *releases
	breaker  *breaker
	hooks    *hooks
	staff    *client
	random   *rand.Rand // of the faults
	writers  []writer
	editors  []*editor
	typists  []*typist
	chooser  *chooser // changes a page or two at once
	report   *report
}

// writer makes one write at a step.
type writer struct {
	step  func(context.Context)
	pause time.Duration // on average
	dice  *rand.Rand
}

// prepare starts the product and prepares all writers.
func prepare(ctx context.Context, p *product, o options) (*trial, error) {
	dice := func(who uint64) *rand.Rand { return rand.New(rand.NewPCG(o.seed, who)) }
	hooks, err := newHooks(p.hook, p.secret, dice(1))
	if err != nil {
		return nil, err
	}
	t := &trial{
		options: o, product: p, ledger: newLedger(), readings: &readings{failed: map[string]int{}},
		releases: openReleases(p.releases()),
		hooks:    hooks, staff: newClient(), random: dice(0),
	}
	t.breaker = newBreaker(p, hooks, &rolls{client: t.staff, apis: p.apis, ledger: t.ledger, random: dice(2)})
	began := time.Now()
	if err := p.start(ctx); err != nil {
		return nil, err
	}
	if err := t.staff.register(ctx, p.apis[0]); err != nil {
		return nil, err
	}
	fmt.Printf("chaos: two replicas, an edge, the publisher and both stores run after %.1f s\n",
		time.Since(began).Seconds())
	add := func(pause time.Duration, step func(context.Context), dice *rand.Rand) {
		t.writers = append(t.writers, writer{step, pause, dice})
	}
	for i, name := range []string{"a", "b", "c", "d", "e"} {
		e := &editor{client: t.staff, name: name, apis: p.apis, ledger: t.ledger, random: dice(10 + uint64(i))}
		add(100*time.Millisecond, e.step, e.random)
		t.editors = append(t.editors, e)
	}
	for i, key := range slices.Sorted(maps.Keys(shownOn)) {
		c := &chooser{client: t.staff, apis: p.apis, ledger: t.ledger, random: dice(20 + uint64(i)), key: key}
		add(2*time.Second, c.step, c.random)
		if t.chooser == nil {
			t.chooser = c
		}
	}
	for i, name := range []string{"f", "g", "h"} {
		ty := &typist{client: t.staff, name: name, apis: p.apis, ledger: t.ledger, random: dice(33 + uint64(i))}
		add(150*time.Millisecond, ty.step, ty.random)
		t.typists = append(t.typists, ty)
	}
	v := &visitor{client: newClient(), staff: t.staff, apis: p.apis, ledger: t.ledger, random: dice(30)}
	add(100*time.Millisecond, v.step, v.random)
	u := &uploader{client: t.staff, apis: p.apis, ledger: t.ledger, random: dice(31)}
	add(500*time.Millisecond, u.step, u.random)
	return t, nil
}

const (
	// Of a round; the short form has shorter ones.
	roundTakes      = 12 * time.Second
	shortRoundTakes = 7 * time.Second
	// The round with the long outage, counted from 0, in trials of so many minutes.
	longRound, enoughMinutes = 2, 3
)

// trial runs rounds until its time is over.
func (t *trial) trial(ctx context.Context) (*report, error) {
	reading, stopReading := context.WithCancel(ctx)
	defer stopReading()
	var readers sync.WaitGroup
	for i, at := range t.product.edges {
		r := &reader{at: at, releases: t.releases, readings: t.readings, client: newClient(), linked: map[string]bool{},
			random: rand.New(rand.NewPCG(t.seed, 40+uint64(i)))}
		readers.Go(func() { r.run(reading) })
	}
	readers.Go(func() { visit(reading, t.product.entrance.url, t.readings) })
	t.report = &report{trial: t}
	began, ends := time.Now(), time.Duration(t.minutes*float64(time.Minute))
	for len(t.report.rounds) == 0 || time.Since(began) < ends {
		if err := t.round(ctx); err != nil {
			return nil, err
		}
		if t.report.never != nil {
			break
		}
	}
	t.report.took = time.Since(began)
	stopReading()
	readers.Wait()
	t.report.verified = t.reHash(ctx)
	t.report.crashes = t.product.crashes()
	return t.report, ctx.Err()
}

// round causes faults while all writers write, waits until the site shows the content,
// and compares.
func (t *trial) round(ctx context.Context) error {
	takes := roundTakes
	if t.short {
		takes = shortRoundTakes
	}
	faults := plan(t.random, takes, t.short)
	if len(t.report.rounds) == longRound && t.minutes >= enoughMinutes {
		faults = append([]fault{long(t.random)}, faults...)
	}
	last := everybody[t.random.IntN(len(everybody))]
	stop := make(chan struct{})
	var writing sync.WaitGroup
	for _, w := range t.writers {
		writing.Go(func() { w.run(ctx, stop) })
	}
	t.breaker.run(ctx, faults)
	// The last fault is a kill, after which the supervisor starts the program again.
	final := fault{kind: "killed", targets: []string{last}, lasts: restartAfter}
	t.breaker.count(final)
	over := time.Now()
	close(stop)
	kill(ctx, t.breaker, final)
	writing.Wait()
	over = later(over, t.settle(ctx))
	limited, cancel := context.WithTimeout(ctx, slowest)
	defer cancel()
	err := converge(limited, t.product, t.releases)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		t.report.never = err
		return nil
	}
	took := time.Since(over)
	t.report.rounds = append(t.report.rounds, took)
	if err := mend(limited, t.product, t.releases, t.staff); err != nil {
		t.report.never = fmt.Errorf("pages that failed are not rendered again: %w", err)
		return ctx.Err()
	}
	check := &verifier{client: t.staff, product: t.product, ledger: t.ledger, torn: t.readings.tear}
	if err := check.all(ctx); err != nil {
		return fmt.Errorf("what was written cannot be read: %w", err)
	}
	for _, each := range t.typists {
		if err := each.check(ctx); err != nil {
			return fmt.Errorf("what was typed cannot be read: %w", err)
		}
	}
	fmt.Println(t.report.line())
	return nil
}

// settle waits for scheduled dates and makes the change that ends a roll back. It
// returns the last of the dates.
func (t *trial) settle(ctx context.Context) (due time.Time) {
	for pinned := t.breaker.rolls.mayBePinned(); pinned && ctx.Err() == nil; pinned = !t.chooser.change(ctx) {
	}
	for _, e := range t.editors {
		due = later(due, e.due)
	}
	wait(ctx, time.Until(due))
	return due
}

func (w writer) run(ctx context.Context, stop <-chan struct{}) {
	for {
		pause := time.Duration(w.dice.ExpFloat64() * float64(w.pause))
		select {
		case <-ctx.Done():
			return
		case <-stop:
			return
		case <-time.After(pause):
		}
		w.step(ctx)
	}
}

// reHash has the product check every file of its release store.
func (t *trial) reHash(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if said, err := t.product.verify().CombinedOutput(); err != nil {
		return fmt.Errorf("release verify: %w\n%s", err, said)
	}
	return nil
}
