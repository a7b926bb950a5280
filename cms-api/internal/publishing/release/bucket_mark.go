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

// markKey is an object by which who sweeps a bucket and who writes to it know of
// one another. A sweep changes it before it looks at what releases name; a writer
// looks at it after it has written what a release names, and its manifest. So
// either the sweep sees the release, or the writer sees the sweep.
const markKey = "SWEEP"

// Mark is that object: the last sweep of a bucket, or the one that runs.
type Mark struct {
	Sweep   string `json:"sweep"`
	Running bool   `json:"running"`
	// Beat changes while it runs, so that one which was killed is told from one
	// that takes long.
	Beat int `json:"beat"`
}

const (
	beatEvery = 5 * time.Second
	// Who sweeps stops when it could not say for beatGrace that it does, and is
	// held dead after beatDead. In between its last requests end.
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

// Watch tells a sweep that runs from one that has died. Its zero value is ready.
type Watch struct {
	seen  Mark
	since time.Time
}

// Running reports whether a sweep goes on, by a clock that only runs forward.
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
	beaten  atomic.Int64 // when the mark was written last, since begun
	begun   time.Time
	stop    context.CancelFunc
	ended   chan struct{}
}

// beginSweep writes the mark, and goes on to until end.
func beginSweep(ctx context.Context, objects objectstore.Folder, id string) (*sweep, error) {
	w := &sweep{objects: objects, id: id, begun: time.Now(), ended: make(chan struct{})}
	if err := w.beat(ctx, 0); err != nil {
		return nil, err
	}
	ctx, w.stop = context.WithCancel(ctx)
	go func() {
		defer close(w.ended)
		every := time.NewTicker(beatEvery)
		defer every.Stop()
		for n := 1; ; n++ {
			select {
			case <-ctx.Done():
				return
			case <-every.C:
			}
			if m, err := ReadMark(ctx, objects); err == nil && m.Sweep != id {
				w.beaten.Store(-int64(beatGrace)) // somebody has held this one dead
				return
			}
			_ = w.beat(ctx, n)
		}
	}()
	return w, nil
}

func (w *sweep) beat(ctx context.Context, n int) error {
	at := time.Since(w.begun)
	ctx, cancel := context.WithTimeout(ctx, bucketTime)
	defer cancel()
	if err := writeMark(ctx, w.objects, Mark{w.id, true, n}); err != nil {
		return fmt.Errorf("say that the bucket is being swept: %w", err)
	}
	w.beaten.Store(int64(at))
	return nil
}

// alive reports whether everybody knows that this one goes on.
func (w *sweep) alive() bool {
	return time.Since(w.begun)-time.Duration(w.beaten.Load()) < beatGrace
}

// end says that nothing more is deleted.
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
