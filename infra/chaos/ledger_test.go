package main

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestLedger_KnowsWhatMayBe(t *testing.T) {
	for name, c := range map[string]struct {
		write func(*ledger, *thing)
		found string
		lost  bool
	}{
		"as it was stored":                         {func(*ledger, *thing) {}, "one", false},
		"gone although it was stored":              {func(*ledger, *thing) {}, gone, true},
		"as it was changed":                        {func(l *ledger, t *thing) { l.changed(t, "two") }, "two", false},
		"as it was before an acknowledged change":  {func(l *ledger, t *thing) { l.changed(t, "two") }, "one", true},
		"a change without an answer that happened": {func(l *ledger, t *thing) { l.tried(t, "two") }, "two", false},
		"a change without an answer that did not":  {func(l *ledger, t *thing) { l.tried(t, "two") }, "one", false},
		"something that nobody wrote":              {func(l *ledger, t *thing) { l.tried(t, "two") }, "three", true},
		"an unanswered change after an acknowledged one": {func(l *ledger, t *thing) {
			l.tried(t, "two")
			l.changed(t, "three")
		}, "two", true},
		"there although it was deleted": {func(l *ledger, t *thing) { l.changed(t, gone) }, "one", true},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLedger()
			stored := l.stored(kindArticle, "a", "one")
			c.write(l, stored)
			if ok := l.seen(stored, c.found, "here", true); ok == c.lost || (len(l.lost) > 0) != c.lost {
				t.Errorf("lost: %q, want some: %v", l.lost, c.lost)
			}
			if c.lost && len(l.all(kindArticle)) > 0 {
				t.Error("what was lost is counted again")
			}
		})
	}
}

// An article without a publish date is answered with the date of its first
// publication.
func TestLedger_DatesThatNobodyChose(t *testing.T) {
	earlier, asked, ahead := time.Now().Add(-time.Minute), time.Now().Add(-time.Second), time.Now().Add(time.Hour)
	for name, c := range map[string]struct {
		chosen, answered *time.Time
		lost             bool
	}{
		"none":                             {nil, nil, false},
		"its first publication":            {nil, &earlier, false},
		"a date ahead that was taken away": {nil, &ahead, true},
		"another than the chosen one":      {&asked, &earlier, true},
		"the chosen one is gone":           {&asked, nil, true},
	} {
		l := newLedger()
		a := article{Status: published, Title: "One", PublishDate: c.chosen}
		stored := l.stored(kindArticle, "a", a.state())
		a.PublishDate = c.answered
		if ok := l.seen(stored, a.state(), "here", true); ok == c.lost {
			t.Errorf("%s: lost %q", name, l.lost)
		}
	}
}

// A write without an answer may take effect until the next answer, which shows whether it did.
func TestLedger_ChangesOfAPart(t *testing.T) {
	first := article{Status: published, Title: "First", Content: "mark-1"}
	renamed, rewritten, draft := first, first, first
	renamed.Title, rewritten.Content, draft.Status = "Second", "mark-2", "draft"
	both, all := renamed, renamed
	both.Content, all.Content, all.Status = "mark-2", "mark-2", "draft"
	for name, c := range map[string]struct {
		answered article
		lost     bool
	}{
		"both before it": {all, false},
		"none before it": {draft, false},
		"one before it":  {article{Status: "draft", Title: "Second", Content: "mark-1"}, false},
		"it is not done": {both, true},
		"another title":  {article{Status: "draft", Title: "Third", Content: "mark-1"}, true},
	} {
		l := newLedger()
		stored := l.stored(kindArticle, "a", first.state())
		l.mayBeEdited(stored, renamed.setting(atTitle))
		l.mayBeEdited(stored, rewritten.setting(atMark))
		for _, may := range []article{first, renamed, rewritten, both} {
			if !l.allows(stored, may.state()) {
				t.Errorf("%s may not be before", may.state())
			}
		}
		if ok := l.edited(stored, draft.setting(atStatus), c.answered.state()); ok == c.lost || (len(l.lost) > 0) != c.lost {
			t.Errorf("%s: lost %q", name, l.lost)
		}
		if !c.lost && !l.sure(stored) {
			t.Errorf("%s: it may be %q", name, stored.may)
		}
	}
	l := newLedger()
	deleted := l.stored(kindArticle, "a", first.state())
	l.tried(deleted, gone)
	l.mayBeEdited(deleted, renamed.setting(atTitle))
	if !l.allows(deleted, gone) {
		t.Error("a change brings back what may be gone")
	}
}

func TestLedger_AFormMayBeThereOrNotUntilItIsAcknowledged(t *testing.T) {
	l := newLedger()
	form := l.asked("form", "a", there)
	if !l.allows(form, gone) || !l.allows(form, there) || l.allows(form, leadState(2)) {
		t.Errorf("it may be %q", form.may)
	}
	l.changed(form, there)
	if l.allows(form, gone) || l.acknowledged != 1 || l.uncertain != 1 {
		t.Errorf("it may be %q, %d acknowledged, %d uncertain", form.may, l.acknowledged, l.uncertain)
	}
}

func TestPlan_ASeedRepeatsIt(t *testing.T) {
	faults := func(seed uint64, brief bool) (all []string) {
		for _, f := range plan(rand.New(rand.NewPCG(seed, 0)), roundTakes, brief) {
			all = append(all, f.kind+strings.Join(f.targets, ",")+f.at.String()+f.lasts.String())
			if f.at >= roundTakes || f.lasts > 8*time.Second {
				t.Errorf("%s lasts %s from %s", f.kind, f.lasts, f.at)
			}
		}
		return all
	}
	if !reflect.DeepEqual(faults(7, false), faults(7, false)) {
		t.Error("one seed makes different faults")
	}
	if reflect.DeepEqual(faults(7, false), faults(8, false)) {
		t.Error("two seeds make the same faults")
	}
}

// Everything that must not be fails a trial.
func TestReport_Fails(t *testing.T) {
	fine := func() *report {
		return &report{trial: &trial{
			ledger:   &ledger{acknowledged: 1, refused: map[string]int{}},
			readings: &readings{pages: 1, failed: map[string]int{"broken off": 3}},
			hooks:    &hooks{}, breaker: newBreaker(nil, nil, nil),
		}, rounds: []time.Duration{time.Second}}
	}
	if err := fine().failure(bar); err != nil {
		t.Fatalf("a good trial fails: %v", err)
	}
	for want, spoil := range map[string]func(*report){
		"lost: an article":         func(r *report) { r.ledger.lost = []string{"an article"} },
		"torn: a page":             func(r *report) { r.readings.torn = []string{"a page"} },
		"no fault explains it":     func(r *report) { r.ledger.refused["401"] = 2 },
		"too old":                  func(r *report) { r.hooks.accepted = 1 },
		"did not converge":         func(r *report) { r.never = errApart },
		"round 2 converged after":  func(r *report) { r.rounds = append(r.rounds, bar+time.Second) },
		"a blob is damaged":        func(r *report) { r.verified = errors.New("a blob is damaged") },
		"nothing was written":      func(r *report) { r.ledger.acknowledged = 0 },
		"nothing was written or n": func(r *report) { r.readings.pages = 0 },
	} {
		r := fine()
		spoil(r)
		if err := r.failure(bar); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
	slow := fine()
	slow.rounds = []time.Duration{time.Minute}
	if err := slow.failure(0); err != nil {
		t.Errorf("without a bar it fails: %v", err)
	}
}
