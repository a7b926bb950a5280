package publish

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"syscall"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/release"
)

// maxHandedOver bounds a file, and what a release is made of.
const maxHandedOver = 32 << 20

// NewRelease is what the publisher makes a release of.
type NewRelease struct {
	Parent       string `json:"parent" doc:"The live release that this changes; empty when there is none" example:"20260115T092955000Z-0f1e2d3c"`
	Fingerprint  string `json:"fingerprint" doc:"Of the content that the build leads to" example:"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"`
	CodeVersion  string `json:"code_version" example:"a1b2c3d4"`
	ContentModel string `json:"content_model" doc:"The version of the site's content model" example:"0f1e2d3c"`
	Mode         string `json:"mode" enum:"warm,full"`
	Partial      bool   `json:"partial" doc:"Whether more of the same build is to come"`

	Routes map[string]release.ChangedRoute `json:"routes" doc:"Those that changed, by path"`

	Patches       []release.Patch      `json:"patches,omitempty" doc:"What is done to pages of the parent; at most 500 pages"`
	Removed       []string             `json:"removed" nullable:"false" example:"/blog/withdrawn"`
	Failures      []release.FailedPage `json:"failures" nullable:"false" doc:"Pages that could not be rendered"`
	Assets        map[string]string    `json:"assets,omitempty" doc:"The sha256 of all files of this code that belong to no route, by path; needed when the code is another than that of the parent"`
	StartedAt     time.Time            `json:"started_at" doc:"When the build began"`
	RoutesChanged int                  `json:"routes_changed" doc:"By all releases of the build so far"`
	RoutesRemoved int                  `json:"routes_removed"`
	Changed       []string             `json:"changed" nullable:"false" maxItems:"50" doc:"The first of them" example:"/blog/how-monsoons-form"`
	Origin        string               `json:"origin" doc:"The release that the build began from" example:"20260115T092955000Z-0f1e2d3c"`
	Progress      Progress             `json:"progress"`
}

// Made names the release that was made.
type Made struct {
	Release   string   `json:"release" example:"20260115T093000000Z-1a2b3c4d"`
	Unpatched []string `json:"unpatched" nullable:"false" doc:"Routes that a patch does not fit: they are as they were" example:"/blog/how-monsoons-form"`
}

// LiveHead is what a caller is told whose parent is not live.
type LiveHead struct {
	Release     string `json:"release"`
	Fingerprint string `json:"fingerprint"`
	CodeVersion string `json:"code_version"`
	Partial     bool   `json:"partial"`
}

// PutFile stores the content of a public file for a release that follows. It returns an
// Unauthorized problem unless the publisher has signed it.
func (s *Service) PutFile(ctx context.Context, by Signature, hash, path string, content []byte) error {
	if err := s.verify(by, content); err != nil {
		return err
	}
	return refusal(s.opts.Releases.Put(ctx, hash, path, content))
}

// Live returns what is live. It returns an Unauthorized problem unless the publisher has
// signed the question.
func (s *Service) Live(ctx context.Context, by Signature, query release.LiveQuery) (*release.LiveRelease, error) {
	if err := s.verify(by, nil); err != nil {
		return nil, err
	}
	return s.opts.Releases.Live(ctx, query)
}

// Release makes a release and makes it live. It returns an Unauthorized problem unless the
// message is signed, fresh and new to this process; a Conflict one when the release would
// have another parent than the live one, or an older one is pinned; and an Invalid one when
// the store lacks files of it. After any of them nothing has changed.
func (s *Service) Release(ctx context.Context, by Signature, payload []byte) (*Made, error) {
	if err := s.verifyOnce(by, payload); err != nil {
		return nil, err
	}
	var next NewRelease
	if err := json.Unmarshal(payload, &next); err != nil {
		return nil, problem.Wrap(problem.Malformed, err, "This is not a release.")
	}
	if s.withheld(ctx, next.Fingerprint) {
		return nil, held()
	}
	change := release.Change{
		Parent: next.Parent, Fingerprint: next.Fingerprint, CodeVersion: next.CodeVersion, ContentModel: next.ContentModel,
		Mode: next.Mode, Partial: next.Partial, Routes: next.Routes, Removed: next.Removed, Failures: next.Failures,
		Assets: next.Assets, Started: next.StartedAt,
		Build: release.Build{
			Parent: next.Origin, ChangedRoutes: next.Changed, ChangedCount: next.RoutesChanged, RemovedCount: next.RoutesRemoved,
		},
	}
	if change.Routes == nil {
		change.Routes = make(map[string]release.ChangedRoute)
	}
	unpatched, err := s.opts.Releases.Patch(ctx, &change, next.Patches)
	if err != nil {
		return nil, refusal(err)
	}
	m, err := s.opts.Releases.Commit(ctx, change)
	if err != nil {
		return nil, refusal(err)
	}
	s.edges.tell()
	report := Report{
		State: reportLive, Fingerprint: next.Fingerprint, Mode: next.Mode, Progress: &next.Progress,
		StartedAt: next.StartedAt, DurationMS: m.DurationMS,
	}
	if next.Partial {
		report.State = reportBuilding
	} else {
		// Run may find the next release in its place.
		s.remember(ctx)
		s.built(report)
		s.opts.Log.Info("site published", "release", m.Release, "mode", next.Mode, "changed", next.RoutesChanged,
			"removed", next.RoutesRemoved, "ms", m.DurationMS)
	}
	s.took(report)
	return &Made{m.Release, unpatched}, nil
}

// Page returns a page of a release, by its path as a file. It returns an Unauthorized
// problem unless the publisher has signed the question, and a NotFound one when there is
// no such page.
func (s *Service) Page(ctx context.Context, by Signature, id, file string) ([]byte, error) {
	if err := s.verify(by, nil); err != nil {
		return nil, err
	}
	content, err := s.opts.Releases.Page(ctx, id, file)
	if errors.Is(err, release.ErrUnknown) || errors.Is(err, fs.ErrNotExist) {
		return nil, problem.Missing("page")
	}
	return content, err
}

// refusal returns what the publisher is told of an error of the release store.
func refusal(err error) error {
	var moved *release.MovedError
	var missing *release.MissingError
	var invalid *release.InvalidError
	switch {
	case errors.As(err, &moved):
		refused := problem.Wrap(problem.Conflict, err, "Another release is live than the one that this changes.")
		live := moved.Live
		refused.Live = LiveHead{live.Release, live.Fingerprint, live.CodeVersion, live.Partial}
		return refused
	case errors.As(err, &missing):
		refused := problem.Wrap(problem.Invalid, err,
			"Files of this release are missing. Hand them over, then send it again.")
		refused.Missing = missing.Files
		return refused
	case errors.As(err, &invalid):
		return problem.InvalidField(invalid.Place, invalid.Reason)
	case errors.Is(err, release.ErrOtherHash):
		return problem.InvalidField("path.sha256", "The content has another hash.")
	}
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS, syscall.EIO} {
		if errors.Is(err, cause) {
			return problem.Wrap(problem.Full, err,
				"The release store cannot store anything: its disk is full or broken. What is live stays so.")
		}
	}
	return err
}
