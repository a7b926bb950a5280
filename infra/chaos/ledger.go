package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// ledger records every acknowledged write. Its methods may be called from several
// goroutines.
type ledger struct {
	mu           sync.Mutex
	acknowledged int
	uncertain    int
	refused      map[string]int // answers that no fault explains
	things       []*thing
	lost         []string
}

// thing is one document that was stored.
type thing struct {
	kind string
	id   string
	// may are the possible states: the last acknowledged one and those of later
	// requests without an answer. "" means that it does not exist.
	may []string
}

// gone is the state of a thing that was deleted or never stored.
const gone = ""

func newLedger() *ledger { return &ledger{refused: map[string]int{}} }

// stored records an acknowledged new thing and its state.
func (l *ledger) stored(kind, id, state string) *thing {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := &thing{kind: kind, id: id, may: []string{state}}
	l.things = append(l.things, t)
	l.acknowledged++
	return t
}

// asked records a new thing whose request had no answer: it may exist or not.
func (l *ledger) asked(kind, id, state string) *thing {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := &thing{kind: kind, id: id, may: []string{gone, state}}
	l.things = append(l.things, t)
	l.uncertain++
	return t
}

// changed records an acknowledged change: no other state is possible from now on.
func (l *ledger) changed(t *thing, state string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.may = []string{state}
	l.acknowledged++
}

// tried records a change without an answer.
func (l *ledger) tried(t *thing, state string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.may = append(t.may, state)
	l.uncertain++
}

// edited records an acknowledged change of a part of a thing, and the state in the
// answer, which shows which of the earlier changes without an answer were stored. It
// returns false when nobody asked for what the answer shows.
func (l *ledger) edited(t *thing, change func(state string) string, answered string) bool {
	l.acted(t, change)
	return l.seen(t, answered, "in the answer to a change", true)
}

// acted records an acknowledged change of a part of a thing whose answer does not show it.
func (l *ledger) acted(t *thing, change func(state string) string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, state := range t.may {
		t.may[i] = change(state)
	}
	slices.Sort(t.may)
	t.may = slices.Compact(t.may)
	l.acknowledged++
}

// mayBeEdited records a change of a part of a thing without an answer.
func (l *ledger) mayBeEdited(t *thing, change func(state string) string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, state := range slices.Clone(t.may) {
		t.may = append(t.may, change(state))
	}
	l.uncertain++
}

// seen compares a thing with the state that was read, and reports differences. It
// returns false when a write was lost, after which the thing is not compared any more.
// With settled, no earlier request can still be stored.
func (l *ledger) seen(t *thing, state, where string, settled bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !mayBe(t.may, state) {
		l.lost = append(l.lost, fmt.Sprintf("%s %s, %s, is %q, but must be one of %q", t.kind, t.id, where, state, t.may))
		l.things = slices.DeleteFunc(l.things, func(other *thing) bool { return other == t })
		return false
	}
	if settled {
		t.may = []string{state}
	}
	return true
}

// allows reports whether a thing may be in a state.
func (l *ledger) allows(t *thing, state string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return mayBe(t.may, state)
}

// mayBe reports whether a state is possible. An article without a requested publish
// date has the date of its first publication.
func mayBe(may []string, state string) bool {
	if slices.Contains(may, state) {
		return true
	}
	fields := strings.Split(state, " | ")
	if len(fields) <= atPublish {
		return false
	}
	published, err := time.Parse(time.RFC3339Nano, fields[atPublish])
	if err != nil || published.After(time.Now()) {
		return false
	}
	fields[atPublish] = ""
	return slices.Contains(may, strings.Join(fields, " | "))
}

// sure reports whether only one state is possible.
func (l *ledger) sure(t *thing) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(t.may) == 1
}

// all returns the things of a kind.
func (l *ledger) all(kind string) (found []*thing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.things {
		if t.kind == kind {
			found = append(found, t)
		}
	}
	return found
}

// refuse records an answer that no fault explains, such as 401 to somebody signed in.
func (l *ledger) refuse(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refused[what]++
}

// taken reports whether a write was acknowledged. It records an answer that no fault
// explains.
func (l *ledger) taken(what string, got answer, err error) bool {
	if err != nil {
		return false
	}
	if got.status < http.StatusBadGateway && !got.good() {
		l.refuse(fmt.Sprintf("%s: status %d", what, got.status))
	}
	return got.good()
}
