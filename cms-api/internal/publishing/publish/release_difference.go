package publish

import (
	"cmp"
	"context"
	"slices"

	"academy/cms-api/internal/platform/problem"
)

// maxBetween bounds the releases that are looked at to compare two of them.
const maxBetween = 200

// Way says where another release lies from the live one.
type Way string

// The ways.
const (
	Back      Way = "back"      // the live one was made from it
	Forward   Way = "forward"   // it was made from the live one
	Unrelated Way = "unrelated" // neither, or that is not known
)

// ReleaseDifference is what lies between the live release and another one.
type ReleaseDifference struct {
	Way Way `json:"way" enum:"back,forward,unrelated" doc:"back: the changes are undone when the other release is made live; forward: they are brought back; unrelated: neither release was made from the other, so they are not known"`
	ChangeSet
	Complete bool `json:"complete" doc:"Whether these are all changes between the two"`
}

// Difference returns what would change on the site if a release were made live: a
// NotFound problem when it never went live or is forgotten.
func (s *Service) Difference(ctx context.Context, id string) (ReleaseDifference, error) {
	live := ""
	if current := s.opts.Releases.Current(); current != nil {
		live = current.Release
	}
	older, newer := min(id, live), max(id, live)
	found, err := s.store.releasesBetween(ctx, older, newer, maxBetween)
	if err != nil {
		return ReleaseDifference{}, err
	}
	if !slices.ContainsFunc(found, func(p Published) bool { return p.Release == id }) {
		// It may lie before those that are looked at.
		one, err := s.store.releasesBetween(ctx, id, id, 1)
		if err != nil {
			return ReleaseDifference{}, err
		}
		if len(one) == 0 {
			return ReleaseDifference{}, problem.Missing("release")
		}
	}
	names, err := s.opts.Names(ctx)
	if err != nil {
		return ReleaseDifference{}, err
	}
	d := ReleaseDifference{Way: Unrelated}
	if steps, ok := lineage(found, older, newer); ok {
		if d.Way = Forward; id == older {
			d.Way = Back
		}
		d.ChangeSet, d.Complete = merged(steps)
	}
	d.ChangeSet.name(names)
	return d, nil
}

// lineage returns the releases that lead from older, exclusive, to newer, the
// newest first; false when newer was not made from older. Found is sorted, the
// newest first.
func lineage(found []Published, older, newer string) ([]Published, bool) {
	var steps []Published
	at := newer
	for _, p := range found {
		if at == older {
			break
		}
		if p.Release == at {
			steps = append(steps, p)
			at = p.Parent
		}
	}
	return steps, at == older
}

// merged puts the changes of releases, the newest first, into one list: what was
// added and taken away again is not in it, nor is who did that. It reports whether
// all are known.
func merged(steps []Published) (ChangeSet, bool) {
	type key struct{ kind, id string }
	at := map[key]int{}
	all, editors, complete, attributed := []Change{}, []string{}, true, true
	for _, step := range steps {
		complete = complete && step.Known && step.ContentChangeCount == len(step.Changes)
		attributed = attributed && step.attributed()
		editors = append(editors, step.Editors...)
		for _, older := range step.Changes {
			i, known := at[key{older.Kind, older.ID}]
			if !known {
				at[key{older.Kind, older.ID}] = len(all)
				all = append(all, older)
				continue
			}
			all[i] = older.followedBy(all[i])
		}
	}
	found := len(all)
	all = slices.DeleteFunc(all, func(c Change) bool { return c.Action == "" })
	if own, ok := ownEditors(all); ok && complete {
		editors = own
	} else if !attributed || len(all) < found {
		editors = nil // of those who are left some are not known, or some have nothing left
	}
	listed := all[:min(len(all), maxChanges)]
	return ChangeSet{Changes: listed, ContentChangeCount: len(all), Editors: unique(editors)}, complete
}

// attributed reports whether it is known of all changes who made them.
func (c ChangeSet) attributed() bool {
	_, own := ownEditors(c.Changes)
	return c.Known && (len(c.Editors) > 0 || own && len(c.Changes) == c.ContentChangeCount)
}

// ownEditors returns the editors of all changes, each once; false when they are not known
// of one that somebody made.
func ownEditors(changes []Change) ([]string, bool) {
	var editors []string
	for _, c := range changes {
		if !c.Scheduled && len(c.Editors) == 0 {
			return nil, false
		}
		editors = append(editors, c.Editors...)
	}
	return unique(editors), true
}

// followedBy returns what two changes of the same thing come to; without an action
// when that is nothing that one can see.
func (c Change) followedBy(later Change) Change {
	both := later
	both.Scheduled = c.Scheduled && later.Scheduled
	both.Editors = nil
	if len(c.Editors) > 0 && len(later.Editors) > 0 {
		both.Editors = unique(slices.Concat(c.Editors, later.Editors))
	}
	switch {
	case later.Action == "":
		both.Action = c.Action
	case c.Action == Added && later.Action == Removed:
		both.Action = ""
	case c.Action == Added:
		both.Action = Added
	case later.Action == Added, c.Action == Edited && later.Action == Moved:
		both.Action = Edited
	}
	both.Title = cmp.Or(later.Title, c.Title)
	return both
}
