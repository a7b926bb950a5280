package main

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
)

// report is what was found with so many cms-api.
type report struct {
	processes int
	held      *level // the highest rate that was held; nil when none was
	broke     *level // the first that was not; nil when all that were tried were
}

func (r *report) text(o options) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%d cms-api, %d processors for them, their stores, the publisher and this load\n\n", r.processes,
		runtime.NumCPU())
	row := func(name, format string, values ...any) {
		fmt.Fprintf(&b, "  %-26s %s\n", name, fmt.Sprintf(format, values...))
	}
	if h := r.held; h != nil {
		row("held", "%d calls a second (p99 at most %s, none failed)", h.rate, o.bar)
		row("p50, p99, p99.9", "%s, %s, %s", h.quantile(50), h.p99(), h.quantile(99.9))
		for k, times := range h.times {
			if n := times.TotalCount(); n > 0 {
				row("  "+kind(k).String(), "%d, p99 %s", n, quantile(times, 99))
			}
		}
		for i, m := range h.memory {
			of := "the publisher"
			if i > 0 {
				of = fmt.Sprintf("cms-api %d", i)
			}
			row("memory of "+of, "%d MiB, at most %d", m.Resident>>20, m.Peak>>20)
		}
	}
	if broke := r.broke; broke != nil {
		row("not held", "%d calls a second: %s", broke.rate, broke.why)
		row("processors then", "%s", processors(broke.cpu))
	}
	return b.String()
}

func processors(cpu map[string]float64) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(cpu)) {
		parts = append(parts, fmt.Sprintf("%s %.2f", name, cpu[name]))
	}
	return strings.Join(parts, ", ")
}
