package snapshot

import (
	"crypto/sha256"
	"iter"
	"slices"
	"sort"
)

// chunkSize is the mean number of entries in a chunk.
const chunkSize = 64

// chunk is a run of the article list. It ends after an entry whose id says so,
// or at the end of the list: where chunks end depends on nothing but the
// content. So a change copies and hashes one chunk instead of the whole list,
// and the hash of the list is the same as when it was made in one go.
type chunk struct {
	entries []*entry
	hash    [sha256.Size]byte
	run     run
}

func newChunk(entries []*entry) *chunk {
	digest := sha256.New()
	for _, e := range entries {
		digest.Write(e.hash[:])
	}
	c := &chunk{entries: entries}
	for _, e := range entries {
		c.run.list = append(c.run.list, &e.listed)
	}
	digest.Sum(c.hash[:0])
	return c
}

func (c *chunk) last() *entry { return c.entries[len(c.entries)-1] }

// list is an immutable list of entries in the order of compare.
type list struct {
	chunks []*chunk
	length int
}

func newList(sorted []*entry) list {
	l := list{length: len(sorted)}
	start := 0
	for i, e := range sorted {
		if e.boundary || i == len(sorted)-1 {
			l.chunks = append(l.chunks, newChunk(sorted[start:i+1:i+1]))
			start = i + 1
		}
	}
	return l
}

// digest is the hash of all entries' hashes, in order.
func (l list) digest() [sha256.Size]byte {
	digest := sha256.New()
	for _, c := range l.chunks {
		digest.Write(c.hash[:])
	}
	var sum [sha256.Size]byte
	digest.Sum(sum[:0])
	return sum
}

// all yields every entry, in order.
func (l list) all() iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		for _, c := range l.chunks {
			for _, e := range c.entries {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// window returns at most limit entries from offset on.
func (l list) window(offset, limit int) []*entry {
	limit = max(0, min(limit, l.length-offset))
	out := make([]*entry, 0, limit)
	for _, c := range l.chunks {
		if len(out) == limit {
			break
		}
		if offset >= len(c.entries) {
			offset -= len(c.entries)
			continue
		}
		take := min(limit-len(out), len(c.entries)-offset)
		out = append(out, c.entries[offset:offset+take]...)
		offset = 0
	}
	return out
}

// replace returns the list without out and with in. Everything in out must be in
// the list, and nothing in in.
func (l list) replace(out, in []*entry) list {
	if changes := len(out) + len(in); changes > chunkSize && changes > len(l.chunks) {
		return l.rebuild(out, in)
	}
	l.chunks = slices.Clone(l.chunks)
	for _, e := range out {
		l.remove(e)
	}
	for _, e := range in {
		l.insert(e)
	}
	return l
}

// rebuild is replace for many changes.
func (l list) rebuild(out, in []*entry) list {
	gone := make(map[*entry]bool, len(out))
	for _, e := range out {
		gone[e] = true
	}
	entries := make([]*entry, 0, l.length+len(in)-len(out))
	for e := range l.all() {
		if !gone[e] {
			entries = append(entries, e)
		}
	}
	entries = append(entries, in...)
	slices.SortFunc(entries, compare)
	return newList(entries)
}

// find returns the first chunk whose last entry does not come before e.
func (l *list) find(e *entry) int {
	return sort.Search(len(l.chunks), func(i int) bool { return compare(l.chunks[i].last(), e) >= 0 })
}

func (l *list) remove(e *entry) {
	at := l.find(e)
	old := l.chunks[at]
	position, _ := slices.BinarySearchFunc(old.entries, e, compare)
	rest := slices.Concat(old.entries[:position], old.entries[position+1:])
	end := at + 1
	if e.boundary && end < len(l.chunks) {
		// What ended this chunk is gone: it runs on into the next.
		rest = append(rest, l.chunks[end].entries...)
		end++
	}
	l.length--
	if len(rest) == 0 {
		l.chunks = slices.Delete(l.chunks, at, end)
		return
	}
	l.chunks = slices.Replace(l.chunks, at, end, newChunk(rest))
}

func (l *list) insert(e *entry) {
	l.length++
	at := l.find(e)
	if at == len(l.chunks) {
		if at == 0 || l.chunks[at-1].last().boundary {
			l.chunks = append(l.chunks, newChunk([]*entry{e}))
			return
		}
		at--
	}
	old := l.chunks[at]
	position, _ := slices.BinarySearchFunc(old.entries, e, compare)
	entries := slices.Concat(old.entries[:position], []*entry{e}, old.entries[position:])
	if e.boundary && position < len(old.entries) {
		l.chunks = slices.Replace(l.chunks, at, at+1,
			newChunk(entries[:position+1:position+1]), newChunk(entries[position+1:]))
		return
	}
	l.chunks[at] = newChunk(entries)
}
