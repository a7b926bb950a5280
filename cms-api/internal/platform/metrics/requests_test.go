package metrics_test

import (
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/platform/metrics"
)

func TestAnswered_AllocatesNothing(t *testing.T) {
	requests := metrics.NewRequests[*int](metrics.New("test", "test"))
	route := new(int)
	name := func() (string, string) { return "/api/settings", "GET" }
	requests.Answered(route, 200, time.Millisecond, name)
	if found := testing.AllocsPerRun(100, func() { requests.Answered(route, 200, time.Millisecond, name) }); found > 0 {
		t.Errorf("a request costs %v allocations", found)
	}
}

func TestAnswered_AsksForANameOnce(t *testing.T) {
	requests := metrics.NewRequests[int](metrics.New("test", "test"))
	var mu sync.Mutex
	asked := map[string]int{}
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			status := 200 + i%2
			requests.Answered(1, status, time.Millisecond, func() (string, string) {
				mu.Lock()
				defer mu.Unlock()
				asked["/"]++
				return "/", "GET"
			})
		})
	}
	all.Wait()
	if asked["/"] != 2 {
		t.Errorf("two series were named %d times", asked["/"])
	}
}
