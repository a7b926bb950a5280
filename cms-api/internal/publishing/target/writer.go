package target

import (
	"context"
	"sync/atomic"
	"time"
)

// writer writes to a host, and counts what it did. Several may write at a time.
type writer struct {
	host                     host
	there                    looker // what need not be written
	written, removed, volume atomic.Int64
}

// fileTime is how long one file may take.
const fileTime = 2 * time.Minute

func (w *writer) put(ctx context.Context, f file) error {
	if w.there.has(f) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, fileTime)
	defer cancel()
	if err := w.host.put(ctx, f); err != nil {
		return err
	}
	w.written.Add(1)
	w.volume.Add(int64(len(f.data)))
	return nil
}

func (w *writer) remove(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, fileTime)
	defer cancel()
	if err := w.host.remove(ctx, key); err != nil {
		return err
	}
	w.removed.Add(1)
	return nil
}

func (w *writer) updated() Updated {
	return Updated{Written: int(w.written.Load()), Removed: int(w.removed.Load()), Bytes: w.volume.Load()}
}
