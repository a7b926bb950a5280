package snapshot

import (
	"encoding/json"
	"slices"
)

// Difference is what two contents differ in, in no particular order.
type Difference struct {
	Articles []ArticleDifference
	Parts    []PartDifference
}

// Authors say whose writes led from one content to another.
type Authors struct {
	// IDs are those of accounts, each once; empty where none is known.
	IDs []string
	// Unknown says that somebody wrote of whom it is not known who it was: who deletes
	// something is known in the process alone that did it.
	Unknown bool
	// Scheduled says that nobody wrote: its time had come.
	Scheduled bool
}

// ArticleDifference is an article that readers of the two contents see
// differently. Before and After are its summary, nil where it is not public.
type ArticleDifference struct {
	ID            string
	Before, After json.RawMessage
	Authors       Authors
}

// PartDifference is a part that differs. Before is nil where there was none.
type PartDifference struct {
	Name          string
	Before, After json.RawMessage
	Authors       Authors
}

// Difference returns what the content of one fingerprint changed against that of
// another; false when either is forgotten. Who wrote what a whole load has found
// is not known.
func (s *Store) Difference(base, target string) (Difference, bool) {
	s.mu.Lock()
	path, ok := s.history.between(base, target)
	s.mu.Unlock()
	if !ok {
		return Difference{}, false
	}
	var d Difference
	for id := range path.changed {
		was, _ := path.from.byID.get(id)
		is, _ := path.to.byID.get(id)
		if was == is || was != nil && is != nil && was.looksLike(is) {
			continue
		}
		d.Articles = append(d.Articles, ArticleDifference{id, was.summary(), is.summary(), path.authors(item{Articles, id})})
	}
	for _, after := range path.to.parts {
		before := path.from.part(after.Name)
		switch {
		case before == nil:
			d.Parts = append(d.Parts, PartDifference{after.Name, nil, after.json(), path.authors(item{after.Name, ""})})
		case before.hash != after.hash:
			who := path.authors(item{after.Name, ""})
			d.Parts = append(d.Parts, PartDifference{after.Name, before.json(), after.json(), who})
		}
	}
	return d, true
}

// path leads from one remembered snapshot to another.
type path struct {
	from, to *Snapshot
	changed  map[string]struct{} // ids of the articles that any step changed
	origins  []origin
}

// between returns the path to the last snapshot of target from the last of base
// before it. When base is only found after it, no author is known:
// the writes in between led from target to base.
func (h *history) between(base, target string) (path, bool) {
	oldest := max(0, h.next-historySize)
	last := func(fingerprint string, below int) int {
		for at := below - 1; at >= oldest; at-- {
			if h.ring[at%historySize].fingerprint == fingerprint {
				return at
			}
		}
		return -1
	}
	to := last(target, h.next)
	from := last(base, to+1)
	if from < 0 {
		from = last(base, h.next)
	}
	if to < 0 || from < 0 {
		return path{}, false
	}
	p := path{from: h.ring[from%historySize], to: h.ring[to%historySize], changed: make(map[string]struct{})}
	for at := min(from, to) + 1; at <= max(from, to); at++ {
		for _, id := range h.ring[at%historySize].changed {
			p.changed[id] = struct{}{}
		}
	}
	for _, n := range h.origins {
		if n.at > from && n.at <= to {
			p.origins = append(p.origins, n)
		}
	}
	return p, true
}

func (p path) authors(it item) Authors {
	var who Authors
	for _, n := range p.origins {
		if n.item() != it {
			continue
		}
		who.Scheduled = who.Scheduled || n.clock
		who.Unknown = who.Unknown || !n.clock && n.By == ""
		if n.By != "" && !slices.Contains(who.IDs, n.By) {
			who.IDs = append(who.IDs, n.By)
		}
	}
	who.Scheduled = who.Scheduled && len(who.IDs) == 0 && !who.Unknown
	return who
}

// summary returns nil for no article.
func (e *entry) summary() json.RawMessage {
	if e == nil {
		return nil
	}
	return e.Summary
}
