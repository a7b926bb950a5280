package publish

import "github.com/danielgtaylor/huma/v2"

// Handler answers the calls below /api/publish.
type Handler struct {
	service *Service
}

// NewHandler returns the calls of service.
func NewHandler(service *Service) *Handler { return &Handler{service: service} }

// Register adds the calls to api.
func (h *Handler) Register(api huma.API) {}
