// Package objectstore stores files in S3-compatible storage. Only this package uses the
// storage client.
package objectstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"academy/cms-api/internal/platform/problem"
)

// Options configure Open.
type Options struct {
	Endpoint, Region, AccessKey, SecretKey, Bucket string
	// Transport wraps the transport of requests, for measuring; it may be nil.
	Transport func(http.RoundTripper) http.RoundTripper
}

// Store is one bucket. It can be used at once, whether the storage answers or not.
type Store struct {
	client *minio.Client
	bucket string
	region string
	log    *slog.Logger
	ready  atomic.Bool
	first  chan struct{} // closed when the storage has answered for the first time
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
	// ErrMissing says that there is no object of that key; it wraps fs.ErrNotExist.
	ErrMissing = fmt.Errorf("no such object: %w", fs.ErrNotExist)
	// ErrNoBucket says that there is no bucket; it wraps ErrMissing.
	ErrNoBucket = fmt.Errorf("%w: no such bucket", ErrMissing)
	// ErrRefused says that the access key does not have the permission.
	ErrRefused = errors.New("access to the object storage is refused")
)

const (
	checkInterval = 3 * time.Second
	firstRetry    = 100 * time.Millisecond
)

// Open returns a Store without connecting. It fails only for an invalid address.
func Open(o Options, log *slog.Logger) (*Store, error) {
	endpoint, err := url.Parse(o.Endpoint)
	if err != nil {
		return nil, fmt.Errorf("read the object storage address: %w", err)
	}
	var transport http.RoundTripper // nil: the default of the library
	if o.Transport != nil {
		own, err := minio.DefaultTransport(endpoint.Scheme == "https")
		if err != nil {
			return nil, fmt.Errorf("prepare connections to the object storage: %w", err)
		}
		transport = o.Transport(own)
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

// Run makes the bucket when it is missing, keeps Ready up to date and logs each change,
// until the context ends.
func (s *Store) Run(ctx context.Context) {
	retry := backoff.NewExponentialBackOff()
	retry.InitialInterval, retry.MaxInterval = firstRetry, checkInterval
	answered := sync.OnceFunc(func() { close(s.first) })
	logged := false
	for ctx.Err() == nil {
		wait := checkInterval
		if err := s.check(ctx); err == nil {
			if !s.ready.Swap(true) {
				s.log.Info("object storage connected", "bucket", s.bucket)
			}
			answered()
			retry.Reset()
			logged = false
		} else if ctx.Err() == nil {
			if s.ready.Swap(false) || !logged {
				s.log.Warn("object storage not reachable; will keep trying", "error", err)
			}
			wait = retry.NextBackOff()
			logged = true
		}
		select {
		case <-ctx.Done():
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

// Put stores an object of a known size under a key and replaces an existing one. An
// error leaves no object behind.
func (s *Store) Put(ctx context.Context, key, contentType string, body io.Reader, size int64) (Info, error) {
	done, err := s.client.PutObject(ctx, s.bucket, key, body, size, minio.PutObjectOptions{
		ContentType: contentType,
		PartSize:    16 << 20,
		NumThreads:  1,
		// With a signature for each chunk an empty body has bytes. VersityGW leaves
		// them on the connection and takes them for the next request.
		DisableContentSha256: size == 0,
	})
	if err != nil {
		return Info{}, translate(fmt.Errorf("store %s: %w", key, err))
	}
	return Info{Key: key, ContentType: contentType, Size: done.Size, ETag: done.ETag}, nil
}

// Get returns an object's content, which the caller closes, and its
// description. It returns ErrMissing for an unknown key.
func (s *Store) Get(ctx context.Context, key string) (io.ReadCloser, Info, error) {
	return s.get(ctx, key, minio.GetObjectOptions{})
}

// GetRange returns length bytes of an object from offset on; the caller closes
// it.
func (s *Store) GetRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	opts := minio.GetObjectOptions{}
	if err := opts.SetRange(offset, offset+length-1); err != nil {
		return nil, fmt.Errorf("read %s: %w", key, err)
	}
	body, _, err := s.get(ctx, key, opts)
	return body, err
}

func (s *Store) get(ctx context.Context, key string, opts minio.GetObjectOptions) (io.ReadCloser, Info, error) {
	body, stat, _, err := s.core().GetObject(ctx, s.bucket, key, opts)
	if err != nil {
		return nil, Info{}, translate(fmt.Errorf("read %s: %w", key, err))
	}
	return body, describe(key, stat), nil
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
		case answer.StatusCode == http.StatusNotModified:
			return ErrUnchanged
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
