package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The pages and files of the release made here. The sizes are those of the real site.
const (
	articlePage = "/blog/measured"
	script      = "/_next/static/chunks/measured.js"
	homeBytes   = 84 << 10
	pageBytes   = 32 << 10
	scriptBytes = 110 << 10
)

// A release's routes are listed in this many shards.
const shards = 256

// releaseFile is how a shard lists a file.
type releaseFile struct {
	Blob      string   `json:"blob"`
	Size      int      `json:"size"`
	Type      string   `json:"type"`
	Encodings []string `json:"encodings"`
}

// writeRelease writes a release store with a home page, an article's page and a
// script, so that static files can be measured without building the site.
// cms-api refuses it when it is not in the format that cms-api/internal/publishing/release
// reads.
func writeRelease(dir string) error {
	for _, folder := range []string{"blobs", "manifests"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			return err
		}
	}
	store := releaseStore(dir)
	listed := make([]any, shards)
	for route, size := range map[string]int{"/": homeBytes, articlePage: pageBytes, "/404": pageBytes} {
		path := route + ".html"
		if route == "/" {
			path = "/index.html"
		}
		file, err := store.file(filler(size), "text/html; charset=utf-8")
		if err != nil {
			return err
		}
		shard, err := store.list("routes", map[string]any{
			route: map[string]any{"hash": route, "files": map[string]releaseFile{path: file}},
		})
		if err != nil {
			return err
		}
		listed[sha256.Sum256([]byte(route))[0]] = shard
	}
	file, err := store.file(filler(scriptBytes), "text/javascript; charset=utf-8")
	if err != nil {
		return err
	}
	assets, err := store.list("files", map[string]releaseFile{script: file})
	if err != nil {
		return err
	}
	const id = "20260101T000000000Z-0123abcd"
	manifest, err := json.Marshal(map[string]any{
		"release": id, "fingerprint": strings.Repeat("0", 64), "target_fingerprint": strings.Repeat("0", 64),
		"code_version": "bench",
		"built_at":     time.Now().UTC(), "routes": 3, "files": 4, "assets": assets, "shards": listed,
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "manifests", id+".json"), manifest, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "CURRENT"), []byte(id+"\n"), 0o644)
}

type releaseStore string

// blob stores bytes and returns their name.
func (s releaseStore) blob(data []byte) (string, error) {
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:])
	return name, os.WriteFile(filepath.Join(string(s), "blobs", name), data, 0o644)
}

// list stores a list of files and returns its name.
func (s releaseStore) list(key string, entries any) (string, error) {
	data, err := json.Marshal(map[string]any{key: entries})
	if err != nil {
		return "", err
	}
	return s.blob(data)
}

// file stores a public file, plain and compressed.
func (s releaseStore) file(data []byte, mediaType string) (releaseFile, error) {
	name, err := s.blob(data)
	if err != nil {
		return releaseFile{}, err
	}
	var compressed bytes.Buffer
	writer := gzip.NewWriter(&compressed)
	if _, err := writer.Write(data); err != nil {
		return releaseFile{}, err
	}
	if err := writer.Close(); err != nil {
		return releaseFile{}, err
	}
	err = os.WriteFile(filepath.Join(string(s), "blobs", name+".gz"), compressed.Bytes(), 0o644)
	return releaseFile{Blob: name, Size: len(data), Type: mediaType, Encodings: []string{"gzip"}}, err
}

// filler is text of a size.
func filler(size int) []byte {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(content(i))
	}
	return []byte(b.String()[:size])
}
