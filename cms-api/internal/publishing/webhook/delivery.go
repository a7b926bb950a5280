package webhook

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/snapshot"
)

const typeChanged = "content.changed"

// States of a delivery.
const (
	stateDelivered  = "delivered"
	stateFailing    = "failing"    // being tried again
	stateFailed     = "failed"     // not tried again: somebody asked for one try, or the endpoint is gone
	stateSuperseded = "superseded" // given up for a newer message, or because there is nobody to tell any more
)

// Content is the data of a message. A receiver need not trust it: it asks for the
// snapshot.
type Content struct {
	Fingerprint string `json:"fingerprint" bson:"fingerprint" format:"sha256"`
	Revision    int64  `json:"revision" bson:"revision"`
	Force       bool   `json:"force" bson:"force"`
}

// ContentOf returns the public content, zero before it was loaded.
func ContentOf(snapshots *snapshot.Store) Content {
	if current := snapshots.Current(); current != nil {
		return Content{Fingerprint: current.Fingerprint(), Revision: current.Revision()}
	}
	return Content{}
}

// Delivery is a webhook message, and what happened to it.
type Delivery struct {
	ID            string `json:"id" bson:"_id" doc:"The webhook-id of all tries" example:"665f1f77bcf86cd799439011"`
	EndpointID    string `json:"endpoint_id" bson:"endpoint_id" doc:"Or publisher" example:"665f1f77bcf86cd799439012"`
	Endpoint      string `json:"endpoint" bson:"endpoint" doc:"Its name at that time" example:"Build of the mirror"`
	Type          string `json:"type" bson:"type" example:"content.changed"`
	Content       `bson:",inline"`
	Lead          *NewLead   `json:"lead,omitempty" bson:"lead,omitempty" doc:"Of lead.created: the lead. What the message said of it is not kept."`
	State         string     `json:"state" bson:"state" enum:"delivered,failing,failed,superseded" doc:"failing is tried again by itself; failed is not tried again: it was one try that somebody asked for, or the endpoint is gone; superseded was given up for a newer message or because there is nobody to tell any more"`
	Attempts      int        `json:"attempts" bson:"attempts"`
	StatusCode    int        `json:"status_code" bson:"status_code" doc:"Of the last try; 0 when nobody answered"`
	Error         string     `json:"error" bson:"error" doc:"Of the last try" example:"it answered 503"`
	CreatedAt     time.Time  `json:"created_at" bson:"created_at"`
	LastAttemptAt time.Time  `json:"last_attempt_at" bson:"last_attempt_at"`
	NextTryAt     *time.Time `json:"next_try_at" bson:"next_try_at" doc:"Null when it is not tried again"`
}

// newDelivery returns a message that was not sent yet.
func (s *Service) newDelivery(e Endpoint, content Content) Delivery {
	return Delivery{
		ID: "msg_" + mongodb.NewID(), EndpointID: e.ID, Type: typeChanged, Content: content,
		CreatedAt: s.opts.Clock.Now().UTC(),
	}
}

// DeliveryFilter selects deliveries; empty members select all.
type DeliveryFilter struct {
	EndpointID string
	State      string
}

// Redeliver sends a message again to its endpoint, under its old id: once, and returns
// the outcome. A message that is being tried anyway goes on being tried when that fails.
func (s *Service) Redeliver(ctx context.Context, id string) (Delivery, error) {
	d, found, err := mongodb.GetIn[Delivery](ctx, s.store.deliveries, id)
	if err != nil {
		return Delivery{}, err
	}
	if !found {
		return Delivery{}, problem.Missing("delivery")
	}
	d.Force = d.Type != typeLead
	if s.publisher != nil && d.EndpointID == Publisher {
		return s.sendOnce(ctx, s.publisher.endpoint, d)
	}
	e, err := s.store.endpoints.Get(ctx, d.EndpointID)
	if problem.Is(err, problem.NotFound) {
		return Delivery{}, problem.New(problem.Conflict, "The endpoint that this was sent to is no longer configured.")
	}
	if err != nil {
		return Delivery{}, err
	}
	if d.Type == typeLead {
		if _, err := s.message(ctx, d); problem.Is(err, problem.NotFound) {
			return Delivery{}, problem.New(problem.Conflict, "The lead that this was about is deleted, or spam.")
		}
	}
	return s.sendOnce(ctx, e, d)
}

// TestEndpoint sends an endpoint, active or not, what a change would send it now: once,
// without regard to its interval, and returns the outcome.
func (s *Service) TestEndpoint(ctx context.Context, id string) (Delivery, error) {
	e, err := s.store.endpoints.Get(ctx, id)
	if err != nil {
		return Delivery{}, err
	}
	content := ContentOf(s.opts.Snapshots)
	if content.Fingerprint == "" {
		return Delivery{}, snapshot.NotLoaded()
	}
	return s.sendOnce(ctx, e, s.newDelivery(e, content))
}

// sendOnce sends a message once, because somebody asked for that, and records it.
func (s *Service) sendOnce(ctx context.Context, e Endpoint, d Delivery) (Delivery, error) {
	failing, next := d.State == stateFailing, d.NextTryAt
	if err := s.send(ctx, e, &d); err != nil && failing {
		d.NextTryAt = next
	} else if err != nil {
		d.State = stateFailed
	}
	// Not in the background: whoever asked looks at the log next.
	if err := mongodb.PutIn(ctx, s.store.deliveries, d.ID, d); err != nil {
		s.opts.Log.Warn("a delivery could not be recorded", "endpoint", e.Name, "error", err)
	}
	if !s.isPublisher(e) {
		if d.Type == typeLead { // which says nothing about the content
			return d, nil
		}
		return d, s.learn(ctx, e, d)
	}
	if d.State == stateDelivered { // each process tells it by itself
		s.publisher.took(d)
	}
	return d, nil
}

// learn tells the endpoint's hook, in whichever process it runs, what the endpoint took.
func (s *Service) learn(ctx context.Context, e Endpoint, d Delivery) error {
	state, err := s.store.cursor(ctx, e.ID)
	if err != nil {
		return err
	}
	state.ID, state.Last = e.ID, &d
	if d.State == stateDelivered {
		state.URL, state.At, state.Fingerprint, state.Gone, state.Later = e.URL, d.LastAttemptAt, d.Fingerprint, 0, later{}
	}
	if err := s.store.putCursor(ctx, state); err != nil {
		return err
	}
	s.refresh(ctx)
	return nil
}
