package snapshot

import (
	"iter"
	"maps"
	"slices"
)

const indexShards = 256

// index is an immutable map. An edit copies only the shards it touches, so that
// its cost hardly depends on the size, and shares the others.
type index[V any] struct {
	shards [indexShards]*map[string]V
}

func newIndex[V any]() *index[V] {
	var x index[V]
	empty := map[string]V{}
	for i := range x.shards {
		x.shards[i] = &empty
	}
	return &x
}

// shardOf is FNV-1a, written out because it is called for every key.
func shardOf(key string) int {
	hash := uint32(2166136261)
	for i := range len(key) {
		hash = (hash ^ uint32(key[i])) * 16777619
	}
	return int(hash % indexShards)
}

// get returns the zero value for a key that is not there.
func (x *index[V]) get(key string) V { return (*x.shards[shardOf(key)])[key] }

// values yields every value, in no order.
func (x *index[V]) values() iter.Seq[V] {
	return func(yield func(V) bool) {
		for _, shard := range x.shards {
			for _, value := range *shard {
				if !yield(value) {
					return
				}
			}
		}
	}
}

// differing returns the keys whose values are not the same in both, sorted.
func differing[V comparable](a, b *index[V]) []string {
	var keys []string
	for i := range indexShards {
		if a.shards[i] == b.shards[i] {
			continue
		}
		both := maps.Clone(*a.shards[i])
		maps.Copy(both, *b.shards[i])
		for key := range both {
			if a.get(key) != b.get(key) {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

// edit returns an editor that starts from x and leaves x as it is.
func (x *index[V]) edit() *indexEdit[V] { return &indexEdit[V]{index: &index[V]{shards: x.shards}} }

// indexEdit collects changes. Its index may be read at any time, and must not be
// edited any more once it was given away.
type indexEdit[V any] struct {
	*index[V]
	owned [indexShards]bool
}

func (e *indexEdit[V]) shard(key string) map[string]V {
	i := shardOf(key)
	if !e.owned[i] {
		e.owned[i] = true
		own := maps.Clone(*e.shards[i])
		e.shards[i] = &own
	}
	return *e.shards[i]
}

func (e *indexEdit[V]) set(key string, value V) { e.shard(key)[key] = value }

func (e *indexEdit[V]) delete(key string) { delete(e.shard(key), key) }
