package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/valyala/fasthttp"

	"academy/infra/program"
)

const (
	// Each rate is higher than the one before by this factor.
	factor = 1.25
	// callers is how many calls may be in flight. Further calls wait, and their wait
	// counts.
	callers = 256
	timeout = 5 * time.Second
	// tries is how often a rate is tried until it counts as not held.
	tries = 3
)

// level is what was seen at one rate.
type level struct {
	rate   int
	due    int64 // calls that were due
	asked  int64
	took   time.Duration
	times  [kinds]*hdrhistogram.Histogram // microseconds from when a call was due
	failed [kinds]int64
	why    string
	cpu    map[string]float64 // processors, by program
	memory []program.Memory   // of the publisher and each cms-api
}

// climb keeps up one rate after the other until one is not held.
func climb(ctx context.Context, p *product, m *mix, o options) (*report, error) {
	found := &report{processes: len(p.apis)}
	if _, err := program.Watch(p.watched()...); err != nil {
		return nil, err
	}
	for rate := o.start; rate <= o.most; rate = int(float64(rate) * factor) {
		at, err := try(ctx, p, m, rate, o)
		if err != nil {
			return nil, err
		}
		if at.why != "" {
			found.broke = at
			break
		}
		found.held = at
	}
	return found, nil
}

// try tries a rate, and retries when it was not held, in case the machine was busy with
// something else for a moment.
func try(ctx context.Context, p *product, m *mix, rate int, o options) (at *level, err error) {
	for range tries {
		if at, err = keepUp(ctx, p, m, rate, o.step); err != nil {
			return nil, err
		}
		at.why = at.missed(o.bar)
		say("%d processes, %d calls a second: p99 %s, %d failed", len(p.apis), rate, at.p99(), at.failures())
		if at.why == "" {
			break
		}
	}
	return at, nil
}

// keepUp sends calls at a steady rate, independent of the answers, and measures each
// from the time when it was due.
func keepUp(ctx context.Context, p *product, m *mix, rate int, lasts time.Duration) (*level, error) {
	total := int64(float64(rate) * lasts.Seconds())
	at := &level{rate: rate, due: total, cpu: map[string]float64{}}
	for k := range at.times {
		at.times[k] = hdrhistogram.New(1, timeout.Microseconds()*4, 3)
	}
	before, err := p.cpu()
	if err != nil {
		return nil, err
	}
	client := &fasthttp.Client{
		MaxConnsPerHost: callers, ReadTimeout: timeout, WriteTimeout: timeout, NoDefaultUserAgentHeader: true,
	}
	defer client.CloseIdleConnections()
	var next atomic.Int64
	began := time.Now()
	var mu sync.Mutex
	var open sync.WaitGroup
	for i := range callers {
		open.Go(func() {
			dice := rand.New(rand.NewPCG(uint64(rate), uint64(i)))
			own := level{}
			for k := range own.times {
				own.times[k] = hdrhistogram.New(1, timeout.Microseconds()*4, 3)
			}
			request, response := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
			for {
				n := next.Add(1) - 1
				if n >= total || ctx.Err() != nil || time.Since(began) > lasts+timeout {
					break
				}
				due := began.Add(time.Duration(n * int64(time.Second) / int64(rate)))
				time.Sleep(time.Until(due))
				kind := m.next(request, dice)
				err := client.Do(request, response)
				own.asked++
				if err != nil || response.StatusCode() >= 300 {
					own.failed[kind]++
					continue
				}
				_ = own.times[kind].RecordValue(max(1, time.Since(due).Microseconds()))
			}
			mu.Lock()
			defer mu.Unlock()
			at.asked += own.asked
			for k := range own.times {
				at.times[k].Merge(own.times[k])
				at.failed[k] += own.failed[k]
			}
		})
	}
	open.Wait()
	at.took = time.Since(began)
	after, err := p.cpu()
	if err != nil {
		return nil, err
	}
	for name, used := range after {
		at.cpu[name] = (used - before[name]).Seconds() / at.took.Seconds()
	}
	at.memory, err = program.Watched(p.watched()...)
	return at, err
}

// watched are the programs whose memory is measured.
func (p *product) watched() []*program.Process {
	return append([]*program.Process{p.publisher}, p.apis...)
}

// cpu is the time of processors that each program has taken so far, with what it
// started: the publisher renders in processes of their own.
func (p *product) cpu() (map[string]time.Duration, error) {
	used := map[string]time.Duration{}
	for name, all := range map[string][]*program.Process{
		"cms-api": p.apis, "stores": {p.stores}, "publisher": {p.publisher},
	} {
		for _, each := range all {
			took, err := each.CPU()
			if err != nil {
				return nil, err
			}
			used[name] += took
		}
	}
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		return nil, fmt.Errorf("own processor time: %w", err)
	}
	used["this load"] = time.Duration(own.Utime.Nano() + own.Stime.Nano())
	return used, nil
}

func (l *level) failures() (all int64) {
	for _, n := range l.failed {
		all += n
	}
	return all
}

func (l *level) quantile(q float64) time.Duration {
	all := hdrhistogram.New(1, timeout.Microseconds()*4, 3)
	for _, one := range l.times {
		all.Merge(one)
	}
	return quantile(all, q)
}

// quantile rounds to what a reader can use.
func quantile(of *hdrhistogram.Histogram, q float64) time.Duration {
	return (time.Duration(of.ValueAtQuantile(q)) * time.Microsecond).Round(100 * time.Microsecond)
}

func (l *level) p99() time.Duration { return l.quantile(99) }

// missed returns why a rate was not held, or "" when it was.
func (l *level) missed(bar time.Duration) string {
	switch {
	case l.failures() > 0:
		for k, n := range l.failed {
			if n > 0 {
				return fmt.Sprintf("%s failed: %d of %d", kind(k), n, l.times[k].TotalCount()+n)
			}
		}
	case l.asked < l.due:
		return fmt.Sprintf("%d of %d calls could not even be made in time", l.due-l.asked, l.due)
	case l.p99() > bar:
		worst, slowest := kind(0), time.Duration(0)
		for k, times := range l.times {
			if p99 := quantile(times, 99); times.TotalCount() > 0 && p99 > slowest {
				worst, slowest = kind(k), p99
			}
		}
		return fmt.Sprintf("p99 was %s, slowest %s with %s", l.p99(), worst, slowest)
	}
	return ""
}
