package release

import (
	"cmp"
	"container/list"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/singleflight"

	"academy/cms-api/internal/platform/negotiate"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/wholefile"
)

// cache has the file contents that were used last in memory, up to a number of bytes. Each was
// compared with its hash when it was read.
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
func (s *Site) Cache() CacheState {
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	return CacheState{s.cache.contents.size, s.cache.hits, s.cache.misses}
}

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

// diskCache is a bounded number of blobs in a folder. It removes first what the release
// that is served does not name, and then what was not asked for the longest; never the
// lists of that release.
type diskCache struct {
	dir   directory
	limit int64

	mu      sync.Mutex
	blobs   lru[struct{}]
	serving *Release
}

func openDiskCache(dir string, limit int64) (*diskCache, error) {
	s := &diskCache{dir: directory(dir), limit: limit, blobs: newLRU[struct{}]()}
	for _, folder := range []string{blobFolder, manifestFolder} {
		if err := os.MkdirAll(s.dir.path(folder), 0o755); err != nil {
			return nil, fmt.Errorf("make the folder: %w", err)
		}
	}
	files, err := s.dir.list(context.Background(), blobFolder)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(files, func(a, b objectstore.Info) int {
		return cmp.Or(a.Modified.Compare(b.Modified), cmp.Compare(b.Key, a.Key))
	})
	for _, file := range files {
		if strings.HasSuffix(file.Key, wholefile.Suffix) { // of a process that was killed
			_ = os.Remove(s.path(file.Key))
			continue
		}
		s.blobs.add(file.Key, struct{}{}, file.Size)
	}
	return s, nil
}

func (s *diskCache) path(name string) string { return s.dir.path(blobFolder + "/" + name) }

// touch reports whether a blob is there, which then is the last used.
func (s *diskCache) touch(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.blobs.get(name)
	return ok
}

// put stores a blob, and removes others when there are too many.
func (s *diskCache) put(name string, data []byte) error {
	if err := replace(s.path(name), data, false); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.blobs.add(name, struct{}{}, int64(len(data)))
	if s.blobs.size > s.limit {
		s.makeRoom()
	}
	return nil
}

// drop removes a blob that cannot be read.
func (s *diskCache) drop(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(name)
}

func (s *diskCache) remove(name string) {
	if s.blobs.remove(name) {
		_ = os.Remove(s.path(name))
	}
}

// makeRoom frees a tenth more than is needed, so that it is not called for every
// blob. The caller has locked mu.
func (s *diskCache) makeRoom() {
	enough := s.limit - s.limit/10
	var lists []string
	var named map[string]bool
	if s.serving != nil {
		lists, named = s.serving.Lists(), s.serving.blobs()
	}
	for _, spareNamed := range []bool{true, false} {
		for name := range s.blobs.oldest() {
			if s.blobs.size <= enough {
				return
			}
			if hash, _, _ := strings.Cut(name, "."); !slices.Contains(lists, name) && !(spareNamed && named[hash]) {
				s.remove(name)
			}
		}
	}
}

// keep stores which release is served, for a start without the bucket.
func (s *diskCache) keep(ctx context.Context, r *Release) error {
	s.mu.Lock()
	s.serving = r
	s.mu.Unlock()
	key := manifestKey(r.Release)
	manifest, err := json.Marshal(r.Manifest)
	if err == nil {
		err = replace(s.dir.path(key), manifest, false)
	}
	if err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	if err := s.dir.write(ctx, currentKey, []byte(r.Release+"\n")); err != nil {
		return err
	}
	ids, err := releaseIDs(ctx, s.dir)
	for _, id := range ids {
		if id != r.Release {
			_ = os.Remove(s.dir.path(manifestKey(id)))
		}
	}
	return err
}
