package app

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	restEvery = 10 * time.Second
	// restBytes is what a process that nobody calls allocates at most in that time.
	restBytes = 4 << 20
)

// restMemory returns memory to the system at the end of each busy time: compressing one
// file of a release takes up to 100 MB, which Go itself would keep for minutes. It runs
// until ctx ends.
func restMemory(ctx context.Context) error {
	every := time.NewTicker(restEvery)
	defer every.Stop()
	returnMemory(ctx, every.C, allocatedBytes, debug.FreeOSMemory)
	return ctx.Err()
}

// returnMemory calls free at the first tick since which little was allocated, and again
// only after more was. allocated is the sum of all allocations.
func returnMemory(ctx context.Context, ticks <-chan time.Time, allocated func() uint64, free func()) {
	before, busy := uint64(0), true
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		now := allocated()
		resting := now-before <= restBytes
		before = now
		if resting && busy {
			free()
		}
		busy = !resting
	}
}

func allocatedBytes() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
