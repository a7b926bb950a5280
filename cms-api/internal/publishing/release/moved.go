package release

import (
	"context"
	"fmt"
	"strings"
)

// movedPath is the file of a release that says where pages have moved to, one a
// line: "/kas-2026 /kas-2027 301". Hosts of static sites read it too.
const movedPath = "/_redirects"

// loadMoved returns where the pages of a release have moved to, by their former
// paths. It takes them from base when that has the same file.
func (r *Release) loadMoved(ctx context.Context, dir backend, base *Release) (map[string]string, error) {
	f, _ := r.find(movedPath)
	if f == nil {
		return nil, nil
	}
	if base != nil {
		if old, _ := base.find(movedPath); old != nil && old.blob == f.blob {
			return base.moved, nil
		}
	}
	raw, err := blob(ctx, dir, f.blob)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", movedPath, err)
	}
	moved := make(map[string]string)
	for line := range strings.Lines(string(raw)) {
		if fields := strings.Fields(line); len(fields) >= 2 {
			moved[fields[0]] = fields[1]
		}
	}
	return moved, nil
}

// movedTo returns the page that a former path leads to now, or "".
func (r *Release) movedTo(path string) string {
	to := r.moved[path]
	// Only to a page that exists, so that no address can be made to lead to another
	// host.
	if f, exact := r.find(to); f == nil || exact {
		return ""
	}
	return to
}
