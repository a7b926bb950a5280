package apitest_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/test/apitest"
)

// publishFiles writes a release of files, by their public paths, as the publisher
// does, and makes it the current one. It returns the release's id.
func publishFiles(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	return publishManifest(t, dir, files, nil)
}

// publishManifest is publishFiles with other members of the manifest.
func publishManifest(t *testing.T, dir string, files map[string]string, members map[string]any) string {
	t.Helper()
	type entry struct {
		Blob      string   `json:"blob"`
		Size      int      `json:"size"`
		Type      string   `json:"type"`
		Encodings []string `json:"encodings"`
	}
	types := map[string]string{
		".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	}
	listed := map[string]entry{}
	for path, text := range files {
		listed[path] = entry{
			Blob: putBlob(t, dir, []byte(text)), Size: len(text), Type: types[filepath.Ext(path)], Encodings: []string{},
		}
	}
	assets, err := json.Marshal(map[string]any{"files": listed})
	if err != nil {
		t.Fatal(err)
	}
	previous, _ := os.ReadDir(filepath.Join(dir, "manifests"))
	id := fmt.Sprintf("20260301T120000%03dZ-00000000", len(previous))
	parent := ""
	if len(previous) > 0 {
		parent = strings.TrimSuffix(previous[len(previous)-1].Name(), ".json")
	}
	described := map[string]any{
		"release": id, "parent": parent, "fingerprint": strings.Repeat("0", 64), "built_at": time.Now(),
		"assets": putBlob(t, dir, assets), "shards": make([]*string, 256),
	}
	maps.Copy(described, members)
	manifest, err := json.Marshal(described)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "manifests"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, dir, "manifests/"+id+".json", string(manifest))
	writeFile(t, dir, "CURRENT", id+"\n")
	return id
}

func putBlob(t *testing.T, dir string, data []byte) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, "blobs"), 0o700); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:])
	writeFile(t, dir, "blobs/"+name, string(data))
	return name
}

// follow waits until a release that was written to the folder is live.
func follow(t *testing.T, app *apitest.App, release string) {
	t.Helper()
	apitest.Eventually(t, func() bool {
		live := app.Server().Publishing.Releases.Current()
		return live != nil && live.Release == release
	})
}
