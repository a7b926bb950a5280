package release

import (
	"bytes"
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"golang.org/x/sync/singleflight"

	"academy/cms-api/internal/platform/negotiate"
)

// cache holds file contents in memory, those used last, up to a number of bytes.
// What it returns has been compared with its hash when it was read.
type cache struct {
	dir     backend
	limit   int64
	loading singleflight.Group

	mu      sync.Mutex
	size    int64
	recent  *list.List // of *content, the last used first
	entries map[string]*list.Element
	hits    int64
	misses  int64
}

type content struct {
	name string
	data []byte
}

func newCache(dir backend, limit int64) *cache {
	return &cache{dir: dir, limit: limit, recent: list.New(), entries: make(map[string]*list.Element)}
}

// get returns the file's bytes in an encoding that is available. Callers must
// not change them. Many callers at the same time read the disk once.
func (c *cache) get(f *file, encoding negotiate.Encoding) ([]byte, error) {
	name := f.labels().names[encoding]
	c.mu.Lock()
	if element, ok := c.entries[name]; ok {
		c.recent.MoveToFront(element)
		c.hits++
		data := element.Value.(*content).data
		c.mu.Unlock()
		return data, nil
	}
	c.misses++
	c.mu.Unlock()
	data, err, _ := c.loading.Do(name, func() (any, error) {
		data, err := c.read(f, encoding)
		if err != nil {
			return nil, err
		}
		c.add(name, data)
		return data, nil
	})
	if err != nil {
		return nil, err
	}
	return data.([]byte), nil
}

func (c *cache) read(f *file, encoding negotiate.Encoding) ([]byte, error) {
	name := f.labels().names[encoding]
	// Not the context of one visitor: others may wait for the same bytes.
	return c.dir.read(context.Background(), name, func(data []byte) error { return verify(data, encoding, f) })
}

// verify unpacks a variant, which is named after the hash of what it holds.
func verify(data []byte, encoding negotiate.Encoding, f *file) error {
	var unpacked io.Reader
	switch encoding {
	case negotiate.Gzip:
		reader, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return fmt.Errorf("unpack %s: %w", f.labels().names[encoding], err)
		}
		unpacked = reader
	case negotiate.Brotli:
		unpacked = brotli.NewReader(bytes.NewReader(data))
	default:
		return hasHash(data, f.blob)
	}
	digest := sha256.New()
	if _, err := io.Copy(digest, io.LimitReader(unpacked, f.size+1)); err != nil {
		return fmt.Errorf("unpack %s: %w", f.labels().names[encoding], err)
	}
	if hex.EncodeToString(digest.Sum(nil)) != f.blob {
		return fmt.Errorf("%s does not hold what its name says", f.labels().names[encoding])
	}
	return nil
}

func (c *cache) add(name string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.entries[name]; ok || int64(len(data)) > c.limit {
		return
	}
	c.entries[name] = c.recent.PushFront(&content{name, data})
	c.size += int64(len(data))
	for c.size > c.limit {
		c.drop(c.recent.Back())
	}
}

// forget drops the contents of blobs, in every encoding.
func (c *cache) forget(blobs []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, blob := range blobs {
		for _, extension := range extensions {
			if element, ok := c.entries[blob+extension]; ok {
				c.drop(element)
			}
		}
	}
}

// drop is called with mu held.
func (c *cache) drop(element *list.Element) {
	dropped := c.recent.Remove(element).(*content)
	delete(c.entries, dropped.name)
	c.size -= int64(len(dropped.data))
}

// CacheState says how well the memory serves that holds contents of files.
type CacheState struct {
	Bytes, Files, Hits, Misses int64
}

// Cache returns the state of the store's memory.
func (s *Store) Cache() CacheState {
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	return CacheState{Bytes: s.cache.size, Files: int64(len(s.cache.entries)), Hits: s.cache.hits, Misses: s.cache.misses}
}
