package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// subject is one public read, and what was measured of it.
type subject struct {
	name       string
	path       string // of cms-api
	file       string // the same bytes as nginx has them
	body       []byte
	api, nginx []float64 // requests a second, by round
}

// fetchSubjects reads from cms-api what nginx is to serve.
func fetchSubjects(ctx context.Context, api string) ([]*subject, error) {
	list := &subject{name: "20 newest, without content", path: "/api/articles?status=published&limit=20", file: "/list.json"}
	var err error
	if list.body, err = get(ctx, api+list.path); err != nil {
		return nil, err
	}
	var newest []struct {
		Slug string `json:"slug"`
	}
	if err := json.Unmarshal(list.body, &newest); err != nil || len(newest) != 20 {
		return nil, fmt.Errorf("the list has %d articles, not 20: %w", len(newest), err)
	}
	one := &subject{name: "one article by slug", path: "/api/articles/" + newest[7].Slug, file: "/article.json"}
	if one.body, err = get(ctx, api+one.path); err != nil {
		return nil, err
	}
	return []*subject{one, list}, nil
}

// sameBytes makes sure that both serve the same.
func sameBytes(ctx context.Context, nginx string, subjects []*subject) error {
	for _, s := range subjects {
		body, err := get(ctx, nginx+s.file)
		if err != nil {
			return err
		}
		if !bytes.Equal(body, s.body) {
			return fmt.Errorf("nginx serves other bytes for %s", s.name)
		}
	}
	return nil
}

// get reads an address until it answers 200, for a few seconds.
func get(ctx context.Context, address string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for {
		body, err := getOnce(ctx, address)
		if err == nil {
			return body, nil
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func getOnce(ctx context.Context, address string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	// Go's client would ask for gzip by itself.
	request.Header.Set("Accept-Encoding", "identity")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %s", address, response.Status)
	}
	return body, nil
}

var (
	rate    = regexp.MustCompile(`(?m)^Requests/sec:\s+([0-9.]+)`)
	trouble = regexp.MustCompile(`(?m)^\s*(Non-2xx or 3xx responses|Socket errors):.*$`)
)

// measure returns the requests a second that wrk reaches.
func measure(ctx context.Context, target string, duration time.Duration) (float64, error) {
	seconds := strconv.Itoa(max(1, int(duration.Seconds()))) + "s"
	out, err := exec.CommandContext(ctx, "wrk", "-t2", "-c32", "-d"+seconds, target).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("wrk %s: %w\n%s", target, err, out)
	}
	return parse(string(out))
}

// parse reads wrk's output. A measurement with errors in it is none.
func parse(out string) (float64, error) {
	if bad := trouble.FindString(out); bad != "" {
		return 0, fmt.Errorf("wrk: %s", bad)
	}
	match := rate.FindStringSubmatch(out)
	if match == nil {
		return 0, fmt.Errorf("wrk gave no rate:\n%s", out)
	}
	return strconv.ParseFloat(match[1], 64)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	if n := len(sorted); n%2 == 0 {
		return (sorted[n/2-1] + sorted[n/2]) / 2
	}
	return sorted[len(sorted)/2]
}
