package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"
)

const (
	region = "us-east-1"
	// The gateway refuses to start without these bounds. One cms-api holds far
	// fewer connections; the part count is S3's own limit.
	maxConnections    = 4096
	maxRequests       = 2048
	multipartMaxParts = 10_000
	// answersWithin bounds the wait for the first answer of the gateway, which
	// takes milliseconds unless the machine is very busy.
	answersWithin = 30 * time.Second
)

// startS3 serves the object store and makes sure that the bucket is there. An
// unexpected end later on is sent to failed.
func startS3(ctx context.Context, o config, failed chan<- error) (server, error) {
	root, metadata := filepath.Join(o.dataDir, "objects"), filepath.Join(o.dataDir, "object-metadata")
	for _, dir := range []string{root, metadata} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return server{}, err
		}
	}
	if err := repairBucket(filepath.Join(root, o.s3Bucket), filepath.Join(metadata, o.s3Bucket)); err != nil {
		return server{}, err
	}
	// Between choosing a free port and listening on it another process may take
	// it, because the gateway opens its own listener. Then the next one is tried.
	const attempts = 10
	for attempt := 1; ; attempt++ {
		address, picked, err := freePort(o.s3Listen)
		if err != nil {
			return server{}, err
		}
		s, err := serveS3(ctx, o, root, metadata, address, failed)
		if err == nil {
			return s, nil
		}
		if !picked || !errors.Is(err, syscall.EADDRINUSE) || attempt == attempts {
			return server{}, err
		}
	}
}

func serveS3(ctx context.Context, o config, root, metadata, address string, failed chan<- error) (server, error) {
	store, err := meta.NewSideCar(metadata)
	if err != nil {
		return server{}, err
	}
	files, err := posix.New(root, store, posix.PosixOpts{
		SideCarDir:  metadata,
		NewDirPerm:  0o700,
		NewFilePerm: 0o600,
	})
	if err != nil {
		return server{}, err
	}
	ended, stopped := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(stopped)
		ended <- embedgw.RunVersityGW(ctx, files, &embedgw.Config{
			RootUserAccess:    o.accessKey,
			RootUserSecret:    o.secretKey,
			Region:            region,
			Ports:             []string{address},
			MaxConnections:    maxConnections,
			MaxRequests:       maxRequests,
			MultipartMaxParts: multipartMaxParts,
			KeepAlive:         true,
			Quiet:             true,
		})
	}()
	if err := awaitBucket(ctx, o, address, ended); err != nil {
		return server{}, err
	}
	go func() {
		if err := <-ended; ctx.Err() == nil {
			failed <- fmt.Errorf("S3 ended: %w", err)
		}
	}()
	return server{address: "http://" + address, stopped: stopped}, nil
}

// awaitBucket creates the bucket. Its success shows that the gateway answers, and
// that it is ours: no other one accepts these credentials.
func awaitBucket(ctx context.Context, o config, address string, ended <-chan error) error {
	client, err := minio.New(address, &minio.Options{
		Creds:        credentials.NewStaticV4(o.accessKey, o.secretKey, ""),
		Region:       region,
		BucketLookup: minio.BucketLookupPath,
		MaxRetries:   1,
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, answersWithin)
	defer cancel()
	retry := time.NewTicker(5 * time.Millisecond)
	defer retry.Stop()
	for {
		err := client.MakeBucket(ctx, o.s3Bucket, minio.MakeBucketOptions{Region: region})
		code := minio.ToErrorResponse(err).Code
		if err == nil || code == "BucketAlreadyOwnedByYou" {
			return nil
		}
		// A refused connection means: not listening yet. An answer is final.
		var unreachable *net.OpError
		if !errors.As(err, &unreachable) {
			return fmt.Errorf("create the bucket %s: %w", o.s3Bucket, err)
		}
		select {
		case err := <-ended:
			return err
		case <-ctx.Done():
			return fmt.Errorf("no answer at %s within %s: %w", address, answersWithin, err)
		case <-retry.C:
		}
	}
}

// repairBucket removes what is left of a bucket whose creation was interrupted:
// a folder without an access list, which the gateway can neither use nor create
// again. A folder that holds objects is never touched.
func repairBucket(folder, metadata string) error {
	if _, err := os.Stat(filepath.Join(metadata, "meta", "acl")); err == nil {
		return nil
	}
	err := os.Remove(folder)
	if err == nil || errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTEMPTY) {
		return nil
	}
	return fmt.Errorf("remove the unfinished bucket %s: %w", folder, err)
}

// freePort replaces port 0 by a free one and says whether it did. A port that is
// asked for and taken is an error: without this check, another gateway with the
// same credentials could answer there and be mistaken for ours.
func freePort(address string) (resolved string, picked bool, err error) {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", false, err
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return "", false, err
	}
	defer l.Close()
	return l.Addr().String(), port == "0", nil
}
