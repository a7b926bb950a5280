package release

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"testing"
)

func TestActivate(t *testing.T) {
	w := newWriter(t)
	first := w.publish("f1", site("one"))
	middle := w.prepare("f1", first, site("half"))
	second := w.prepare("f2", middle, site("two"))
	w.point(second)
	store := open(t, w.dir)
	if store.Before(t.Context()) != middle || store.Newest(t.Context()) != second {
		t.Fatalf("before is %q, newest %q", store.Before(t.Context()), store.Newest(t.Context()))
	}
	m, err := store.Check(t.Context(), first)
	if err != nil || m.Fingerprint != "f1" {
		t.Fatal(m, err)
	}
	// What a killed process left behind is in nobody's way.
	w.put(w.path("CURRENT.next"), []byte("half of a na"))
	if err := store.Activate(t.Context(), first); err != nil || store.Current().Release != first {
		t.Fatal(err)
	}
	if again := open(t, w.dir); again.Current().Release != first {
		t.Fatal("the pointer was not written")
	}
	if store.Before(t.Context()) != "" {
		t.Fatalf("before the first release is %q", store.Before(t.Context()))
	}
}

const swapEnv = "RELEASE_TEST_SWAP"

// TestSwap is the process that TestKilledAtTheSwap kills: it moves the pointer
// back and forth without an end.
func TestSwap(t *testing.T) {
	dir := os.Getenv(swapEnv)
	if dir == "" {
		return // nobody wants it
	}
	store := open(t, dir)
	for ids := []string{store.Newest(t.Context()), store.Current().Parent}; ; slices.Reverse(ids) {
		if err := store.Activate(t.Context(), ids[1]); err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString("moved\n")
	}
}

// Killed at any moment, the pointer names a whole release.
func TestKilledAtTheSwap(t *testing.T) {
	w := newWriter(t)
	first := w.publish("f1", site("one"))
	second := w.prepare("f2", first, site("two"))
	w.point(second)
	for kill := range 5 {
		process := exec.Command(os.Args[0], "-test.run=^TestSwap$")
		process.Env = append(os.Environ(), swapEnv+"="+w.dir)
		out, err := process.StdoutPipe()
		w.check(err)
		w.check(process.Start())
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if kill--; kill < 0 {
				break
			}
		}
		w.check(process.Process.Kill())
		_ = process.Wait()
		store := open(t, w.dir)
		if current := store.Current().Release; store.Refused() != "" || (current != first && current != second) {
			t.Fatalf("after the kill CURRENT names %q, refused is %q", current, store.Refused())
		}
		w.check(store.Activate(t.Context(), second))
	}
}

// Whoever has lost the lock to change what is live moves the pointer no more.
func TestActivate_NotWithoutTheLock(t *testing.T) {
	w := newWriter(t)
	first, second := w.publish("f1", site("one")), w.publish("f2", site("two"))
	store := open(t, w.dir)
	ctx, lose := context.WithCancel(t.Context())
	lose()
	if err := store.Activate(ctx, first); !errors.Is(err, context.Canceled) {
		t.Errorf("it answers %v", err)
	}
	if live, err := store.CurrentID(t.Context()); err != nil || live != second {
		t.Errorf("live is %s, %v", live, err)
	}
}
