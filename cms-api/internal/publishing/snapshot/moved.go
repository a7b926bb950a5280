package snapshot

import (
	"encoding/json"
	"slices"
	"strings"
)

// movedArticles is the part with the former slugs of public articles. It is missing while
// there are none.
const movedArticles = "moved_articles"

// Moved leads from a former slug of an article to its present one.
type Moved struct {
	From string `json:"from" doc:"A former slug; or a whole path, such as /2019/07/monsoons, that it had on another site." example:"how-monsoon-forms"`
	To   string `json:"to" example:"how-monsoons-form"`
}

// moves reports whether the edit may change where a former slug leads.
func (e *edit) moves(next *Snapshot) bool {
	return slices.ContainsFunc(slices.Concat(e.in, e.out), func(each *entry) bool {
		return len(each.PreviousSlugs) > 0 || len(next.aliases.get(each.Slug)) > 0
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
		for from, holders := range *shard {
			if next.bySlug.get(from) == nil {
				moved = append(moved, Moved{from, holders[0].Slug})
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
