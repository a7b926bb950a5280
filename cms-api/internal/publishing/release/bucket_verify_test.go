package release

import (
	"testing"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/teststore"
)

// A check looks at the bucket, and not at what an edge has kept of it.
func TestVerify_InABucket(t *testing.T) { teststore.EachOwn(t, testVerifyInABucket) }

func testVerifyInABucket(t *testing.T, stores *teststore.Stores) {
	folder := newFolder(t, stores)
	w := newWriter(t)
	id := w.publish("f1", site("one"))
	carry(t, folder, w.dir)
	store := openBucketAt(t, folder, t.TempDir())
	blog, home := hashOf([]byte(site("one")["/blog.html"])), hashOf([]byte(site("one")["/index.html"]))
	for _, path := range []string{"/", "/blog"} {
		if got := ask(t, store, "GET", path); got.status != 200 {
			t.Fatal(got.status)
		}
	}
	_, err := folder.Write(t.Context(), objectstore.Object{Key: "blobs/" + blog, Data: []byte("wicked")})
	w.check(err)
	w.check(folder.Delete(t.Context(), "blobs/"+home))
	verdicts, err := store.Verify(t.Context(), []string{id})
	if err != nil || verdicts[0].FaultCount != 2 {
		t.Fatalf("%+v %v", verdicts, err)
	}
	for _, f := range verdicts[0].Faults {
		if want := map[string]Problem{blog: Damaged, home: Missing}[f.File]; f.Problem != want {
			t.Errorf("%+v", f)
		}
	}
	stores.Stop()
	if verdicts, err := store.Verify(t.Context(), []string{id}); !problem.Is(err, problem.Unavailable) {
		t.Errorf("what cannot be asked counts as damaged: %+v %v", verdicts, err)
	}
}
