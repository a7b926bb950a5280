package publish

import (
	"context"

	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
)

// DeliveryFilter narrows deliveries; empty members do not.
type DeliveryFilter struct {
	EndpointID string
	State      string
}

// Deliveries returns a stretch of the webhook deliveries, newest first, and how
// many there are in all. The last ones of each endpoint are kept.
func (s *Service) Deliveries(ctx context.Context, filter DeliveryFilter, window paging.Window) ([]Delivery, int, error) {
	return s.store.deliveriesOf(ctx, filter, window)
}

// Redeliver sends a message again, under its old id, to whom it was sent: once,
// and returns what became of it. A message that is being tried anyway goes on
// being tried when that fails.
func (s *Service) Redeliver(ctx context.Context, id string) (Delivery, error) {
	was, err := s.store.delivery(ctx, id)
	if err != nil {
		return Delivery{}, err
	}
	m, err := s.message(was.ID, changed{Fingerprint: was.Fingerprint, Revision: was.Revision, Force: true})
	if err != nil {
		return Delivery{}, err
	}
	m.created = was.CreatedAt
	for _, c := range s.couriers {
		if c.to.id == was.EndpointID {
			status, err := c.post(ctx, m)
			return s.sentOnce(ctx, c.to, m, was, status, err), nil
		}
	}
	e, err := s.store.endpoint(ctx, was.EndpointID)
	if problem.Is(err, problem.NotFound) {
		return Delivery{}, problem.New(problem.Conflict, "The endpoint that this was sent to is no longer configured.")
	}
	if err != nil {
		return Delivery{}, err
	}
	status, err := s.call(ctx, e, m)
	d := s.sentOnce(ctx, e.target(), m, was, status, err)
	return d, s.learnFrom(ctx, e, d)
}

// TestEndpoint sends an endpoint, active or not, what a change would send it now:
// once, without regard to its interval, and returns what became of it.
func (s *Service) TestEndpoint(ctx context.Context, id string) (Delivery, error) {
	e, err := s.store.endpoint(ctx, id)
	if err != nil {
		return Delivery{}, err
	}
	fingerprint, revision := s.content()
	if fingerprint == "" {
		return Delivery{}, contentLoading()
	}
	m, err := s.message("", changed{Fingerprint: fingerprint, Revision: revision})
	if err != nil {
		return Delivery{}, err
	}
	status, err := s.call(ctx, e, m)
	d := s.sentOnce(ctx, e.target(), m, Delivery{}, status, err)
	return d, s.learnFrom(ctx, e, d)
}

// sentOnce records one try that somebody asked for, after those that were before.
func (s *Service) sentOnce(ctx context.Context, to target, m *message, was Delivery, status int, err error) Delivery {
	d := to.record(m, deliveryDelivered, was.Attempts+1, s.opts.Clock.Now(), err).withStatus(status)
	switch {
	case err != nil && was.State == deliveryFailing:
		d.State, d.NextTryAt = deliveryFailing, was.NextTryAt
	case err != nil:
		d.State = deliveryFailed
	}
	if to.id == builtIn && err == nil {
		s.finished(d)
		return d
	}
	// Whoever asked looks at the log next.
	if err := s.store.putDelivery(ctx, d); err != nil {
		s.opts.Log.Warn("a delivery could not be recorded", "endpoint", to.name, "error", err)
	}
	return d
}

// learnFrom tells the endpoint's hook, wherever it runs, what the endpoint has
// taken. A failure leaves it where it was.
func (s *Service) learnFrom(ctx context.Context, e Endpoint, d Delivery) error {
	state, err := s.store.toldOf(ctx, e.ID)
	if err != nil {
		return err
	}
	state.ID, state.Last = e.ID, &d
	if d.State == deliveryDelivered {
		state.URL, state.At, state.Fingerprint, state.Gone, state.Later = e.URL, d.LastAttemptAt, d.Fingerprint, 0, later{}
	}
	if err := s.store.putTold(ctx, state); err != nil {
		return err
	}
	s.hooks.poke()
	return nil
}
