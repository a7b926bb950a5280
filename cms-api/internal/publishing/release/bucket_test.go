package release

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/teststore"
)

// opener opens what a writer has written.
type opener func(t testing.TB, dir string) *Store

// onBoth runs a test on a release store on disk and on one in a bucket, of the
// embedded object store and of MinIO.
func onBoth(t *testing.T, test func(t *testing.T, open opener)) {
	t.Run("on disk", func(t *testing.T) { test(t, open) })
	t.Run("in a bucket", func(t *testing.T) {
		teststore.Each(t, func(t *testing.T, stores *teststore.Stores) {
			test(t, func(t testing.TB, dir string) *Store {
				folder := newFolder(t, stores)
				carry(t, folder, dir)
				return openBucketAt(t, folder, t.TempDir())
			})
		})
	})
}

func newFolder(t testing.TB, stores *teststore.Stores) objectstore.Folder {
	t.Helper()
	objects, err := objectstore.Open(objectstore.Options{
		Endpoint: stores.S3Endpoint, Region: "us-east-1", Bucket: teststore.Bucket, AccessKey: teststore.AccessKey,
		SecretKey: teststore.SecretKey,
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return objectstore.Folder{
		Store: objects, Prefix: filepath.Base(t.TempDir()) + "-" + strings.ReplaceAll(t.Name(), "/", "-") + "/",
	}
}

// carry brings a store on disk into the bucket as it is, CURRENT last.
func carry(t testing.TB, folder objectstore.Folder, dir string) {
	t.Helper()
	put := func(name string) {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := folder.Write(t.Context(), objectstore.Object{
			Key: name, ContentType: "application/octet-stream", Data: data,
		}); err != nil {
			t.Fatal(err)
		}
	}
	for _, sub := range []string{"blobs", "manifests"} {
		found, err := os.ReadDir(filepath.Join(dir, sub))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			put(sub + "/" + file.Name())
		}
	}
	put("CURRENT")
}

func openBucketAt(t testing.TB, folder objectstore.Folder, dir string) *Store {
	t.Helper()
	bucket := &Bucket{Objects: folder, CacheBytes: 1 << 30}
	store, err := Open(Options{Dir: dir, Bucket: bucket, PollEvery: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// run follows CURRENT until the test ends.
func run(t testing.TB, store *Store) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = store.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
}

func TestBucket_FollowsCurrent(t *testing.T) { teststore.Each(t, testBucketFollowsCurrent) }

func testBucketFollowsCurrent(t *testing.T, stores *teststore.Stores) {
	folder := newFolder(t, stores)
	w := newWriter(t)
	store := openBucketAt(t, folder, t.TempDir())
	run(t, store)
	if store.Current() != nil {
		t.Fatal("an empty bucket has a release")
	}
	first := w.publish("f1", site("one"))
	carry(t, folder, w.dir)
	wait(t, store, first)
	second := w.publish("f2", site("two"))
	carry(t, folder, w.dir)
	wait(t, store, second)
	if got := ask(t, store, "GET", "/blog"); got.body != long("two blog") {
		t.Fatalf("%d %.40q", got.status, got.body)
	}
	if ids, err := releaseIDs(t.Context(), store.Blobs.dir); err != nil || !slices.Equal(ids, []string{first, second}) {
		t.Errorf("%v %v", ids, err)
	}
	if m, err := store.Check(t.Context(), first); err != nil || m.Fingerprint != "f1" {
		t.Fatal(m, err)
	}
	if err := store.Activate(t.Context(), first); err != nil || store.Current().Release != first {
		t.Fatal(err)
	}
	if again := openBucketAt(t, folder, t.TempDir()); again.Current().Release != first {
		t.Error("the pointer was not moved in the bucket")
	}
	if err := folder.Delete(t.Context(), "blobs/"+hashOf([]byte(long("two blog")))); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Check(t.Context(), second); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a release of which a file is missing: %v", err)
	}
	if _, err := store.Check(t.Context(), "20200101T000000000Z-00000000"); !errors.Is(err, ErrUnknown) {
		t.Errorf("a release that never was: %v", err)
	}
}

// An edge that polls once an hour can be notified, by any number of calls.
func TestBucket_IsNotified(t *testing.T) { teststore.Each(t, testBucketIsNotified) }

func testBucketIsNotified(t *testing.T, stores *teststore.Stores) {
	folder := newFolder(t, stores)
	w := newWriter(t)
	first := w.publish("f1", site("one"))
	carry(t, folder, w.dir)
	bucket := &Bucket{Objects: folder, CacheBytes: 1 << 30}
	store, err := Open(Options{Dir: t.TempDir(), Bucket: bucket, PollEvery: time.Hour})
	w.check(err)
	run(t, store)
	for _, text := range []string{"two", "three"} {
		next := w.publish("f", site(text))
		carry(t, folder, w.dir)
		if store.Current().Release != first {
			t.Fatal("it was not asked to look")
		}
		for range 20 {
			if got := ask(t, store, "POST", AboutPath); got.status != 204 || got.body != "" {
				t.Fatal(got)
			}
		}
		wait(t, store, next)
		first = next
	}
	if got := ask(t, store, "POST", "/blog"); got.status != 405 {
		t.Error(got.status)
	}
}

// While the bucket is away the site stays: pages that were asked for before are
// served, also by a process that starts in the meantime.
func TestBucket_Outage(t *testing.T) { teststore.EachOwn(t, testBucketOutage) }

func testBucketOutage(t *testing.T, stores *teststore.Stores) {
	folder := newFolder(t, stores)
	w := newWriter(t)
	first := w.publish("f1", site("one"))
	carry(t, folder, w.dir)
	cache := t.TempDir()
	store := openBucketAt(t, folder, cache)
	for _, accept := range []string{"", "br"} {
		if got := ask(t, store, "GET", "/blog", "Accept-Encoding", accept); got.status != 200 {
			t.Fatal(got.status)
		}
	}
	stores.Stop()
	for what, s := range map[string]*Store{"running": store, "restarted": openBucketAt(t, folder, cache)} {
		if s.Current() == nil || s.Current().Release != first || s.Refused() != "" {
			t.Fatalf("%s: the release is gone", what)
		}
		if got := ask(t, s, "GET", "/blog", "Accept-Encoding", "br"); got.status != 200 ||
			got.get("Content-Encoding") != "br" {
			t.Errorf("%s: a page that was asked for before: %d", what, got.status)
		}
		if got := ask(t, s, "GET", "/blog/v1.2"); got.status != 503 || got.get("Retry-After") == "" {
			t.Errorf("%s: a page that was not: %d", what, got.status)
		}
		if err := s.Reload(t.Context()); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	stores.Restart(t)
	second := w.publish("f2", site("two"))
	carry(t, folder, w.dir)
	run(t, store)
	wait(t, store, second)
	if got := ask(t, store, "GET", "/blog/v1.2"); got.body != long("two version") {
		t.Errorf("%d %.40q", got.status, got.body)
	}
}

// What lies in the cache is not trusted either, and is fetched again.
func TestBucket_DamagedCache(t *testing.T) { teststore.Each(t, testBucketDamagedCache) }

func testBucketDamagedCache(t *testing.T, stores *teststore.Stores) {
	folder := newFolder(t, stores)
	w := newWriter(t)
	w.publish("f1", site("one"))
	carry(t, folder, w.dir)
	cache := t.TempDir()
	if got := ask(t, openBucketAt(t, folder, cache), "GET", "/blog"); got.status != 200 {
		t.Fatal(got.status)
	}
	page := filepath.Join(cache, "blobs", hashOf([]byte(long("one blog"))))
	w.check(os.Truncate(page, 7))
	if got := ask(t, openBucketAt(t, folder, cache), "GET", "/blog"); got.body != long("one blog") {
		t.Errorf("%d %.40q", got.status, got.body)
	}
	if data, err := os.ReadFile(page); err != nil || string(data) != long("one blog") {
		t.Errorf("the cache was not mended: %v", err)
	}
}

func TestBucket_TheCacheIsBounded(t *testing.T) {
	folder := newFolder(t, teststore.Start(t))
	w := newWriter(t)
	files := map[string]string{}
	paths := []string{"/a", "/b", "/c", "/d", "/e", "/f", "/g", "/h"}
	for _, path := range paths {
		files[path+".html"] = path + strings.Repeat(".", 10_000)
	}
	w.publish("f1", files)
	carry(t, folder, w.dir)
	cache := t.TempDir()
	store, err := Open(Options{Dir: cache, Bucket: &Bucket{Objects: folder, CacheBytes: 40_000}, CacheBytes: 1})
	w.check(err)
	for range 2 {
		for _, path := range paths {
			if got := ask(t, store, "GET", path); got.body != files[path+".html"] {
				t.Fatalf("%s: %d", path, got.status)
			}
		}
	}
	size := int64(0)
	w.check(filepath.WalkDir(filepath.Join(cache, "blobs"), func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		size += info.Size()
		return err
	}))
	if size > 40_000 || size < 20_000 {
		t.Errorf("the cache holds %d bytes", size)
	}
	if again := openBucketAt(t, folder, cache); again.Current() == nil {
		t.Error("the lists of the release were dropped")
	}
}

// What the release that is served does not name goes first, however recent.
func TestDiskCache_KeepsWhatIsServed(t *testing.T) {
	w := newWriter(t)
	w.publish("f1", map[string]string{"/a.html": "page", "/b.html": "another"})
	serving := open(t, w.dir).Current()
	disk, err := openDiskCache(t.TempDir(), 1_000)
	w.check(err)
	w.check(disk.keep(t.Context(), serving))
	w.check(disk.put(hashOf([]byte("page")), make([]byte, 300)))
	for _, name := range []string{"old1", "old2", "old3"} {
		w.check(disk.put(name, make([]byte, 300)))
	}
	if !disk.touch(hashOf([]byte("page"))) || disk.touch("old1") {
		t.Error("the wrong one went")
	}
	if _, err := os.Stat(disk.path("old1")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is still there: %v", err)
	}
}

// heads counts requests that look for one object.
type heads struct {
	http.RoundTripper
	count *atomic.Int32
}

func (h heads) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodHead {
		h.count.Add(1)
	}
	return h.RoundTripper.RoundTrip(r)
}

// The many files of a first release are looked for in a list of all, not one by one.
func TestBucket_AReleaseOfManyFiles(t *testing.T) {
	stores := teststore.Start(t)
	folder := newFolder(t, stores)
	var count atomic.Int32
	objects, err := objectstore.Open(objectstore.Options{
		Endpoint: stores.S3Endpoint, Region: "us-east-1", Bucket: teststore.Bucket, AccessKey: teststore.AccessKey,
		SecretKey: teststore.SecretKey,
		Transport: func(next http.RoundTripper) http.RoundTripper { return heads{next, &count} },
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	folder.Store = objects
	store := openBucketAt(t, folder, t.TempDir())
	c := changeTo(t, store, "f1", map[string]string{"/index.html": long("home"), "/404.html": "none"})
	for i := range manyFiles {
		name := fmt.Sprint("/blog/", i)
		c.Routes[name] = ChangedRoute{"hash", map[string]string{name + ".html": hashOf([]byte(long("home")))}}
	}
	count.Store(0)
	commit(t, store, c)
	if count.Load() > 0 {
		t.Errorf("%d files were asked for one by one", count.Load())
	}
	shows(t, store, map[string]string{"/index.html": long("home"), "/blog/7.html": long("home")})
	delete(c.Routes, "/blog/7")
	c.Parent, c.Routes["/lost"] = store.Current().Release, ChangedRoute{"h", map[string]string{"/lost.html": hashOf(nil)}}
	if _, err := store.Commit(t.Context(), c); !problem.Is(err, problem.Invalid) {
		t.Errorf("with a file that is nowhere: %v", err)
	}
}

// CURRENT moves while it is asked for all the time: no move is missed.
func TestBucket_MissesNoMove(t *testing.T) {
	folder := newFolder(t, teststore.Start(t))
	w := newWriter(t)
	ids := []string{w.publish("f1", site("one")), w.publish("f2", site("two"))}
	carry(t, folder, w.dir)
	store := openBucketAt(t, folder, t.TempDir())
	store.pollEvery = time.Millisecond
	run(t, store)
	for i := range 30 {
		id := ids[i%2]
		if _, err := folder.Write(t.Context(), objectstore.Object{Key: "CURRENT", Data: []byte(id + "\n")}); err != nil {
			t.Fatal(err)
		}
		wait(t, store, id)
	}
}
