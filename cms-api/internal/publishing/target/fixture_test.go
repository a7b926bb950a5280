package target

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/test/teststore"
)

// press makes releases in a store on disk, as the publisher does.
type press struct {
	t   testing.TB
	dir string
	n   int
	// made are the blobs that are there.
	made map[string]bool
}

func newPress(t testing.TB) *press {
	p := &press{t: t, dir: t.TempDir(), made: map[string]bool{}}
	for _, folder := range []string{"blobs", "manifests"} {
		p.check(os.MkdirAll(filepath.Join(p.dir, folder), 0o755))
	}
	return p
}

func (p *press) check(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func (p *press) blob(text string) string {
	name := hashOf([]byte(text))
	if !p.made[name] {
		p.check(os.WriteFile(filepath.Join(p.dir, "blobs", name), []byte(text), 0o644))
		p.made[name] = true
	}
	return name
}

var types = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".xml": "application/xml; charset=utf-8",
	".txt": "text/plain; charset=utf-8",
}

func isAsset(path string) bool {
	return strings.HasPrefix(path, "/_next/") || strings.HasSuffix(path, ".svg")
}

// publish makes a release of these files the current one, and returns its id.
func (p *press) publish(files map[string]string) string {
	p.t.Helper()
	p.n++
	type route struct {
		Files map[string]release.Entry `json:"files"`
	}
	assets, shards := map[string]release.Entry{}, map[int]map[string]route{}
	for path, text := range files {
		e := release.Entry{Blob: p.blob(text), Size: int64(len(text)), Type: types[filepath.Ext(path)]}
		if isAsset(path) {
			assets[path] = e
			continue
		}
		key := strings.TrimSuffix(strings.TrimSuffix(path, ".html"), ".txt")
		if key == "/index" {
			key = "/"
		}
		sum := sha256.Sum256([]byte(key))
		at := int(sum[0])
		if shards[at] == nil {
			shards[at] = map[string]route{}
		}
		if _, ok := shards[at][key]; !ok {
			shards[at][key] = route{map[string]release.Entry{}}
		}
		shards[at][key].Files[path] = e
	}
	m := release.Manifest{
		Release: fmt.Sprintf("20260301T12%02d%02d000Z-%08x", p.n/60%60, p.n%60, p.n), Fingerprint: fmt.Sprint("f", p.n),
		BuiltAt: time.Date(2026, 3, 1, 12, 0, p.n, 0, time.UTC), Shards: make([]*string, 256), Files: len(files),
		Assets: p.blob(p.json(map[string]any{"files": assets})),
	}
	for at, routes := range shards {
		name := p.blob(p.json(map[string]any{"routes": routes}))
		m.Shards[at] = &name
	}
	p.check(os.WriteFile(filepath.Join(p.dir, "manifests", m.Release+".json"), []byte(p.json(m)), 0o644))
	p.point(m.Release)
	return m.Release
}

func (p *press) json(v any) string {
	raw, err := json.Marshal(v)
	p.check(err)
	return string(raw)
}

func (p *press) point(id string) {
	p.check(os.WriteFile(filepath.Join(p.dir, "CURRENT.tmp"), []byte(id+"\n"), 0o644))
	p.check(os.Rename(filepath.Join(p.dir, "CURRENT.tmp"), filepath.Join(p.dir, "CURRENT")))
}

// forget deletes everything that only releases before the current one need.
func (p *press) forget() {
	store := p.open()
	keep := map[string]bool{}
	for _, list := range store.Current().Lists() {
		keep[list] = true
		raw, err := store.Blob(context.Background(), list)
		p.check(err)
		files, err := release.DecodeList(list, raw)
		p.check(err)
		for _, e := range files {
			keep[e.Blob] = true
		}
	}
	for folder, kept := range map[string]map[string]bool{
		"blobs": keep, "manifests": {store.Current().Release + ".json": true},
	} {
		found, err := os.ReadDir(filepath.Join(p.dir, folder))
		p.check(err)
		for _, file := range found {
			if !kept[file.Name()] {
				delete(p.made, file.Name())
				p.check(os.Remove(filepath.Join(p.dir, folder, file.Name())))
			}
		}
	}
}

func (p *press) open() *release.Store {
	p.t.Helper()
	store, err := release.Open(release.Options{Dir: p.dir, PollEvery: 5 * time.Millisecond})
	p.check(err)
	return store
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// place is where a test mirrors to, and how it looks there.
type place struct {
	address string
	storage Storage
	t       testing.TB
}

func storageAt(endpoint string) Storage {
	return func(bucket string) (*objectstore.Store, error) {
		return objectstore.Open(objectstore.Options{
			Endpoint: endpoint, Region: "us-east-1", Bucket: bucket, AccessKey: teststore.AccessKey,
			SecretKey: teststore.SecretKey,
		}, quiet())
	}
}

func folderPlace(t testing.TB) place { return place{address: filepath.Join(t.TempDir(), "www"), t: t} }

func bucketPlace(t testing.TB, stores *teststore.Stores) place {
	prefix := filepath.Base(filepath.Dir(t.TempDir()))
	return place{address: "s3://" + teststore.Bucket + "/" + prefix, storage: storageAt(stores.S3Endpoint), t: t}
}

// another returns an empty place of the same kind.
func (p place) another() place {
	dir := p.t.TempDir()
	if p.storage == nil {
		p.address = filepath.Join(dir, "www")
	} else {
		p.address = "s3://" + teststore.Bucket + "/" + filepath.Base(filepath.Dir(dir)) + filepath.Base(dir)
	}
	return p
}

func (p place) objects() objectstore.Folder {
	folder, err := OpenBucket(p.address, p.storage)
	if err != nil {
		p.t.Fatal(err)
	}
	return folder
}

// files returns what lies there, the mirror's own notes left out.
func (p place) files() map[string]string {
	p.t.Helper()
	files := p.everything()
	maps.DeleteFunc(files, func(path, _ string) bool { return strings.HasPrefix(path, "/"+notesFolder) })
	return files
}

// everything returns all files that lie there.
func (p place) everything() map[string]string {
	p.t.Helper()
	files := map[string]string{}
	var err error
	if p.storage == nil {
		err = filepath.WalkDir(p.address, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := os.ReadFile(name)
			files[strings.TrimPrefix(name, p.address)] = string(data)
			return err
		})
	} else {
		folder := p.objects()
		err = folder.List(p.t.Context(), "", func(object objectstore.Info) error {
			data, _, err := folder.Read(p.t.Context(), object.Key, "")
			if errors.Is(err, objectstore.ErrMissing) {
				return nil // a process that was killed had asked for that, and it happened now
			}
			files["/"+object.Key] = string(data)
			return err
		})
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return files
}

func (p place) write(path, text string) {
	p.t.Helper()
	var err error
	if p.storage != nil {
		_, err = p.objects().
			Write(p.t.Context(), objectstore.Object{Key: path[1:], ContentType: "text/plain", Data: []byte(text)})
	} else if err = os.MkdirAll(filepath.Dir(p.address+path), 0o755); err == nil {
		err = os.WriteFile(p.address+path, []byte(text), 0o644)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p place) open(store *release.Store) *Mirror {
	p.t.Helper()
	m, err := OpenMirror(p.address, store, p.storage, quiet(), time.Now)
	if err != nil {
		p.t.Fatal(err)
	}
	return m
}

// mirror brings the place to the current release.
func (p place) mirror(store *release.Store) Updated {
	p.t.Helper()
	done, err := p.open(store).Update(p.t.Context(), store.Current())
	if err != nil {
		p.t.Fatal(err)
	}
	return done
}

// equal compares what lies there with a release's public files.
func (p place) equal(store *release.Store, files map[string]string, others map[string]string) {
	p.t.Helper()
	want := maps.Clone(files)
	want["/release.json"] = string(store.Current().About())
	maps.Copy(want, others)
	got := p.files()
	for _, path := range slices.Sorted(maps.Keys(want)) {
		if text, ok := got[path]; !ok || text != want[path] {
			p.t.Errorf("%s is there: %v; %.60q, want %.60q", path, ok, text, want[path])
		}
	}
	for path := range got {
		if _, ok := want[path]; !ok {
			p.t.Errorf("%s is left over", path)
		}
	}
}

// onBoth runs a test on a folder and on a bucket.
func onBoth(t *testing.T, test func(t *testing.T, p place)) {
	t.Run("folder", func(t *testing.T) { test(t, folderPlace(t)) })
	t.Run("bucket", func(t *testing.T) {
		teststore.Each(t, func(t *testing.T, stores *teststore.Stores) { test(t, bucketPlace(t, stores)) })
	})
}

// onBothGivenUp is onBoth for a test that gives up requests. MinIO may take back
// later what such a request has stored, which is why a mirror compares every file
// again after a while: see TestMirror_RequestsThatComeLate.
func onBothGivenUp(t *testing.T, test func(t *testing.T, p place)) {
	t.Run("folder", func(t *testing.T) { test(t, folderPlace(t)) })
	t.Run("bucket", func(t *testing.T) { test(t, bucketPlace(t, newStores(t))) })
}

func newStores(t testing.TB) *teststore.Stores { return teststore.Start(t) }
