package main

import (
	"context"
	"errors"
	"testing"
)

// Without FerretDB the proxy would refuse every client: both end when one does.
func TestTheProxyEndsWithFerretDB(t *testing.T) {
	untilDone := func(ctx context.Context) error { <-ctx.Done(); return nil }
	atOnce := func(context.Context) error { return nil }
	broken := errors.New("broken")
	failing := func(context.Context) error { return broken }
	if err := runBehind(t.Context(), untilDone, atOnce); !errors.Is(err, errEndedAlone) {
		t.Errorf("FerretDB ended alone: %v", err)
	}
	if err := runBehind(t.Context(), untilDone, failing); !errors.Is(err, broken) {
		t.Errorf("FerretDB failed: %v", err)
	}
	if err := runBehind(t.Context(), failing, untilDone); !errors.Is(err, broken) || errors.Is(err, errEndedAlone) {
		t.Errorf("the proxy failed: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := runBehind(ctx, untilDone, untilDone); err != nil {
		t.Errorf("both were ended: %v", err)
	}
}
