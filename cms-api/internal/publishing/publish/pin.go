package publish

import (
	"context"
	"errors"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/snapshot"
)

// Pinned says which release an editor keeps live.
type Pinned struct {
	Release string    `json:"release" bson:"release" format:"release"`
	Since   time.Time `json:"since" bson:"since" example:"2026-01-15T09:30:00Z"`
	By      string    `json:"by" bson:"by" doc:"Who asked for it" example:"Asha Rao"`
}

// pin keeps a release live although it does not show the content, because somebody has rolled
// back to it. There is at most one, in the database, so that it outlives every process. It is
// stored before CURRENT is replaced: a process that reads it and finds another release live
// replaces CURRENT, so a process may be killed anywhere in between.
type pin struct {
	ID     string `bson:"_id"`
	Token  string `bson:"token"` // is another one for each pin
	Pinned `bson:",inline"`
	// Content is what is not to be published. Any other content ends the pin.
	Content string `bson:"content"`
}

// knownPin is what a process knows of the pin. Until known nothing is published.
type knownPin struct {
	pin   *pin // nil: there is none
	known bool // the database was asked

	token  string    // of the pin that was read last
	readAt time.Time // when it was first read
	seen   bool      // this process has had its content since
	ending string    // the token of a pin that is over and is being deleted, or was
}

// set takes over what the database has. A pin that is over stays over while it is being deleted.
func (k *knownPin) set(p *pin, now time.Time) {
	if p != nil && p.Token == k.ending {
		p = nil
	}
	if p != nil && p.Token != k.token {
		k.token, k.readAt, k.seen = p.Token, now, false
	}
	k.pin, k.known = p, true
}

// see notes which content this process has.
func (k *knownPin) see(content string) { k.seen = k.seen || k.pin != nil && k.pin.Content == content }

// end ends the pin, which is over.
func (k *knownPin) end() { k.pin, k.ending = nil, k.pin.Token }

// covers reports whether content is not to be published. A process that has not had the pin's
// content may have older content instead: then the pin covers that too, until the process has
// heard of every write from before it read the pin.
func (k knownPin) covers(content string, heard time.Time) bool {
	switch {
	case k.pin == nil:
		return false
	case k.pin.Content == content:
		return true
	}
	return !k.seen && !heard.After(k.readAt)
}

// Activate makes an older or a newer release the live one and pins it: the site shows
// that release until the public content changes or somebody asks for publishing. The
// newest release is not pinned when it shows the content. A release that is unknown or
// not whole is refused, and then nothing has changed. Concurrent calls run one after the
// other.
func (s *Service) Activate(ctx context.Context, id, by string) (Status, error) {
	content := s.content().Fingerprint
	if content == "" {
		return Status{}, snapshot.NotLoaded()
	}
	err := s.store.lock.Do(ctx, func(ctx context.Context) error {
		m, err := s.whole(ctx, id)
		if err != nil {
			return err
		}
		before, err := s.store.pin(ctx)
		if err != nil {
			return err
		}
		if m.Fingerprint == content && id == s.opts.Releases.Newest(ctx) {
			// CURRENT first: without the pin, and with the old release live, the publisher would be told.
			if err := s.opts.Releases.Activate(ctx, id); err != nil {
				return err
			}
			return s.deletePin(ctx, before)
		}
		return s.pinRelease(ctx, before, &pin{
			Token: mongodb.NewID(), Content: content, Pinned: Pinned{Release: id, Since: s.opts.Clock.Now().UTC(), By: by},
		})
	})
	if err != nil {
		return Status{}, err
	}
	s.opts.Log.Info("a release was made live", "release", id, "by", by)
	s.edges.tell()
	s.notified.Notify()
	return s.Status(ctx), nil
}

// pinRelease stores a pin in place of the one before and makes its release live. If that fails,
// the pin before is stored again. The caller has the lock.
func (s *Service) pinRelease(ctx context.Context, before, next *pin) error {
	if err := s.store.swapPin(ctx, before, next); err != nil {
		return err
	}
	if err := s.opts.Releases.Activate(ctx, next.Release); err != nil {
		ctx := context.WithoutCancel(ctx) // another process may have the lock by now
		if before == nil {
			return errors.Join(err, s.store.deletePin(ctx, next.Token))
		}
		return errors.Join(err, s.store.swapPin(ctx, next, before))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pin.set(next, s.opts.DB.Time())
	s.pin.seen = true
	return nil
}

// whole returns the manifest of a release that can be shown, or a problem.
func (s *Service) whole(ctx context.Context, id string) (*release.Manifest, error) {
	m, err := s.opts.Releases.Check(ctx, id)
	switch {
	case errors.Is(err, release.ErrUnknown):
		return nil, problem.Missing("release")
	case err != nil:
		return nil, problem.Wrap(problem.Conflict, err,
			"This release is no longer whole: files of it are missing. Choose another one.")
	case m.Partial:
		return nil, problem.New(problem.Conflict, "This release has only a part of a change. Choose the one after it.")
	}
	return m, nil
}

// readPin asks the database what the pin is.
func (s *Service) readPin(ctx context.Context) error {
	p, err := s.store.pin(ctx)
	if err == nil {
		s.setPin(p)
	}
	return err
}

func (s *Service) setPin(p *pin) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pin.set(p, s.opts.DB.Time())
}

// unpin ends the pin, because somebody asks for publishing.
func (s *Service) unpin(ctx context.Context) error {
	if err := s.readPin(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	pinned := s.pin.pin != nil
	s.mu.Unlock()
	if !pinned {
		return nil
	}
	return s.store.lock.Do(ctx, func(ctx context.Context) error {
		p, err := s.store.pin(ctx)
		if err != nil {
			return err
		}
		return s.deletePin(ctx, p)
	})
}

// deletePin deletes a pin that was read, unless another one is in its place by now; nil is
// none. The caller has the lock.
func (s *Service) deletePin(ctx context.Context, p *pin) error {
	if p != nil {
		if err := s.store.deletePin(ctx, p.Token); err != nil {
			return err
		}
	}
	return s.readPin(ctx)
}

// dropPin deletes a pin that was ended: later, since publishing the change does not wait for the
// database.
func (s *Service) dropPin(p *pin) {
	s.records.Add(func(ctx context.Context) error {
		err := s.store.lock.Do(ctx, func(ctx context.Context) error { return s.store.deletePin(ctx, p.Token) })
		if err != nil {
			s.dropAgain(p)
		}
		return err
	})
}

// dropAgain has dispatch end a pin once more that could not be deleted.
func (s *Service) dropAgain(p *pin) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pin.ending == p.Token && s.pin.pin == nil {
		s.pin.pin, s.pin.ending = p, ""
	}
}

const enforceTime = 5 * time.Second

// enforce makes the pinned release live: the process that stored the pin was killed before it
// did, or a build ended in between.
func (s *Service) enforce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, enforceTime)
	defer cancel()
	return s.store.lock.Do(ctx, func(ctx context.Context) error {
		if err := s.readPin(ctx); err != nil {
			return err
		}
		s.mu.Lock()
		f := s.facts()
		s.mu.Unlock()
		if !f.covered() {
			return nil
		}
		p := f.pin.pin
		if err := s.opts.Releases.Reload(ctx); err == nil {
			if live := s.opts.Releases.Current(); live != nil && live.Release == p.Release {
				return nil
			}
		}
		if _, err := s.whole(ctx, p.Release); err != nil {
			// Better the newest content than a site with holes.
			s.setPin(nil)
			return errors.Join(err, s.store.deletePin(ctx, p.Token))
		}
		return s.opts.Releases.Activate(ctx, p.Release)
	})
}

// withheld reports whether a build of this content is not wanted.
func (s *Service) withheld(ctx context.Context, fingerprint string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := s.readPin(ctx); err != nil {
		s.opts.Log.Debug("whether a release is pinned is not known for sure", "error", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pin.pin != nil && s.pin.pin.Content == fingerprint
}

// pinned returns what people are told of the pin; nil when none covers the content.
func (f facts) pinned() *Pinned {
	if !f.covered() {
		return nil
	}
	pinned := f.pin.pin.Pinned
	return &pinned
}

// PinnedRelease returns the release that somebody rolled back to and that stays; empty
// when there is none.
func (s *Service) PinnedRelease(ctx context.Context) (string, error) {
	p, err := s.store.pin(ctx)
	return p.id(), err
}

// id returns the release that is pinned, or "".
func (p *pin) id() string {
	if p == nil {
		return ""
	}
	return p.Release
}
