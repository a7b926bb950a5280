package snapshot

import "slices"

// historySize is how many snapshots a store remembers, the current included.
const historySize = 256

// history is a ring of the last snapshots, oldest overwritten first. It is not
// safe for concurrent use.
type history struct {
	ring          [historySize]*Snapshot
	next          int // where the next one goes, counted from the start
	byFingerprint map[string]int
	origins       []origin // the oldest first
}

// item names what changed: a part, or an article by its id.
type item struct{ Part, ID string }

// write is an item that somebody wrote; By is the account's id, empty where no account
// did or that is not known.
type write struct{ Part, ID, By string }

func (w write) item() item { return item{w.Part, w.ID} }

// origin says what led to a snapshot: a write, or the clock.
type origin struct {
	write
	at    int // where the snapshot is that shows it
	clock bool
}

// maxOrigins bounds the origins; a snapshot has one, but for writes that came together.
const maxOrigins = 8 * historySize

// note takes down what led to the newest snapshot.
func (h *history) note(n origin) {
	n.at = h.next - 1
	if h.origins = append(h.origins, n); len(h.origins) > maxOrigins {
		h.origins = slices.Delete(h.origins, 0, len(h.origins)-maxOrigins/2)
	}
}

func (h *history) add(s *Snapshot) {
	if h.byFingerprint == nil {
		h.byFingerprint = make(map[string]int)
	}
	slot := &h.ring[h.next%historySize]
	// Content that came back has a later place, which stays known.
	if old := *slot; old != nil && h.byFingerprint[old.fingerprint] == h.next-historySize {
		delete(h.byFingerprint, old.fingerprint)
	}
	*slot = s
	h.byFingerprint[s.fingerprint] = h.next
	h.next++
}

// get returns the latest remembered snapshot with this fingerprint, or nil.
func (h *history) get(fingerprint string) *Snapshot {
	if at, ok := h.byFingerprint[fingerprint]; ok {
		return h.ring[at%historySize]
	}
	return nil
}

// since returns the base and the ids of all articles that changed between it
// and the newest snapshot; nil when the base is forgotten.
func (h *history) since(fingerprint string) (base *Snapshot, changed map[string]struct{}) {
	at, ok := h.byFingerprint[fingerprint]
	if !ok {
		return nil, nil
	}
	changed = make(map[string]struct{})
	for i := at + 1; i < h.next; i++ {
		for _, id := range h.ring[i%historySize].changed {
			changed[id] = struct{}{}
		}
	}
	return h.ring[at%historySize], changed
}
