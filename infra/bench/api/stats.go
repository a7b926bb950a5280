package main

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"time"
)

var (
	rate    = regexp.MustCompile(`(?m)^Requests/sec:\s+([0-9.]+)`)
	made    = regexp.MustCompile(`(?m)^\s*([0-9]+) requests in `)
	trouble = regexp.MustCompile(`(?m)^\s*(Non-2xx or 3xx responses|Socket errors):.*$`)
)

// measurement is a result of wrk.
type measurement struct {
	rate     float64 // requests a second
	requests float64 // all of them
}

// parse reads wrk's output. A measurement with errors in it is none.
func parse(out string) (measurement, error) {
	if bad := trouble.FindString(out); bad != "" {
		return measurement{}, fmt.Errorf("wrk: %s", bad)
	}
	perSecond, all := rate.FindStringSubmatch(out), made.FindStringSubmatch(out)
	if perSecond == nil || all == nil {
		return measurement{}, fmt.Errorf("wrk gave no rate:\n%s", out)
	}
	var found measurement
	var err error
	if found.rate, err = strconv.ParseFloat(perSecond[1], 64); err != nil {
		return measurement{}, err
	}
	found.requests, err = strconv.ParseFloat(all[1], 64)
	return found, err
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	if n := len(sorted); n%2 == 0 {
		return (sorted[n/2-1] + sorted[n/2]) / 2
	}
	return sorted[len(sorted)/2]
}

// ratios divides round by round.
func ratios(ours, theirs []float64) []float64 {
	divided := make([]float64, len(ours))
	for i := range divided {
		divided[i] = ours[i] / theirs[i]
	}
	return divided
}

// percentile returns the smallest time that at least that share of all took no
// longer than.
func percentile(times []time.Duration, share float64) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[max(0, int(math.Ceil(share*float64(len(sorted))))-1)]
}
