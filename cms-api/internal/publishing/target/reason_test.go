package target

import (
	"os"
	"path/filepath"
	"testing"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/test/teststore"
)

// What people read of a failure says what they can do, and nothing of the inside.
func TestReasons(t *testing.T) { teststore.EachOwn(t, testReasons) }

func testReasons(t *testing.T, stores *teststore.Stores) {
	press := newPress(t)
	press.publish(siteFiles("one"))
	store := press.open()
	file := filepath.Join(t.TempDir(), "file")
	press.check(os.WriteFile(file, nil, 0o644))
	right := storageAt(stores.S3Endpoint)
	wrongKey := func(bucket string) (*objectstore.Store, error) {
		return objectstore.Open(objectstore.Options{
			Endpoint: stores.S3Endpoint, Region: "us-east-1", Bucket: bucket, AccessKey: teststore.AccessKey,
			SecretKey: "wrong-secret-key",
		}, quiet())
	}
	fails := func(p place, want string) {
		t.Helper()
		_, err := p.open(store).Update(t.Context(), store.Current())
		if err == nil {
			t.Errorf("%s: it was mirrored", p.address)
		} else if got := reasonOf(err); got != want {
			t.Errorf("%s: %q (%v)", p.address, got, err)
		}
	}
	noBucket := "There is no such bucket. Make it, or correct the address."
	if stores.Restricted() { // such a key is not told which buckets there are
		noBucket = "The object storage refuses access. Check the key, and what it may do."
	}
	fails(place{"s3://no-such-bucket/site", right, t}, noBucket)
	fails(place{
		"s3://" + teststore.Bucket, wrongKey, t,
	}, "The object storage refuses access. Check the key, and what it may do.")
	fails(place{filepath.Join(file, "www"), nil, t}, "A part of the path is a file and not a folder.")
	press.check(os.Remove(filepath.Join(press.dir, "blobs", hashOf([]byte("icon")))))
	fails(folderPlace(t), "A file of the release is missing. Check the live release; publishing mends it.")
	stores.Stop()
	fails(place{"s3://" + teststore.Bucket, right, t}, "The object storage does not answer.")
}
