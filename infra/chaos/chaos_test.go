package main

import (
	"os"
	"strconv"
	"testing"
)

// TestChaos is the short form of `make chaos`: the whole product, broken for a few
// rounds. CHAOS_SEED repeats the faults of a run.
func TestChaos(t *testing.T) {
	o := options{root: "../..", minutes: 0.3, short: true}
	if seed := os.Getenv("CHAOS_SEED"); seed != "" {
		var err error
		if o.seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			t.Fatal("CHAOS_SEED is not a number: ", err)
		}
	}
	found, err := run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(found.text())
	// How long it may take is for machines that have nothing else to do.
	if err := found.failure(0); err != nil {
		t.Errorf("CHAOS_SEED=%d repeats these faults\n%v", found.seed, err)
	}
}
