package webhook

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
)

const (
	typeLead = "lead.created"
	// leadAge is how long a message about a lead is tried.
	leadAge = 24 * time.Hour
	// lookAgain bounds how long SendLeads sleeps, in case it was not notified.
	lookAgain = 30 * time.Second
)

// NewLead names a lead.
type NewLead struct {
	Kind string `json:"kind" bson:"kind" enum:"enrollments,mentorship,contact,notifications"`
	ID   string `json:"id" bson:"id" example:"665f1f77bcf86cd799439011"`
}

// leadData is the data of a message about a new lead. It is made when the message is sent: so no delivery has
// anything of a person, and what is erased is sent to nobody any more.
type leadData struct {
	NewLead
	Lead any `json:"lead"`
}

// ReadLead returns a lead, or a NotFound problem where it is gone, or spam.
type ReadLead func(ctx context.Context, kind, id string) (any, error)

// LeadsFrom says what reads leads. Call it before messages about them are sent.
func (s *Service) LeadsFrom(read ReadLead) { s.readLead = read }

// TellOfLead queues a message about a new lead to every active endpoint that wants them. A message is queued once,
// however often it is called.
func (s *Service) TellOfLead(ctx context.Context, kind, id string) error {
	endpoints, err := s.store.endpoints.All(ctx, "name")
	if err != nil {
		return err
	}
	now := s.opts.Clock.Now().UTC()
	for _, e := range endpoints {
		if !e.Active || !e.Leads {
			continue
		}
		err := s.store.queue(ctx, Delivery{
			ID: "msg_" + id + "_" + e.ID, EndpointID: e.ID, Endpoint: e.Name, Type: typeLead, Lead: &NewLead{kind, id},
			State: stateFailing, CreatedAt: now, LastAttemptAt: now, NextTryAt: &now,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// SendLeads sends the messages about leads until ctx ends. One process at a time does so.
func (s *Service) SendLeads(ctx context.Context) {
	for ctx.Err() == nil {
		wait, err := s.sendDueLeads(ctx)
		if err != nil && ctx.Err() == nil {
			s.opts.Log.Warn("webhooks cannot be told of new leads; will try again", "error", err)
		}
		woken := make(chan struct{})
		stop := s.opts.Clock.AfterFunc(wait, func() { close(woken) })
		select {
		case <-ctx.Done():
		case <-s.store.queued:
		case <-woken:
		}
		stop()
	}
}

// sendDueLeads sends the messages that are due, and returns how long the next one has time. An endpoint that fails
// delays no other.
func (s *Service) sendDueLeads(ctx context.Context) (time.Duration, error) {
	waiting, err := s.store.waitingLeads(ctx)
	if err != nil || len(waiting) == 0 {
		return lookAgain, err
	}
	endpoints, err := s.store.endpoints.All(ctx, "name")
	if err != nil {
		return lookAgain, err
	}
	byEndpoint := map[string][]Delivery{}
	for _, d := range waiting {
		byEndpoint[d.EndpointID] = append(byEndpoint[d.EndpointID], d)
	}
	known := map[string]Endpoint{}
	for _, e := range endpoints {
		known[e.ID] = e
	}
	var sending sync.WaitGroup
	var mu sync.Mutex
	wait := lookAgain
	for id, all := range byEndpoint {
		sending.Go(func() {
			next, failed := s.sendLeadsTo(ctx, known[id], all)
			mu.Lock()
			defer mu.Unlock()
			wait, err = min(wait, next), errors.Join(err, failed)
		})
	}
	sending.Wait()
	return wait, err
}

// sendLeadsTo sends messages to one endpoint, until one of them fails.
func (s *Service) sendLeadsTo(ctx context.Context, e Endpoint, all []Delivery) (time.Duration, error) {
	for _, d := range all {
		if left := d.NextTryAt.Sub(s.opts.Clock.Now()); left > 0 {
			return left, nil
		}
		err := errUnwanted
		if e.Active && e.Leads {
			err = s.send(ctx, e, &d)
		}
		if ctx.Err() != nil {
			return lookAgain, nil
		}
		s.settleLead(e, &d, err)
		if s.opts.Watch.Delivered != nil {
			s.opts.Watch.Delivered(d.Endpoint, d.State)
		}
		if err := mongodb.PutIn(ctx, s.store.deliveries, d.ID, d); err != nil {
			return lookAgain, err
		}
		if d.NextTryAt != nil {
			return d.NextTryAt.Sub(s.opts.Clock.Now()), nil
		}
	}
	return lookAgain, nil
}

var errUnwanted = errors.New("nobody wants to be told any more")

// settleLead decides what becomes of a message after a try.
func (s *Service) settleLead(e Endpoint, d *Delivery, err error) {
	d.NextTryAt = nil
	switch {
	case err == nil:
	case errors.Is(err, errUnwanted), problem.Is(err, problem.NotFound):
		d.State, d.Error = stateSuperseded, err.Error()
	case d.StatusCode == http.StatusGone, s.opts.Clock.Now().Sub(d.CreatedAt) > leadAge:
		d.State = stateFailed
	default:
		pause := min(e.interval()<<min(d.Attempts-1, 10), max(e.interval(), retryMax))
		var answer busy
		if errors.As(err, &answer) {
			pause = max(pause, min(retryAfter(answer.retryAfter, d.LastAttemptAt), maxRetryAfter))
		}
		next := d.LastAttemptAt.Add(pause)
		d.NextTryAt = &next
	}
}

// message returns the data of a delivery's message.
func (s *Service) message(ctx context.Context, d Delivery) (any, error) {
	if d.Type != typeLead {
		return d.Content, nil
	}
	found, err := s.readLead(ctx, d.Lead.Kind, d.Lead.ID)
	return leadData{*d.Lead, found}, err
}

// refuseLeads says why an endpoint must not be told of leads; empty for nothing. What is said of people goes over TLS.
// With PrivateTargets it may go to this very machine without, which it does not leave.
func (s *Service) refuseLeads(e Endpoint) string {
	parsed, err := url.Parse(e.URL)
	switch {
	case !e.Leads:
		return ""
	case cmp.Or(e.Kind, Standard) != Standard:
		return "Only signed messages can tell of leads. Choose that kind, or switch new leads off."
	case err == nil && strings.EqualFold(parsed.Scheme, "https"),
		err == nil && s.opts.PrivateTargets && config.IsLoopback(parsed.Hostname()):
		return ""
	}
	return "Leads have what is said of people: give an address that begins with https://, or switch new leads off."
}
