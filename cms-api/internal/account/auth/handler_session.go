package auth

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
)

type passwordInput struct {
	Agent
	Body struct {
		CurrentPassword string `json:"current_password,omitempty" maxLength:"1000" format:"password" doc:"Needed unless the account has none yet." example:"a long sentence of yours"`
		NewPassword     string `json:"new_password" minLength:"1" maxLength:"1000" format:"password" doc:"At least 8 characters." example:"a new sentence of yours"`
	} `nameHint:"PasswordChange"`
}

type profileInput struct {
	Agent
	Body ProfileUpdate
}

type profileOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      User
}

func (h *Handler) registerSessions(api huma.API) {
	tags := []string{"sign-in"}
	huma.Register(api, access.SignedIn(huma.Operation{
		OperationID: "updateProfile", Method: http.MethodPut, Path: "/auth/me",
		Summary:     "Change one's own name or phone; what is missing stays",
		Description: "When the phone changes, every other session of the account ends.", Tags: tags,
	}), h.updateProfile)
	huma.Register(api, access.SignedIn(access.Limited(access.LimitCodes, huma.Operation{
		OperationID: "sendNewPhoneCode", Method: http.MethodPost, Path: "/auth/me/phone-code",
		Summary:     "Send a code to the phone that one wants to sign in by",
		Description: "Who has no e-mail address gets another one on the present phone; both are needed.", Tags: tags,
	})), h.sendNewPhoneCode)
	huma.Register(api, access.SignedIn(huma.Operation{
		OperationID: "changePassword", Method: http.MethodPost, Path: "/auth/password",
		Summary:     "Change one's own password",
		Description: "Every other session of the account ends.", Tags: tags,
	}), h.changePassword)
	huma.Register(api, access.SignedIn(huma.Operation{
		OperationID: "listSessions", Method: http.MethodGet, Path: "/auth/sessions",
		Summary: "One's own sessions, the latest first", Tags: tags,
	}), listed(h.auth.Sessions))
	huma.Register(api, access.SignedIn(huma.Operation{
		OperationID: "endSession", Method: http.MethodDelete, Path: "/auth/sessions/{id}",
		Summary: "End one of one's own sessions", Tags: tags, DefaultStatus: http.StatusNoContent,
	}), byID(h.auth.EndSession))
	huma.Register(api, access.SignedIn(huma.Operation{
		OperationID: "endOtherSessions", Method: http.MethodPost, Path: "/auth/sessions/end-others",
		Summary: "Sign out everywhere else", Tags: tags,
	}), h.endOtherSessions)
	// The generated example would have a phone, which needs a code that was sent.
	api.OpenAPI().Components.Schemas.Map()["ProfileUpdate"].Examples = []any{map[string]any{"name": "Asha Rao"}}
}

func (h *Handler) updateProfile(ctx context.Context, in *profileInput) (*profileOutput, error) {
	changed, err := h.auth.UpdateProfile(ctx, in.Body, h.browser(in.Agent))
	out := &profileOutput{Body: changed.User}
	if changed.Token != "" {
		out.SetCookie = h.cookies.set(changed)
	}
	return out, err
}

func (h *Handler) sendNewPhoneCode(ctx context.Context, in *phoneInput) (*phoneOutput, error) {
	return codeSent(ctx, h.auth.SendNewPhoneCode, in)
}

func (h *Handler) changePassword(ctx context.Context, in *passwordInput) (*signInOutput, error) {
	return h.signedIn(h.auth.ChangePassword(ctx, in.Body.CurrentPassword, in.Body.NewPassword, h.browser(in.Agent)))
}

func (h *Handler) endOtherSessions(ctx context.Context, in *Agent) (*signInOutput, error) {
	return h.signedIn(h.auth.EndOtherSessions(ctx, h.browser(*in)))
}
