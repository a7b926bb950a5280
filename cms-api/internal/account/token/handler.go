package token

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
)

// Handler answers the calls about tokens.
type Handler struct {
	tokens *Service
}

// NewHandler returns a Handler.
func NewHandler(tokens *Service) *Handler { return &Handler{tokens: tokens} }

type listOutput struct {
	Body []Token `nullable:"false"`
}

type makeInput struct {
	Body Create `nameHint:"TokenCreate"`
}

type madeOutput struct {
	Body TokenWithSecret
}

type idInput struct {
	ID string `path:"id" maxLength:"64"`
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"tokens"}
	huma.Register(api, access.Needs(access.TokensWrite, huma.Operation{
		OperationID: "listTokens", Method: http.MethodGet, Path: "/admin/tokens",
		Summary: "Tokens by which programs call, the newest first", Tags: tags,
	}), h.list)
	huma.Register(api, access.Needs(access.TokensWrite, access.Confirmed(huma.Operation{
		OperationID: "createToken", Method: http.MethodPost, Path: "/admin/tokens", Summary: "Make a token",
		Description: "The answer holds the secret, which is not shown again. A program sends it as " +
			"Authorization: Bearer, and then may do what the scopes name, as far as the token's maker may do it at that time.",
		Tags: tags, DefaultStatus: http.StatusCreated,
	})), h.make)
	huma.Register(api, access.Needs(access.TokensWrite, huma.Operation{
		OperationID: "revokeToken", Method: http.MethodDelete, Path: "/admin/tokens/{id}",
		Summary: "Revoke a token, at once and for good", Tags: tags, DefaultStatus: http.StatusNoContent,
	}), h.revoke)
}

func (h *Handler) list(ctx context.Context, _ *struct{}) (*listOutput, error) {
	tokens, err := h.tokens.Tokens(ctx)
	return &listOutput{tokens}, err
}

func (h *Handler) make(ctx context.Context, in *makeInput) (*madeOutput, error) {
	made, err := h.tokens.Make(ctx, in.Body)
	return &madeOutput{made}, err
}

func (h *Handler) revoke(ctx context.Context, in *idInput) (*struct{}, error) {
	return nil, h.tokens.Revoke(ctx, in.ID)
}
