package release

import (
	"context"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/valyala/fasthttp"
)

// counted counts how often CURRENT is read.
type counted struct {
	backend
	looks int
}

func (c *counted) current(ctx context.Context) (string, error) {
	c.looks++
	return c.backend.current(ctx)
}

func notify(store *Store) int {
	var ctx fasthttp.RequestCtx
	ctx.Request.Header.SetMethod(fasthttp.MethodPost)
	ctx.Request.SetRequestURI(AboutPath)
	store.serve(&ctx)
	return ctx.Response.StatusCode()
}

func TestLook_CostsLittleAndMissesNothing(t *testing.T) {
	for name, every := range map[string]time.Duration{"looking each second": time.Second, "looking rarely": time.Hour} {
		t.Run(name, func(t *testing.T) {
			w := newWriter(t)
			w.publish("f1", site("one"))
			synctest.Test(t, func(t *testing.T) { testLook(t, w, every) })
		})
	}
}

func testLook(t *testing.T, w *writer, every time.Duration) {
	const lasts = 20 * time.Second
	disk := &counted{backend: directory(w.dir)}
	store := newStore(disk, Options{PollEvery: every, Log: slog.New(slog.DiscardHandler)})
	if err := store.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	disk.looks = 0
	run(t, store)
	flood := func(until func() bool) {
		for !until() {
			if status := notify(store); status != 204 {
				t.Fatal(status)
			}
			time.Sleep(time.Millisecond)
		}
	}
	began := time.Now()
	flood(func() bool { return time.Since(began) > lasts })
	synctest.Wait()
	if most := int(lasts/idleDelay) + int(lasts/every) + 1; disk.looks > most {
		t.Errorf("%d reads of CURRENT in %s, when nothing was new; %d are enough", disk.looks, lasts, most)
	}

	second := w.publish("f2", site("two"))
	changed := time.Now()
	flood(func() bool { return store.Current().Release == second || time.Since(changed) > idleDelay })
	if store.Current().Release != second {
		t.Errorf("in a flood of calls a new release is not seen within %s", idleDelay)
	}

	time.Sleep(2 * idleDelay)
	third := w.publish("f3", site("three"))
	notify(store)
	time.Sleep(lookDelay)
	synctest.Wait()
	if store.Current().Release != third {
		t.Errorf("a new release is not seen within %s", lookDelay)
	}
}
