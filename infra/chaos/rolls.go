package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
)

// rolls makes other releases live while others write, as an administrator does.
type rolls struct {
	*client
	apis   []string
	ledger *ledger
	random *rand.Rand

	mu sync.Mutex
	// pinned says that a release may be pinned, until the content changes.
	pinned bool
	done   int // how often that was acknowledged
}

// roll makes one of the last releases live, by way of a replica that answers.
func (r *rolls) roll(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, i := range r.random.Perm(len(r.apis)) {
		if r.by(ctx, r.apis[i]) {
			return
		}
	}
}

func (r *rolls) by(ctx context.Context, api string) (done bool) {
	var last []struct{ Release string }
	if err := r.read(ctx, api+"/api/publish/releases?limit=8", &last); err != nil || len(last) == 0 {
		return false
	}
	chosen := last[r.random.IntN(len(last))].Release
	r.pinned = true
	got, err := r.do(ctx, http.MethodPost, api+"/api/publish/releases/"+chosen+"/activate", "", nil)
	switch {
	case err == nil && got.good():
		r.done++
		return true
	case err != nil || got.status >= http.StatusBadGateway:
	case got.status == http.StatusNotFound || got.status == http.StatusConflict: // deleted, or incomplete
	default:
		r.ledger.refuse(fmt.Sprintf("make another release live: status %d", got.status))
	}
	return false
}

// mayBePinned reports whether a release may have been pinned since the last call.
func (r *rolls) mayBePinned() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	pinned := r.pinned
	r.pinned = false
	return pinned
}
