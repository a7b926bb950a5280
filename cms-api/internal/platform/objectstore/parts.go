package objectstore

import (
	"bytes"
	"context"
	"fmt"

	"github.com/minio/minio-go/v7"
)

// PartSize is the size of each part of an object but its last, which may be smaller: more than the 5 MiB that S3 asks
// for. It is also how much of an upload is in memory at a time. An object has at most 10,000 parts, which is 80 GB.
const PartSize = 8 << 20

// Begin begins an object that is stored part by part, by any process that knows what Begin returns. It is there when
// Join has returned. Until then ListUnfinished has it, and Abandon removes it.
func (s *Store) Begin(ctx context.Context, key, contentType string) (Unfinished, error) {
	id, err := s.core().NewMultipartUpload(ctx, s.bucket, key, minio.PutObjectOptions{ContentType: contentType})
	if err != nil {
		return Unfinished{}, translate(fmt.Errorf("begin to store %s: %w", key, err))
	}
	return Unfinished{Key: key, ID: id}, nil
}

// PutPart stores a part, whose numbers begin with 1, and returns its tag. It replaces a part of the same number. It
// returns ErrMissing when the object was abandoned.
func (s *Store) PutPart(ctx context.Context, u Unfinished, number int, data []byte) (tag string, err error) {
	part, err := s.core().PutObjectPart(ctx, s.bucket, u.Key, u.ID, number, bytes.NewReader(data), int64(len(data)),
		minio.PutObjectPartOptions{})
	if err != nil {
		return "", translate(fmt.Errorf("store part %d of %s: %w", number, u.Key, err))
	}
	return part.ETag, nil
}

// Join makes the object of its parts, whose tags are given in order. It returns ErrMissing when it was joined or
// abandoned before.
func (s *Store) Join(ctx context.Context, u Unfinished, tags []string) error {
	parts := make([]minio.CompletePart, len(tags))
	for i, tag := range tags {
		parts[i] = minio.CompletePart{PartNumber: i + 1, ETag: tag}
	}
	_, err := s.core().CompleteMultipartUpload(ctx, s.bucket, u.Key, u.ID, parts, minio.PutObjectOptions{})
	if err != nil {
		return translate(fmt.Errorf("join the parts of %s: %w", u.Key, err))
	}
	return nil
}
