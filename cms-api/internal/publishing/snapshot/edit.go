package snapshot

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
)

// edit collects what the next snapshot has that its base has not. One of a store is used
// with the store locked.
type edit struct {
	timed   map[string]*entry // see Store
	files   files
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
	made.names = e.files.in(a.Full)
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
			made := newPart(p, old)
			made.names = e.files.namesOf(made, old)
			e.newPart = append(e.newPart, made)
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
func (e *edit) snapshot(revision int64) (*Snapshot, ordered) {
	next := &Snapshot{revision: max(revision, e.base.revision), parts: slices.Clone(e.base.parts)}
	for _, p := range e.newPart {
		next.replace(p)
	}
	slices.SortFunc(e.in, compare)
	slices.SortFunc(e.out, compare)
	articles := e.base.articles().replaced(e.out, e.in)
	next.length = e.base.length + len(e.in) - len(e.out)
	e.reindex(next)
	e.move(next)
	e.showFiles(next)
	slices.SortFunc(next.parts, func(a, b *part) int { return strings.Compare(a.Name, b.Name) })
	for _, p := range next.parts {
		if p.values != nil {
			next.values = p.values
		}
	}
	next.setFingerprint(e.base)
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
			owners := slices.DeleteFunc(slices.Clone(aliases.get(slug)), func(e *entry) bool { return e == old })
			if len(owners) == 0 {
				aliases.delete(slug)
			} else {
				aliases.set(slug, owners)
			}
		}
	}
	for _, made := range e.in {
		byID.set(made.ID, made)
		bySlug.set(made.Slug, made)
		for _, slug := range made.PreviousSlugs {
			owners := append(slices.Clone(aliases.get(slug)), made)
			slices.SortFunc(owners, compare)
			aliases.set(slug, owners)
		}
	}
	next.byID, next.bySlug, next.aliases = byID.index, bySlug.index, aliases.index
}

const indexShards = 256

// index is an immutable map. An edit copies only the shards it touches, so that
// its cost hardly depends on the size, and shares the others.
type index[V any] struct {
	shards [indexShards]*map[string]V
}

func newIndex[V any]() *index[V] {
	var x index[V]
	empty := map[string]V{}
	for i := range x.shards {
		x.shards[i] = &empty
	}
	return &x
}

// shardOf is FNV-1a, written out because it is called for every key.
func shardOf(key string) int {
	hash := uint32(2166136261)
	for i := range len(key) {
		hash = (hash ^ uint32(key[i])) * 16777619
	}
	return int(hash % indexShards)
}

// get returns the zero value for a key that is not there.
func (x *index[V]) get(key string) V { return (*x.shards[shardOf(key)])[key] }

// values yields every value, in no order.
func (x *index[V]) values() iter.Seq[V] {
	return func(yield func(V) bool) {
		for _, shard := range x.shards {
			for _, value := range *shard {
				if !yield(value) {
					return
				}
			}
		}
	}
}

// differing returns the keys whose values are not the same in both, sorted.
func differing[V comparable](a, b *index[V]) []string {
	var keys []string
	for i := range indexShards {
		if a.shards[i] == b.shards[i] {
			continue
		}
		both := maps.Clone(*a.shards[i])
		maps.Copy(both, *b.shards[i])
		for key := range both {
			if a.get(key) != b.get(key) {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

// edit returns an editor that starts from x and leaves x as it is.
func (x *index[V]) edit() *indexEdit[V] { return &indexEdit[V]{index: &index[V]{shards: x.shards}} }

// indexEdit collects changes. Its index may be read at any time, and must not be
// edited any more once it was given away.
type indexEdit[V any] struct {
	*index[V]
	owned [indexShards]bool
}

func (e *indexEdit[V]) shard(key string) map[string]V {
	i := shardOf(key)
	if !e.owned[i] {
		e.owned[i] = true
		own := maps.Clone(*e.shards[i])
		e.shards[i] = &own
	}
	return *e.shards[i]
}

func (e *indexEdit[V]) set(key string, value V) { e.shard(key)[key] = value }

func (e *indexEdit[V]) delete(key string) { delete(e.shard(key), key) }

// movedArticles is the part with the former slugs of public articles. It is missing while
// there are none.
const movedArticles = "moved_articles"

// Moved leads from a former slug of an article to its present one.
type Moved struct {
	From string `json:"from" doc:"A former slug; or a whole path, such as /2019/07/monsoons, that it had on another site." example:"how-monsoon-forms"`
	To   string `json:"to" example:"how-monsoons-form"`
}

// Moved returns where former slugs of public articles lead.
func (s *Snapshot) Moved() (moved []Moved) {
	if body := s.Body(movedArticles); body != nil {
		_ = json.Unmarshal(body.Identity(), &moved) // of what move has made
	}
	return moved
}

// moves reports whether the edit may change where a former slug leads. Another text of an article
// does not.
func (e *edit) moves(next *Snapshot) bool {
	return slices.ContainsFunc(slices.Concat(e.in, e.out), func(each *entry) bool {
		was, is := e.base.byID.get(each.ID), next.byID.get(each.ID)
		stays := was != nil && is != nil && was.Slug == is.Slug && was.PublishedAt.Equal(is.PublishedAt) &&
			slices.Equal(was.PreviousSlugs, is.PreviousSlugs)
		return !stays && (len(each.PreviousSlugs) > 0 || len(next.aliases.get(each.Slug)) > 0)
	})
}

// move puts the part into next, whose articles are in their indexes. An article wins over
// another that once had its slug.
func (e *edit) move(next *Snapshot) {
	if !e.moves(next) {
		return
	}
	var moved []Moved
	for _, shard := range next.aliases.shards {
		for from, owners := range *shard {
			if next.bySlug.get(from) == nil {
				moved = append(moved, Moved{from, owners[0].Slug})
			}
		}
	}
	old := e.base.part(movedArticles)
	next.parts = slices.DeleteFunc(next.parts, func(p *part) bool { return p.Name == movedArticles })
	if len(moved) > 0 {
		slices.SortFunc(moved, func(a, b Moved) int { return strings.Compare(a.From, b.From) })
		value, _ := json.Marshal(moved) // of texts alone, which cannot fail
		next.parts = append(next.parts, newPart(Part{Name: movedArticles, JSON: value}, old))
	}
}
