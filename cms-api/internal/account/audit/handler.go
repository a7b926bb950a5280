package audit

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/paging"
)

// Handler answers the calls of the audit log.
type Handler struct {
	audits *Service
}

// NewHandler returns a Handler.
func NewHandler(audits *Service) *Handler { return &Handler{audits: audits} }

type listInput struct {
	paging.Query
	User     string `query:"user" maxLength:"64" doc:"Only what the account with this id did."`
	Action   string `query:"action" maxLength:"64" doc:"Only calls of this operation." example:"login"`
	Resource string `query:"resource" maxLength:"64" doc:"Only calls of this group." example:"articles"`
}

type listOutput struct {
	paging.Headers
	Body []Entry `nullable:"false"`
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	huma.Register(api, access.Needs(access.AuditRead, huma.Operation{
		OperationID: "listAuditLog", Method: http.MethodGet, Path: "/admin/audit-log",
		Summary: "Who changed what, who signed in, who took data out; newest first", Tags: []string{"audit log"},
	}), h.list)
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	values := map[string]string{"user_id": in.User, "action": in.Action, "resource": in.Resource}
	entries, total, err := h.audits.Page(ctx, values, in.Query)
	return &listOutput{Headers: in.Headers(total), Body: entries}, err
}
