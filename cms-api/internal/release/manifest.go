package release

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Manifest says what a release is and where its files are listed.
type Manifest struct {
	Release           string    `json:"release"`
	Parent            string    `json:"parent"`
	Fingerprint       string    `json:"fingerprint"`
	TargetFingerprint string    `json:"target_fingerprint"`
	Partial           bool      `json:"partial"`
	CodeVersion       string    `json:"code_version"`
	BuiltAt           time.Time `json:"built_at"`
	Mode              string    `json:"mode"`
	Routes            int       `json:"routes"`
	Files             int       `json:"files"`
	ChangedRoutes     []string  `json:"changed_routes"`
	ChangedCount      int       `json:"changed_count"`
	RemovedCount      int       `json:"removed_count"`
	DurationMS        int64     `json:"duration_ms"`
	// Build sums up all releases of the build that ended with this one; nil in
	// those on the way.
	Build *Build `json:"build,omitempty"`
	// Assets names the blob that lists what all pages share.
	Assets string `json:"assets"`
	// Shards name the blobs that list the routes; nil where there are none.
	Shards []*string `json:"shards"`
}

// Build is what a build changed against the release that it began from.
type Build struct {
	Parent        string   `json:"parent"`
	ChangedRoutes []string `json:"changed_routes"`
	ChangedCount  int      `json:"changed_count"`
	RemovedCount  int      `json:"removed_count"`
}

// entry is one file as a shard lists it.
type entry struct {
	Blob      string   `json:"blob"`
	Size      int64    `json:"size"`
	Type      string   `json:"type"`
	Encodings []string `json:"encodings"`
}

// shardBlob is a shard as it is stored.
type shardBlob struct {
	Routes map[string]struct {
		Files map[string]entry `json:"files"`
	} `json:"routes"`
}

// assetsBlob lists the files that belong to no route.
type assetsBlob struct {
	Files map[string]entry `json:"files"`
}

// errNone says that nothing has been published yet.
var errNone = errors.New("no release yet")

// directory is a release store on disk. Nothing in it is ever changed in place.
type directory string

// current returns the id that CURRENT holds, or errNone.
func (d directory) current() (string, error) {
	raw, err := os.ReadFile(filepath.Join(string(d), "CURRENT"))
	if errors.Is(err, fs.ErrNotExist) {
		return "", errNone
	}
	if err != nil {
		return "", fmt.Errorf("read CURRENT: %w", err)
	}
	id := strings.TrimSuffix(string(raw), "\n")
	if !isName(id) {
		return "", fmt.Errorf("CURRENT does not hold a release id: %.80q", raw)
	}
	return id, nil
}

// manifest reads and checks one manifest.
func (d directory) manifest(id string) (*Manifest, error) {
	if !isName(id) {
		return nil, fmt.Errorf("not a release id: %.80q", id)
	}
	raw, err := os.ReadFile(filepath.Join(string(d), "manifests", id+".json"))
	if err != nil {
		return nil, fmt.Errorf("read manifest: %w", err)
	}
	var m Manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("read manifest %s: %w", id, err)
	}
	if m.Release != id || len(m.Shards) != shardCount {
		return nil, fmt.Errorf("manifest %s is of release %q and has %d shards", id, m.Release, len(m.Shards))
	}
	return &m, nil
}

// blob reads a blob whose bytes must have the hash that is its name.
func (d directory) blob(hash string) ([]byte, error) {
	raw, err := d.read(hash)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(raw); hex.EncodeToString(sum[:]) != hash {
		return nil, fmt.Errorf("blob %s does not have the hash that is its name", hash)
	}
	return raw, nil
}

// read reads a blob or a variant of one, unchecked.
func (d directory) read(name string) ([]byte, error) {
	if !isName(name) {
		return nil, fmt.Errorf("not a blob name: %.80q", name)
	}
	raw, err := os.ReadFile(filepath.Join(string(d), "blobs", name))
	if err != nil {
		return nil, fmt.Errorf("read blob: %w", err)
	}
	return raw, nil
}

// has returns an error unless the blob exists in the size that is listed.
func (d directory) has(e entry) error {
	if !isName(e.Blob) {
		return fmt.Errorf("not a blob name: %.80q", e.Blob)
	}
	info, err := os.Stat(filepath.Join(string(d), "blobs", e.Blob))
	if err != nil {
		return fmt.Errorf("look for blob: %w", err)
	}
	if info.Size() != e.Size {
		return fmt.Errorf("blob %s has %d bytes instead of %d", e.Blob, info.Size(), e.Size)
	}
	return nil
}

// isName reports whether s can only be the name of a file in its own folder.
func isName(s string) bool {
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r == '-', r == '.':
		default:
			return false
		}
	}
	return s != "" && s[0] != '.' && len(s) <= 100
}
