package release

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// place is where a release store lies.
type place interface {
	// current returns the id that CURRENT holds, or errNone.
	current() (string, error)
	// manifest reads and checks one manifest. The error is fs.ErrNotExist when
	// there is none.
	manifest(id string) (*Manifest, error)
	// ids returns the releases whose manifests are there, the oldest first.
	ids() ([]string, error)
	// read returns a blob, or a variant of one, that passes the check.
	read(name string, check func([]byte) error) ([]byte, error)
	// has returns an error unless the blob is there in the size that is listed.
	has(e entry) error
	// exists returns an error unless there is a blob, or a variant, of that name.
	exists(name string) error
	// point makes a release current, in one step.
	point(id string) error
	// closely returns the same place, which looks for every file: without it has
	// and exists may trust the order in which releases are written.
	closely() (place, error)
	// served takes note of a release that is served from now on.
	served(r *Release)
}

// blob reads a blob whose bytes must have the hash that is its name.
func blob(p place, hash string) ([]byte, error) {
	return p.read(hash, func(raw []byte) error { return hasHash(raw, hash) })
}

func hasHash(raw []byte, hash string) error {
	if sum := sha256.Sum256(raw); hex.EncodeToString(sum[:]) != hash {
		return fmt.Errorf("blob %s does not have the hash that is its name", hash)
	}
	return nil
}
