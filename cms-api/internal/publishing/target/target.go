// Package target mirrors the live release to folders and buckets in which every file has
// its public path, as any static host serves it.
package target

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/release"
)

// Storage opens a bucket of the object storage that mirrors lie in.
type Storage func(bucket string) (*objectstore.Store, error)

// parseBucket takes s3://bucket/prefix?query apart.
func parseBucket(address string) (bucket, prefix string, query url.Values, err error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Scheme != "s3" || parsed.Host == "" || parsed.User != nil || parsed.Fragment != "" {
		return "", "", nil, fmt.Errorf("%q is not an address such as s3://bucket/prefix", address)
	}
	if prefix = strings.Trim(parsed.Path, "/"); prefix != "" {
		prefix += "/"
	}
	return parsed.Host, prefix, parsed.Query(), nil
}

// OpenBucket returns the part of the object storage that an address names.
func OpenBucket(address string, storage Storage) (objectstore.Folder, error) {
	bucket, prefix, _, err := parseBucket(address)
	if err != nil {
		return objectstore.Folder{}, err
	}
	objects, err := storage(bucket)
	return objectstore.Folder{Store: objects, Prefix: prefix}, err
}

// OpenMirror returns a mirror at an address: a folder, or s3://bucket/prefix with
// ?pages=clean for pages without .html.
func OpenMirror(
	address string, releases *release.Store, storage Storage, log *slog.Logger, now func() time.Time,
) (*Mirror, error) {
	layout, err := layoutOf(address)
	if err != nil {
		return nil, err
	}
	m := &Mirror{address: address, releases: releases, layout: layout, log: log, now: now}
	if strings.HasPrefix(address, "s3:") {
		folder, err := OpenBucket(address, storage)
		m.host = bucketHost{folder}
		return m, err
	}
	dir, err := filepath.Abs(address)
	if err != nil {
		return nil, fmt.Errorf("find the folder of the mirror: %w", err)
	}
	m.host = &folderHost{dir: dir}
	return m, nil
}

// workers is how many files are on the way at the same time. They are small, so
// that time goes to waiting for answers.
const workers = 16

// each runs do for every item, several at a time, and returns the first error. After that
// no further one is begun, and those that run are told to end.
func each[T any](ctx context.Context, items []T, do func(context.Context, T) error) error {
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for _, item := range items {
		if working.Err() != nil {
			break
		}
		group.Go(func() error { return do(working, item) })
	}
	return cmp.Or(group.Wait(), ctx.Err())
}

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

// reasonOf says why a try failed, as a sentence that whoever looks after the
// target can act on. Other errors are returned as they are.
func reasonOf(err error) string {
	for _, known := range []struct {
		is   error
		says string
	}{
		{errTaken, "Another process is mirroring to this folder."},
		{objectstore.ErrNoBucket, "There is no such bucket. Make it, or correct the address."},
		{objectstore.ErrRefused, "The object storage refuses access. Check the key, and what it may do."},
		{syscall.ENOSPC, "The disk is full."},
		{syscall.EROFS, "The disk cannot be written to."},
		{syscall.ENOTDIR, "A part of the path is a file and not a folder."},
		{fs.ErrPermission, "The folder must not be written to. Check its owner and rights."},
		{fs.ErrNotExist, "A file of the release is missing. Check the live release; publishing mends it."},
		{context.DeadlineExceeded, "It took too long."},
	} {
		if errors.Is(err, known.is) {
			return known.says
		}
	}
	if problem.Is(err, problem.Unavailable) {
		return "The object storage does not answer."
	}
	return err.Error()
}
