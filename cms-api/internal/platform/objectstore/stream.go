package objectstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/minio/minio-go/v7"
)

// partSize is how much of a streamed object is in memory at a time. With at
// most 10,000 parts it allows objects of 80 GB.
const partSize = 8 << 20

// cleanupTime bounds removing the parts of a failed upload.
const cleanupTime = 10 * time.Second

// SourceError says that an object could not be stored because reading its content
// failed, not the storage.
type SourceError struct{ Err error }

// Error implements error.
func (e *SourceError) Error() string { return "read what is to be stored: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *SourceError) Unwrap() error { return e.Err }

// Stream stores an object of any size under a key that is not in use, with one part of
// it in memory at a time. An error leaves no object and no parts behind unless the
// storage does not answer; an error of body is a SourceError.
func (s *Store) Stream(ctx context.Context, key, contentType string, body io.Reader) (Info, error) {
	part := make([]byte, partSize)
	n, last, err := fill(body, part)
	if err != nil {
		return Info{}, err
	}
	if last {
		return s.Put(ctx, key, contentType, bytes.NewReader(part[:n]), int64(n))
	}
	core := s.core()
	id, err := core.NewMultipartUpload(ctx, s.bucket, key, minio.PutObjectOptions{ContentType: contentType})
	if err != nil {
		return Info{}, translate(fmt.Errorf("begin to store %s: %w", key, err))
	}
	info, err := s.parts(ctx, key, id, body, part)
	if err != nil {
		cleanup, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTime)
		defer cancel()
		// Parts that cannot be removed now are removed by the sweep.
		return Info{}, errors.Join(err, core.AbortMultipartUpload(cleanup, s.bucket, key, id))
	}
	info.ContentType = contentType
	return info, nil
}

// parts stores the parts of an upload, of which part holds the first, and completes it.
func (s *Store) parts(ctx context.Context, key, id string, body io.Reader, part []byte) (Info, error) {
	core := s.core()
	var stored []minio.CompletePart
	size, n, last := int64(0), len(part), false
	for {
		done, err := core.PutObjectPart(ctx, s.bucket, key, id, len(stored)+1, bytes.NewReader(part[:n]), int64(n),
			minio.PutObjectPartOptions{})
		if err != nil {
			return Info{}, translate(fmt.Errorf("store part %d of %s: %w", len(stored)+1, key, err))
		}
		stored = append(stored, minio.CompletePart{PartNumber: done.PartNumber, ETag: done.ETag})
		size += int64(n)
		if last {
			break
		}
		if n, last, err = fill(body, part); err != nil {
			return Info{}, err
		}
		if n == 0 {
			break
		}
	}
	done, err := core.CompleteMultipartUpload(ctx, s.bucket, key, id, stored, minio.PutObjectOptions{})
	if err != nil {
		return Info{}, translate(fmt.Errorf("complete %s: %w", key, err))
	}
	return Info{Key: key, Size: size, ETag: done.ETag}, nil
}

// fill reads a part; last reports that it is the last one. Unlike io.ReadFull it
// returns an error of the body, even io.ErrUnexpectedEOF, as a SourceError.
func fill(body io.Reader, part []byte) (n int, last bool, err error) {
	for n < len(part) {
		read, err := body.Read(part[n:])
		n += read
		if errors.Is(err, io.EOF) {
			return n, true, nil
		}
		if err != nil {
			return n, false, &SourceError{err}
		}
	}
	return n, false, nil
}

// ReaderAt reads an object of a known size at any offset, with one request a read.
type ReaderAt struct {
	ctx   context.Context // io.ReaderAt has no parameter for it
	store *Store
	key   string
	size  int64
}

// ReaderAt returns a reader of an object.
func (s *Store) ReaderAt(ctx context.Context, key string, size int64) *ReaderAt {
	return &ReaderAt{ctx, s, key, size}
}

// ReadAt implements io.ReaderAt.
func (r *ReaderAt) ReadAt(p []byte, offset int64) (int, error) {
	want := min(int64(len(p)), r.size-offset)
	if want <= 0 {
		return 0, io.EOF
	}
	body, err := r.store.GetRange(r.ctx, r.key, offset, want)
	if err != nil {
		return 0, err
	}
	defer body.Close()
	n, err := io.ReadFull(body, p[:want])
	if err != nil {
		return n, translate(fmt.Errorf("read %s: %w", r.key, err))
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}
