package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// readings counts the results of readers. Its methods may be called from several
// goroutines.
type readings struct {
	mu      sync.Mutex
	pages   int            // read and compared with their release
	partial int            // of them from releases on the way
	failed  map[string]int // by reason
	torn    []string
	unknown int // whose release is no longer in the store
	// visits and missed count reads through the balancer.
	visits, missed int
}

func (r *readings) note(change func(*readings)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(r)
}

func (r *readings) tear(format string, values ...any) {
	r.note(func(r *readings) { r.torn = append(r.torn, fmt.Sprintf(format, values...)) })
}

// Reasons of reads that fail.
const (
	failedRefused = "nobody listened"
	failedBroken  = "broken off"
	failedAnswer  = "answered with an error"
)

func (r *readings) fail(err error) {
	reason := failedBroken
	if refused(err) {
		reason = failedRefused
	}
	r.note(func(r *readings) { r.failed[reason]++ })
}

// reader reads pages from one server of the site, and compares each with the
// manifest of the release that it comes from.
type reader struct {
	at       string
	releases *releases
	readings *readings
	client   *client
	random   *rand.Rand
	linked   map[string]bool // release and page whose links were followed
}

// The pause between two pages, because several readers share the machine with the
// product.
const pause = 15 * time.Millisecond

func (r *reader) run(ctx context.Context) {
	for ctx.Err() == nil {
		r.one(ctx)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// one reads one page. Pages do not contain the release that they are from, so the
// server is asked before and after: the page must equal, byte for byte, that of a
// release that was live in between.
func (r *reader) one(ctx context.Context) {
	before, ok := r.live(ctx)
	if !ok {
		return
	}
	first, err := r.releases.get(before)
	if err != nil {
		r.readings.note(func(r *readings) { r.unknown++ })
		return
	}
	address := r.choose(first)
	got, err := r.client.get(ctx, r.at+escape(address))
	if err != nil {
		r.failed(ctx, err)
		return
	}
	after, ok := r.live(ctx)
	if !ok {
		return
	}
	candidates, err := r.releases.between(before, after)
	if err != nil {
		r.readings.note(func(r *readings) { r.unknown++ })
		return
	}
	if got.status >= http.StatusInternalServerError {
		r.readings.note(func(r *readings) { r.failed[failedAnswer]++ })
		return
	}
	sum := sha256.Sum256(got.body)
	hash := hex.EncodeToString(sum[:])
	from := slices.IndexFunc(candidates, func(c *release) bool { return c.answers(address, got.status, hash) })
	if from < 0 {
		r.readings.tear("%s%s answered %d with %d bytes (%s), which is in no release from %s to %s", r.at, address,
			got.status, len(got.body), hash, before, after)
		return
	}
	release := candidates[from]
	r.readings.note(func(r *readings) {
		r.pages++
		if release.Partial {
			r.partial++
		}
	})
	r.follow(release, address, hash, got)
}

// live returns the release that the server names as live.
func (r *reader) live(ctx context.Context) (id string, ok bool) {
	got, err := r.client.get(ctx, r.at+"/release.json")
	if err != nil {
		r.failed(ctx, err)
		return "", false
	}
	var about struct{ Release string }
	if got.status != http.StatusOK {
		r.readings.note(func(r *readings) { r.failed[failedAnswer]++ })
		return "", false
	}
	if err := json.Unmarshal(got.body, &about); err != nil || about.Release == "" {
		r.readings.tear("%s/release.json is %.100q", r.at, got.body)
		return "", false
	}
	return about.Release, true
}

func (r *reader) failed(ctx context.Context, err error) {
	if ctx.Err() == nil {
		r.readings.fail(err)
	}
}

// choose returns a random address: mostly of the release, pages more often than other
// files, and sometimes one that no release has.
func (r *reader) choose(from *release) string {
	addresses := slices.Sorted(maps.Keys(from.pages))
	if r.random.IntN(50) == 0 {
		return fmt.Sprintf("/blog/nothing-is-here-%d", r.random.IntN(100))
	}
	for range 4 {
		address := addresses[r.random.IntN(len(addresses))]
		if !strings.Contains(address[1:], ".") {
			return address
		}
	}
	return addresses[r.random.IntN(len(addresses))]
}

// answers reports whether an answer is that of the release.
func (r *release) answers(address string, status int, hash string) bool {
	want, found := r.pages[address]
	if !found || address == notFound || address == "/_not-found" {
		return status == http.StatusNotFound && hash == r.pages[notFound]
	}
	return status == http.StatusOK && hash == want
}

var links = regexp.MustCompile(`(?:href|src)="(/[^"]*)"`)

// elsewhere are prefixes of addresses that are not part of releases.
var elsewhere = regexp.MustCompile(`^/(/|api/|media/|admin|auth|forgot-password|reset-password)`)

// follow checks that the release has everything that a page refers to. In a partial
// release pages may link to a page that was removed, and in any release to one that
// could not be rendered, but scripts, styles and pictures must always exist.
func (r *reader) follow(from *release, address, hash string, got answer) {
	if got.status != http.StatusOK || !strings.HasPrefix(got.header.Get("Content-Type"), "text/html") ||
		r.linked[from.ID+hash] {
		return
	}
	r.linked[from.ID+hash] = true
	for _, match := range links.FindAllSubmatch(got.body, -1) {
		target := html.UnescapeString(string(match[1]))
		if elsewhere.MatchString(target) {
			continue
		}
		target, _, _ = strings.Cut(target, "#")
		target, _, _ = strings.Cut(target, "?")
		path, err := url.PathUnescape(target)
		if err != nil {
			path = target
		}
		if _, found := from.pages[path]; !found && !from.failed[path] &&
			(!from.Partial || strings.HasPrefix(path, "/_next/")) {
			r.readings.tear("%s%s leads to %s, which release %s does not have", r.at, address, path, from.ID)
			return
		}
	}
}

func escape(path string) string { return (&url.URL{Path: path}).EscapedPath() }

// visit reads pages through the balancer, and counts those that no server answered.
func visit(ctx context.Context, at string, to *readings) {
	visitor := newClient()
	for i := 0; ctx.Err() == nil; i++ {
		address := []string{"/", "/blog", "/videos", "/contact-us"}[i%4]
		got, err := visitor.get(ctx, at+address)
		if err == nil && got.status != http.StatusOK {
			err = errors.New(http.StatusText(got.status))
		}
		if ctx.Err() != nil {
			return
		}
		to.note(func(r *readings) {
			r.visits++
			if err != nil {
				r.missed++
			}
		})
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}
