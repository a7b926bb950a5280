package release

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
)

func verifyAll(t *testing.T, store *Store, ids ...string) []Verdict {
	t.Helper()
	verdicts, err := store.Verify(t.Context(), ids)
	if err != nil {
		t.Fatal(err)
	}
	return verdicts
}

// found are the faults in words, in order.
func (d Verdict) found() string {
	var words []string
	for _, f := range d.Faults {
		_, variant, _ := strings.Cut(f.File, ".")
		words = append(words, strings.TrimSpace(fmt.Sprint(f.Path, " ", variant, " ", f.Problem)))
	}
	slices.Sort(words)
	return strings.Join(words, ", ")
}

func gzipped(text string) []byte {
	var out bytes.Buffer
	g := gzip.NewWriter(&out)
	_, _ = g.Write([]byte(text))
	_ = g.Close()
	return out.Bytes()
}

func TestVerify(t *testing.T) {
	w := newWriter(t)
	older := w.publish("f1", site("one"))
	live := w.publish("f2", site("two"))
	store := open(t, w.dir)
	for _, v := range verifyAll(t, store, older, live) {
		if v.FaultCount != 0 || len(v.Faults) != 0 || v.Files != len(site("one")) || v.Live != (v.Release == live) {
			t.Errorf("%+v", v)
		}
	}
	blog := w.path("blobs", hashOf([]byte(site("two")["/blog.html"])))
	script := w.path("blobs", hashOf([]byte(site("two")["/_next/static/chunks/ab12.js"])))
	text := site("two")["/blog.html"]
	flipped := []byte(text)
	flipped[200] ^= 1
	cut := gzipped(text)
	for name, test := range map[string]struct {
		spoil func()
		want  string
	}{
		"a page that is missing":      {func() { w.check(os.Remove(blog)) }, "/blog.html  missing"},
		"a bit that has turned":       {func() { w.put(blog, flipped) }, "/blog.html  damaged"},
		"a page that is cut off":      {func() { w.check(os.Truncate(blog, 10)) }, "/blog.html  damaged"},
		"a page that is longer":       {func() { w.put(blog, []byte(text+" ")) }, "/blog.html  damaged"},
		"a variant that is missing":   {func() { w.check(os.Remove(blog + ".br")) }, "/blog.html br missing"},
		"a variant of something else": {func() { w.put(blog+".gz", gzipped("else")) }, "/blog.html gz damaged"},
		"a variant that is cut off":   {func() { w.put(blog+".gz", cut[:len(cut)-4]) }, "/blog.html gz damaged"},
		"a variant that is none":      {func() { w.put(blog+".br", []byte("none")) }, "/blog.html br damaged"},
		"a variant with a wrong bit": {
			func() { w.put(blog+".gz", append(cut[:40:40], append([]byte{cut[40] ^ 1}, cut[41:]...)...)) },
			"/blog.html gz damaged",
		},
		"a folder where a file should be": {
			func() { w.check(os.Remove(blog)); w.check(os.Mkdir(blog, 0o755)) }, "/blog.html  unreadable",
		},
		"an asset that both releases have": {func() { w.check(os.Remove(script)) }, "/_next/static/chunks/ab12.js  missing"},
	} {
		t.Run(name, func(t *testing.T) {
			test.spoil()
			defer w.publish("f2", site("two")) // writes everything again
			defer os.Remove(blog)
			both := verifyAll(t, store, older, live)
			if both[1].found() != test.want || both[1].FaultCount != 1 {
				t.Errorf("found %q", both[1].found())
			}
			shared := strings.Contains(test.want, "_next")
			if (both[0].FaultCount > 0) != shared {
				t.Errorf("the older release has %q", both[0].found())
			}
		})
	}
}

// One damaged file does not make the next ones look damaged.
func TestVerifyGoesOnAfterDamage(t *testing.T) {
	w := newWriter(t)
	files := site("one")
	for i := range 200 {
		files[fmt.Sprintf("/more/%d.html", i)] = long(fmt.Sprint("page ", i))
	}
	id := w.publish("f1", files)
	store := open(t, w.dir)
	damaged := 0
	for path, text := range files {
		blob := w.path("blobs", hashOf([]byte(text)))
		for _, variant := range []string{".br", ".gz"} {
			whole, err := os.ReadFile(blob + variant)
			if err != nil || damaged == 60 || !strings.HasPrefix(path, "/more/") {
				continue
			}
			damaged++
			w.put(blob+variant, [][]byte{
				append(whole, 'x'), whole[:len(whole)/2], []byte("none"), nil, append([]byte{whole[0] ^ 0x55}, whole[1:]...),
			}[damaged%5])
		}
	}
	verdicts, err := store.Verify(t.Context(), []string{id})
	if err != nil || damaged != 60 || verdicts[0].FaultCount != damaged {
		t.Errorf("%d files were damaged; found %d, %v", damaged, verdicts[0].FaultCount, err)
	}
}

func TestVerifyFindsDamagedLists(t *testing.T) {
	w := newWriter(t)
	older := w.publish("f1", site("one"))
	live := w.publish("f2", site("two"))
	store := open(t, w.dir)
	m, err := readManifest(t.Context(), directory(w.dir), live)
	w.check(err)
	w.put(w.path("blobs", m.Assets), []byte(`{"files":{}}`))
	before := len(site("one"))
	for _, v := range verifyAll(t, store, older, live) {
		if v.found() != "damaged" || v.Faults[0].File != m.Assets || v.Files >= before {
			t.Errorf("%+v", v)
		}
	}
	w.put(w.path("manifests", live+".json"), []byte("{"))
	if v := verifyAll(t, store, live)[0]; v.found() != "json damaged" || !v.Live {
		t.Errorf("%+v", v)
	}
	w.check(os.Remove(w.path("manifests", live+".json")))
	if v := verifyAll(t, store, live)[0]; v.found() != "json missing" {
		t.Errorf("%+v", v)
	}
}

func TestVerifyIsBounded(t *testing.T) {
	w := newWriter(t)
	files := site("one")
	for i := range maxFaults {
		files[fmt.Sprintf("/more/%d.html", i)] = long(fmt.Sprint("page ", i))
	}
	id := w.publish("f1", files)
	store := open(t, w.dir)
	for _, unknown := range []string{"", "..", "20200101T000000000Z-00000000"} {
		if _, err := store.Verify(t.Context(), []string{unknown}); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", unknown, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Verify(ended, []string{id}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	names, err := os.ReadDir(w.path("blobs"))
	w.check(err)
	m, err := readManifest(t.Context(), directory(w.dir), id)
	w.check(err)
	for _, name := range names {
		list := name.Name() == m.Assets || slices.ContainsFunc(m.Shards, func(hash *string) bool {
			return hash != nil && *hash == name.Name()
		})
		if !list {
			w.check(os.Remove(w.path("blobs", name.Name())))
		}
	}
	verdicts, err := store.Verify(t.Context(), []string{id})
	w.check(err)
	if v := verdicts[0]; len(v.Faults) != maxFaults || v.FaultCount <= len(files) {
		t.Errorf("%d faults are listed of %d", len(v.Faults), v.FaultCount)
	}
}

func TestUnneeded(t *testing.T) {
	w := newWriter(t)
	older := w.publish("f1", site("one"))
	w.publish("f2", site("two"))
	store := open(t, w.dir)
	if left, err := store.Unneeded(t.Context(), nil); err != nil || left != (Swept{}) {
		t.Fatalf("%+v, %v", left, err)
	}
	w.blob([]byte("left over"))
	if left, err := store.Unneeded(t.Context(), nil); err != nil || left != (Swept{Files: 1, Bytes: 9}) {
		t.Fatalf("%+v, %v", left, err)
	}
	with, err := store.Unneeded(t.Context(), []string{older})
	w.check(err)
	w.check(forget(t.Context(), directory(w.dir), older))
	if left, err := store.Unneeded(t.Context(), nil); err != nil || left != with || left.Files < 10 {
		t.Fatalf("%+v, %v; a dry run says %+v", left, err, with)
	}
}

func TestCheckFindsWhatIsMissing(t *testing.T) {
	page := hashOf([]byte(site("one")["/blog.html"]))
	for name, spoil := range map[string]func(w *writer, id string){
		"a page":    func(w *writer, _ string) { w.check(os.Remove(w.path("blobs", page))) },
		"a variant": func(w *writer, _ string) { w.check(os.Remove(w.path("blobs", page+".br"))) },
		"a byte":    func(w *writer, _ string) { w.check(os.Truncate(w.path("blobs", page), 10)) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWriter(t)
			first := w.publish("f1", site("one"))
			store := open(t, w.dir)
			w.publish("f2", site("two"))
			spoil(w, first)
			if _, err := store.Check(t.Context(), first); err == nil || errors.Is(err, ErrUnknown) {
				t.Fatal(err)
			}
		})
	}
	w := newWriter(t)
	first := w.publish("f1", site("one"))
	store := open(t, w.dir)
	for _, id := range []string{"", "..", "../CURRENT", "20200101T000000000Z-00000000"} {
		if _, err := store.Check(t.Context(), id); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", id, err)
		}
	}
	m, err := readManifest(t.Context(), directory(w.dir), first)
	w.check(err)
	lost := w.prepare("f2", first, site("two"))
	lists, err := readManifest(t.Context(), directory(w.dir), lost)
	w.check(err)
	for _, hash := range lists.Shards {
		if hash != nil &&
			!slices.ContainsFunc(m.Shards, func(other *string) bool { return other != nil && *other == *hash }) {
			w.check(os.Remove(w.path("blobs", *hash)))
		}
	}
	if kept := store.Available(t.Context(), []string{
		first, lost, "20200101T000000000Z-00000000",
	}); !slices.Equal(kept, []bool{true, false, false}) {
		t.Errorf("kept: %v", kept)
	}
}
