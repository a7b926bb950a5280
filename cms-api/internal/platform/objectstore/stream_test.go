package objectstore

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"

	"academy/cms-api/internal/test/teststore"
)

func TestStream_AnySize(t *testing.T) { onEach(t, testAnySize) }

func testAnySize(t *testing.T, store *Store) {
	for _, size := range []int{0, 1, PartSize - 1, PartSize, PartSize + 1, 2*PartSize + 5} {
		content := bytes.Repeat([]byte("0123456789abcde\n"), size/16+1)[:size]
		stored, err := store.Stream(t.Context(), "any", "video/mp4", bytes.NewReader(content))
		if err != nil || stored.Size != int64(size) {
			t.Fatalf("%d bytes: %+v, %v", size, stored, err)
		}
		body, info, err := store.Get(t.Context(), "any")
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(body)
		if err != nil || !bytes.Equal(got, content) || info.ContentType != "video/mp4" || info.Size != int64(size) {
			t.Errorf("%d bytes: got %d, %+v, %v", size, len(got), info, err)
		}
		if err := body.Close(); err != nil {
			t.Error(err)
		}
		if size < 10 {
			continue
		}
		piece := make([]byte, 20)
		n, err := store.ReaderAt(t.Context(), "any", info.Size).ReadAt(piece, info.Size-10)
		if n != 10 || !errors.Is(err, io.EOF) || !bytes.Equal(piece[:n], content[size-10:]) {
			t.Errorf("%d bytes: the end is %q, %v", size, piece[:n], err)
		}
	}
}

func TestStream_AFailingSourceLeavesNothing(t *testing.T) { onEach(t, testFailingSource) }

func testFailingSource(t *testing.T, store *Store) {
	for _, size := range []int64{10, PartSize + 10, 2 * PartSize} {
		// A truncated body ends with this error.
		body := io.MultiReader(io.LimitReader(zeros{}, size), failing{io.ErrUnexpectedEOF})
		_, err := store.Stream(t.Context(), "cut", "video/mp4", body)
		var source *SourceError
		if !errors.As(err, &source) || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("after %d bytes: %v", size, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	body := io.MultiReader(io.LimitReader(zeros{}, PartSize+10), canceller{cancel}, io.LimitReader(zeros{}, PartSize))
	if _, err := store.Stream(ctx, "cut", "video/mp4", body); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
	err := store.List(t.Context(), "", func(object Info) error {
		t.Errorf("the storage holds %s", object.Key)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	err = store.ListUnfinished(t.Context(), "", func(u Unfinished) error {
		t.Errorf("the storage holds parts of %s", u.Key)
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// onEach runs a test on the embedded object store and on MinIO.
func onEach(t *testing.T, test func(t *testing.T, store *Store)) {
	t.Helper()
	teststore.Each(t, func(t *testing.T, stores *teststore.Stores) {
		store, err := Open(Options{
			Endpoint: stores.S3Endpoint, Region: "us-east-1", Bucket: teststore.Bucket, AccessKey: teststore.AccessKey,
			SecretKey: teststore.SecretKey,
		}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		test(t, store)
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// canceller gives up when it is read.
type canceller struct{ cancel context.CancelFunc }

func (c canceller) Read([]byte) (int, error) {
	c.cancel()
	return 0, io.EOF
}
