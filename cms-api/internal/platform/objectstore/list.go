package objectstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/minio/minio-go/v7"
)

// List calls each for every object whose key begins with prefix, in no particular
// order, and stops at the first error. The content types are empty.
func (s *Store) List(ctx context.Context, prefix string, each func(Info) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for object := range s.client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
		if object.Err != nil {
			return translate(fmt.Errorf("list objects: %w", object.Err))
		}
		if err := each(describe(object.Key, object)); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Unfinished is an upload that was begun and neither completed nor aborted.
type Unfinished struct {
	Key, ID string
	Begun   time.Time
}

// ListUnfinished calls each for every unfinished upload whose key begins with prefix.
// MinIO lists none; it removes them by itself after a day.
func (s *Store) ListUnfinished(ctx context.Context, prefix string, each func(Unfinished) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for upload := range s.client.ListIncompleteUploads(ctx, s.bucket, prefix, true) {
		if upload.Err != nil {
			return translate(fmt.Errorf("list unfinished uploads: %w", upload.Err))
		}
		if err := each(Unfinished{upload.Key, upload.UploadID, upload.Initiated}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Abandon removes what an unfinished upload has stored. It returns nil for one that
// does not exist.
func (s *Store) Abandon(ctx context.Context, u Unfinished) error {
	err := s.core().AbortMultipartUpload(ctx, s.bucket, u.Key, u.ID)
	if err == nil {
		return nil
	}
	if err = translate(fmt.Errorf("give up an upload of %s: %w", u.Key, err)); errors.Is(err, ErrMissing) {
		return nil
	}
	return err
}
