package publish

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/snapshot"
)

// maxChanges is how many changes of a release are remembered one by one.
const maxChanges = 50

// Action says what became of something.
type Action string

// The actions, as visitors of the site see them.
const (
	Added   Action = "added"
	Edited  Action = "edited"
	Moved   Action = "moved" // only its position among its like is another
	Removed Action = "removed"
)

// Change is one thing that a release shows differently than the release that it
// took the place of.
type Change struct {
	Kind      string   `json:"kind" bson:"kind" doc:"Its member of GET /api/snapshot" example:"articles"`
	ID        string   `json:"id" bson:"id" doc:"Of settings empty" example:"665f1f77bcf86cd799439011"`
	Title     string   `json:"title" bson:"title" doc:"Empty for what has none" example:"How monsoons form"`
	Action    Action   `json:"action" bson:"action" enum:"added,edited,moved,removed"`
	Scheduled bool     `json:"scheduled" bson:"scheduled" doc:"Nobody did it then: its time had come"`
	By        []string `json:"by" bson:"-" nullable:"false" doc:"Empty where it is not known" example:"Asha Rao"`
	Editors   []string `json:"-" bson:"editors"` // ids of By
}

// ChangeSet is what a release changed, or what lies between two of them.
type ChangeSet struct {
	Changes            []Change `json:"changes" bson:"changes" nullable:"true" doc:"At most 50; null: not known"`
	ContentChangeCount int      `json:"content_change_count" bson:"content_change_count"`
	People             []string `json:"people" bson:"-" nullable:"false" doc:"Empty: not all are known" example:"Asha Rao"`
	Editors            []string `json:"-" bson:"editors"` // ids of People
	Known              bool     `json:"-" bson:"changes_known"`
}

// changesOf returns what a release changed against origin, which may be nil.
func (s *Service) changesOf(m, origin *release.Manifest) ChangeSet {
	if origin == nil {
		return ChangeSet{}
	}
	d, ok := s.opts.Snapshots.Differences(origin.Fingerprint, m.Fingerprint)
	if !ok {
		return ChangeSet{}
	}
	return summarise(d)
}

// summarise puts articles first and everything by its title.
func summarise(differences []snapshot.Difference) ChangeSet {
	all, editors, attributed := []Change{}, []string{}, true
	for _, d := range differences {
		if found := changesOfItem(d); len(found) > 0 {
			all = append(all, found...)
			editors = append(editors, d.Authors.IDs...)
			attributed = attributed && (d.Authors.Scheduled || len(known(d.Authors)) > 0)
		}
	}
	if !attributed {
		editors = nil
	}
	rank := func(c Change) string {
		if c.Kind == snapshot.Articles {
			return ""
		}
		return c.Kind
	}
	slices.SortStableFunc(all, func(a, b Change) int {
		return cmp.Or(strings.Compare(rank(a), rank(b)), strings.Compare(a.Title, b.Title))
	})
	return ChangeSet{
		Changes: all[:min(len(all), maxChanges)], ContentChangeCount: len(all), Editors: unique(editors), Known: true,
	}
}

// unique returns each id once, in order; nil for none.
func unique(ids []string) []string { return slices.Compact(slices.Sorted(slices.Values(ids))) }

// changesOfItem returns that an article changed, or compares what a part lists. A write
// says which part it was of: whose each change is, is plain only where one person has
// written.
func changesOfItem(d snapshot.Difference) []Change {
	authors := known(d.Authors)
	if d.Part != snapshot.Articles && len(authors) > 1 {
		authors = nil
	}
	var changes []Change
	before, after := entriesOf(d.Before), entriesOf(d.After)
	keys := map[string]described{}
	maps.Copy(keys, before)
	maps.Copy(keys, after)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		then, now := before[key], after[key]
		if d.Part != snapshot.Articles && reflect.DeepEqual(then, now) {
			continue
		}
		changes = append(changes, Change{
			Kind: d.Part, ID: cmp.Or(key, d.ID), Title: cmp.Or(now.title(), then.title()), Action: actionOf(then, now),
			Scheduled: d.Authors.Scheduled, Editors: authors,
		})
	}
	return changes
}

// known returns the ids of all authors, none where somebody is missing among them.
func known(authors snapshot.Authors) []string {
	if authors.Unknown {
		return nil
	}
	return authors.IDs
}

// nameRemovers adds who removed what, where this process does not know it because
// another one did it.
func (s *Service) nameRemovers(ctx context.Context, set *ChangeSet) error {
	var ids []string
	unknown := func(c Change) bool { return c.Action == Removed && !c.Scheduled && len(c.Editors) == 0 }
	for _, each := range set.Changes {
		if unknown(each) {
			ids = append(ids, each.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	removers, err := s.opts.Removers(ctx, ids)
	if err != nil {
		return err
	}
	for i, c := range set.Changes {
		if by := removers[c.ID]; by != "" && unknown(c) {
			set.Changes[i].Editors = []string{by}
		}
	}
	if own, ok := ownEditors(set.Changes); ok && len(set.Changes) == set.ContentChangeCount {
		set.Editors = own
	}
	return nil
}

// described is what the public sees of one thing: a document, or the texts of one
// section of a page.
type described []map[string]any

// entriesOf returns what a part lists, by id; the whole where it is no list.
func entriesOf(raw json.RawMessage) map[string]described {
	var list []map[string]any
	if json.Unmarshal(raw, &list) != nil {
		var whole map[string]any
		if json.Unmarshal(raw, &whole) != nil {
			return nil
		}
		return map[string]described{"": {whole}}
	}
	entries := make(map[string]described, len(list))
	for _, each := range list {
		key := textOf(each, "id")
		if page := textOf(each, "page"); page != "" {
			key = strings.TrimSuffix(page+"/"+textOf(each, "section"), "/")
		}
		entries[key] = append(entries[key], each)
	}
	return entries
}

func textOf(of map[string]any, field string) string {
	value, _ := of[field].(string)
	return value
}

func (d described) title() string {
	if len(d) == 0 {
		return ""
	}
	return cmp.Or(textOf(d[0], "title"), textOf(d[0], "name"), textOf(d[0], "platform"))
}

// withoutPosition returns d without its position in a list.
func (d described) withoutPosition() described {
	without := make(described, len(d))
	for i, each := range d {
		without[i] = maps.Clone(each)
		delete(without[i], "order_index")
		delete(without[i], "display_order")
	}
	return without
}

func actionOf(before, after described) Action {
	switch {
	case before == nil:
		return Added
	case after == nil:
		return Removed
	case reflect.DeepEqual(before.withoutPosition(), after.withoutPosition()):
		return Moved
	}
	return Edited
}

// FormerMember stands for who has no account any more.
const FormerMember = "a former member"

// name fills in what people are called now, by their ids.
func (c *ChangeSet) name(names map[string]string) {
	c.People = namesOf(c.Editors, names)
	for i := range c.Changes {
		c.Changes[i].By = namesOf(c.Changes[i].Editors, names)
	}
}

// namesOf returns each name once, former members last.
func namesOf(ids []string, names map[string]string) []string {
	found, former := []string{}, false
	for _, id := range ids {
		name, known := names[id]
		former = former || !known
		if known {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	if found = slices.Compact(found); former {
		found = append(found, FormerMember)
	}
	return found
}
