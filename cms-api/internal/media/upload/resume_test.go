package upload

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tus "github.com/tus/tusd/v2/pkg/handler"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/test/teststore"
)

func TestNewUpload_BoundsWhatIsBegunAtATime(t *testing.T) {
	s := NewService(Options{
		DB: teststore.Start(t).Database(t, "begin"), Limits: Limits{FileBytes: 100}, Now: time.Now,
	})
	ctx := access.With(t.Context(), access.Identity{UserID: "asha"})
	for range maxOpen - 2 {
		if err := s.uploads.add(ctx, upload{ID: randomName(), By: "asha"}); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	var begun atomic.Int32
	for range 20 {
		all.Go(func() {
			_, err := tusStore{s}.NewUpload(ctx, tus.FileInfo{Size: 10})
			if err == nil {
				begun.Add(1)
			} else if !problem.Is(err, problem.TooMany) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if open, err := s.uploads.open(ctx, "asha"); err != nil || open != maxOpen-2+int(begun.Load()) || open > maxOpen {
		t.Errorf("%d are open of which %d were begun, %v", open, begun.Load(), err)
	}
	other := access.With(t.Context(), access.Identity{UserID: "ravi"})
	if _, err := (tusStore{s}).NewUpload(other, tus.FileInfo{Size: 10}); err != nil {
		t.Errorf("another account: %v", err)
	}
}

// No account has more than half of the places, however many requests it makes, and all have no more than there are.
func TestPlaces_BoundPartsInMemory(t *testing.T) {
	p := newPlaces()
	p.wait = time.Millisecond
	var leave []func()
	enter := func(account string, count int) {
		t.Helper()
		for range count {
			left, err := p.enter(t.Context(), account)
			if err != nil {
				t.Fatal(err)
			}
			leave = append(leave, left)
		}
	}
	send := func(account string) error {
		upload := &tusUpload{s: &Service{places: p}, upload: upload{By: account}}
		_, err := upload.WriteChunk(t.Context(), 0, nil) // src is not read
		return err
	}
	enter("asha", partsOfAccount)
	if err := send("asha"); !problem.Is(err, problem.TooMany) {
		t.Errorf("one more of an account that has its share: %v", err)
	}
	enter("ravi", partsInMemory-partsOfAccount)
	if err := send("meera"); !problem.Is(err, problem.Unavailable) {
		t.Errorf("one more than there are places: %v", err)
	}
	p.wait = time.Minute
	entered := make(chan error, 1)
	go func() {
		_, err := p.enter(context.WithoutCancel(t.Context()), "asha")
		entered <- err
	}()
	leave[0]()
	leave[0]() // gives back no other place
	if err := <-entered; err != nil {
		t.Errorf("when one has left: %v", err)
	}
	if p.free.TryAcquire(1) {
		t.Error("a place was given back twice")
	}
	p.wait = time.Millisecond
	leave[1]()
	enter("meera", 1) // who was refused above has lost no place of its own
}
