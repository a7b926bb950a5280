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
		if err := s.arrivals.add(ctx, arrival{ID: randomName(), By: "asha"}); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	var begun atomic.Int32
	for range 20 {
		all.Go(func() {
			_, err := pieces{s}.NewUpload(ctx, tus.FileInfo{Size: 10})
			if err == nil {
				begun.Add(1)
			} else if !problem.Is(err, problem.TooMany) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if open, err := s.arrivals.open(ctx, "asha"); err != nil || open != maxOpen-2+int(begun.Load()) || open > maxOpen {
		t.Errorf("%d are open of which %d were begun, %v", open, begun.Load(), err)
	}
	other := access.With(t.Context(), access.Identity{UserID: "ravi"})
	if _, err := (pieces{s}).NewUpload(other, tus.FileInfo{Size: 10}); err != nil {
		t.Errorf("another account: %v", err)
	}
}

func TestPlaces_BoundPartsInMemory(t *testing.T) {
	p := newPlaces()
	p.wait = time.Millisecond
	leave := make([]func(), partsInMemory)
	for i := range leave {
		var err error
		if leave[i], err = p.enter(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	s := &Service{places: p}
	_, err := (&piece{s: s}).WriteChunk(t.Context(), 0, nil) // src is not read
	if !problem.Is(err, problem.Unavailable) {
		t.Errorf("one more: %v", err)
	}
	p.wait = time.Minute
	entered := make(chan error, 1)
	go func() {
		_, err := p.enter(context.WithoutCancel(t.Context()))
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
}
