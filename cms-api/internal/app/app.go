// Package app puts the parts of cms-api together: configuration in, one running
// process out. Every route is in routes.go.
package app

import (
	"context"
	"net"
	"net/http"
	"reflect"
	"strings"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/content/presence"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/operate/transfer"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/httpapi"
	"academy/cms-api/internal/publishing/preview"
)

// App is the whole of cms-api in one process.
type App struct {
	*Installation
	Leads      *Leads
	Publishing *Publishing
	presence   *presence.Service
	transfers  *transfer.Service
	Previews   *preview.Service

	api    huma.API
	server *httpapi.Server
	// openSessions is how many there were when the database answered last.
	openSessions atomic.Int64
}

// New puts an App together.
func New(o Options) (*App, error) {
	i, err := Open(o)
	if err != nil {
		return nil, err
	}
	i.metrics.EditorialSide()
	i.Stores.DB.Before(backup.NewDocuments(i.Stores.DB).CheckComplete)
	a := &App{Installation: i, Leads: NewLeads(i), presence: presence.NewService(presence.Options{
		DB: i.Stores.DB, Names: i.Accounts.names,
		Check: func(ctx context.Context, collection, id string) error {
			if collection == library.Collection {
				return i.Content.Library.Check(ctx, id)
			}
			return i.History.Check(ctx, collection, id)
		},
	})}
	a.transfers = NewTransfers(i)
	if a.Publishing, err = NewPublishing(i); err != nil {
		return nil, err
	}
	a.Publishing.Webhooks.LeadsFrom(a.Leads.Lead)
	if a.Previews, err = NewPreviews(i, a.Publishing); err != nil {
		return nil, err
	}
	if err := a.makeServer(); err != nil {
		return nil, err
	}
	return a, nil
}

// OpenAPI returns the description of the API. It needs no store.
func (a *App) OpenAPI() ([]byte, error) { return httpapi.Document(a.api.OpenAPI()) }

// Run serves on the listener until the context ends, then lets running requests
// finish, for as long as the configuration allows, and closes everything. It fails
// at once when the address of the metrics cannot be had.
func (a *App) Run(ctx context.Context, listener net.Listener) error {
	err := a.server.Run(ctx, listener, a.tasks()...)
	if closeErr := a.Stores.close(ctx); closeErr != nil {
		a.Log.Warn("closing", "error", closeErr)
	}
	a.tracer.End(ctx, a.Log)
	return err
}

// missing names what does not answer.
func (a *App) missing() []string {
	missing := []string{}
	for _, part := range []struct {
		name  string
		ready bool
	}{
		{"database", a.Stores.DB.Ready()},
		{"media storage", a.Stores.Objects.Ready()},
		{"content", a.Content.Snapshots.Ready()},
		// Not so for /health/traffic: what all replicas lose must not take the site away,
		// which the content in memory still shows.
		{"changes of the database", !a.Content.Snapshots.Ready() || !a.Stores.DB.Ready() || !a.Stores.DB.Silent(time.Now())},
	} {
		if !part.ready {
			missing = append(missing, part.name)
		}
	}
	return missing
}

// Ready returns nil when everything answers, else what does not.
func (a *App) Ready() error {
	if missing := a.missing(); len(missing) > 0 {
		return notReady(strings.Join(missing, ", "))
	}
	return nil
}

type notReady string

// Error names what is missing.
func (n notReady) Error() string { return "not ready: " + string(n) }

// Health is the answer of the health checks.
type Health struct {
	Status  string   `json:"status" enum:"ok,unavailable"`
	Missing []string `json:"missing" nullable:"false" doc:"What does not answer: database, media storage, content, changes of the database; or that the process is ending." example:"database"`
	Version string   `json:"version" example:"1.0.0"`
}

type healthOutput struct {
	Status       int
	CacheControl string `header:"Cache-Control"`
	Body         Health
}

// registerHealth adds the calls that supervisors and load balancers make.
func (a *App) registerHealth(api huma.API) {
	unavailable := map[string]*huma.Response{"503": {
		Description: "Something does not answer.",
		Content: map[string]*huma.MediaType{"application/json": {
			Schema: api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Health](), true, "Health"),
		}},
	}}
	get := func(op huma.Operation, missing func() []string) {
		op.Method, op.Tags = http.MethodGet, []string{"health"}
		answer := func(context.Context, *struct{}) (*healthOutput, error) { return a.health(missing()), nil }
		huma.Register(api, access.Public(access.WithoutDatabase(op)), answer)
	}
	get(huma.Operation{OperationID: "live", Path: "/health/live", Summary: "Whether the process runs"},
		func() []string { return []string{} })
	get(huma.Operation{
		OperationID: "ready", Path: "/health/ready", Responses: unavailable,
		Summary: "Whether everything it needs answers; 503 says what does not",
	}, func() []string { return a.unlessEnding(a.missing()) })
	get(huma.Operation{
		OperationID: "traffic", Path: "/health/traffic", Responses: unavailable,
		Summary:     "Whether to send requests here; 503 until the content has been loaded once, and while the process ends",
		Description: "For what spreads requests. A store that is away is no reason to send none: the public content is in memory.",
	}, func() []string {
		if a.Content.Snapshots.Ready() {
			return a.unlessEnding([]string{})
		}
		return a.unlessEnding([]string{"content"})
	})
}

func (a *App) health(missing []string) *healthOutput {
	out := &healthOutput{
		Status: http.StatusOK, CacheControl: "no-store",
		Body: Health{Status: "ok", Missing: missing, Version: a.Version},
	}
	if len(missing) > 0 {
		out.Status, out.Body.Status = http.StatusServiceUnavailable, "unavailable"
	}
	return out
}

func (a *App) unlessEnding(missing []string) []string {
	if a.server.Ending() {
		return append(missing, "the process is ending")
	}
	return missing
}
