package snapshot

import (
	"slices"
	"strings"
	"time"
)

// edit collects what the next snapshot has that its base has not. One of a store is used
// with the store's lock held.
type edit struct {
	timed   map[string]*entry // see Store
	base    *Snapshot
	now     time.Time
	in, out []*entry
	newPart []*part
}

func (e *edit) remove(id string) {
	delete(e.timed, id)
	if old := e.base.byID.get(id); old != nil {
		e.out = append(e.out, old)
	}
}

func (e *edit) put(a Article) {
	public := a.public(e.now)
	if old := e.base.byID.get(a.ID); old != nil && public && old.same(a) {
		return
	}
	e.remove(a.ID)
	made := newEntry(a)
	if public {
		e.in = append(e.in, made)
	}
	if !public || !made.UnpublishedAt.IsZero() {
		e.timed[a.ID] = made
	}
}

// onTime lets articles in that are due, and takes out those that have ended. They stay
// timed: dates, or the clock, may be moved.
func (e *edit) onTime() {
	for id, timed := range e.timed {
		switch public, shown := timed.public(e.now), e.base.byID.get(id) != nil; {
		case public && !shown:
			e.in = append(e.in, timed)
			if timed.UnpublishedAt.IsZero() {
				delete(e.timed, id)
			}
		case shown && timed.ended(e.now):
			e.out = append(e.out, timed)
		}
	}
}

func (e *edit) parts(parts []Part) {
	for _, p := range parts {
		if old := e.base.part(p.Name); old == nil || !old.same(p) {
			e.newPart = append(e.newPart, newPart(p, old))
		}
	}
}

// changedPart reports whether a part is another.
func (e *edit) changedPart(name string) bool {
	return slices.ContainsFunc(e.newPart, func(p *part) bool { return p.Name == name })
}

func (e *edit) changed() bool { return len(e.in)+len(e.out)+len(e.newPart) > 0 }

// snapshot returns the base with the edit applied, and its articles. Everything that did
// not change is shared with the base.
func (e *edit) snapshot(revision int64) (*Snapshot, []*entry) {
	next := &Snapshot{revision: max(revision, e.base.revision), parts: slices.Clone(e.base.parts)}
	for _, p := range e.newPart {
		next.parts = slices.DeleteFunc(next.parts, func(old *part) bool { return old.Name == p.Name })
		next.parts = append(next.parts, p)
	}
	slices.SortFunc(e.in, compare)
	slices.SortFunc(e.out, compare)
	articles := replaced(e.base.articles(), e.out, e.in)
	next.length = len(articles)
	e.reindex(next)
	e.move(next)
	slices.SortFunc(next.parts, func(a, b *part) int { return strings.Compare(a.Name, b.Name) })
	next.setFingerprint(articles)
	return next, articles
}

func (e *edit) reindex(next *Snapshot) {
	byID, bySlug, aliases := e.base.byID.edit(), e.base.bySlug.edit(), e.base.aliases.edit()
	for _, old := range e.out {
		byID.delete(old.ID)
		if bySlug.get(old.Slug) == old {
			bySlug.delete(old.Slug)
		}
		for _, slug := range old.PreviousSlugs {
			holders := slices.DeleteFunc(slices.Clone(aliases.get(slug)), func(h *entry) bool { return h == old })
			if len(holders) == 0 {
				aliases.delete(slug)
			} else {
				aliases.set(slug, holders)
			}
		}
	}
	for _, made := range e.in {
		byID.set(made.ID, made)
		bySlug.set(made.Slug, made)
		for _, slug := range made.PreviousSlugs {
			holders := append(slices.Clone(aliases.get(slug)), made)
			slices.SortFunc(holders, compare)
			aliases.set(slug, holders)
		}
	}
	next.byID, next.bySlug, next.aliases = byID.index, bySlug.index, aliases.index
}
