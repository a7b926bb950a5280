package snapshot

import (
	"encoding/json"
	"slices"
)

// historySize is how many snapshots a store remembers, the current included.
const historySize = 256

// history is the last snapshots, the oldest first, each with what caused it. It is not
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

// origin says what caused a snapshot: a write, or the clock.
type origin struct {
	write
	clock bool
}

func (o origin) item() item { return item{o.Part, o.ID} }

// maxOrigins bounds the origins of a snapshot: writes that change nothing count to the one
// before them.
const maxOrigins = 2048

// note notes what caused the newest snapshot.
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

// Authors say who changed one content to another.
type Authors struct {
	// IDs are those of accounts, each once; empty where none is known.
	IDs []string
	// Unknown says that a writer is not known: only the process that deletes something
	// knows who did it.
	Unknown bool
	// Scheduled says that nobody wrote: its time had come.
	Scheduled bool
}

// Difference is an article, or a part, that readers of two contents see differently.
type Difference struct {
	Part string // Articles for an article
	ID   string // of an article
	// Before and After are an article's summary or a part, nil where it is not public.
	Before, After json.RawMessage
	Authors       Authors
}

// Differences returns what the content of one fingerprint changed against that of
// another, articles first; false when either is forgotten. The authors of differences
// that were found by loading everything are not known.
func (s *Store) Differences(base, target string) ([]Difference, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from, to, origins := s.history.between(base, target)
	if from == nil || to == nil {
		return nil, false
	}
	var found []Difference
	for _, id := range differing(from.byID, to.byID) {
		if before, after := from.byID.get(id), to.byID.get(id); !after.looksLike(before) {
			found = append(found, Difference{
				Articles, id, before.summary(), after.summary(), authorsOf(item{Articles, id}, origins),
			})
		}
	}
	for _, after := range to.parts {
		if after.Name == movedArticles || from.has(after) {
			continue // an article that has moved is among the articles
		}
		difference := Difference{Part: after.Name, After: after.json(), Authors: authorsOf(item{Part: after.Name}, origins)}
		if before := from.part(after.Name); before != nil {
			difference.Before = before.json()
		}
		found = append(found, difference)
	}
	return found, true
}

// between returns the last snapshot of target and the last of base before it, and what
// led from one to the other. When base is only found after it, nothing is known of that:
// the writes in between led from target to base.
func (h history) between(base, target string) (from, to *Snapshot, origins []origin) {
	at := h.last(target)
	begin := h[:at+1].last(base)
	if at < 0 || begin < 0 {
		return h.get(base), h.get(target), nil
	}
	for _, each := range h[begin+1 : at+1] {
		origins = append(origins, each.origins...)
	}
	return h[begin].Snapshot, h[at].Snapshot, origins
}

func authorsOf(it item, origins []origin) Authors {
	var who Authors
	for _, o := range origins {
		if o.item() != it {
			continue
		}
		who.Scheduled = who.Scheduled || o.clock
		who.Unknown = who.Unknown || !o.clock && o.By == ""
		if o.By != "" && !slices.Contains(who.IDs, o.By) {
			who.IDs = append(who.IDs, o.By)
		}
	}
	who.Scheduled = who.Scheduled && len(who.IDs) == 0 && !who.Unknown
	return who
}

// maxDelta is how many articles a delta has at most: each is made for one reader,
// the whole for all of them.
const maxDelta = 100

// delta returns what makes s of base: all parts, of those that may be large only what
// differs, the articles added or changed, newest first, and the ids of those that left,
// ascending; false when that is more than maxDelta. With omit, former slugs are among them.
func (s *Snapshot) delta(base *Snapshot, omit bool) ([]byte, bool) {
	return s.differenceTo(base, (*entry).summary, func(p *part) bool {
		return p.Items != nil || p.values != nil || omit && p.Name == movedArticles
	})
}

// differenceTo returns a delta with what shown returns of each article, and without those
// parts that have not changed and may be left out.
func (s *Snapshot) differenceTo(
	base *Snapshot, shown func(*entry) []byte, optional func(*part) bool,
) ([]byte, bool) {
	ids := differing(base.byID, s.byID)
	if len(ids) > maxDelta {
		return nil, false
	}
	var articles []*entry
	removed := []string{}
	for _, id := range ids {
		switch now := s.byID.get(id); {
		case now == nil:
			removed = append(removed, id)
		case !now.looksLike(base.byID.get(id)):
			articles = append(articles, now)
		}
	}
	slices.SortFunc(articles, compare)

	dst := s.appendHead(nil, base, optional)
	for i, e := range articles {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = e.appendHashed(dst, shown(e))
	}
	dst = append(dst, `],"removed":`...)
	gone, err := json.Marshal(removed)
	if err != nil {
		gone = []byte("[]") // strings always marshal
	}
	return append(append(dst, gone...), '}'), true
}

// Whole returns the named articles with content and hash, in the order of ids and
// each once, as a JSON array. Ids that are not in the snapshot are left out. It
// ends before the article that would make it larger than most bytes, but has one
// at least.
func (s *Snapshot) Whole(ids []string, most int) []byte {
	dst := []byte{'['}
	added := make(map[string]struct{}, len(ids))
	for _, id := range ids {
		e := s.byID.get(id)
		if _, again := added[id]; e == nil || again {
			continue
		}
		if len(added) > 0 {
			if len(dst)+len(e.Full) > most {
				break
			}
			dst = append(dst, ',')
		}
		added[id] = struct{}{}
		dst = e.appendHashed(dst, e.Full)
	}
	return append(dst, ']')
}
