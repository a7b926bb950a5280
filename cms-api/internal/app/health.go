package app

import (
	"context"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
)

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
