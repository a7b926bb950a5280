package snapshot

import "maps"

const indexShards = 256

// index is an immutable map. An edit copies only the shards it touches, so that
// its cost hardly depends on the size.
type index[V any] struct {
	shards [indexShards]map[string]V
}

// shardOf is FNV-1a, written out because it is called for every key.
func shardOf(key string) int {
	hash := uint32(2166136261)
	for i := range len(key) {
		hash = (hash ^ uint32(key[i])) * 16777619
	}
	return int(hash % indexShards)
}

func (x *index[V]) get(key string) (V, bool) {
	value, ok := x.shards[shardOf(key)][key]
	return value, ok
}

// edit returns an editor that starts from x and leaves x as it is.
func (x *index[V]) edit() *indexEdit[V] {
	return &indexEdit[V]{index: &index[V]{shards: x.shards}}
}

// indexEdit collects changes. Its index may be read at any time, and must not be
// edited any more once it was given away.
type indexEdit[V any] struct {
	index *index[V]
	owned [indexShards]bool
}

func (e *indexEdit[V]) shard(key string) map[string]V {
	i := shardOf(key)
	if !e.owned[i] {
		e.owned[i] = true
		if e.index.shards[i] == nil {
			e.index.shards[i] = make(map[string]V)
		} else {
			e.index.shards[i] = maps.Clone(e.index.shards[i])
		}
	}
	return e.index.shards[i]
}

func (e *indexEdit[V]) set(key string, value V) { e.shard(key)[key] = value }

func (e *indexEdit[V]) delete(key string) {
	if _, ok := e.index.get(key); ok {
		delete(e.shard(key), key)
	}
}
