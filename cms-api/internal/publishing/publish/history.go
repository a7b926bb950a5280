package publish

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/publishing/release"
)

// cause says who asked for a content to be published.
type cause struct{ fingerprint, by string }

// Published is one release, as it is remembered after it went live.
type Published struct {
	Release       string    `json:"release" bson:"_id" format:"release"`
	Parent        string    `json:"parent" bson:"parent" doc:"The release that it took the place of" format:"release"`
	Fingerprint   string    `json:"fingerprint" bson:"fingerprint" format:"sha256"`
	CodeVersion   string    `json:"code_version" bson:"code_version" example:"a1b2c3d4"`
	BuiltAt       time.Time `json:"built_at" bson:"built_at"`
	DurationMS    int64     `json:"duration_ms" bson:"duration_ms"`
	Routes        int       `json:"routes" bson:"routes"`
	ChangedCount  int       `json:"changed_count" bson:"changed_count"`
	RemovedCount  int       `json:"removed_count" bson:"removed_count"`
	ChangedRoutes []string  `json:"changed_routes" bson:"changed_routes" nullable:"false" doc:"At most 50" example:"/blog"`
	By            string    `json:"by" bson:"by" doc:"Who changed it or published; may be empty" example:"Asha Rao"`
	ChangeSet     `bson:",inline"`
	CodeChanged   bool `json:"code_changed" bson:"code_changed" doc:"Whether the site has another code"`
	Current       bool `json:"current" bson:"-" doc:"Whether it is the one that is live now"`
	Available     bool `json:"available" bson:"-" doc:"Whether it is still kept, so that it can be made live"`
	// KeptFor is empty once it is not.
	KeptFor []release.Reason `json:"kept_for" bson:"-" nullable:"false" doc:"Why it is kept: live, held (rolled back to), before or next (to the live one), recent, day (the last of its day), young" example:"recent"`
}

// Releases returns a page of the releases that went live, newest first unless
// asked otherwise, and how many there are in all. Those that were on the way to
// another are part of that one.
func (s *Service) Releases(ctx context.Context, query paging.Query) ([]Published, int, error) {
	_, descending, err := query.Order("-built_at", "built_at")
	if err != nil {
		return nil, 0, err
	}
	names, err := s.opts.Names(ctx)
	if err != nil {
		return nil, 0, err
	}
	found, total, err := s.store.releasesOf(ctx, query.Q, called(query.Q, names), descending, query.Window)
	if err != nil {
		return nil, 0, err
	}
	ids := make([]string, len(found))
	for i := range found {
		ids[i] = found[i].Release
	}
	available, live, reasons := s.opts.Releases.Available(ctx, ids), s.opts.Releases.Current(), s.reasons(ctx)
	for i := range found {
		found[i].Available = available[i]
		found[i].KeptFor = append([]release.Reason{}, reasons[found[i].Release]...)
		found[i].name(names)
		found[i].By = cmp.Or(found[i].By, strings.Join(found[i].People, ", "))
		found[i].Current = live != nil && found[i].Release == live.Release
	}
	return found, total, nil
}

// called returns the ids of the accounts whose names contain a text.
func called(wanted string, names map[string]string) []string {
	ids := []string{}
	wanted = text.Fold(wanted)
	for id, name := range names {
		if wanted != "" && strings.Contains(text.Fold(name), wanted) {
			ids = append(ids, id)
		}
	}
	return ids
}

// causeOf returns who asked for a content to be published, or "".
func (s *Service) causeOf(fingerprint string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cause.fingerprint != fingerprint {
		return ""
	}
	return s.cause.by
}

// remember writes down the live release.
func (s *Service) remember(ctx context.Context) {
	live := s.opts.Releases.Current()
	if live == nil || live.Partial {
		return
	}
	p := Published{
		Release: live.Release, Parent: live.Parent, Fingerprint: live.Fingerprint,
		CodeVersion: live.CodeVersion, BuiltAt: live.BuiltAt, DurationMS: live.DurationMS,
		Routes: live.Routes, ChangedCount: live.ChangedCount, RemovedCount: live.RemovedCount,
		ChangedRoutes: live.ChangedRoutes, By: s.causeOf(live.Fingerprint),
	}
	if build := live.Build; build != nil {
		p.Parent, p.ChangedRoutes = build.Parent, build.ChangedRoutes
		p.ChangedCount, p.RemovedCount = build.ChangedCount, build.RemovedCount
	}
	p.ChangedRoutes = append([]string{}, p.ChangedRoutes...)
	origin := s.opts.Releases.Origin(ctx, &live.Manifest)
	p.ChangeSet = s.changesOf(&live.Manifest, origin)
	p.CodeChanged = origin != nil && origin.CodeVersion != live.CodeVersion
	s.records.Add(func(ctx context.Context) error {
		err := s.nameRemovers(ctx, &p.ChangeSet)
		return errors.Join(err, s.store.putRelease(ctx, p))
	})
}

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
