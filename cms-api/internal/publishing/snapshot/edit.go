package snapshot

import (
	"slices"
	"strings"
	"time"
)

// edit collects what the next snapshot has that its base has not. It is used
// with the store's lock held.
type edit struct {
	store   *Store
	base    *Snapshot // nil for the first
	now     time.Time
	in, out []*entry
	newPart []*part
}

// find returns the article of the base.
func (e *edit) find(id string) (*entry, bool) {
	if e.base == nil {
		return nil, false
	}
	return e.base.byID.get(id)
}

func (e *edit) remove(id string) {
	delete(e.store.waiting, id)
	delete(e.store.ending, id)
	if old, ok := e.find(id); ok {
		e.out = append(e.out, old)
	}
}

func (e *edit) put(a Article) {
	public := a.public(e.now)
	if old, ok := e.find(a.ID); ok && public && old.same(a) {
		return
	}
	e.remove(a.ID)
	if made := newEntry(a); public {
		e.enter(made)
	} else {
		e.store.waiting[a.ID] = made
	}
}

// enter lets an article in.
func (e *edit) enter(made *entry) {
	delete(e.store.waiting, made.ID)
	if !made.UnpublishedAt.IsZero() {
		e.store.ending[made.ID] = made
	}
	e.in = append(e.in, made)
}

// leave takes out an article that may come back: its date, or the clock, may be
// moved.
func (e *edit) leave(ending *entry) {
	e.remove(ending.ID)
	e.store.waiting[ending.ID] = ending
}

func (e *edit) parts(parts []Part) {
	for _, p := range parts {
		var old *part
		if at := e.partAt(p.Name); at >= 0 {
			old = e.base.parts[at]
		}
		if old == nil || !old.same(p) {
			e.newPart = append(e.newPart, newPart(p, old))
		}
	}
}

func (e *edit) partAt(name string) int {
	if e.base == nil {
		return -1
	}
	return slices.IndexFunc(e.base.parts, func(p *part) bool { return p.Name == name })
}

// changedPart reports whether a part is another.
func (e *edit) changedPart(name string) bool {
	return slices.ContainsFunc(e.newPart, func(p *part) bool { return p.Name == name })
}

func (e *edit) changed() bool { return len(e.in)+len(e.out)+len(e.newPart) > 0 }

// snapshot returns the base with the edit applied. Everything that did not
// change is shared with the base.
func (e *edit) snapshot(revision int64) *Snapshot {
	base := e.base
	if base == nil {
		base = &Snapshot{byID: &index[*entry]{}, bySlug: &index[*entry]{}, aliases: &index[[]*entry]{}}
	}
	next := &Snapshot{revision: revision, parts: slices.Clone(base.parts)}
	for _, p := range e.newPart {
		if at := e.partAt(p.Name); at >= 0 {
			next.parts[at] = p
		} else {
			next.parts = append(next.parts, p)
		}
	}
	slices.SortFunc(next.parts, func(a, b *part) int { return strings.Compare(a.Name, b.Name) })
	next.articles, next.byID, next.bySlug, next.aliases = base.articles, base.byID, base.bySlug, base.aliases
	if len(e.in)+len(e.out) > 0 {
		next.articles = base.articles.replace(e.out, e.in)
		e.reindex(base, next)
	}
	next.setFingerprint()
	return next
}

func (e *edit) reindex(base, next *Snapshot) {
	byID, bySlug, aliases := base.byID.edit(), base.bySlug.edit(), base.aliases.edit()
	ids := make(map[string]struct{}, len(e.in))
	for _, old := range e.out {
		ids[old.ID] = struct{}{}
		byID.delete(old.ID)
		if holder, _ := bySlug.index.get(old.Slug); holder == old {
			bySlug.delete(old.Slug)
		}
		for _, slug := range old.PreviousSlugs {
			holders, _ := aliases.index.get(slug)
			holders = slices.DeleteFunc(slices.Clone(holders), func(h *entry) bool { return h == old })
			if len(holders) == 0 {
				aliases.delete(slug)
			} else {
				aliases.set(slug, holders)
			}
		}
	}
	for _, made := range e.in {
		ids[made.ID] = struct{}{}
		byID.set(made.ID, made)
		bySlug.set(made.Slug, made)
		for _, slug := range made.PreviousSlugs {
			holders, _ := aliases.index.get(slug)
			holders = append(slices.Clone(holders), made)
			slices.SortFunc(holders, compare)
			aliases.set(slug, holders)
		}
	}
	for id := range ids {
		next.changed = append(next.changed, id)
	}
	slices.Sort(next.changed)
	next.byID, next.bySlug, next.aliases = byID.index, bySlug.index, aliases.index
}
