package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"sync"
	"time"
)

// listResult is how long one view of a staff list takes.
type listResult struct {
	List   string        `json:"list"`
	View   string        `json:"view"`
	AtOnce int           `json:"at_once"`
	Asked  int           `json:"asked"`
	P50    time.Duration `json:"p50_ns"`
	P99    time.Duration `json:"p99_ns"`
	judged bool
}

// maxAtOnce is how many of the staff look at the same time, at most.
const maxAtOnce = 8

// patience bounds how long one view is measured.
const patience = 4 * time.Second

type view struct {
	name    string
	address string
	judged  bool
}

func views(api string, kind leads, count int) []view {
	with := func(key, value string) string { return api + kind.list + "?" + url.Values{key: {value}}.Encode() }
	return []view{
		{name: "first page", address: api + kind.list, judged: true},
		{name: "search", address: with("q", fmt.Sprintf("%05d", count/2))},
		{name: "sorted by " + kind.sort, address: with("sort", kind.sort)},
		{name: "last page", address: with("offset", strconv.Itoa(max(0, count-100)))},
	}
}

// warmUp requests the first pages of all lists until they take less than quick, for a
// minute at most, and returns how long that was. Right after a start cms-api is still
// loading the lists.
func warmUp(ctx context.Context, s *staff, api string, quick time.Duration) (time.Duration, error) {
	begun := time.Now()
	for {
		slow := false
		var failed error
		for _, kind := range allLeads() {
			took, err := timed(ctx, s, api+kind.list)
			slow = slow || took > quick
			failed = errors.Join(failed, err)
		}
		took := time.Since(begun)
		if failed == nil && !slow || took > time.Minute || ctx.Err() != nil {
			return took, failed
		}
	}
}

// measureLists measures every view of every list, alone and with others.
func measureLists(ctx context.Context, s *staff, api string, count, asked int) ([]listResult, error) {
	var results []listResult
	for _, kind := range allLeads() {
		headers, _, err := s.get(ctx, api+kind.list)
		if err != nil {
			return nil, err
		}
		if total := headers.Get("X-Total-Count"); total != strconv.Itoa(count) {
			return nil, fmt.Errorf("there are %s %s, not %d", total, kind.name, count)
		}
		for _, view := range views(api, kind, count) {
			for _, atOnce := range []int{1, maxAtOnce} {
				times, err := ask(ctx, s, view.address, asked, atOnce)
				if err != nil {
					return nil, err
				}
				results = append(results, listResult{
					List: kind.name, View: view.name, AtOnce: atOnce, Asked: len(times),
					P50: percentile(times, 0.50), P99: percentile(times, 0.99), judged: view.judged && atOnce == 1,
				})
			}
		}
	}
	return results, nil
}

// ask reads an address many times, some at once, and returns how long each took.
func ask(ctx context.Context, s *staff, address string, asked, atOnce int) ([]time.Duration, error) {
	var (
		mu      sync.Mutex
		times   []time.Duration
		failed  error
		askers  sync.WaitGroup
		started int
	)
	until := time.Now().Add(patience)
	next := func() bool {
		mu.Lock()
		defer mu.Unlock()
		started++
		return failed == nil && started <= asked && (started <= atOnce || time.Now().Before(until))
	}
	for range atOnce {
		askers.Go(func() {
			for next() {
				took, err := timed(ctx, s, address)
				mu.Lock()
				times = append(times, took)
				if err != nil {
					failed = err
				}
				mu.Unlock()
			}
		})
	}
	askers.Wait()
	return times, failed
}

// timed reads an address and returns how long it took until the last byte.
func timed(ctx context.Context, s *staff, address string) (time.Duration, error) {
	begun := time.Now()
	_, _, err := s.get(ctx, address)
	return time.Since(begun), err
}
