package release

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/objectstore"
)

// backend is a folder or a bucket with a release store. Files have the same keys in
// both.
type backend interface {
	// current returns the id in CURRENT, or errNone.
	current(ctx context.Context) (string, error)
	// read returns a file that passes the check. The error is fs.ErrNotExist when
	// there is none.
	read(ctx context.Context, key string, check func([]byte) error) ([]byte, error)
	// list calls each for the files of a folder, with their keys in it.
	list(ctx context.Context, folder string, each func(objectstore.Info)) error
	// has returns an error unless there is a blob, or a variant, of that name, and of
	// that size unless it is anySize.
	has(name string, size int64) error
	// stat looks for a blob, or a variant of one. The error is fs.ErrNotExist when there
	// is none.
	stat(ctx context.Context, name string) (objectstore.Info, error)
	// write replaces a file atomically. Manifests and CURRENT survive a power cut once it
	// has returned; what a power cut took of blobs is found by Live.
	write(ctx context.Context, key string, data []byte) error
	// remove deletes a file. One that is not there is no error.
	remove(ctx context.Context, key string) error
	// tidy deletes what killed processes had begun to write before a time.
	tidy(before time.Time) error
	// exclusive calls fn while nobody else is in exclusive for the same store, in this
	// process or another. It waits for that as long as ctx lasts.
	exclusive(ctx context.Context, fn func(context.Context) error) error
	// move changes the key of a file. The error is fs.ErrNotExist when there is none.
	move(ctx context.Context, from, to string) error
	// closely returns the same backend without a cache, and whose has looks for every
	// file. That of backend may rely on the order in which releases are written.
	closely(ctx context.Context) (backend, error)
	// served is called with each release that is served from now on.
	served(ctx context.Context, r *Release)
}

const (
	currentKey      = "CURRENT"
	blobFolder      = "blobs"
	manifestFolder  = "manifests"
	forgottenFolder = "forgotten" // see forget

	anySize = -1
)

func manifestKey(id string) string  { return manifestFolder + "/" + id + ".json" }
func forgottenKey(id string) string { return forgottenFolder + "/" + id + ".json" }

// errDamaged says that a file was read and is not what it should be.
var errDamaged = errors.New("it does not have the hash that is its name")

func unchecked([]byte) error { return nil }

// readCurrent reads CURRENT, which has the id of the live release and a newline.
func readCurrent(ctx context.Context, b backend) (string, error) {
	raw, err := b.read(ctx, currentKey, unchecked)
	if errors.Is(err, fs.ErrNotExist) {
		return "", errNone
	}
	if err != nil {
		return "", fmt.Errorf("read CURRENT: %w", err)
	}
	return decodeCurrent(raw)
}

// readManifest reads and checks a manifest. The error is fs.ErrNotExist when there is
// none.
func readManifest(ctx context.Context, b backend, id string) (m *Manifest, err error) {
	if !isName(id) {
		return nil, fmt.Errorf("not a release id: %.80q", id)
	}
	_, err = b.read(ctx, manifestKey(id), func(raw []byte) error {
		m, err = decodeManifest(id, raw)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read manifest %s: %w", id, err)
	}
	return m, nil
}

// readBlob returns a blob, or a variant of one, that passes the check.
func readBlob(ctx context.Context, b backend, name string, check func([]byte) error) ([]byte, error) {
	if !isName(name) {
		return nil, fmt.Errorf("not a blob name: %.80q", name)
	}
	data, err := b.read(ctx, blobFolder+"/"+name, check)
	if err != nil {
		return nil, fmt.Errorf("read blob %s: %w", name, err)
	}
	return data, nil
}

// blob returns a blob whose bytes must have the hash that is its name.
func blob(ctx context.Context, b backend, hash string) ([]byte, error) {
	return readBlob(ctx, b, hash, func(raw []byte) error {
		if sum := sha256.Sum256(raw); hex.EncodeToString(sum[:]) != hash {
			return errDamaged
		}
		return nil
	})
}

// releaseIDs returns the releases whose manifests are there, the oldest first.
func releaseIDs(ctx context.Context, b backend) ([]string, error) {
	var ids []string
	err := b.list(ctx, manifestFolder, func(file objectstore.Info) {
		if id, ok := strings.CutSuffix(file.Key, ".json"); ok {
			ids = append(ids, id)
		}
	})
	slices.Sort(ids)
	return ids, err
}

// forget moves a manifest to the folder of forgotten ones, where it stays until what
// only that release names has been deleted. Who makes the release current at the same
// moment without the lock that this needs looks for the manifest after writing
// CURRENT, and this reads CURRENT after moving the manifest, so one of the two sees
// the other.
func forget(ctx context.Context, b backend, id string) error {
	if err := b.move(ctx, manifestKey(id), forgottenKey(id)); err != nil {
		return fmt.Errorf("forget release %s: %w", id, err)
	}
	current, err := b.current(ctx)
	if err == nil && current != id {
		return nil
	}
	return errors.Join(err, recall(ctx, b, id))
}

// recall undoes forget. It returns nil when the release was not forgotten.
func recall(ctx context.Context, b backend, id string) error {
	if !isName(id) {
		return nil
	}
	_, err := b.read(ctx, manifestKey(id), unchecked)
	if errors.Is(err, fs.ErrNotExist) {
		err = b.move(ctx, forgottenKey(id), manifestKey(id))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("bring back release %s: %w", id, err)
	}
	return nil
}
