package app

import (
	"context"
	"slices"
	"testing"
	"time"
)

func TestMemoryIsReturnedOnceAfterEachBusyTime(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	// What is allocated until each tick.
	steps := []uint64{100 << 20, 1 << 20, restBytes, 0, restBytes + 1, 50 << 20, 0, 0}
	var sum uint64
	var tick int
	var freed []int
	ticks := make(chan time.Time, len(steps))
	for range steps {
		ticks <- time.Time{}
	}
	returnMemory(ctx, ticks, func() uint64 {
		sum += steps[tick]
		if tick++; tick == len(steps) {
			cancel()
		}
		return sum
	}, func() { freed = append(freed, tick) })
	if want := []int{2, 7}; !slices.Equal(freed, want) {
		t.Errorf("returned at ticks %v, want %v", freed, want)
	}
}

func TestAllocationsAreCounted(t *testing.T) {
	before := allocatedBytes()
	held := make([]byte, 1<<20)
	if after := allocatedBytes(); after < before+uint64(len(held)) {
		t.Errorf("%d bytes, %d before", after, before)
	}
}
