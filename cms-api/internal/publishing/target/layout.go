package target

import (
	"fmt"
	"strings"

	"academy/cms-api/internal/publishing/release"
)

// layout says under which name a file of the site lies in a mirror.
type layout string

const (
	// layoutFiles keeps the names that a static export has: /blog/x is in
	// blog/x.html. Nearly every static host and server expects that.
	layoutFiles layout = "html"
	// layoutClean names pages as visitors ask for them: /blog/x is in blog/x. It is
	// for buckets that are served as they are, without rules for addresses; it
	// needs a storage in which blog and blog/x may both be objects.
	layoutClean layout = "clean"
)

// layoutOf returns the layout of the mirror at an address, or an error unless a mirror
// can have it.
func layoutOf(address string) (layout, error) {
	if !strings.HasPrefix(address, "s3:") {
		if strings.Contains(address, "://") {
			return "", fmt.Errorf("%q is neither a folder nor an address such as s3://bucket/prefix", address)
		}
		return layoutFiles, nil
	}
	_, _, query, err := parseBucket(address)
	if err != nil {
		return "", err
	}
	pages := layout(query.Get("pages"))
	if query.Del("pages"); len(query) > 0 {
		return "", fmt.Errorf("%q has a setting that is not known; there is only pages", address)
	}
	switch pages {
	case "", layoutFiles:
		return layoutFiles, nil
	case layoutClean:
		return layoutClean, nil
	}
	return "", fmt.Errorf("%q: pages is html or clean", address)
}

// key returns the name of the file that a release has under a path. The home page
// and the page for unknown addresses keep theirs: hosts are told of them by name.
func (l layout) key(path string) string {
	key := strings.TrimPrefix(path, "/")
	if page, ok := strings.CutSuffix(key, ".html"); ok && l == layoutClean && key != "index.html" && key != "404.html" {
		return page
	}
	return key
}

// usable reports whether a path leads to a file below the mirror and not to the
// mirror's own notes.
func usable(path string) bool {
	return release.Usable(path) && !strings.HasPrefix(path, "/"+notesFolder)
}
