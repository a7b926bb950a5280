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

	"academy/cms-api/internal/platform/objectstore"
)

// Bucket is a release store in object storage, laid out like one on disk.
type Bucket struct {
	Objects objectstore.Folder
	// CacheBytes bounds what is kept of it on disk. Default 2 GiB.
	CacheBytes int64
}

const (
	defaultDiskCache = 2 << 30
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
	disk    *diskCache // nil when nothing is kept here
	log     *slog.Logger

	mu   sync.Mutex
	id   string // what CURRENT held
	tag  string // its entity tag, if that is one of this content
	away bool
}

func openBucket(b *Bucket, dir string, log *slog.Logger) (*bucket, error) {
	limit := b.CacheBytes
	if limit == 0 {
		limit = defaultDiskCache
	}
	disk, err := openDiskCache(dir, limit)
	if err != nil {
		return nil, fmt.Errorf("open the cache of the release store: %w", err)
	}
	return &bucket{objects: b.Objects, local: directory(dir), disk: disk, log: log}, nil
}

// fetch reads an object, in the time that one may take.
func (b *bucket) fetch(ctx context.Context, key, known string) ([]byte, objectstore.Info, error) {
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	return b.objects.Read(ctx, key, known)
}

// current asks whether CURRENT has changed. While the storage does not answer,
// what it held last counts. An entity tag is believed when it is that of the
// content: with VersityGW a read during a write can have the old content and the
// new tag, and who asks with that is never told of the new content.
func (b *bucket) current(ctx context.Context) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	raw, info, err := b.fetch(ctx, "CURRENT", b.tag)
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
		if b.disk == nil {
			return "", err
		}
		if !b.away {
			b.away = true
			b.log.Warn("the bucket of the release store does not answer; what is here stays", "error", err)
		}
		return b.known(ctx)
	}
	if b.away {
		b.away = false
		b.log.Info("the bucket of the release store answers again")
	}
	return b.known(ctx)
}

func (b *bucket) known(ctx context.Context) (string, error) {
	if b.id != "" {
		return b.id, nil
	}
	if b.disk == nil {
		return "", errNone
	}
	return b.local.current(ctx)
}

func (b *bucket) manifest(ctx context.Context, id string) (*Manifest, error) {
	if b.disk != nil || !isName(id) {
		m, err := b.local.manifest(ctx, id)
		if err == nil || !isName(id) {
			return m, err
		}
	}
	raw, _, err := b.fetch(ctx, "manifests/"+id+".json", "")
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
func (b *bucket) each(ctx context.Context, folder string, do func(name string, object objectstore.Info)) error {
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	err := b.objects.List(ctx, folder+"/", func(object objectstore.Info) error {
		do(strings.TrimPrefix(object.Key, folder+"/"), object)
		return nil
	})
	if err != nil {
		return fmt.Errorf("list %s: %w", folder, err)
	}
	return nil
}

func (b *bucket) ids(ctx context.Context) ([]string, error) {
	var ids []string
	err := b.each(ctx, "manifests", func(name string, _ objectstore.Info) {
		if id, ok := strings.CutSuffix(name, ".json"); ok {
			ids = append(ids, id)
		}
	})
	slices.Sort(ids)
	return ids, err
}

func (b *bucket) read(ctx context.Context, name string, check func([]byte) error) ([]byte, error) {
	if b.disk != nil && b.disk.touch(name) {
		data, err := b.local.read(ctx, name, check)
		if err == nil {
			return data, nil
		}
		b.disk.drop(name)
	}
	data, err := b.far(ctx, name, check)
	if err != nil || b.disk == nil {
		return data, err
	}
	// A full disk is no reason not to serve.
	if err := b.disk.put(name, data); err != nil {
		b.log.Warn("a file of the release could not be kept on disk", "name", name, "error", err)
	}
	return data, nil
}

// far reads a blob from the storage, whatever is kept here.
func (b *bucket) far(ctx context.Context, name string, check func([]byte) error) ([]byte, error) {
	if !isName(name) {
		return nil, fmt.Errorf("not a blob name: %.80q", name)
	}
	data, _, err := b.fetch(ctx, "blobs/"+name, "")
	if errors.Is(err, objectstore.ErrMissing) {
		return nil, fmt.Errorf("read blob %s: %w", name, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("read blob: %w", err)
	}
	return data, check(data)
}

// has trusts that CURRENT was written after everything that it leads to.
func (b *bucket) has(entry) error { return nil }

// exists trusts the same.
func (b *bucket) exists(string) error { return nil }

// point brings the release back when it was forgotten at that moment: a sweep
// looks at CURRENT after it has forgotten, as this looks for the manifest after it
// has moved CURRENT, so one of the two sees the other. Its files stay for long
// enough after that.
func (b *bucket) point(ctx context.Context, id string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	if _, err := b.objects.Write(ctx, Pointer(id)); err != nil {
		return fmt.Errorf("replace CURRENT: %w", err)
	}
	b.id, b.tag = id, ""
	return b.recall(ctx, id)
}

// Pointer is CURRENT as it is stored in a bucket.
func Pointer(id string) objectstore.Object {
	return objectstore.Object{Key: "CURRENT", ContentType: "text/plain", CacheControl: "no-cache", Data: []byte(id + "\n")}
}

// served writes down what a start without the storage needs.
func (b *bucket) served(ctx context.Context, r *Release) {
	if b.disk == nil {
		return
	}
	raw, err := json.Marshal(r.Manifest)
	if err == nil {
		err = b.disk.keep(ctx, r, raw)
	}
	if err != nil {
		b.log.Warn("what is served could not be written down; a start without the bucket would serve what was", "release", r.Release,
			"error", err)
	}
}
