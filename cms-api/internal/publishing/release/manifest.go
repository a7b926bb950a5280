package release

import (
	"encoding/json"
	"errors"
	"fmt"
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
	ContentModel      string    `json:"content_model"`
	BuiltAt           time.Time `json:"built_at"`
	Routes            int       `json:"routes"`
	Files             int       `json:"files"`
	ChangedRoutes     []string  `json:"changed_routes"`
	ChangedCount      int       `json:"changed_count"`
	RemovedCount      int       `json:"removed_count"`
	DurationMS        int64     `json:"duration_ms"`
	// Failures are the first of the pages that could not be rendered, by path, and
	// FailedCount is how many there are. The release has each of them as it was
	// rendered last, or not at all.
	Failures    []FailedPage `json:"failures,omitempty"`
	FailedCount int          `json:"failed_count,omitempty"`
	// Build sums up all releases of the build that ended with this one; nil in
	// those on the way.
	Build *Build `json:"build,omitempty"`
	// Assets names the blob that lists what all pages share.
	Assets string `json:"assets"`
	// Shards name the blobs that list the routes; nil where there are none.
	Shards []*string `json:"shards"`
}

// FailedPage is a page that could not be rendered.
type FailedPage struct {
	Path   string    `json:"path" example:"/blog/how-monsoons-form"`
	Reason string    `json:"reason" example:"The page could not be rendered: Invalid URL"`
	Since  time.Time `json:"since" doc:"When it could not be rendered first" example:"2026-01-15T09:30:00Z"`
	Hash   string    `json:"hash" doc:"Of the inputs that could not be rendered" format:"sha256"`
}

// Build is what a build changed against the release that it began from.
type Build struct {
	Parent        string   `json:"parent"`
	ChangedRoutes []string `json:"changed_routes"`
	ChangedCount  int      `json:"changed_count"`
	RemovedCount  int      `json:"removed_count"`
}

// origin returns the release that this one replaces: for the last one of a build, the one
// that the build began from.
func (m *Manifest) origin() string {
	if m.Build != nil {
		return m.Build.Parent
	}
	return m.Parent
}

// Lists returns the names of the blobs that list the files of a release: its assets
// first, then its shards.
func (m *Manifest) Lists() []string {
	lists := []string{m.Assets}
	for _, hash := range m.Shards {
		if hash != nil {
			lists = append(lists, *hash)
		}
	}
	return lists
}

// errMalformed says that a manifest was read and is none.
var errMalformed = errors.New("not a manifest")

// decodeManifest reads the manifest of a release, which must say that it is.
func decodeManifest(id string, raw []byte) (*Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, fmt.Errorf("%w: %w", errMalformed, err)
	}
	if m.Release != id || len(m.Shards) != shardCount {
		return nil, fmt.Errorf("%w: it is of release %q and has %d shards", errMalformed, m.Release, len(m.Shards))
	}
	return &m, nil
}

// decodeCurrent reads what CURRENT holds.
func decodeCurrent(raw []byte) (string, error) {
	id := strings.TrimSuffix(string(raw), "\n")
	if !isName(id) {
		return "", fmt.Errorf("CURRENT does not hold a release id: %.80q", raw)
	}
	return id, nil
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
