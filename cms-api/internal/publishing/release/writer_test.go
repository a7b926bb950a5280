package release

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"academy/cms-api/internal/platform/problem"
)

func TestCommit(t *testing.T) { onEmpty(t, testCommit) }

func testCommit(t *testing.T, store *Store) {
	ctx := t.Context()
	first := commit(t, store, changeTo(t, store, "f1", site("one")))
	shows(t, store, site("one"))
	m, err := store.Check(ctx, first)
	if err != nil || m.Files != len(site("one")) || m.Routes != 8 || m.Parent != "" || m.Build == nil ||
		m.FailedCount != 0 {
		t.Fatalf("%+v %v", m, err)
	}

	// One page changes, one goes, one fails; a second part follows.
	c := changeTo(t, store, "f2", map[string]string{"/blog/first.html": long("first again")})
	c.Assets, c.Partial, c.Removed = nil, true, []string{"/blog/v1.2"}
	c.Failures = []FailedPage{{Path: "/blog", Reason: "It could not be rendered.", Hash: "x"}}
	second := commit(t, store, c)
	m, err = store.Check(ctx, second)
	if err != nil || m.Fingerprint != "f1" || m.TargetFingerprint != "f2" || !m.Partial || m.Parent != first ||
		m.Routes != 7 || m.Files != len(site("one"))-1 || m.Build != nil || m.FailedCount != 1 || m.ChangedCount != 1 ||
		m.RemovedCount != 1 || !slices.Equal(m.ChangedRoutes, []string{"/blog/first"}) {
		t.Fatalf("%+v %v", m, err)
	}
	shows(t, store, map[string]string{"/blog/first.html": long("first again"), "/blog.html": site("one")["/blog.html"]})
	if got := ask(t, store, "GET", "/blog/v1.2"); got.status != 404 {
		t.Errorf("what was removed is answered %d", got.status)
	}

	// An old parent.
	var refused *problem.Error
	if _, err := store.Commit(ctx, c); !errors.As(err, &refused) || refused.Kind != problem.Conflict ||
		refused.Live != (LiveHead{second, "f1", "code", true}) {
		t.Errorf("with an old parent: %v", err)
	}
	// Missing files.
	c.Parent = second
	c.Routes["/blog"] = ChangedRoute{Hash: "h", Files: map[string]string{"/blog.html": hashOf([]byte("nowhere"))}}
	_, err = store.Commit(ctx, c)
	if !errors.As(err, &refused) || refused.Kind != problem.Invalid ||
		!slices.Equal(refused.Missing, []string{hashOf([]byte("nowhere"))}) {
		t.Errorf("with files that are nowhere: %v", err)
	}
	// Files that cannot be.
	for _, file := range []string{"/../x.html", "/a/../blog.html", "/other.html", "blog.html", "/", "/blog\x00.html"} {
		c.Routes["/blog"] = ChangedRoute{Hash: "h", Files: map[string]string{file: hashOf([]byte("x"))}}
		if _, err := store.Commit(ctx, c); !problem.Is(err, problem.Invalid) {
			t.Errorf("with %q: %v", file, err)
		}
	}
	delete(c.Routes, "/blog")
	c.CodeVersion = "other"
	if _, err := store.Commit(ctx, c); !errors.As(err, &refused) || refused.Kind != problem.Invalid ||
		refused.Fields[0].Location != "body.assets" {
		t.Errorf("another code without its files: %v", err)
	}
	if ids := store.IDs(ctx); len(ids) != 2 {
		t.Errorf("refused ones left releases: %v", ids)
	}
	if err := store.Put(ctx, hashOf([]byte("a")), "/a.html", []byte("b")); !problem.Is(err, problem.Invalid) {
		t.Errorf("another hash: %v", err)
	}
}

// Pages of every version that is kept may still be open, and load its scripts.
func TestCommit_KeepsScriptsOfEarlierVersions(t *testing.T) {
	store := open(t, t.TempDir())
	script := func(version string) map[string]string {
		return map[string]string{
			"/index.html": long(version), "/_next/static/" + version + ".js": long(version), "/icon.svg": version,
		}
	}
	var ids []string
	for _, version := range []string{"one", "two", "three"} {
		c := changeTo(t, store, version, script(version))
		c.CodeVersion = version
		ids = append(ids, commit(t, store, c))
	}
	assets := store.Current().assets.files
	if len(assets) != 4 || assets["/_next/static/one.js"] == nil || assets["/icon.svg"].blob != hashOf([]byte("three")) {
		t.Errorf("the assets are %v", slices.Sorted(maps.Keys(assets)))
	}
	if err := forget(t.Context(), store.Blobs.dir, ids[0]); err != nil {
		t.Fatal(err)
	}
	c := changeTo(t, store, "four", script("four"))
	c.CodeVersion = "four"
	commit(t, store, c)
	if store.Current().assets.files["/_next/static/one.js"] != nil {
		t.Error("scripts of a version stay that no release has")
	}
}

// Of several that change the same release at once, one is taken; whichever process they
// ask.
func TestCommit_Concurrent(t *testing.T) {
	dir := t.TempDir()
	first := open(t, dir)
	base := commit(t, first, changeTo(t, first, "f0", site("zero")))
	const writers = 8
	var done sync.WaitGroup
	var mu sync.Mutex
	var made []string
	for i := range writers {
		store := open(t, dir)
		c := changeTo(t, store, fmt.Sprint("f", i), map[string]string{"/index.html": long(fmt.Sprint("home ", i))})
		c.Assets, c.Parent = nil, base // one may be made already
		done.Go(func() {
			m, err := store.Commit(context.Background(), c)
			switch {
			case err == nil:
				mu.Lock()
				defer mu.Unlock()
				made = append(made, m.Release)
			case !problem.Is(err, problem.Conflict):
				t.Error(err)
			}
		})
	}
	done.Wait()
	if current, err := first.CurrentID(t.Context()); len(made) != 1 || current != made[0] || err != nil {
		t.Fatalf("made %v, current is %s, %v", made, current, err)
	}
	if ids := first.IDs(t.Context()); !slices.Equal(ids, []string{base, made[0]}) {
		t.Errorf("there are %v", ids)
	}
}

const killEnv = "RELEASE_TEST_KILL"

// TestCommitProcess is the process that TestCommit_Killed kills: it says whenever it has
// written something.
func TestCommitProcess(t *testing.T) {
	given := strings.Split(os.Getenv(killEnv), "|")
	if len(given) != 2 {
		return // nobody wants it
	}
	store := open(t, given[0])
	store = onto(t, speaking{store.Blobs.dir})
	c := changeTo(t, store, given[1], site(given[1]))
	commit(t, store, c)
}

type speaking struct{ backend }

func (s speaking) write(ctx context.Context, key string, data []byte) error {
	err := s.backend.write(ctx, key, data)
	fmt.Fprintln(os.Stdout, "write", key)
	return err
}

// Whenever the process is killed, the site is that of one release or that of the other,
// whole, and the next process goes on.
func TestCommit_Killed(t *testing.T) {
	dir := t.TempDir()
	commit(t, open(t, dir), changeTo(t, open(t, dir), "before", site("before")))
	live := "before"
	seen := map[string]bool{}
	// Some 20 files with variants, up to 9 shards, the assets, the manifest, CURRENT.
	for steps := 1; steps < 60 && !seen["write "+currentKey]; steps += 1 + steps/6 {
		text := fmt.Sprint("text ", steps)
		process := exec.Command(os.Args[0], "-test.run=^TestCommitProcess$")
		process.Env = append(os.Environ(), killEnv+"="+dir+"|"+text)
		out, err := process.StdoutPipe()
		if err == nil {
			err = process.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for left := steps; left > 0 && lines.Scan(); left-- {
			kind, _, _ := strings.Cut(lines.Text(), "/")
			seen[kind] = true
		}
		_ = process.Process.Kill()
		_ = process.Wait()
		store := open(t, dir)
		if store.Refused() != "" {
			t.Fatalf("killed after %d steps, %s is not whole", steps, store.Refused())
		}
		if store.Current().Fingerprint != live {
			live = store.Current().Fingerprint
		}
		shows(t, store, site(live))
	}
	for _, kind := range []string{"write blobs", "write manifests", "write " + currentKey} {
		if !seen[kind] {
			t.Errorf("no process was killed after %q", kind)
		}
	}
	store := open(t, dir)
	commit(t, store, changeTo(t, store, "after", site("after")))
	shows(t, store, site("after"))
	if _, err := store.Sweep(t.Context(), time.Now().Add(2*writing)); err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"*.next", "*/*.next"} {
		if left, _ := filepath.Glob(filepath.Join(dir, pattern)); len(left) > 0 {
			t.Errorf("left over: %v", left)
		}
	}
	shows(t, open(t, dir), site("after"))
}

// A release whose manifest was written by a process that died before CURRENT is none.
func TestCommit_OverAnUnreadableRelease(t *testing.T) {
	dir := t.TempDir()
	store := open(t, dir)
	id := commit(t, store, changeTo(t, store, "f1", site("one")))
	if err := os.WriteFile(filepath.Join(dir, "manifests", id+".json"), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	live, err := open(t, dir).Live(t.Context(), LiveQuery{})
	if err != nil || live.Release != "" || len(live.Routes) != 0 {
		t.Fatalf("%+v %v", live, err)
	}
	c := changeTo(t, store, "f2", site("two"))
	c.Parent = ""
	if next := commit(t, store, c); next <= id {
		t.Errorf("%s does not follow %s", next, id)
	}
	shows(t, store, site("two"))
}

// fullDisk has no space from the first write of some kind on, until it is emptied.
type fullDisk struct {
	backend
	from          string
	full, emptied bool
}

func (d *fullDisk) write(ctx context.Context, key string, data []byte) error {
	if d.full = !d.emptied && (d.full || strings.HasPrefix(key, d.from)); d.full {
		return &os.PathError{Op: "write", Path: key, Err: syscall.ENOSPC}
	}
	return d.backend.write(ctx, key, data)
}

// Whatever cannot be written any more, what is live stays so, and the same process makes the
// same change once there is space.
func TestCommit_FullDisk(t *testing.T) {
	for _, from := range []string{blobFolder, manifestFolder, currentKey} {
		t.Run(from, func(t *testing.T) {
			disk := &fullDisk{backend: directory(t.TempDir()), from: from, emptied: true}
			store := onto(t, disk)
			id := commit(t, store, changeTo(t, store, "before", site("before")))
			c := changeTo(t, store, "after", site("after"))
			disk.emptied = false
			if _, err := store.Commit(t.Context(), c); !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("without space: %v", err)
			}
			if current, err := store.CurrentID(t.Context()); current != id || err != nil {
				t.Fatalf("live is %s, %v", current, err)
			}
			shows(t, store, site("before"))
			disk.emptied = true
			commit(t, store, c)
			shows(t, store, site("after"))
		})
	}
}
