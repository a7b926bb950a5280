package apitest_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/url"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/test/apitest"
	"academy/cms-api/internal/test/teststore"
)

// storage reaches the application's object storage beside it.
func storage(t *testing.T, app *apitest.App) *objectstore.Store {
	t.Helper()
	store, err := objectstore.Open(objectstore.Options{
		Endpoint: app.Config.S3Endpoint, Region: app.Config.S3Region, Bucket: app.Config.S3Bucket,
		AccessKey: app.Config.S3AccessKey, SecretKey: app.Config.S3SecretKey,
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// stored returns the keys of what is stored below a prefix, finished or not.
func stored(t *testing.T, app *apitest.App, prefix string) []string {
	t.Helper()
	var keys []string
	store := storage(t, app)
	err := store.List(context.Background(), prefix, func(object objectstore.Info) error {
		keys = append(keys, object.Key)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = store.ListUnfinished(context.Background(), prefix, func(upload objectstore.Unfinished) error {
		keys = append(keys, upload.Key+" (unfinished)")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// ownBucket gives an application storage that no other test writes to.
func ownBucket(o *apitest.Options) {
	name := make([]byte, 6)
	rand.Read(name)
	o.Config.S3Bucket = "apitest-" + hex.EncodeToString(name)
}

// eachStorage runs a test on the embedded object store and, with teststore.WithMinIO, on MinIO.
func eachStorage(t *testing.T, test func(t *testing.T, storage func(*apitest.Options))) {
	t.Helper()
	t.Run("embedded", func(t *testing.T) { test(t, ownBucket) })
	if !teststore.WithMinIO() {
		return
	}
	t.Run("MinIO", func(t *testing.T) {
		stores := teststore.MinIO(t)
		test(t, func(o *apitest.Options) {
			o.Config.S3Endpoint, o.Config.S3Bucket = stores.S3Endpoint, teststore.Bucket
			o.Config.S3AccessKey, o.Config.S3SecretKey = teststore.AccessKey, teststore.SecretKey
		})
	})
}

// begunUpload stores one part of an upload, as a process does that is killed then.
func begunUpload(t *testing.T, app *apitest.App, key string) {
	t.Helper()
	address, err := url.Parse(app.Config.S3Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	core, err := minio.NewCore(address.Host, &minio.Options{
		Creds: credentials.NewStaticV4(app.Config.S3AccessKey, app.Config.S3SecretKey, ""), Region: app.Config.S3Region,
	})
	if err != nil {
		t.Fatal(err)
	}
	id, err := core.NewMultipartUpload(t.Context(), app.Config.S3Bucket, key, minio.PutObjectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	part := make([]byte, 5<<20)
	if _, err := core.PutObjectPart(t.Context(), app.Config.S3Bucket, key, id, 1, bytes.NewReader(part), int64(len(part)),
		minio.PutObjectPartOptions{}); err != nil {
		t.Fatal(err)
	}
}
