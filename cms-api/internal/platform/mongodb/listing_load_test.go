package mongodb

import (
	"context"
	"testing"
	"testing/synctest"
)

// TestAwait_EndsWithTheLoadOrTheCaller uses no database: it is about who waits
// for whom.
func TestAwait_EndsWithTheLoadOrTheCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRows(nil, Listing{})
		r.await(t.Context()) // nothing is on its way

		r.expect()
		impatient, cancel := context.WithCancel(t.Context())
		cancel()
		r.await(impatient)

		came := false
		go func() { r.await(t.Context()); came = true }()
		synctest.Wait()
		if came {
			t.Error("did not wait")
		}
		r.expected()
		synctest.Wait()
		if !came {
			t.Error("still waits")
		}
		r.expected() // twice does no harm

		r.byID = map[string]*row{}
		r.expect()
		r.await(t.Context()) // a later load replaces what is there; nobody waits
	})
}
