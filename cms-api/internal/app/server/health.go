package server

import (
	"context"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
)

// Health says whether the process works and what it is waiting for.
type Health struct {
	Status  string   `json:"status" enum:"ok,unavailable"`
	Missing []string `json:"missing" nullable:"false" doc:"What does not answer: database, media storage, content; or that the process is ending." example:"database"`
	Version string   `json:"version" example:"1.0.0"`
}

type healthOutput struct {
	Status       int
	CacheControl string `header:"Cache-Control"`
	Body         Health
}

const endingNow = "the process is ending"

// registerHealth adds the calls that supervisors and load balancers make.
func (a *App) registerHealth(api huma.API) {
	tags := []string{"health"}
	huma.Register(api, access.Public(access.WithoutDatabase(huma.Operation{OperationID: "live", Method: http.MethodGet, Path: "/health/live", Summary: "Whether the process runs", Tags: tags})), func(context.Context, *struct{}) (*healthOutput, error) {
		return &healthOutput{Status: http.StatusOK, CacheControl: "no-store", Body: Health{Status: "ok", Missing: []string{}, Version: a.version}}, nil
	})
	unready := map[string]*huma.Response{"503": {
		Description: "Something does not answer.",
		Content:     map[string]*huma.MediaType{"application/json": {Schema: api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Health](), true, "Health")}},
	}}
	huma.Register(api, access.Public(access.WithoutDatabase(huma.Operation{Responses: unready, OperationID: "ready", Method: http.MethodGet, Path: "/health/ready", Summary: "Whether everything it needs answers; 503 says what does not", Tags: tags})), func(context.Context, *struct{}) (*healthOutput, error) {
		missing := a.missing()
		if a.ending.Load() {
			missing = append(missing, endingNow)
		}
		out := &healthOutput{Status: http.StatusOK, CacheControl: "no-store", Body: Health{Status: "ok", Missing: missing, Version: a.version}}
		if len(missing) > 0 {
			out.Status, out.Body.Status = http.StatusServiceUnavailable, "unavailable"
		}
		return out, nil
	})
	huma.Register(api, access.Public(access.WithoutDatabase(huma.Operation{Responses: unready, OperationID: "traffic", Method: http.MethodGet, Path: "/health/traffic", Summary: "Whether to send requests here; 503 until the content has been loaded once, and while the process ends", Description: "For what spreads requests. A store that is away is no reason to send none: the public content is in memory.", Tags: tags})), func(context.Context, *struct{}) (*healthOutput, error) {
		out := &healthOutput{Status: http.StatusOK, CacheControl: "no-store", Body: Health{Status: "ok", Missing: []string{}, Version: a.version}}
		if !a.snapshots.Ready() {
			out.Body.Missing = append(out.Body.Missing, "content")
		}
		if a.ending.Load() {
			out.Body.Missing = append(out.Body.Missing, endingNow)
		}
		if len(out.Body.Missing) > 0 {
			out.Status, out.Body.Status = http.StatusServiceUnavailable, "unavailable"
		}
		return out, nil
	})
}

// missing names what does not answer.
func (a *App) missing() []string {
	missing := []string{}
	for _, part := range []struct {
		name  string
		ready bool
	}{{"database", a.db.Ready()}, {"media storage", a.objects.Ready()}, {"content", a.snapshots.Ready()}} {
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
