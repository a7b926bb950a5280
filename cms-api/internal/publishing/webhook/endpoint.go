package webhook

import (
	"context"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/outbound"
	"academy/cms-api/internal/platform/patch"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
)

// Kind says how an endpoint is told.
type Kind string

const (
	// Standard endpoints get what the publisher gets: a signed Standard Webhooks
	// message.
	Standard Kind = "standard"
	// BuildHook endpoints get a plain POST of an empty JSON object, as the build
	// hooks of hosts take it.
	BuildHook Kind = "build-hook"
)

const (
	// maxEndpoints bounds what one change can set going.
	maxEndpoints = 10
	// secretOverlap is how long messages also carry a signature with the secret
	// before the present one, so that a receiver can change it in its own time.
	secretOverlap = 24 * time.Hour
)

// Endpoint is an address besides the publisher's that is told when the public content
// has changed: at once, and at most once in its interval, the last change always
// included. A new endpoint is told of the present content, and so is one that was
// switched off or away while the content changed. A message does not say what has
// changed: two changes may come as one message, and the same content, rarely, as two.
// An endpoint that answers 410 is told nothing until it is saved again. A roll back
// changes no content, so no endpoint is told of it.
type Endpoint struct {
	revision.Document `bson:",inline"`
	Name              string    `json:"name" bson:"name" example:"Build of the mirror"`
	URL               string    `json:"url" bson:"url" example:"https://build.example.com/hooks/1a2b3c"`
	Kind              Kind      `json:"kind" bson:"kind" enum:"standard,build-hook" doc:"standard: signed; build-hook: {}"`
	Active            bool      `json:"active" bson:"active" doc:"Whether it is told."`
	Leads             bool      `json:"leads" bson:"leads" doc:"Whether it is told of new leads too, with what people have said of themselves. Only signed messages over TLS."`
	IntervalSeconds   int       `json:"interval_seconds" bson:"interval_seconds" doc:"Between calls." example:"10"`
	CreatedAt         time.Time `json:"created_at" bson:"created_at"`
	LastDelivery      *Delivery `json:"last_delivery,omitempty" bson:"-" doc:"Absent before the first try."`

	Secret         string    `json:"-" bson:"secret"`
	PreviousSecret string    `json:"-" bson:"previous_secret"`
	RotatedAt      time.Time `json:"-" bson:"rotated_at"`
}

// EndpointWithSecret shows an endpoint's secret, which happens once.
type EndpointWithSecret struct {
	Endpoint
	Secret string `json:"secret" doc:"It is not shown again." example:"whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"`
}

// EndpointUpdate changes what is not nil.
type EndpointUpdate struct {
	Name            *string `json:"name,omitempty" maxLength:"80" example:"Build of the mirror"`
	URL             *string `json:"url,omitempty" maxLength:"2000" format:"web" example:"https://build.example.com/hook"`
	Kind            *Kind   `json:"kind,omitempty" enum:"standard,build-hook"`
	Active          *bool   `json:"active,omitempty"`
	Leads           *bool   `json:"leads,omitempty"`
	IntervalSeconds *int    `json:"interval_seconds,omitempty" minimum:"1" maximum:"86400" example:"10"`
}

var endpointUpdates = patch.New[Endpoint, EndpointUpdate]()

func (e Endpoint) interval() time.Duration { return time.Duration(e.IntervalSeconds) * time.Second }

// Endpoints returns every endpoint with what happened to it last, by name.
func (s *Service) Endpoints(ctx context.Context) ([]Endpoint, error) {
	endpoints, cursors, err := s.store.endpointsAndCursors(ctx)
	for i := range endpoints {
		endpoints[i].LastDelivery = cursors[endpoints[i].ID].Last
	}
	return endpoints, err
}

// AddEndpoint stores a new endpoint with a fresh secret, which is in the answer
// and nowhere else. An active one is told at once.
func (s *Service) AddEndpoint(ctx context.Context, e Endpoint) (EndpointWithSecret, error) {
	if err := s.clean(ctx, &e); err != nil {
		return EndpointWithSecret{}, err
	}
	stored, err := s.store.endpoints.All(ctx, "name")
	if err != nil {
		return EndpointWithSecret{}, err
	}
	if len(stored) >= maxEndpoints {
		return EndpointWithSecret{}, problem.New(problem.Conflict,
			fmt.Sprintf("There are %d webhooks already, which is as many as can be. Delete one first.", len(stored)))
	}
	e.Secret = newSecret()
	e.CreatedAt = s.opts.Clock.Now().UTC().Truncate(time.Millisecond) // as it is stored
	made, err := s.store.endpoints.Insert(ctx, documents.Write{By: access.By(ctx)}, &e)
	changes.Wrote(ctx, made)
	if err != nil {
		return EndpointWithSecret{}, err
	}
	s.refresh(ctx)
	return EndpointWithSecret{Endpoint: e, Secret: e.Secret}, nil
}

// UpdateEndpoint changes an endpoint. A message that is being tried is superseded, and the changed
// endpoint is told, unless it has taken the present content already.
func (s *Service) UpdateEndpoint(
	ctx context.Context, id string, w documents.Write, update EndpointUpdate,
) (Endpoint, error) {
	made, err := s.store.endpoints.Update(ctx, id, w, func(e *Endpoint) error {
		text.Clean(&update)
		endpointUpdates.Apply(e, update)
		return s.clean(ctx, e)
	})
	if err != nil {
		return Endpoint{}, err
	}
	changes.Wrote(ctx, made)
	s.refresh(ctx)
	return s.withLast(ctx, made.After)
}

// RotateSecret gives an endpoint another secret, which is in the answer and
// nowhere else. For a day messages are signed with both.
func (s *Service) RotateSecret(ctx context.Context, id string, w documents.Write) (EndpointWithSecret, error) {
	secret := newSecret()
	made, err := s.store.endpoints.Update(ctx, id, w, func(e *Endpoint) error {
		e.PreviousSecret, e.Secret, e.RotatedAt = e.Secret, secret, s.opts.Clock.Now().UTC()
		return nil
	})
	if err != nil {
		return EndpointWithSecret{}, err
	}
	changes.Wrote(ctx, made)
	s.refresh(ctx)
	e, err := s.withLast(ctx, made.After)
	return EndpointWithSecret{Endpoint: e, Secret: secret}, err
}

// RemoveEndpoint deletes an endpoint. Its deliveries stay in the log.
func (s *Service) RemoveEndpoint(ctx context.Context, id string, w documents.Write) error {
	made, err := s.store.endpoints.Delete(ctx, id, w)
	changes.Wrote(ctx, made)
	if err != nil {
		return err
	}
	if err := s.store.deleteCursor(ctx, id); err != nil {
		return err
	}
	s.refresh(ctx)
	return nil
}

func (s *Service) withLast(ctx context.Context, e Endpoint) (Endpoint, error) {
	state, err := s.store.cursor(ctx, e.ID)
	e.LastDelivery = state.Last
	return e, err
}

// clean puts an endpoint into the form in which it is stored, or returns an
// Invalid problem. Whoever may not read leads can send them nowhere, which is a Forbidden problem.
func (s *Service) clean(ctx context.Context, e *Endpoint) error {
	if e.Leads {
		if err := access.Check(ctx, access.LeadsRead, ""); err != nil {
			return err
		}
	}
	text.Clean(e)
	var bad []problem.Field
	if e.Name == "" {
		bad = append(bad, problem.Field{Location: "body.name", Message: "Give the webhook a name."})
	}
	e.URL = weburl.Stored(e.URL)
	if words := s.refuseURL(e.URL); words != "" {
		bad = append(bad, problem.Field{Location: "body.url", Message: words})
	}
	if words := s.refuseLeads(*e); words != "" {
		bad = append(bad, problem.Field{Location: "body.leads", Message: words})
	}
	return problem.InvalidFields(bad)
}

// refuseURL says what is wrong with an address; empty for nothing. The network addresses of a
// name are checked when it is called (see reach).
func (s *Service) refuseURL(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || !weburl.Web(address) {
		return "Give a full address that begins with https://."
	}
	if parsed.User != nil {
		return "Leave name and password out of the address; everybody who manages the team can read it."
	}
	if parsed.Scheme == "http" && !s.opts.PrivateTargets {
		return "Give an address that begins with https://. Only build servers in a private network may be called with " +
			"http://, and only if the configuration allows (WEBHOOK_PRIVATE_TARGETS)."
	}
	host := strings.TrimSuffix(strings.ToLower(parsed.Hostname()), ".")
	ip, err := netip.ParseAddr(host)
	switch reach := s.reach(parsed.Scheme); {
	case err != nil && (host != "localhost" || s.opts.PrivateTargets), err == nil && reach.Allows(ip):
		return ""
	case err == nil && reach == outbound.Private && outbound.Public.Allows(ip):
		return "Only build servers in a private network may be called with http://. " +
			"Give an address that begins with https://."
	}
	return "This address is in a network that may not be called. Give one on the internet."
}

// reach is where endpoints with an address of the scheme may be. Messages that
// are not encrypted do not leave the private network.
func (s *Service) reach(scheme string) outbound.Reach {
	switch {
	case !s.opts.PrivateTargets:
		return outbound.Public
	case scheme == "http":
		return outbound.Private
	}
	return outbound.Anywhere
}
