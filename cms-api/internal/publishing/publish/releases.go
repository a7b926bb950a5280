package publish

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/publishing/release"
)

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
	kept, live, reasons := s.opts.Releases.Kept(ctx, ids), s.opts.Releases.Current(), s.reasons(ctx)
	for i := range found {
		found[i].Available = kept[i]
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

// cause says who asked for a content to be published.
type cause struct{ fingerprint, by string }

// askedBy notes who asked last for publishing, and which content, for the release that shows
// it.
func (s *Service) askedBy(name string) {
	fingerprint := s.content()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cause = cause{fingerprint, name}
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
