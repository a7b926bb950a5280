package proxy

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"sync"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// event is something that was written.
type event struct {
	operation string // as change streams call it
	db, coll  string
	id        bson.RawValue // of the document; of no type when the event is not about one
	full      bson.Raw      // the document, where it was written whole just now; else nil
	at        time.Time
	clock     bson.Timestamp
}

// maxFull bounds, in bytes, the documents that the history has of its newest events: streams
// that keep up need not read them, which each stream would do by itself.
const maxFull = 4 << 20

// history holds the last events. They are numbered without gaps, from 1 on.
type history struct {
	epoch     uint64 // of this process: the numbers of another one mean nothing here
	maxEvents int
	maxBytes  int // of all ids together

	mu     sync.Mutex
	first  uint64 // the number of events[0], or of the one that comes next
	events []event
	bytes  int
	whole  uint64 // the number of the first event that may have its document
	full   int    // bytes of all documents
	clock  bson.Timestamp
	grown  chan struct{} // closed and replaced when there is something new
}

func newHistory(maxEvents, maxBytes int) *history {
	return &history{
		epoch: uint64(time.Now().UnixNano()), maxEvents: maxEvents, maxBytes: maxBytes,
		first: 1, grown: make(chan struct{}),
	}
}

// next returns the number that the next event will have. The caller holds mu.
func (h *history) next() uint64 { return h.first + uint64(len(h.events)) }

// add notes a write; full is the whole document, nil when the caller does not know it. The
// caller holds what keeps the next write from being executed.
func (h *history) add(operation, db, coll string, id bson.RawValue, full bson.Raw) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	if seconds := uint32(now.Unix()); seconds > h.clock.T {
		h.clock = bson.Timestamp{T: seconds}
	}
	h.clock.I++
	id.Value = slices.Clone(id.Value) // it is part of a message that may be large
	for len(h.events) > 0 && (len(h.events) >= h.maxEvents || h.bytes+len(id.Value) > h.maxBytes) {
		h.forget(max(len(h.events)/8, 1))
	}
	if len(full) > maxFull {
		full = nil
	}
	h.makeRoom(len(full))
	h.events = append(h.events, event{operation, db, coll, id, slices.Clone(full), now, h.clock})
	h.bytes, h.full = h.bytes+len(id.Value), h.full+len(full)
	h.announce()
}

// makeRoom drops the oldest documents until there is room for one. The caller holds mu.
func (h *history) makeRoom(size int) {
	h.whole = max(h.whole, h.first)
	for ; h.full+size > maxFull; h.whole++ {
		each := &h.events[h.whole-h.first]
		h.full -= len(each.full)
		each.full = nil
	}
}

// forget drops the oldest events. The caller holds mu.
func (h *history) forget(n int) {
	for _, each := range h.events[:n] {
		h.bytes, h.full = h.bytes-len(each.id.Value), h.full-len(each.full)
	}
	h.events = slices.Delete(h.events, 0, n)
	h.first += uint64(n)
}

// lose forgets everything and leaves a gap, so that every reader learns that it has
// missed something: for when it is not known what was written.
func (h *history) lose() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.first, h.events, h.bytes, h.full = h.next()+1, nil, 0, 0
	h.announce()
}

func (h *history) announce() {
	close(h.grown)
	h.grown = make(chan struct{})
}

// end returns the number that the next event will have.
func (h *history) end() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.next()
}

// from returns at most limit events from a number on, and a channel that is closed
// when there are more. Numbers that are no longer there are errHistoryLost.
func (h *history) from(start uint64, limit int) ([]event, <-chan struct{}, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if start < h.first {
		return nil, nil, errHistoryLost
	}
	rest := h.events[start-h.first:]
	return slices.Clone(rest[:min(limit, len(rest))]), h.grown, nil
}

// token returns the resume token of an event. That of an invalidate event has the
// number of the event that it follows.
func (h *history) token(number uint64, invalidate bool) bson.D {
	data := binary.BigEndian.AppendUint64(nil, h.epoch)
	data = binary.BigEndian.AppendUint64(data, number)
	if invalidate {
		data = append(data, 1)
	} else {
		data = append(data, 0)
	}
	return bson.D{{Key: "_data", Value: hex.EncodeToString(data)}}
}

// after returns the number that follows a token.
func (h *history) after(token string) (next uint64, invalidate bool, err error) {
	data, err := hex.DecodeString(token)
	if err != nil || len(data) != 17 {
		return 0, false, errInvalidToken
	}
	if binary.BigEndian.Uint64(data) != h.epoch {
		return 0, false, errHistoryLost
	}
	next = binary.BigEndian.Uint64(data[8:]) + 1
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case next > h.next():
		return 0, false, errInvalidToken
	case next < h.first:
		return 0, false, errHistoryLost
	}
	return next, data[16] == 1, nil
}
