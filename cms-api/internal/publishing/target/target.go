package target

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"academy/cms-api/internal/platform/objectstore"
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
