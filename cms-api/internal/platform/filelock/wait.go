package filelock

import (
	"context"
	"os"
	"time"
)

// every is how often a lock that another has is asked for.
const every = 2 * time.Millisecond

// Wait takes the lock of a file, which it makes, and waits for it as long as ctx lasts. The
// caller closes the file.
func Wait(ctx context.Context, name string) (*os.File, error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		taken, err := Try(file)
		if taken {
			return file, nil
		}
		if err == nil {
			select {
			case <-ctx.Done():
				err = ctx.Err()
			case <-time.After(every):
				continue
			}
		}
		_ = file.Close()
		return nil, err
	}
}
