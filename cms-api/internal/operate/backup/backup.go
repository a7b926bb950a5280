// Package backup writes all stored data into one archive, and restores it.
//
// An archive is a tar file, compressed with zstd, that common tools unpack:
//
//	backup.json                         what it is (Head)
//	documents/<collection>/0001.ndjson  canonical Extended JSON, a document a line, some MiB a file
//	media/<key>                         a stored file; its type is the attribute user.mime_type
//	manifest.json                       the size and SHA-256 of each entry (Manifest)
//
// Documents come before media, so that every file that a document names is there.
// It depends on neither the kind of database nor that of object storage.
package backup

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Format is the version of the archive's shape.
const Format = 1

const (
	headName     = "backup.json"
	manifestName = "manifest.json"
	documentsDir = "documents/"
	mediaDir     = "media/"
	// typeAttribute is where a tar entry says its media type: as an extended
	// attribute, which tools know.
	typeAttribute = "SCHILY.xattr.user.mime_type"
)

// Head says what an archive is.
type Head struct {
	Format int    `json:"format"`
	ID     string `json:"id"`
	// Program is the version of cms-api that wrote it.
	Program string    `json:"program"`
	BegunAt time.Time `json:"begun_at"`
	// ContentModel is the version of the model that the content was written for; empty in
	// archives of before there was one.
	ContentModel string `json:"content_model,omitempty"`
	// WithoutLeads says that what visitors left was left out.
	WithoutLeads bool `json:"without_leads"`
}

// Manifest lists the contents of an archive.
type Manifest struct {
	ID      string    `json:"id"`
	EndedAt time.Time `json:"ended_at"`
	// Documents counts those of each collection, also where there are none.
	Documents map[string]int `json:"documents"`
	// MediaBytes is the size of all media together.
	MediaBytes int64   `json:"media_bytes"`
	Entries    []Entry `json:"entries"`
}

// Entry is a file of the archive.
type Entry struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	Type   string `json:"type,omitempty"`
}

// DocumentCount returns how many documents there are.
func (m Manifest) DocumentCount() int {
	count := 0
	for _, each := range m.Documents {
		count += each
	}
	return count
}

// MediaCount returns how many media there are.
func (m Manifest) MediaCount() int {
	count := 0
	for _, e := range m.Entries {
		if strings.HasPrefix(e.Name, mediaDir) {
			count++
		}
	}
	return count
}

// Media leads from the key of each stored file to its SHA-256.
func (m Manifest) Media() map[string]string {
	found := map[string]string{}
	for _, e := range m.Entries {
		if key, ok := strings.CutPrefix(e.Name, mediaDir); ok {
			found[key] = e.SHA256
		}
	}
	return found
}

// ErrDamaged says that an archive is not as it was written.
var ErrDamaged = errors.New("the archive is damaged or not whole")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrDamaged}, args...)...)
}
