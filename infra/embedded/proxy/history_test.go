package proxy

import (
	"strings"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

func TestHistoryIsBounded(t *testing.T) {
	h := newHistory(1000, 100_000)
	add := func(id string) {
		value := bson.RawValue{Type: bson.TypeString, Value: []byte(id)}
		h.add("insert", "db", "c", value, nil)
	}
	within := func() {
		t.Helper()
		sum := 0
		for _, each := range h.events {
			sum += len(each.id.Value)
		}
		if len(h.events) > h.maxEvents || h.bytes > h.maxBytes || sum != h.bytes {
			t.Fatalf("%d events with ids of %d bytes, counted as %d", len(h.events), sum, h.bytes)
		}
	}
	for range 5000 {
		add("short")
		within()
	}
	if len(h.events) < h.maxEvents/2 || h.end() != 5001 {
		t.Fatalf("%d events, the next one is %d", len(h.events), h.end())
	}
	for range 500 {
		add(strings.Repeat("long", 1000))
		within()
	}
	add(strings.Repeat("longer than all", 10_000)) // kept alone: the next event removes it
	if len(h.events) != 1 {
		t.Fatalf("%d events beside one that is too large", len(h.events))
	}
	add("short")
	within()
}

func TestDocumentsOfTheHistoryAreBounded(t *testing.T) {
	h := newHistory(1000, 100_000)
	const size = maxFull / 10
	write := func(n int) { h.add("insert", "db", "c", bson.RawValue{}, make(bson.Raw, n)) }
	kept := func() (found []uint64) {
		t.Helper()
		sum := 0
		for i, each := range h.events {
			if each.full != nil {
				sum, found = sum+len(each.full), append(found, h.first+uint64(i))
			}
		}
		if sum != h.full || sum > maxFull {
			t.Fatalf("%d bytes of documents, counted as %d", sum, h.full)
		}
		return found
	}
	for range 3000 {
		write(size)
	}
	if got := kept(); len(got) != 10 || got[9] != 3000 {
		t.Fatalf("kept are the documents of %v", got)
	}
	write(maxFull + 1) // is not kept, and takes no room
	if got := kept(); len(got) != 10 {
		t.Fatalf("beside one that is too large the documents of %v", got)
	}
	write(maxFull)
	if got := kept(); len(got) != 1 || got[0] != 3002 {
		t.Fatalf("kept are the documents of %v", got)
	}
	h.lose()
	write(size)
	if got := kept(); len(got) != 1 {
		t.Fatalf("after the history was lost the documents of %v", got)
	}
}

func TestATokenIsGoodForItsHistoryOnly(t *testing.T) {
	h := newHistory(10, 1000)
	token := func(number uint64) string { return h.token(number, false)[0].Value.(string) }
	if next, _, err := h.after(token(0)); err != nil || next != 1 {
		t.Fatalf("the token of the beginning: %d, %v", next, err)
	}
	if _, _, err := h.after(token(1)); err != errInvalidToken {
		t.Fatalf("a token of the future: %v", err)
	}
	h.add("insert", "db", "c", bson.RawValue{}, nil)
	last := token(1)
	if next, _, err := h.after(last); err != nil || next != 2 {
		t.Fatalf("the token of the last event: %d, %v", next, err)
	}
	h.lose()
	if _, _, err := h.after(last); err != errHistoryLost {
		t.Fatalf("a token from before the history was lost: %v", err)
	}
	if _, _, err := h.from(2, 10); err != errHistoryLost {
		t.Fatalf("a reader from before the history was lost: %v", err)
	}
	if next, _, err := h.after(token(h.end() - 1)); err != nil || next != h.end() {
		t.Fatalf("a token from after the history was lost: %d, %v", next, err)
	}
	other := newHistory(10, 1000)
	other.epoch = h.epoch + 1
	if _, _, err := other.after(last); err != errHistoryLost {
		t.Fatalf("a token of another process: %v", err)
	}
}

func TestAStreamThatNobodyAsksIsClosed(t *testing.T) {
	c, now := newCursors(), time.Now()
	unused, used, waiting := &stream{used: now.Add(-time.Hour)}, &stream{used: now}, &stream{used: now.Add(-time.Hour)}
	waiting.mu.Lock() // by getMore
	ids := []int64{c.add(unused), c.add(used), c.add(waiting)}
	c.removeUnused(now.Add(-cursorAge))
	if c.get(ids[0]) != nil || c.get(ids[1]) != used || c.get(ids[2]) != waiting {
		t.Fatalf("left are %v", c.open)
	}
}
