package release

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"academy/cms-api/internal/platform/objectstore"
)

// markKey is the object by which those who sweep a bucket and those who write to it know
// of each other. A sweep changes it before it reads what releases name; a writer reads it
// after it has written what a release names, and its manifest. So either the sweep sees
// the release, or the writer sees the sweep.
const markKey = "SWEEP"

// Mark is that object: the last sweep of a bucket, or the one that runs.
type Mark struct {
	Sweep   string `json:"sweep"`
	Running bool   `json:"running"`
	// Beat changes while it runs, so that a sweep that takes long differs from one that
	// was killed.
	Beat int `json:"beat"`
}

const (
	beatEvery = 5 * time.Second
	// A sweep stops when it could not write the mark for beatGrace, and counts as killed
	// after beatDead. In between its last requests end.
	beatGrace = 20 * time.Second
	beatDead  = time.Minute
)

// ErrSweeping says that the bucket is being swept; it ends by itself.
var ErrSweeping = errors.New("the bucket is being swept")

// ReadMark returns the mark of the last sweep; its zero value when there was none.
func ReadMark(ctx context.Context, objects objectstore.Folder) (Mark, error) {
	var m Mark
	raw, _, err := objects.Read(ctx, markKey, "")
	if errors.Is(err, objectstore.ErrMissing) {
		return m, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	if err != nil {
		return m, fmt.Errorf("ask whether the bucket is being swept: %w", err)
	}
	return m, nil
}

func writeMark(ctx context.Context, objects objectstore.Folder, m Mark) error {
	raw, err := json.Marshal(m)
	if err == nil {
		_, err = objects.Write(ctx, objectstore.Object{
			Key: markKey, ContentType: "application/json", CacheControl: "no-cache", Data: raw,
		})
	}
	return err
}

// Watch distinguishes a sweep that runs from one that was killed. Its zero value is ready.
type Watch struct {
	seen  Mark
	since time.Time
}

// Running reports whether a sweep still runs.
func (w *Watch) Running(m Mark, now time.Time) bool {
	if !m.Running {
		return false
	}
	if w.since.IsZero() || m != w.seen {
		w.seen, w.since = m, now
	}
	return now.Sub(w.since) < beatDead
}

// sweep is one that this process does.
type sweep struct {
	objects objectstore.Folder
	id      string
	until   atomic.Pointer[time.Time] // when it must stop unless the mark is written again
	stop    context.CancelFunc
	ended   chan struct{}
}

// beginSweep writes the mark, and does so again and again until end is called.
func beginSweep(ctx context.Context, objects objectstore.Folder, id string) (*sweep, error) {
	w := &sweep{objects: objects, id: id, ended: make(chan struct{})}
	if err := w.beat(ctx, 0); err != nil {
		return nil, err
	}
	ctx, w.stop = context.WithCancel(ctx)
	go func() {
		defer close(w.ended)
		for n := 1; ; n++ {
			select {
			case <-ctx.Done():
				return
			case <-time.After(beatEvery):
			}
			if m, err := ReadMark(ctx, objects); err == nil && m.Sweep != id {
				w.until.Store(&time.Time{}) // for another sweep this one counts as killed
				return
			}
			_ = w.beat(ctx, n)
		}
	}()
	return w, nil
}

func (w *sweep) beat(ctx context.Context, n int) error {
	until := time.Now().Add(beatGrace)
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	if err := writeMark(ctx, w.objects, Mark{w.id, true, n}); err != nil {
		return fmt.Errorf("mark the bucket as being swept: %w", err)
	}
	w.until.Store(&until)
	return nil
}

// alive reports whether this sweep does not yet count as killed.
func (w *sweep) alive() bool { return time.Now().Before(*w.until.Load()) }

// end marks the sweep as ended, unless it counts as killed.
func (w *sweep) end(ctx context.Context) error {
	w.stop()
	<-w.ended
	if !w.alive() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), bucketTime)
	defer cancel()
	return writeMark(ctx, w.objects, Mark{Sweep: w.id})
}
