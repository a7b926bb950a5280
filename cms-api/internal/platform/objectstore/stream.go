package objectstore

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/minio/minio-go/v7"
)

// SourceError says that an object could not be stored because reading its content
// failed, not the storage.
type SourceError struct{ Err error }

// Error implements error.
func (e *SourceError) Error() string { return "read what is to be stored: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *SourceError) Unwrap() error { return e.Err }

// source makes the errors of a reader SourceErrors. The client would take
// io.ErrUnexpectedEOF for the end of the content.
type source struct{ io.Reader }

// Read implements io.Reader.
func (s source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &SourceError{err}
	}
	return n, err
}

// Stream stores an object of any size under a key that is not in use, with one part of
// it in memory at a time. An error leaves no object and no parts behind unless the
// storage does not answer; an error of body is a SourceError. Parts that cannot be
// removed then are listed by ListUnfinished.
func (s *Store) Stream(ctx context.Context, key, contentType string, body io.Reader) (Info, error) {
	content := bufio.NewReader(source{body})
	if _, err := content.Peek(1); errors.Is(err, io.EOF) {
		return s.Put(ctx, key, contentType, content, 0)
	}
	done, err := s.client.PutObject(ctx, s.bucket, key, content, -1, minio.PutObjectOptions{
		ContentType: contentType, PartSize: PartSize,
	})
	var unread *SourceError
	if errors.As(err, &unread) {
		return Info{}, unread
	}
	if err != nil {
		return Info{}, translate(fmt.Errorf("store %s: %w", key, err))
	}
	return Info{Key: key, ContentType: contentType, Size: done.Size, ETag: done.ETag}, nil
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
