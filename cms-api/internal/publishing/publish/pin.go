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

// pin keeps a release live although it does not show the content, because somebody asked
// for that. There is at most one, in the database, so that it outlives every process. It
// is written before the pointer moves: whoever finds it and another release current moves
// the pointer, so a process may die anywhere in between.
type pin struct {
	ID     string `bson:"_id"`
	Token  string `bson:"token"` // is another one for each pin
	Pinned `bson:",inline"`
	// Content is what is not to be published. Any other content ends the pin.
	Content string `bson:"content"`
}

// followed is how far this process is with the content that a pin is of.
type followed struct {
	pin  string    // its token
	read time.Time // when this process first had it
	seen bool      // the content has been here since
}

// covers reports whether content is not to be published. That is so too in a process that
// has not loaded the pin's content yet: until it has, or has applied every write from
// before it read the pin. The caller holds mu.
func (s *Service) covers(content string) bool {
	if s.pin == nil {
		return false
	}
	if content == s.pin.Content {
		s.followed.seen = true
		return true
	}
	if s.followed.seen {
		return false
	}
	if !s.opts.DB.Heard().After(s.followed.read) {
		return true
	}
	// What was heard may have come after the caller looked at the content.
	return s.content() != content
}

// Pinned says which release an editor keeps live.
type Pinned struct {
	Release string    `json:"release" bson:"release" format:"release"`
	Since   time.Time `json:"since" bson:"since" example:"2026-01-15T09:30:00Z"`
	By      string    `json:"by" bson:"by" doc:"Who asked for it" example:"Asha Rao"`
}

// Activate makes an older or a newer release the live one and pins it: the site shows
// that release until the public content changes or somebody asks for publishing. The
// newest release is not pinned when it shows the content. A release that is unknown or
// not whole is refused, and then nothing has changed. Concurrent calls run one after the
// other.
func (s *Service) Activate(ctx context.Context, id, by string) (Status, error) {
	content := s.content()
	if content == "" {
		return Status{}, snapshot.NotLoaded()
	}
	err := s.store.lock.Do(ctx, func(ctx context.Context) error {
		m, err := s.whole(ctx, id)
		if err != nil {
			return err
		}
		was, err := s.store.pin(ctx)
		if err != nil {
			return err
		}
		if m.Fingerprint == content && id == s.opts.Releases.Newest(ctx) {
			// The pointer first: without the pin, and with the old release current, the publisher would be told.
			if err := s.opts.Releases.Activate(ctx, id); err != nil {
				return err
			}
			return s.endPin(ctx, was)
		}
		fresh := &pin{
			Token: mongodb.NewID(), Content: content, Pinned: Pinned{Release: id, Since: s.opts.Clock.Now().UTC(), By: by},
		}
		if err := s.store.swapPin(ctx, was, fresh); err != nil {
			return err
		}
		if err := s.opts.Releases.Activate(ctx, id); err != nil {
			return errors.Join(err, s.takeBack(context.WithoutCancel(ctx), fresh, was))
		}
		s.know(fresh)
		s.mu.Lock()
		s.followed.seen = true
		s.mu.Unlock()
		return nil
	})
	if err != nil {
		return Status{}, err
	}
	s.opts.Log.Info("a release was made live", "release", id, "by", by)
	s.edges.tell()
	s.notified.Notify()
	return s.Status(ctx), nil
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

// know takes over what the pin is. One that is over stays over while it is being deleted.
func (s *Service) know(h *pin) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h != nil && h.Token == s.ending {
		h = nil
	}
	if h != nil && h.Token != s.followed.pin {
		s.followed = followed{pin: h.Token, read: s.opts.DB.Time()}
	}
	s.pin, s.pinKnown = h, true
}

// readPin asks the database what the pin is.
func (s *Service) readPin(ctx context.Context) error {
	h, err := s.store.pin(ctx)
	if err == nil {
		s.know(h)
	}
	return err
}

// unpin ends the pin, because somebody asks for publishing.
func (s *Service) unpin(ctx context.Context) error {
	if err := s.readPin(ctx); err != nil {
		return err
	}
	s.mu.Lock()
	held := s.pin != nil
	s.mu.Unlock()
	if !held {
		return nil
	}
	return s.store.lock.Do(ctx, func(ctx context.Context) error {
		h, err := s.store.pin(ctx)
		if err != nil {
			return err
		}
		return s.endPin(ctx, h)
	})
}

// endPin leaves publishing to the content again, unless another pin has taken the place
// of the one that was read. The caller holds the lock.
func (s *Service) endPin(ctx context.Context, h *pin) error {
	if h != nil {
		if err := s.store.deletePin(ctx, h.Token); err != nil {
			return err
		}
	}
	return s.readPin(ctx)
}

// takeBack restores the pin from before one whose release could not be made live. Another
// process may have the lock by now.
func (s *Service) takeBack(ctx context.Context, fresh, was *pin) error {
	if was == nil {
		return s.store.deletePin(ctx, fresh.Token)
	}
	return s.store.swapPin(ctx, fresh, was)
}

// followPin does what the pin asks for, in the process that dispatches: moves
// the pointer when it does not name the release that is pinned, because whoever
// wrote the pin died or a build came between, and forgets a pin that is over.
func (s *Service) followPin(ctx context.Context) {
	content := s.content()
	s.mu.Lock()
	h := s.pin
	mine := s.leader && h != nil && content != ""
	over := mine && !s.covers(content)
	if over {
		s.pin, s.ending = nil, h.Token
	}
	s.mu.Unlock()
	if !mine {
		return
	}
	if over {
		// Later, since publishing the change does not wait for the database.
		s.records.Add(func(ctx context.Context) error {
			err := s.store.lock.Do(ctx, func(ctx context.Context) error { return s.store.deletePin(ctx, h.Token) })
			if err != nil {
				s.endAgain(h)
			}
			return err
		})
		return
	}
	if live := s.opts.Releases.Current(); live != nil && live.Release == h.Release {
		return
	}
	if err := s.enforce(ctx); err != nil && ctx.Err() == nil {
		s.opts.Log.Error("the release that is pinned could not be made live", "release", h.Release, "error", err)
	}
}

// endAgain has followPin end a pin once more that could not be deleted.
func (s *Service) endAgain(h *pin) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ending == h.Token && s.pin == nil {
		s.pin, s.ending = h, ""
	}
}

const enforceTime = 5 * time.Second

// enforce makes the pinned release current.
func (s *Service) enforce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, enforceTime)
	defer cancel()
	return s.store.lock.Do(ctx, func(ctx context.Context) error {
		if err := s.readPin(ctx); err != nil {
			return err
		}
		content := s.content()
		s.mu.Lock()
		h, covered := s.pin, s.covers(content)
		s.mu.Unlock()
		if !covered {
			return nil
		}
		if err := s.opts.Releases.Reload(ctx); err == nil && s.opts.Releases.Current().Release == h.Release {
			return nil
		}
		if _, err := s.whole(ctx, h.Release); err != nil {
			// Better the newest content than a site with holes.
			s.know(nil)
			return errors.Join(err, s.store.deletePin(ctx, h.Token))
		}
		return s.opts.Releases.Activate(ctx, h.Release)
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
	return s.pin != nil && s.pin.Content == fingerprint
}

// pinned returns what people are told of the pin; nil when there is none. The
// caller holds mu.
func (s *Service) pinned() *Pinned {
	if !s.covers(s.content()) {
		return nil
	}
	pinned := s.pin.Pinned
	return &pinned
}

// PinnedRelease returns the release that somebody rolled back to and that stays; empty
// when there is none.
func (s *Service) PinnedRelease(ctx context.Context) (string, error) {
	h, err := s.store.pin(ctx)
	return h.id(), err
}
