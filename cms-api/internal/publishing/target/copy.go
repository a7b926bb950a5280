package target

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/publishing/release"
)

// Copy is a release store in a bucket, laid out like the one on disk. It holds the
// releases that were live while it was looked after, by the same rules for how long
// as on disk.
type Copy struct {
	name      string
	releases  *release.Store
	objects   objectstore.Folder
	far       *release.Store // what lies in the bucket
	retention release.Retention
	edges     *edges
	log       *slog.Logger
	now       func() time.Time

	known     map[string]bool // blobs in the bucket; nil before it was listed
	mark      release.Mark    // the last sweep before that
	watch     release.Watch
	marked    time.Time // when to look at the mark again
	swept     time.Time
	last      tree
	manifests map[string]bool
	// pointed is what CURRENT was here and there when they last agreed.
	pointed string
	tag     string
}

// OpenCopy returns the release store at s3://bucket/prefix. A retention that keeps
// no releases is none: everything stays then. The edges whose addresses are in tell
// are told when another release is there.
func OpenCopy(
	address string, releases *release.Store, storage Storage, retention release.Retention, tell []string, log *slog.Logger,
	now func() time.Time,
) (*Copy, error) {
	folder, err := OpenBucket(address, storage)
	if err != nil {
		return nil, err
	}
	return &Copy{
		name: address, releases: releases, objects: folder, far: release.InBucket(folder, log), retention: retention,
		edges: newEdges(tell, log), log: log, now: now,
	}, nil
}

// Name implements Target.
func (c *Copy) Name() string { return c.name }

// Kind implements Target.
func (*Copy) Kind() Kind { return KindStore }

// Carry implements Target: blobs come before the lists that name them, lists
// before the manifest, and CURRENT last. When nothing was published here since,
// but somebody has rolled back in the bucket, that is done here too.
func (c *Copy) Carry(ctx context.Context, r *release.Release) (Carried, error) {
	if adopted, err := c.adopt(ctx, r); adopted || err != nil {
		return Carried{}, err
	}
	if c.pointed == r.Release && c.still(ctx) {
		c.sweepNowAndThen(ctx)
		return Carried{}, nil
	}
	done, err := c.bring(ctx, r)
	if errors.Is(err, release.ErrSweeping) {
		// What is gone by that comes back, unless it still goes on.
		done, err = c.bring(ctx, r)
	}
	if err != nil {
		return done, err
	}
	info, err := c.objects.Write(ctx, release.Pointer(r.Release))
	if err != nil {
		return done, err
	}
	c.pointed, c.tag, c.last = r.Release, info.ETag, treeOf(&r.Manifest)
	c.edges.tell()
	c.sweepNowAndThen(ctx)
	return done, nil
}

// bring writes all of a release but CURRENT.
func (c *Copy) bring(ctx context.Context, r *release.Release) (Carried, error) {
	if c.known == nil {
		if err := c.list(ctx); err != nil {
			return Carried{}, err
		}
	}
	done, err := c.copy(ctx, r)
	if err == nil {
		err = c.undisturbed(ctx)
	}
	if err != nil {
		c.known = nil // what is there is not sure
	}
	return done, err
}

// adopt follows a roll back that a process without this disk has made.
func (c *Copy) adopt(ctx context.Context, r *release.Release) (bool, error) {
	if c.pointed == "" || c.pointed != r.Release {
		return false, nil
	}
	raw, info, err := c.objects.Read(ctx, "CURRENT", c.tag)
	if errors.Is(err, objectstore.ErrUnchanged) {
		return false, nil
	}
	if errors.Is(err, objectstore.ErrMissing) {
		c.pointed = ""
		return false, nil
	}
	if err != nil {
		return false, err
	}
	id := strings.TrimSpace(string(raw))
	if id == c.pointed {
		return false, nil
	}
	if _, err := c.releases.Check(ctx, id); err != nil {
		c.pointed = "" // put back what is live here
		return false, fmt.Errorf("the bucket was made to show a release that is not whole here: %w", err)
	}
	c.log.Info("another release was made live in the bucket", "target", c.name, "release", id)
	if c.tag = ""; info.ETag == objectstore.TagOf(raw) {
		c.tag = info.ETag
	}
	c.pointed = id
	c.edges.tell()
	return true, c.releases.Activate(ctx, id)
}

func (c *Copy) list(ctx context.Context) error {
	mark, err := release.ReadMark(ctx, c.objects)
	if err != nil {
		return err
	}
	if c.watch.Running(mark, c.now()) {
		return release.ErrSweeping
	}
	known, manifests := make(map[string]bool), make(map[string]bool)
	err = c.objects.List(ctx, "", func(object objectstore.Info) error {
		if name, ok := strings.CutPrefix(object.Key, "blobs/"); ok {
			known[name] = true
		} else if name, ok := strings.CutPrefix(object.Key, "manifests/"); ok {
			manifests[strings.TrimSuffix(name, ".json")] = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	c.known, c.mark, c.manifests, c.last = known, mark, manifests, tree{}
	return nil
}

// markEvery is how often the bucket is asked for the mark while nothing is new.
const markEvery = time.Minute

// still reports whether nobody has deleted anything from the bucket, as far as that
// is known. Else the release is brought there again, as far as it is missing.
func (c *Copy) still(ctx context.Context) bool {
	now := c.now()
	if now.Before(c.marked) && c.marked.Sub(now) <= markEvery {
		return true
	}
	mark, err := release.ReadMark(ctx, c.objects)
	if err != nil || c.watch.Running(mark, now) {
		return true // later
	}
	c.marked = now.Add(markEvery)
	if mark == c.mark {
		return true
	}
	c.known = nil
	return false
}

// undisturbed returns an error when somebody has swept the bucket since it was
// listed: what counted as known may be gone.
func (c *Copy) undisturbed(ctx context.Context) error {
	mark, err := release.ReadMark(ctx, c.objects)
	if err == nil && mark != c.mark {
		err = release.ErrSweeping
	}
	return err
}

type blobJob struct {
	name string
	read func() ([]byte, error)
	// variant says that the site can do without it.
	variant bool
}

func (c *Copy) copy(ctx context.Context, r *release.Release) (Carried, error) {
	var blobs, lists []blobJob
	seen := make(map[string]bool)
	add := func(jobs *[]blobJob, job blobJob) {
		if !c.known[job.name] && !seen[job.name] {
			seen[job.name] = true
			*jobs = append(*jobs, job)
		}
	}
	for _, list := range minus(treeOf(&r.Manifest).lists(), c.last.lists()) {
		raw, err := c.releases.Blob(ctx, list)
		if err != nil {
			return Carried{}, err
		}
		files, err := release.DecodeList(raw)
		if err != nil {
			return Carried{}, err
		}
		for _, e := range files {
			for _, name := range e.Variants() {
				add(&blobs, blobJob{name, func() ([]byte, error) { return c.releases.Variant(ctx, e, name) }, true})
			}
			add(&blobs, blobJob{name: e.Blob, read: func() ([]byte, error) { return c.releases.Blob(ctx, e.Blob) }})
		}
		add(&lists, blobJob{name: list, read: func() ([]byte, error) { return raw, nil }})
	}
	w := &writer{host: bucketHost{c.objects}}
	put := func(ctx context.Context, job blobJob) error {
		data, err := job.read()
		if err != nil && job.variant {
			c.log.Warn("a compressed file of the release cannot be copied", "name", job.name, "error", err)
			return nil
		}
		if err != nil {
			return err
		}
		return w.put(ctx, file{"blobs/" + job.name, "application/octet-stream", cacheForever, data})
	}
	for _, jobs := range [][]blobJob{blobs, lists} {
		if err := each(ctx, jobs, put); err != nil {
			return w.carried(), err
		}
	}
	done := w.carried() // of the files
	if !c.manifests[r.Release] {
		raw, err := json.Marshal(r.Manifest)
		if err != nil {
			return done, fmt.Errorf("write the manifest: %w", err)
		}
		if err := w.put(ctx, file{"manifests/" + r.Release + ".json", "application/json", cacheForever, raw}); err != nil {
			return done, err
		}
	}
	for name := range seen {
		c.known[name] = true
	}
	c.manifests[r.Release] = true
	return done, nil
}
