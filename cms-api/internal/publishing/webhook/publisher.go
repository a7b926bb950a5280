package webhook

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"time"
)

// HasPublisher reports whether there is a publisher to tell.
func (s *Service) HasPublisher() bool { return s.publisher != nil }

// Tell makes the publisher be told at once, and again until it takes the message or
// another call of Tell replaces that.
func (s *Service) Tell(c Content) {
	s.publisher.mu.Lock()
	s.publisher.asked, s.publisher.wait = &c, 0
	s.publisher.mu.Unlock()
	s.publisher.changed.Notify()
}

// TellNothing gives up the message that the publisher has not taken yet.
func (s *Service) TellNothing() {
	if s.publisher != nil {
		s.publisher.dismiss()
	}
}

// PublisherState is how far the publisher was told by this process.
type PublisherState struct {
	Pending bool      // it has not taken the last message yet
	TakenAt time.Time // when it took that
	// FailingSince is when the first of the latest failed tries was, of which there are
	// Failures, the last for Reason; zero after a success.
	FailingSince time.Time
	Failures     int
	Reason       string
}

// PublisherState returns how far the publisher was told; zero without one.
func (s *Service) PublisherState() PublisherState {
	h := s.publisher
	if h == nil {
		return PublisherState{}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	state := PublisherState{
		Pending: h.asked != nil, TakenAt: h.cursor.At, FailingSince: h.failingSince, Failures: h.failures,
	}
	if h.open != nil {
		state.Reason = h.open.Error
	}
	return state
}

// ErrNotBelieved says that the publisher does not accept our signature.
var ErrNotBelieved = errors.New("the publisher does not believe our signature")

// Ping asks the publisher whether it is there and accepts our signature, and does not
// make it do anything. The error is ErrNotBelieved, or says in words for people why
// the publisher cannot be reached.
func (s *Service) Ping(ctx context.Context) error {
	if s.publisher == nil {
		return nil
	}
	payload, err := encode("publish.ping", s.opts.Clock.Now(), struct{}{})
	if err != nil {
		return err
	}
	status, err := s.toPublisher.post(ctx, "msg_"+rand.Text(), payload)
	if status == http.StatusUnauthorized {
		return ErrNotBelieved
	}
	return err
}
