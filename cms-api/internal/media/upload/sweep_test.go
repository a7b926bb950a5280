package upload

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/test/teststore"
)

func TestRound_RemovesNothingWhenNothingNamesMost(t *testing.T) {
	teststore.Each(t, testRoundRemovesNothingWhenNothingNamesMost)
}

func testRoundRemovesNothingWhenNothingNamesMost(t *testing.T, stores *teststore.Stores) {
	objects, err := objectstore.Open(objectstore.Options{
		Endpoint: stores.S3Endpoint, Region: "us-east-1", Bucket: teststore.Bucket, AccessKey: teststore.AccessKey,
		SecretKey: teststore.SecretKey,
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	count := func() (n int) {
		if err := objects.List(t.Context(), "", func(objectstore.Info) error { n++; return nil }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i := range fewUploads + 5 {
		key := fmt.Sprintf("images/%02d_1x1.png", i)
		if _, err := objects.Put(t.Context(), key, "image/png", strings.NewReader("x"), 1); err != nil {
			t.Fatal(err)
		}
	}
	// Uploads in parts are noted in a database; there are none.
	uploads := NewService(Options{Objects: objects, DB: teststore.Embedded(t).Database(t, "sweep"), Now: time.Now})
	var texts string // the texts of the database: none at first, as in a wrong database
	s := NewSweeper(SweepOptions{
		Objects: objects, Uploads: uploads, After: time.Hour,
		Now:        func() time.Time { return time.Now().Add(2 * time.Hour) },
		EachText:   func(_ context.Context, each func([]byte)) error { each([]byte(texts)); return nil },
		BackupRuns: func(context.Context) (bool, error) { return false, nil },
	})
	if _, err := s.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Round(t.Context()); !errors.Is(err, ErrMost) || count() != fewUploads+5 {
		t.Fatalf("%v; %d are left", err, count())
	}
	for i := range fewUploads {
		texts += fmt.Sprintf(`<img src="/media/images/%02d_1x1.png">`, i)
	}
	if removed, err := s.Round(t.Context()); err != nil || len(removed.Keys) != 5 || count() != fewUploads {
		t.Fatalf("removed %v, %v; %d are left", removed.Keys, err, count())
	}
}
