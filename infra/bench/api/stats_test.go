package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

const wrkOutput = `Running 5s test @ http://127.0.0.1:1/
  2 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency   423.52us    1.02ms  28.03ms   96.11%
    Req/Sec    56.12k     6.07k   69.31k    69.00%
  558832 requests in 5.01s, 3.79GB read
Requests/sec: 111563.02
Transfer/sec:    774.42MB
`

func TestParse(t *testing.T) {
	if got, err := parse(wrkOutput); err != nil || got != (measurement{rate: 111563.02, requests: 558832}) {
		t.Fatalf("%v %v", got, err)
	}
	for _, bad := range []string{
		"  Non-2xx or 3xx responses: 12\n", "  Socket errors: connect 0, read 3, write 0, timeout 0\n",
	} {
		if _, err := parse(bad + wrkOutput); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(bad)) {
			t.Errorf("a measurement with errors was taken: %v", err)
		}
	}
	if _, err := parse("unable to connect"); err == nil {
		t.Error("no rate gave no error")
	}
}

func TestMedian(t *testing.T) {
	if got := median([]float64{3, 1, 2}); got != 2 {
		t.Error(got)
	}
	if got := median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Error(got)
	}
}

func TestRatios_AreOfOneRound(t *testing.T) {
	if got := ratios([]float64{50, 10}, []float64{100, 10}); !slices.Equal(got, []float64{0.5, 1}) {
		t.Error(got)
	}
}

func TestPercentile(t *testing.T) {
	var times []time.Duration
	for i := 100; i >= 1; i-- {
		times = append(times, time.Duration(i))
	}
	for share, want := range map[float64]time.Duration{0.5: 50, 0.99: 99, 1: 100, 0: 1} {
		if got := percentile(times, share); got != want {
			t.Errorf("%v: %d, want %d", share, got, want)
		}
	}
	if got := percentile([]time.Duration{7}, 0.99); got != 7 {
		t.Error(got)
	}
}
