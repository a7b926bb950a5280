package release

import (
	"container/list"
	"iter"
)

// lru is a map of values with sizes that knows in which order they were used. It is
// not safe for concurrent use.
type lru[V any] struct {
	size    int64     // of all values
	recent  list.List // of *sized[V], the last used first
	entries map[string]*list.Element
}

type sized[V any] struct {
	name  string
	value V
	size  int64
}

func newLRU[V any]() lru[V] { return lru[V]{entries: make(map[string]*list.Element)} }

// get returns a value, which then is the last used.
func (l *lru[V]) get(name string) (value V, ok bool) {
	element, ok := l.entries[name]
	if !ok {
		return value, false
	}
	l.recent.MoveToFront(element)
	return element.Value.(*sized[V]).value, true
}

// add adds a value unless there is one of that name.
func (l *lru[V]) add(name string, value V, size int64) {
	if _, ok := l.entries[name]; !ok {
		l.entries[name] = l.recent.PushFront(&sized[V]{name, value, size})
		l.size += size
	}
}

// remove reports whether there was a value of that name.
func (l *lru[V]) remove(name string) bool {
	element, ok := l.entries[name]
	if ok {
		l.size -= l.recent.Remove(element).(*sized[V]).size
		delete(l.entries, name)
	}
	return ok
}

// oldest returns the names, the least recently used first. Each may be removed when it
// was yielded.
func (l *lru[V]) oldest() iter.Seq[string] {
	return func(yield func(string) bool) {
		for element := l.recent.Back(); element != nil; {
			before := element.Prev()
			if !yield(element.Value.(*sized[V]).name) {
				return
			}
			element = before
		}
	}
}
