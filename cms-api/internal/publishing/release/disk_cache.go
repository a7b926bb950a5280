package release

import (
	"cmp"
	"container/list"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// diskCache is a bounded number of blobs on disk. What goes first is what the release
// that is served does not name, and then what was not asked for the longest; the
// lists of that release never go.
type diskCache struct {
	dir   string
	limit int64

	mu      sync.Mutex
	size    int64
	recent  *list.List // of *kept, the last used first
	entries map[string]*list.Element
	serving *Release
	lists   map[string]bool
	named   map[string]bool // blobs of serving; nil until it is needed
}

type kept struct {
	name string
	size int64
}

func openDiskCache(dir string, limit int64) (*diskCache, error) {
	s := &diskCache{
		dir: dir, limit: limit, recent: list.New(), entries: make(map[string]*list.Element), lists: make(map[string]bool),
	}
	for _, folder := range []string{"blobs", "manifests"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			return nil, fmt.Errorf("make the folder: %w", err)
		}
	}
	found, err := os.ReadDir(filepath.Join(dir, "blobs"))
	if err != nil {
		return nil, fmt.Errorf("read the folder: %w", err)
	}
	type file struct {
		kept
		written time.Time
	}
	var files []file
	for _, each := range found {
		if strings.HasSuffix(each.Name(), halfSuffix) { // of a process that was killed
			_ = os.Remove(s.path(each.Name()))
			continue
		}
		if info, err := each.Info(); err == nil {
			files = append(files, file{kept{each.Name(), info.Size()}, info.ModTime()})
		}
	}
	slices.SortFunc(files, func(a, b file) int {
		return cmp.Or(b.written.Compare(a.written), cmp.Compare(a.name, b.name))
	})
	for _, each := range files {
		s.entries[each.name] = s.recent.PushBack(&each.kept)
		s.size += each.size
	}
	return s, nil
}

const halfSuffix = ".half"

func (s *diskCache) path(name string) string { return filepath.Join(s.dir, "blobs", name) }

// touch reports whether a blob is there, and that it is asked for.
func (s *diskCache) touch(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	element, ok := s.entries[name]
	if ok {
		s.recent.MoveToFront(element)
	}
	return ok
}

// put keeps a blob, and lets others go when there are too many.
func (s *diskCache) put(name string, data []byte) error {
	if err := replace(s.path(name), data); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.entries[name]; ok {
		return nil
	}
	s.entries[name] = s.recent.PushFront(&kept{name, int64(len(data))})
	s.size += int64(len(data))
	if s.size > s.limit {
		s.makeRoom()
	}
	return nil
}

// drop forgets a blob that cannot be read.
func (s *diskCache) drop(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if element, ok := s.entries[name]; ok {
		s.remove(element)
	}
}

func (s *diskCache) remove(element *list.Element) {
	gone := s.recent.Remove(element).(*kept)
	delete(s.entries, gone.name)
	s.size -= gone.size
	_ = os.Remove(s.path(gone.name))
}

// makeRoom frees a tenth more than is needed, so that it is not called for every
// blob. The caller holds mu.
func (s *diskCache) makeRoom() {
	enough := s.limit - s.limit/10
	if s.named == nil && s.serving != nil {
		s.named = s.serving.blobs()
	}
	for _, spare := range []bool{true, false} {
		for element := s.recent.Back(); element != nil && s.size > enough; {
			before := element.Prev()
			name := element.Value.(*kept).name
			blob, _, _ := strings.Cut(name, ".")
			if !s.lists[name] && !(spare && s.named[blob]) {
				s.remove(element)
			}
			element = before
		}
	}
}

// keep writes down which release is served, so that a start without the bucket
// serves it too.
func (s *diskCache) keep(ctx context.Context, r *Release, manifest []byte) error {
	lists := make(map[string]bool)
	for _, name := range r.Lists() {
		lists[name] = true
	}
	s.mu.Lock()
	s.serving, s.lists, s.named = r, lists, nil
	s.mu.Unlock()
	file := r.Release + ".json"
	if err := replace(filepath.Join(s.dir, "manifests", file), manifest); err != nil {
		return err
	}
	if err := directory(s.dir).point(ctx, r.Release); err != nil {
		return err
	}
	found, err := os.ReadDir(filepath.Join(s.dir, "manifests"))
	if err != nil {
		return fmt.Errorf("read the folder: %w", err)
	}
	for _, each := range found {
		if each.Name() != file {
			_ = os.Remove(filepath.Join(s.dir, "manifests", each.Name()))
		}
	}
	return nil
}

// replace writes a file in one step. Only one caller writes a name at a time.
func replace(path string, data []byte) error {
	if err := os.WriteFile(path+halfSuffix, data, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	if err := os.Rename(path+halfSuffix, path); err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	return nil
}
