package release

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// backend is where a release store lies.
type backend interface {
	// current returns the id that CURRENT holds, or errNone.
	current(ctx context.Context) (string, error)
	// manifest reads and checks one manifest. The error is fs.ErrNotExist when
	// there is none.
	manifest(ctx context.Context, id string) (*Manifest, error)
	// ids returns the releases whose manifests are there, the oldest first.
	ids(ctx context.Context) ([]string, error)
	// read returns a blob, or a variant of one, that passes the check.
	read(ctx context.Context, name string, check func([]byte) error) ([]byte, error)
	// has returns an error unless the blob is there in the size that is listed.
	has(e entry) error
	// exists returns an error unless there is a blob, or a variant, of that name.
	exists(name string) error
	// point makes a release current, in one step.
	point(ctx context.Context, id string) error
	// closely returns the same backend, which looks for every file: without it has
	// and exists may trust the order in which releases are written.
	closely(ctx context.Context) (backend, error)
	// served takes note of a release that is served from now on.
	served(ctx context.Context, r *Release)
}

// blob reads a blob whose bytes must have the hash that is its name.
func blob(ctx context.Context, p backend, hash string) ([]byte, error) {
	return p.read(ctx, hash, func(raw []byte) error { return hasHash(raw, hash) })
}

func hasHash(raw []byte, hash string) error {
	if sum := sha256.Sum256(raw); hex.EncodeToString(sum[:]) != hash {
		return fmt.Errorf("blob %s does not have the hash that is its name", hash)
	}
	return nil
}
