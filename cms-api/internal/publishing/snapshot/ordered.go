package snapshot

import (
	"iter"
	"slices"
)

// chunkSize is how many articles a chunk of a list has at first. It has at most twice as many.
const chunkSize = 256

// ordered is an immutable list of articles, newest first, in chunks, none of which is empty. An
// edit copies only those that it touches, so that its cost hardly depends on the length, and
// shares the others.
type ordered [][]*entry

// orderedOf returns a sorted list in chunks.
func orderedOf(list []*entry) ordered { return slices.Collect(slices.Chunk(list, chunkSize)) }

// all yields every article.
func (o ordered) all() iter.Seq[*entry] {
	return func(yield func(*entry) bool) {
		for _, chunk := range o {
			for _, e := range chunk {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// replaced returns the list without out, which are in it, and with in. Out and in are sorted.
func (o ordered) replaced(out, in []*entry) ordered {
	if len(out)+len(in) > chunkSize {
		return orderedOf(merged(slices.Collect(o.all()), out, in))
	}
	next := slices.Clone(o)
	for _, e := range out {
		at := next.chunkOf(e)
		next = next.put(at, slices.DeleteFunc(slices.Clone(next[at]), func(each *entry) bool { return each == e }))
	}
	for _, e := range in {
		if len(next) == 0 {
			next = ordered{{e}}
			continue
		}
		at := min(next.chunkOf(e), len(next)-1)
		place, _ := slices.BinarySearchFunc(next[at], e, compare)
		next = next.put(at, slices.Insert(slices.Clone(next[at]), place, e))
	}
	return next
}

// chunkOf returns which chunk has the article, or would have it.
func (o ordered) chunkOf(e *entry) int {
	at, _ := slices.BinarySearchFunc(o, e, func(chunk []*entry, e *entry) int { return compare(chunk[len(chunk)-1], e) })
	return at
}

// put replaces a chunk, in place, by one or two or none with these articles.
func (o ordered) put(at int, articles []*entry) ordered {
	size := 2 * chunkSize
	if len(articles) > size {
		size = chunkSize + 1
	}
	return slices.Replace(o, at, at+1, slices.Collect(slices.Chunk(articles, size))...)
}

// merged returns a sorted list without out, which are in it, and with in. Out and in are
// sorted.
func merged(list, out, in []*entry) []*entry {
	next := make([]*entry, 0, len(list)+len(in)-len(out))
	for _, e := range list {
		if len(out) > 0 && out[0] == e {
			out = out[1:]
			continue
		}
		for len(in) > 0 && compare(in[0], e) < 0 {
			next, in = append(next, in[0]), in[1:]
		}
		next = append(next, e)
	}
	return append(next, in...)
}
