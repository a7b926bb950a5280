package release

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"academy/cms-api/internal/objectstore"
)

// Bucket is a release store in object storage, laid out like one on disk.
type Bucket struct {
	Objects objectstore.Folder
	// CacheBytes bounds what is kept of it on disk. Default 2 GiB.
	CacheBytes int64
}

const (
	defaultShelf = 2 << 30
	// bucketTime is how long one object may take; a visitor waits for it.
	bucketTime = 5 * time.Second
)

// bucket reads a release store in object storage through a folder on disk, in
// the same layout: CURRENT and manifest of the release that was served last, its
// lists, and the blobs that were asked for. While the storage is away that is
// what there is, also after a restart.
type bucket struct {
	objects objectstore.Folder
	local   directory
	shelf   *shelf
	log     *slog.Logger

	mu   sync.Mutex
	id   string // what CURRENT held
	tag  string // its entity tag, if that is one of this content
	away bool
}

func openBucket(b *Bucket, dir string, log *slog.Logger) (*bucket, error) {
	limit := b.CacheBytes
	if limit == 0 {
		limit = defaultShelf
	}
	shelf, err := openShelf(dir, limit)
	if err != nil {
		return nil, fmt.Errorf("open the cache of the release store: %w", err)
	}
	return &bucket{objects: b.Objects, local: directory(dir), shelf: shelf, log: log}, nil
}

// fetch reads an object, in the time that one may take.
func (b *bucket) fetch(key, known string) ([]byte, objectstore.Info, error) {
	ctx, cancel := context.WithTimeout(context.Background(), bucketTime)
	defer cancel()
	return b.objects.Read(ctx, key, known)
}

// current asks whether CURRENT has changed. While the storage does not answer,
// what it held last counts. An entity tag is believed when it is that of the
// content: with VersityGW a read during a write can have the old content and the
// new tag, and who asks with that is never told of the new content.
func (b *bucket) current() (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	raw, info, err := b.fetch("CURRENT", b.tag)
	switch {
	case err == nil:
		id, err := decodeCurrent(raw)
		if err != nil {
			return "", err
		}
		b.id, b.tag = id, ""
		if info.ETag == objectstore.TagOf(raw) {
			b.tag = info.ETag
		}
	case errors.Is(err, objectstore.ErrUnchanged):
	case errors.Is(err, objectstore.ErrMissing):
		b.tag = ""
	default:
		if !b.away {
			b.away = true
			b.log.Warn("the bucket of the release store does not answer; what is here stays", "error", err)
		}
		return b.known()
	}
	if b.away {
		b.away = false
		b.log.Info("the bucket of the release store answers again")
	}
	return b.known()
}

func (b *bucket) known() (string, error) {
	if b.id != "" {
		return b.id, nil
	}
	return b.local.current()
}

func (b *bucket) manifest(id string) (*Manifest, error) {
	m, err := b.local.manifest(id)
	if err == nil || !isName(id) {
		return m, err
	}
	raw, _, err := b.fetch("manifests/"+id+".json", "")
	if errors.Is(err, objectstore.ErrMissing) {
		return nil, fmt.Errorf("read manifest %s: %w", id, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	return decodeManifest(id, raw)
}

// listTime is how long listing a folder of the store may take.
const listTime = 2 * time.Minute

// each calls do for everything in a folder of the store.
func (b *bucket) each(folder string, do func(name string, size int64)) error {
	ctx, cancel := context.WithTimeout(context.Background(), listTime)
	defer cancel()
	err := b.objects.List(ctx, folder+"/", func(object objectstore.Info) error {
		do(strings.TrimPrefix(object.Key, folder+"/"), object.Size)
		return nil
	})
	if err != nil {
		return fmt.Errorf("list %s: %w", folder, err)
	}
	return nil
}

func (b *bucket) ids() ([]string, error) {
	var ids []string
	err := b.each("manifests", func(name string, _ int64) {
		if id, ok := strings.CutSuffix(name, ".json"); ok {
			ids = append(ids, id)
		}
	})
	slices.Sort(ids)
	return ids, err
}

func (b *bucket) read(name string, check func([]byte) error) ([]byte, error) {
	if b.shelf.touch(name) {
		data, err := b.local.read(name, check)
		if err == nil {
			return data, nil
		}
		b.shelf.drop(name)
	}
	if !isName(name) {
		return nil, fmt.Errorf("not a blob name: %.80q", name)
	}
	data, _, err := b.fetch("blobs/"+name, "")
	if err != nil {
		return nil, fmt.Errorf("read blob: %w", err)
	}
	if err := check(data); err != nil {
		return nil, err
	}
	// A full disk is no reason not to serve.
	if err := b.shelf.put(name, data); err != nil {
		b.log.Warn("a file of the release could not be kept on disk", "name", name, "error", err)
	}
	return data, nil
}

// has trusts that CURRENT was written after everything that it leads to.
func (b *bucket) has(entry) error { return nil }

// exists trusts the same.
func (b *bucket) exists(string) error { return nil }

func (b *bucket) point(id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), bucketTime)
	defer cancel()
	if _, err := b.objects.Write(ctx, Pointer(id)); err != nil {
		return fmt.Errorf("replace CURRENT: %w", err)
	}
	b.id, b.tag = id, ""
	return nil
}

// Pointer is CURRENT as it is stored in a bucket.
func Pointer(id string) objectstore.Object {
	return objectstore.Object{Key: "CURRENT", ContentType: "text/plain", CacheControl: "no-cache", Data: []byte(id + "\n")}
}

func (b *bucket) closely() (place, error) {
	found := listed{b, make(map[string]int64)}
	return found, b.each("blobs", func(name string, size int64) { found.names[name] = size })
}

// served writes down what a start without the storage needs.
func (b *bucket) served(r *Release) {
	raw, err := json.Marshal(r.Manifest)
	if err == nil {
		err = b.shelf.keep(r, raw)
	}
	if err != nil {
		b.log.Warn("what is served could not be written down; a start without the bucket would serve what was", "release", r.Release, "error", err)
	}
}

// listed is a bucket whose blobs were listed.
type listed struct {
	*bucket
	names map[string]int64
}

func (l listed) has(e entry) error {
	size, ok := l.names[e.Blob]
	if !ok {
		return fmt.Errorf("look for blob %s: %w", e.Blob, fs.ErrNotExist)
	}
	if size != e.Size {
		return fmt.Errorf("blob %s has %d bytes instead of %d", e.Blob, size, e.Size)
	}
	return nil
}

func (l listed) exists(name string) error {
	if _, ok := l.names[name]; !ok {
		return fmt.Errorf("look for blob %s: %w", name, fs.ErrNotExist)
	}
	return nil
}
