package release

import (
	"context"
	"sync"

	"golang.org/x/sync/singleflight"

	"academy/cms-api/internal/platform/negotiate"
)

// cache has file contents in memory, those used last, up to a number of bytes. What it
// returns was compared with its hash when it was read.
type cache struct {
	dir     backend
	limit   int64
	loading singleflight.Group

	mu           sync.Mutex
	contents     lru[[]byte]
	hits, misses int64
}

func newCache(dir backend, limit int64) *cache {
	return &cache{dir: dir, limit: limit, contents: newLRU[[]byte]()}
}

// get returns the file's bytes in an encoding that is available. Callers must not
// change them. Concurrent callers read the file once.
func (c *cache) get(f *file, encoding negotiate.Encoding) ([]byte, error) {
	name := f.labels().names[encoding]
	if data, ok := c.lookup(name); ok {
		return data, nil
	}
	data, err, _ := c.loading.Do(name, func() (any, error) {
		// Not the context of one visitor: others may wait for the same bytes.
		data, _, err := new(hasher).read(context.Background(), c.dir, f.blob, f.size, encoding)
		if err == nil {
			c.store(name, data)
		}
		return data, err
	})
	if err != nil {
		return nil, err
	}
	return data.([]byte), nil
}

func (c *cache) lookup(name string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	data, ok := c.contents.get(name)
	if ok {
		c.hits++
	} else {
		c.misses++
	}
	return data, ok
}

func (c *cache) store(name string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if int64(len(data)) > c.limit {
		return
	}
	c.contents.add(name, data, int64(len(data)))
	for name := range c.contents.oldest() {
		if c.contents.size <= c.limit {
			break
		}
		c.contents.remove(name)
	}
}

// forget drops the contents of blobs, in every encoding.
func (c *cache) forget(blobs []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, blob := range blobs {
		for _, extension := range extensions {
			c.contents.remove(blob + extension)
		}
	}
}

// CacheState describes the memory that has contents of files.
type CacheState struct {
	Bytes, Hits, Misses int64
}

// Cache returns the state of the store's memory.
func (s *Store) Cache() CacheState {
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	return CacheState{s.cache.contents.size, s.cache.hits, s.cache.misses}
}
