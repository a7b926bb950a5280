package snapshot

import "slices"

// historySize is how many snapshots a store remembers, the current included.
const historySize = 256

// history is the last snapshots, the oldest first, each with what led to it. It is not
// safe for concurrent use.
type history []remembered

type remembered struct {
	*Snapshot
	origins []origin
}

// item names what changed: a part, or an article by its id.
type item struct{ Part, ID string }

// write is an item that somebody wrote; By is the account's id, empty where no account
// did or that is not known.
type write struct{ Part, ID, By string }

// origin says what led to a snapshot: a write, or the clock.
type origin struct {
	write
	clock bool
}

func (o origin) item() item { return item{o.Part, o.ID} }

// maxOrigins bounds the origins of a snapshot: writes that change nothing count to the one
// before them.
const maxOrigins = 2048

// note takes down what led to the newest snapshot.
func (h history) note(o origin) {
	if len(h) == 0 {
		return
	}
	newest := &h[len(h)-1]
	if len(newest.origins) < maxOrigins && !slices.Contains(newest.origins, o) {
		newest.origins = append(newest.origins, o)
	}
}

func (h *history) add(s *Snapshot) {
	if len(*h) == historySize {
		*h = slices.Delete(*h, 0, 1)
	}
	*h = append(*h, remembered{Snapshot: s})
}

// last returns where the last snapshot with this fingerprint is; -1 when it is forgotten.
func (h history) last(fingerprint string) int {
	for at, each := range slices.Backward(h) {
		if each.fingerprint == fingerprint {
			return at
		}
	}
	return -1
}

// get returns the last remembered snapshot with this fingerprint, or nil.
func (h history) get(fingerprint string) *Snapshot {
	if at := h.last(fingerprint); at >= 0 {
		return h[at].Snapshot
	}
	return nil
}
