package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// report is the result of a trial.
type report struct {
	*trial
	rounds   []time.Duration // from the last fault until everything showed the content
	never    error           // why it never did
	verified error           // what is wrong with the files of the release store
	crashes  map[string]int
	took     time.Duration
}

// line is one about the last round.
func (r *report) line() string {
	l, s := r.ledger, r.readings
	l.mu.Lock()
	defer l.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("chaos: round %d converged %.1f s after its last fault; so far %d acknowledged writes, %d lost, %d pages read, %d torn",
		len(r.rounds), r.rounds[len(r.rounds)-1].Seconds(), l.acknowledged, len(l.lost), s.pages, len(s.torn))
}

// text formats the report. Nothing may still be running.
func (r *report) text() string {
	var b strings.Builder
	row := func(name, format string, values ...any) {
		fmt.Fprintf(&b, "%-28s %s\n", name, fmt.Sprintf(format, values...))
	}
	l, s := r.ledger, r.readings
	fmt.Fprintf(&b, "\nchaos, seed %d: %d rounds in %.0f s\n\n", r.seed, len(r.rounds), r.took.Seconds())
	row("acknowledged writes", "%d (and %d without an answer)", l.acknowledged, l.uncertain)
	row("lost writes", "%d", len(l.lost))
	row("pages read", "%d, %d of them on the way to the next release", s.pages, s.partial)
	row("torn pages", "%d", len(s.torn))
	row("failed reads", "%s", counts(s.failed))
	if s.unknown > 0 {
		row("not compared", "%d pages of releases that the store has forgotten", s.unknown)
	}
	row("rolled back or forward", "%d times", r.breaker.rolls.done)
	row("visits by way of a balancer", "%d, %d without a page", s.visits, s.missed)
	if len(r.rounds) > 0 {
		sorted := slices.Sorted(slices.Values(r.rounds))
		row("converged after", "%.1f s median, %.1f s at most", sorted[len(sorted)/2].Seconds(),
			sorted[len(sorted)-1].Seconds())
	}
	total := 0
	for _, n := range r.breaker.counts {
		total += n
	}
	row("faults", "%d", total)
	for _, kind := range slices.Sorted(maps.Keys(r.breaker.counts)) {
		row("", "%4d  %s", r.breaker.counts[kind], kind)
	}
	if len(r.crashes) > 0 {
		row("ended by themselves", "%s", counts(r.crashes))
	}
	for note := range r.breaker.notes {
		row("not tried here", "%s", note)
	}
	row("not covered", "a clock of cms-api that jumps: its own tests do that")
	b.WriteString("\n")
	return b.String()
}

func counts(of map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		parts = append(parts, fmt.Sprintf("%d %s", of[name], name))
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, ", ")
}

// failure returns an error with everything that is wrong, or nil. A round may take at
// most within to converge; 0 means any time.
func (r *report) failure(within time.Duration) error {
	var all []error
	for _, lost := range r.ledger.lost {
		all = append(all, errors.New("lost: "+lost))
	}
	for _, torn := range r.readings.torn {
		all = append(all, errors.New("torn: "+torn))
	}
	for _, what := range slices.Sorted(maps.Keys(r.ledger.refused)) {
		all = append(all, fmt.Errorf("refused, and no fault explains it: %s (%d times)", what, r.ledger.refused[what]))
	}
	if r.hooks.accepted > 0 {
		all = append(all, fmt.Errorf("the publisher accepted %d webhooks that were too old", r.hooks.accepted))
	}
	if r.never != nil {
		all = append(all, fmt.Errorf("did not converge within %s: %w", slowest, r.never))
	}
	for i, took := range r.rounds {
		if within > 0 && took > within {
			all = append(all, fmt.Errorf("round %d converged after %.1f s, the bar is %s", i+1, took.Seconds(), within))
		}
	}
	if r.verified != nil {
		all = append(all, r.verified)
	}
	if r.ledger.acknowledged == 0 || r.readings.pages == 0 {
		all = append(all, errors.New("nothing was written or nothing was read"))
	}
	return errors.Join(all...)
}
