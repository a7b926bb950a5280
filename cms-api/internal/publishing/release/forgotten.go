package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// forgottenFolder holds the manifests of releases that are no longer kept, until
// the publisher has removed what only they name.
const forgottenFolder = "forgotten"

// keeper is a backend where releases are forgotten.
type keeper interface {
	forget(ctx context.Context, id string) error
	recall(ctx context.Context, id string) error
	unnamed(named map[blobKey]struct{}) (Unneeded, error)
}

// forget moves a manifest out of the way. The publisher, which makes releases
// current and holds no lock, may do so with this one at the same moment: it looks
// for the manifest afterwards, as this looks for CURRENT, so one of the two sees
// the other.
func (d directory) forget(ctx context.Context, id string) error {
	from, to := filepath.Join(string(d), "manifests", id+".json"), filepath.Join(string(d), forgottenFolder, id+".json")
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return fmt.Errorf("forget release %s: %w", id, err)
	}
	if err := os.Rename(from, to); err != nil {
		return fmt.Errorf("forget release %s: %w", id, err)
	}
	current, err := d.current(ctx)
	if err == nil && current != id {
		return nil
	}
	return errors.Join(err, os.Rename(to, from))
}

// recall undoes forget; it is no error when the release was not forgotten.
func (d directory) recall(ctx context.Context, id string) error {
	if !isName(id) {
		return nil
	}
	to := filepath.Join(string(d), "manifests", id+".json")
	if _, err := os.Stat(to); err == nil {
		return nil
	}
	err := os.Rename(filepath.Join(string(d), forgottenFolder, id+".json"), to)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("bring back release %s: %w", id, err)
	}
	return nil
}
