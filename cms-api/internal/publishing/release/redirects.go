package release

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// redirectsPath is the file of a release that says where its former addresses lead, one a line:
// "/kas-2026 /kas 301", "/old/* /new/:splat 301", "/gone /404 410". Hosts of static sites read it too.
const redirectsPath = "/_redirects"

// splat stands at the end of a target for what the * of a pattern matched.
const splat = ":splat"

// redirects answers for former addresses. Its keys and targets are cut from the text of the file, so that 10,000 lines
// need little more memory than that.
type redirects struct {
	exact    map[string]target // by redirectKey
	patterns map[string]target // by the redirectKey of what stands before "/*"
	longest  int               // the length of the longest key of patterns
}

// target is where a line leads.
type target struct {
	to     string // a path or an http(s) address, may end with splat
	status int    // 301, 302 or 410
}

// loadRedirects returns the redirects of a release. It takes them from base when that has the same file.
func (r *Release) loadRedirects(ctx context.Context, dir backend, base *Release) (*redirects, error) {
	f, _ := r.find(redirectsPath)
	if f == nil {
		return &redirects{}, nil
	}
	if base != nil {
		if old, _ := base.find(redirectsPath); old != nil && old.blob == f.blob {
			return base.redirects, nil
		}
	}
	raw, err := blob(ctx, dir, f.blob)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", redirectsPath, err)
	}
	return parseRedirects(string(raw)), nil
}

// parseRedirects ignores lines that it does not understand, so that none of them keeps a release from being served.
func parseRedirects(text string) *redirects {
	list := &redirects{exact: make(map[string]target), patterns: make(map[string]target)}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 2 {
			fields = append(fields, "301")
		}
		if len(fields) != 3 || !strings.HasPrefix(fields[0], "/") {
			continue
		}
		from, err := url.PathUnescape(fields[0])
		status, _ := strconv.Atoi(fields[2])
		if err != nil {
			continue
		}
		from, pattern := strings.CutSuffix(from, "/*")
		key, to := redirectKey(from), target{fields[1], status}
		if strings.Contains(key, "*") || !to.valid(pattern) {
			continue
		}
		lines := list.exact
		if pattern {
			lines = list.patterns
			list.longest = max(list.longest, len(key))
		}
		if _, earlier := lines[key]; !earlier {
			lines[key] = to
		}
	}
	return list
}

// redirectKey returns the path without what does not matter in a former address: case and slashes at its end.
func redirectKey(path string) string { return strings.ToLower(strings.TrimRight(path, "/")) }

// valid reports whether a line may lead there.
func (t target) valid(pattern bool) bool {
	switch t.status {
	case http.StatusGone:
		return t.to == "/404"
	case http.StatusMovedPermanently, http.StatusFound:
	default:
		return false
	}
	head, carries := strings.CutSuffix(t.to, splat)
	if strings.Contains(head, splat) || carries && !pattern || strings.ContainsFunc(t.to, unsafeInAddress) {
		return false
	}
	u, err := url.Parse(head)
	if err != nil {
		return false
	}
	// The host ends before what is carried over begins, so that no address of a visitor can change it.
	if carries && (!strings.HasPrefix(u.Path, "/") || strings.ContainsAny(head, "?#")) {
		return false
	}
	if u.Scheme == "" {
		return strings.HasPrefix(head, "/") && !strings.HasPrefix(head, "//")
	}
	return (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil
}

// unsafeInAddress reports characters that browsers drop from an address, or read as a slash.
func unsafeInAddress(c rune) bool {
	return c == '\\' || c == unicode.ReplacementChar || unicode.IsControl(c)
}

// address returns where t leads for what the * of its pattern matched; nil when that does not stay below the target.
func (t target) address(rest string) *url.URL {
	head, carries := strings.CutSuffix(t.to, splat)
	u, err := url.Parse(head)
	if err != nil || !carries || rest == "" {
		return u
	}
	climbs := func(segment string) bool { return segment == "" || segment == "." || segment == ".." }
	if strings.ContainsFunc(rest, unsafeInAddress) || slices.ContainsFunc(strings.Split(rest, "/"), climbs) {
		return nil
	}
	u.Path, u.RawPath = u.Path+rest, u.EscapedPath()+(&url.URL{Path: rest}).EscapedPath()
	return u
}

// match returns the target of the line for a path, and what its * matched: an exact line goes before patterns, and a
// longer pattern before shorter ones. The pattern "/old/*" matches "/old" too, as slashes at the end do not matter.
func (l *redirects) match(path string) (to target, rest string, found bool) {
	path = strings.TrimRight(path, "/")
	key := redirectKey(path)
	if to, found = l.exact[key]; found {
		return to, "", true
	}
	for end := len(path); end >= 0; end = strings.LastIndexByte(path[:end], '/') {
		if len(key) <= l.longest {
			if to, found = l.patterns[key]; found {
				return to, strings.TrimPrefix(path[end:], "/"), true
			}
		}
		key = key[:max(strings.LastIndexByte(key, '/'), 0)]
	}
	return target{}, "", false
}

// redirect returns where a path that the release does not have leads, with the status of that answer: 0 for nowhere,
// and no address with 410. It does not ask whether the release has the target: that may be a file of the API or another
// site. Nobody but the author of a line determines its host.
func (r *Release) redirect(path string) (to *url.URL, status int) {
	line, rest, found := r.redirects.match(path)
	if !found {
		return nil, 0
	}
	// Another case of a page's address is no former address.
	if f, _ := r.find(redirectKey(path)); f != nil {
		return nil, 0
	}
	if line.status == http.StatusGone {
		return nil, line.status
	}
	if to = line.address(rest); to == nil {
		return nil, 0
	}
	// A line that leads to an address of its own and not to a page would lead in circles.
	if again, _, _ := r.redirects.match(to.Path); to.Host == "" && again == line {
		if f, _ := r.find(to.Path); f == nil {
			return nil, 0
		}
	}
	return to, line.status
}
