package snapshot

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Authors say whose writes led from one content to another.
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
// another, articles first; false when either is forgotten. Who wrote what a whole load has
// found is not known.
func (s *Store) Differences(base, target string) ([]Difference, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from, to, origins := s.history.between(base, target)
	if from == nil || to == nil {
		return nil, false
	}
	var found []Difference
	for _, id := range differing(from.byID, to.byID) {
		if was, is := from.byID.get(id), to.byID.get(id); !is.looksLike(was) {
			found = append(found, Difference{
				Articles, id, was.summary(), is.summary(), authorsOf(item{Articles, id}, origins),
			})
		}
	}
	for _, after := range to.parts {
		if after.Name == movedArticles {
			continue // an article that has moved is among the articles
		}
		difference := Difference{Part: after.Name, After: after.json(), Authors: authorsOf(item{Part: after.Name}, origins)}
		if before := from.part(after.Name); before != nil {
			difference.Before = before.json()
		}
		if !bytes.Equal(difference.Before, difference.After) {
			found = append(found, difference)
		}
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
