package release

import (
	"context"
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

func tell(store *Store) int {
	var ctx fasthttp.RequestCtx
	ctx.Request.Header.SetMethod(fasthttp.MethodPost)
	ctx.Request.SetRequestURI(AboutPath)
	store.serve(&ctx)
	return ctx.Response.StatusCode()
}

func TestTelling_CostsLittleAndIsHeard(t *testing.T) {
	for name, every := range map[string]time.Duration{"looking each second": time.Second, "looking rarely": time.Hour} {
		t.Run(name, func(t *testing.T) {
			w := newWriter(t)
			w.publish("f1", site("one"))
			synctest.Test(t, func(t *testing.T) { testTelling(t, w, every) })
		})
	}
}

func testTelling(t *testing.T, w *writer, every time.Duration) {
	const lasts = 20 * time.Second
	store, err := Open(Options{Dir: w.dir, PollEvery: every})
	if err != nil {
		t.Fatal(err)
	}
	disk := &counted{backend: store.dir}
	store.dir = disk
	run(t, store)
	flood := func(until func() bool) {
		for !until() {
			if status := tell(store); status != 204 {
				t.Fatal(status)
			}
			time.Sleep(time.Millisecond)
		}
	}
	began := time.Now()
	flood(func() bool { return time.Since(began) > lasts })
	synctest.Wait()
	if most := int(lasts/idleDelay) + int(lasts/every) + 1; disk.looks > most {
		t.Errorf("who told of nothing made it look %d times in %s, and %d is enough", disk.looks, lasts, most)
	}

	second := w.publish("f2", site("two"))
	changed := time.Now()
	flood(func() bool { return store.Current().Release == second || time.Since(changed) > idleDelay })
	if store.Current().Release != second {
		t.Errorf("in a flood of words the true one is not heard within %s", idleDelay)
	}

	time.Sleep(2 * idleDelay)
	third := w.publish("f3", site("three"))
	tell(store)
	time.Sleep(lookDelay)
	synctest.Wait()
	if store.Current().Release != third {
		t.Errorf("the true word is not heard within %s", lookDelay)
	}
}
