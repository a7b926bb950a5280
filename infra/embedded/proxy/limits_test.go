package proxy

import (
	"math"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

func TestAClientsWaitIsBounded(t *testing.T) {
	for ms, want := range map[int64]time.Duration{
		0: time.Second, 1: time.Millisecond, 600_000: time.Minute, math.MaxInt64: time.Minute,
	} {
		body, err := bson.Marshal(bson.D{{Key: "maxTimeMS", Value: ms}})
		if err != nil {
			t.Fatal(err)
		}
		if got := waiting(body); got != want {
			t.Errorf("of %d ms it waits %s", ms, got)
		}
	}
}

func TestALockIsForgottenWhenNobodyWantsIt(t *testing.T) {
	l := locks{named: map[string]*namedLock{}}
	first := l.lock("a")
	second := make(chan func())
	go func() { second <- l.lock("a") }()
	first()
	unlock := <-second
	if len(l.named) != 1 {
		t.Error("a lock was forgotten that somebody has")
	}
	unlock()
	if len(l.named) != 0 {
		t.Error("a lock is kept that nobody has")
	}
}
