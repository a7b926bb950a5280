package release

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/wholefile"
)

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
// blob. The caller holds mu.
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
