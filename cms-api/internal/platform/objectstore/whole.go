package objectstore

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/minio/minio-go/v7"
)

// ErrUnchanged says that an object still has the entity tag that the caller knows.
var ErrUnchanged = errors.New("the object has not changed")

// Object is an object in memory.
type Object struct {
	Key, ContentType, CacheControl string
	Data                           []byte
}

// Write stores an object and replaces an existing one atomically. The body is signed by
// its hash and not in chunks: some servers store the content encoding that chunks need,
// and would send it to browsers.
func (s *Store) Write(ctx context.Context, o Object) (Info, error) {
	sum := sha256.Sum256(o.Data)
	done, err := s.core().PutObject(ctx, s.bucket, o.Key, bytes.NewReader(o.Data), int64(len(o.Data)), "",
		hex.EncodeToString(sum[:]), minio.PutObjectOptions{
			ContentType: o.ContentType, CacheControl: o.CacheControl, DisableContentSha256: true,
		})
	if err != nil {
		return Info{}, translate(fmt.Errorf("store %s: %w", o.Key, err))
	}
	return Info{Key: o.Key, ContentType: o.ContentType, Size: done.Size, ETag: done.ETag}, nil
}

// TagOf returns the entity tag that nearly every storage gives to an object that was
// stored in one piece and not encrypted with a customer's key.
func TagOf(data []byte) string {
	sum := md5.Sum(data)
	return hex.EncodeToString(sum[:])
}

// Read returns a whole object. It returns ErrMissing for an unknown key, and
// ErrUnchanged when known is not empty and the object's entity tag.
func (s *Store) Read(ctx context.Context, key, known string) ([]byte, Info, error) {
	opts := minio.GetObjectOptions{}
	if known != "" {
		if err := opts.SetMatchETagExcept(known); err != nil {
			return nil, Info{}, fmt.Errorf("read %s: %w", key, err)
		}
	}
	body, info, err := s.get(ctx, key, opts)
	if err != nil {
		return nil, Info{}, err
	}
	defer body.Close()
	data, err := io.ReadAll(body)
	if err != nil {
		return nil, Info{}, translate(fmt.Errorf("read %s: %w", key, err))
	}
	return data, info, nil
}

// Folder is the part of a bucket whose keys begin with a prefix.
type Folder struct {
	*Store
	// Prefix is empty or ends in a slash.
	Prefix string
}

// Write is Store.Write with keys below the prefix.
func (f Folder) Write(ctx context.Context, o Object) (Info, error) {
	o.Key = f.Prefix + o.Key
	return f.Store.Write(ctx, o)
}

// Read is Store.Read with keys below the prefix.
func (f Folder) Read(ctx context.Context, key, known string) ([]byte, Info, error) {
	return f.Store.Read(ctx, f.Prefix+key, known)
}

// Delete is Store.Delete with keys below the prefix.
func (f Folder) Delete(ctx context.Context, key string) error {
	return f.Store.Delete(ctx, f.Prefix+key)
}

// List is Store.List with keys below the prefix, which it removes from them.
func (f Folder) List(ctx context.Context, prefix string, each func(Info) error) error {
	return f.Store.List(ctx, f.Prefix+prefix, func(object Info) error {
		object.Key = object.Key[len(f.Prefix):]
		return each(object)
	})
}
