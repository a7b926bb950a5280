package notify

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/problem"
)

// Handler answers the call that shows the messages of the mock drivers.
type Handler struct{ outbox *Outbox }

// NewHandler returns a Handler.
func NewHandler(outbox *Outbox) *Handler { return &Handler{outbox: outbox} }

type outboxOutput struct {
	Body []Sent `nullable:"false"`
}

// Register adds the call to the API.
func (h *Handler) Register(api huma.API) {
	huma.Register(api, access.Public(access.WithoutDatabase(huma.Operation{
		OperationID: "listOutbox", Method: http.MethodGet, Path: "/dev/outbox",
		Summary:     "Messages of the mock drivers, the newest first",
		Description: "Only while a mock driver is in use, never in production, and only for callers on the same machine, without a proxy between: the messages hold links that sign in.",
		Tags:        []string{"development"}, Errors: []int{http.StatusForbidden, http.StatusNotFound},
	})), h.list)
}

func (h *Handler) list(ctx context.Context, _ *struct{}) (*outboxOutput, error) {
	if !access.OnThisMachine(ctx) {
		return nil, problem.New(problem.Forbidden, "Only callers on the same machine may read this.")
	}
	return &outboxOutput{Body: h.outbox.Sent()}, nil
}
