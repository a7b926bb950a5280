package snapshot

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// FilePart is a part of a store with a value for each file, by its address, that the rest of the snapshot names:
// that there is another file is not public.
type FilePart[V any] struct{ store *Store }

// NewFilePart returns the part of that name. NamesIn finds the names of files in a text; the name of a file is what
// it finds in its address. A store has at most one such part, made before anything is shown, and is not ready before
// Show was called.
func NewFilePart[V any](s *Store, name string, namesIn func(text []byte) []string) *FilePart[V] {
	s.expect(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files = files{part: name, namesIn: namesIn}
	return &FilePart[V]{s}
}

// Show takes the values of all files, by address, of those too that nothing names now.
func (p *FilePart[V]) Show(values map[string]V) error {
	s := p.store
	all := make(map[string]fileValue, len(values))
	for address, value := range values {
		encoded, err := json.Marshal(value)
		if err != nil {
			return fmt.Errorf("serialise the value of %s: %w", address, err)
		}
		for _, name := range s.files.namesIn([]byte(address)) {
			all[name] = fileValue{address, encoded}
		}
	}
	s.apply(change{loaded: s.files.part, files: all})
	return nil
}

// files are the values of files, and how they are shown. They are not changed once an edit has them.
type files struct {
	part    string // empty: there is no such part
	namesIn func(text []byte) []string
	values  map[string]fileValue // by name
}

type fileValue struct {
	address string
	json    json.RawMessage
}

// in returns the names of files in a text.
func (f files) in(text []byte) []string {
	if f.namesIn == nil {
		return nil
	}
	return f.namesIn(text)
}

// shown returns the part, with the values of the files that are named.
func (f files) shown(named *index[int]) Part {
	shown := map[string]json.RawMessage{}
	for name, value := range f.values {
		if named.get(name) > 0 {
			shown[value.address] = value.json
		}
	}
	value, _ := json.Marshal(shown) // of JSON, which cannot fail
	return Part{Name: f.part, JSON: value, values: shown}
}

// namesOf returns the names of files in a part, by item. Those of items that old has too are not looked for again.
func (f files) namesOf(p, old *part) map[string][]string {
	if p.Name == f.part {
		return nil
	}
	names := map[string][]string{}
	if p.Items == nil {
		names[""] = f.in(p.JSON)
	}
	for _, item := range p.Items {
		if old != nil && old.views[item.Name] == p.views[item.Name] {
			names[item.Name] = old.names[item.Name]
		} else {
			names[item.Name] = f.in(item.JSON)
		}
	}
	return names
}

// showFiles counts what names each file in next, and puts the part into it where that changes.
func (e *edit) showFiles(next *Snapshot) {
	counts := map[string]int{}
	count := func(names []string, by int) {
		for _, name := range names {
			counts[name] += by
		}
	}
	for _, each := range e.out {
		count(each.names, -1)
	}
	for _, each := range e.in {
		count(each.names, 1)
	}
	for _, made := range e.newPart {
		count(slices.Concat(slices.Collect(maps.Values(made.names))...), 1)
		if old := e.base.part(made.Name); old != nil {
			count(slices.Concat(slices.Collect(maps.Values(old.names))...), -1)
		}
	}
	named, changed := e.base.named.edit(), false
	for name, more := range counts {
		was := named.get(name)
		switch is := was + more; {
		case more == 0:
			continue
		case is == 0:
			named.delete(name)
		default:
			named.set(name, is)
		}
		_, valued := e.files.values[name]
		changed = changed || valued && (was == 0 || was+more == 0)
	}
	if next.named = named.index; changed {
		next.replace(newPart(e.files.shown(next.named), nil))
	}
}

// valueMember is what readers get the value of an article's picture as.
const valueMember = "focus"

// appendValued appends an object, with the value of its picture unless that is nil.
func appendValued(dst, object []byte, value json.RawMessage) []byte {
	if value == nil {
		return append(dst, object...)
	}
	return appendWith(dst, object, valueMember, value)
}

// valued is an article as readers get it with a value of its picture.
type valued struct {
	value json.RawMessage
	body  *Body
}

// bodyWith returns the article as readers get it with a value of its picture; nil: without. It
// keeps the last one, so that successive snapshots share it.
func (e *entry) bodyWith(value json.RawMessage) *Body {
	if value == nil {
		return e.body
	}
	if made := e.valued.Load(); made != nil && bytes.Equal(made.value, value) {
		return made.body
	}
	made := &valued{value, newBody(func() []byte { return appendValued(nil, e.Full, value) }, "")}
	e.valued.Store(made)
	return made.body
}

// replace puts a part into a snapshot that is being made.
func (s *Snapshot) replace(p *part) {
	s.parts = append(slices.DeleteFunc(s.parts, func(old *part) bool { return old.Name == p.Name }), p)
}
