// Package objectstore keeps files in S3-compatible storage. It is all that
// knows the storage client.
package objectstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"academy/cms-api/internal/platform/problem"
)

// Options say where the storage is.
type Options struct {
	Endpoint, Region, AccessKey, SecretKey, Bucket string
	// Through is what requests go through on their way, for who measures them;
	// nil means nothing.
	Through func(http.RoundTripper) http.RoundTripper
}

// Store is one bucket. It is usable from the start, whether the storage
// answers or not.
type Store struct {
	client *minio.Client
	bucket string
	region string
	log    *slog.Logger
	ready  atomic.Bool
	first  chan struct{} // closed when the storage first answered
}

// Info describes a stored object.
type Info struct {
	Key         string
	ContentType string
	Size        int64
	ETag        string
	Modified    time.Time
}

var (
	// ErrMissing says that there is no object of that key.
	ErrMissing = errors.New("no such object")
	// ErrNoBucket says that there is not even the bucket; it is an ErrMissing too.
	ErrNoBucket = fmt.Errorf("%w: no such bucket", ErrMissing)
	// ErrRefused says that the key must not do that.
	ErrRefused = errors.New("access to the object storage is refused")
)

const checkInterval = 3 * time.Second

// Open prepares the client; it does not wait for the storage. It fails only on
// an address that cannot be one.
func Open(o Options, log *slog.Logger) (*Store, error) {
	endpoint, err := url.Parse(o.Endpoint)
	if err != nil {
		return nil, fmt.Errorf("read the object storage address: %w", err)
	}
	var transport http.RoundTripper // nil: the library's own
	if o.Through != nil {
		own, err := minio.DefaultTransport(endpoint.Scheme == "https")
		if err != nil {
			return nil, fmt.Errorf("prepare connections to the object storage: %w", err)
		}
		transport = o.Through(own)
	}
	client, err := minio.New(endpoint.Host, &minio.Options{
		Transport:  transport,
		Creds:      credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""),
		Secure:     endpoint.Scheme == "https",
		Region:     o.Region,
		MaxRetries: 2,
	})
	if err != nil {
		return nil, fmt.Errorf("read the object storage address: %w", err)
	}
	return &Store{client: client, bucket: o.Bucket, region: o.Region, log: log, first: make(chan struct{})}, nil
}

// Ready reports whether the storage answers and the bucket exists.
func (s *Store) Ready() bool { return s.ready.Load() }

// WaitReady returns when the storage has answered, or with the context's error.
func (s *Store) WaitReady(ctx context.Context) error {
	select {
	case <-s.first:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for the object storage: %w", ctx.Err())
	}
}

// Run makes the bucket when it is missing, keeps Ready true to life and logs
// each change of it once, until the context ends.
func (s *Store) Run(ctx context.Context) {
	said, answered := false, false
	wait := 100 * time.Millisecond
	for {
		err := s.check(ctx)
		if err == nil {
			said, wait = false, checkInterval
			if !s.ready.Swap(true) {
				s.log.Info("object storage connected", "bucket", s.bucket)
			}
			if !answered {
				answered = true
				close(s.first)
			}
		} else if ctx.Err() == nil {
			if s.ready.Swap(false) || !said {
				s.log.Warn("object storage not reachable; will keep trying", "error", err)
				said = true
			}
			wait = min(wait*2, checkInterval)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

func (s *Store) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	exists, err := s.client.BucketExists(ctx, s.bucket)
	if err != nil {
		return fmt.Errorf("ask for the bucket: %w", err)
	}
	if exists {
		return nil
	}
	if err := s.client.MakeBucket(ctx, s.bucket, minio.MakeBucketOptions{Region: s.region}); err != nil {
		return fmt.Errorf("make the bucket: %w", err)
	}
	return nil
}

// Put stores an object of a known size under a key, replacing what was there. An
// error leaves no object behind.
func (s *Store) Put(ctx context.Context, key, contentType string, body io.Reader, size int64) (Info, error) {
	done, err := s.client.PutObject(ctx, s.bucket, key, body, size, minio.PutObjectOptions{
		ContentType: contentType,
		PartSize:    16 << 20,
		NumThreads:  1,
		// Signed in pieces, an empty body still has bytes. VersityGW leaves them on the
		// connection, where whoever uses it next is answered for them.
		DisableContentSha256: size == 0,
	})
	if err != nil {
		return Info{}, translate(fmt.Errorf("store %s: %w", key, err))
	}
	return Info{Key: key, ContentType: contentType, Size: done.Size, ETag: done.ETag}, nil
}

// Get returns an object's content, which the caller closes, and its
// description; Size is always that of the whole object. It returns ErrMissing
// for an unknown key.
func (s *Store) Get(ctx context.Context, key string) (io.ReadCloser, Info, error) {
	body, stat, _, err := s.core().GetObject(ctx, s.bucket, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, Info{}, translate(fmt.Errorf("read %s: %w", key, err))
	}
	return body, describe(key, stat), nil
}

// GetRange returns length bytes of an object from offset on; the caller closes
// it.
func (s *Store) GetRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	opts := minio.GetObjectOptions{}
	if err := opts.SetRange(offset, offset+length-1); err != nil {
		return nil, fmt.Errorf("read %s: %w", key, err)
	}
	body, _, _, err := s.core().GetObject(ctx, s.bucket, key, opts)
	if err != nil {
		return nil, translate(fmt.Errorf("read %s: %w", key, err))
	}
	return body, nil
}

func describe(key string, stat minio.ObjectInfo) Info {
	return Info{Key: key, ContentType: stat.ContentType, Size: stat.Size, ETag: stat.ETag, Modified: stat.LastModified}
}

// Stat describes an object; it returns ErrMissing for an unknown key.
func (s *Store) Stat(ctx context.Context, key string) (Info, error) {
	stat, err := s.client.StatObject(ctx, s.bucket, key, minio.StatObjectOptions{})
	if err != nil {
		return Info{}, translate(fmt.Errorf("look up %s: %w", key, err))
	}
	return describe(key, stat), nil
}

// Delete removes an object; removing one that is not there is no error.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := s.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{}); err != nil {
		return translate(fmt.Errorf("delete %s: %w", key, err))
	}
	return nil
}

func (s *Store) core() minio.Core { return minio.Core{Client: s.client} }

func translate(err error) error {
	var answer minio.ErrorResponse
	if errors.As(err, &answer) && answer.Code != "" {
		switch {
		case answer.Code == minio.NoSuchBucket:
			return fmt.Errorf("%w: %w", ErrNoBucket, err)
		case answer.StatusCode == http.StatusForbidden:
			return fmt.Errorf("%w: %w", ErrRefused, err)
		case answer.StatusCode == http.StatusNotFound:
			return fmt.Errorf("%w: %w", ErrMissing, err)
		case answer.StatusCode < 500:
			return err
		}
	}
	return problem.StoreDown(err, "media storage")
}
