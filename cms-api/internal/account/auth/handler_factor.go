package auth

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
)

type totpCodeInput struct {
	Body struct {
		Code string `json:"code" minLength:"1" maxLength:"20" doc:"What the app shows now." example:"123456"`
	} `nameHint:"TotpCode"`
}

type newPasskeyInput struct {
	Body struct {
		Name    string         `json:"name" minLength:"1" maxLength:"60" example:"Asha's phone"`
		Passkey map[string]any `json:"passkey" doc:"What navigator.credentials.create answered (RegistrationResponseJSON)."`
	} `nameHint:"PasskeyCreate"`
}

type passkeyOptions struct {
	Options json.RawMessage `json:"options" doc:"For navigator.credentials.create (PublicKeyCredentialCreationOptionsJSON), for five minutes."`
}

type factorInput struct {
	Agent
	Body struct {
		Ticket       string         `json:"ticket" minLength:"1" maxLength:"200" doc:"From the answer that asked for a factor." example:"665f1f77bcf86cd799439011.SECRET"`
		Code         string         `json:"code,omitempty" maxLength:"20" doc:"Of the authenticator app." example:"123456"`
		RecoveryCode string         `json:"recovery_code,omitempty" maxLength:"60" example:"mfrg-gzdf-mztw-q2lk"`
		Passkey      map[string]any `json:"passkey,omitempty" doc:"What navigator.credentials.get answered (AuthenticationResponseJSON)."`
	} `nameHint:"FactorProof"`
}

type passkeySignInInput struct {
	Agent
	Body struct {
		Ticket  string         `json:"ticket" minLength:"1" maxLength:"200" example:"665f1f77bcf86cd799439011.SECRET"`
		Passkey map[string]any `json:"passkey" doc:"What navigator.credentials.get answered (AuthenticationResponseJSON)."`
	} `nameHint:"PasskeySignIn"`
}

type passkeyTicketOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		Ticket  string          `json:"ticket" doc:"For five minutes, once, in this browser." example:"665f1f77bcf86cd799439011.SECRET"`
		Options json.RawMessage `json:"options" doc:"For navigator.credentials.get (PublicKeyCredentialRequestOptionsJSON)."`
	} `nameHint:"PasskeyTicket"`
}

type confirmInput struct {
	Body struct {
		Code     string         `json:"code,omitempty" maxLength:"20" doc:"Of the authenticator app, or the one that was sent to the phone." example:"123456"`
		Password string         `json:"password,omitempty" maxLength:"1000" format:"password" doc:"Of somebody without a second factor." example:"a long sentence of yours"`
		Passkey  map[string]any `json:"passkey,omitempty" doc:"What navigator.credentials.get answered (AuthenticationResponseJSON)."`
	} `nameHint:"Confirmation"`
}

type confirmOptionsOutput struct {
	Body struct {
		Ways     []string        `json:"ways" nullable:"false" enum:"totp,passkey,password,phone" doc:"What confirms the caller. With phone, a code was sent there."`
		Passkey  json.RawMessage `json:"passkey,omitempty" doc:"With passkey: the options for navigator.credentials.get (PublicKeyCredentialRequestOptionsJSON), for five minutes."`
		MockCode string          `json:"mock_code,omitempty" doc:"The code itself, only with the mock driver of development, and for callers on the same machine." example:"123456"`
	} `nameHint:"ConfirmOptions"`
}

// registerFactors adds the calls about second factors. Whoever has to add one first may call those that do; whoever
// finds a dashboard open may not.
func (h *Handler) registerFactors(api huma.API) {
	tags := []string{"sign-in"}
	own := func(op huma.Operation) huma.Operation {
		op.Tags = tags
		return access.SignedIn(access.BeforeFactor(op))
	}
	limited := func(op huma.Operation) huma.Operation {
		op.Tags = tags
		return access.Public(access.Limited(access.LimitSignIn, op))
	}
	huma.Register(api, own(huma.Operation{
		OperationID: "getFactors", Method: http.MethodGet, Path: "/auth/factors", Summary: "One's own second factors",
	}), func(ctx context.Context, _ *struct{}) (*output[Factors], error) { return answer(h.auth.Factors(ctx)) })
	huma.Register(api, own(access.Confirmed(huma.Operation{
		OperationID: "beginTotp", Method: http.MethodPost, Path: "/auth/factors/totp",
		Summary:     "Make the secret of an authenticator app",
		Description: "It counts once a code of it was sent, within half an hour; a former app works until then.",
	})), func(ctx context.Context, _ *struct{}) (*output[NewTOTP], error) { return answer(h.auth.BeginTOTP(ctx)) })
	huma.Register(api, own(huma.Operation{
		OperationID: "confirmTotp", Method: http.MethodPost, Path: "/auth/factors/totp/confirm",
		Summary:     "Add the authenticator app with a code of it",
		Description: "The answer has ten recovery codes, which are not shown again. Former ones are void.",
		Errors:      []int{http.StatusTooManyRequests},
	}), func(ctx context.Context, in *totpCodeInput) (*output[RecoveryCodes], error) {
		return answer(h.auth.ConfirmTOTP(ctx, in.Body.Code))
	})
	huma.Register(api, own(access.Confirmed(huma.Operation{
		OperationID: "removeTotp", Method: http.MethodDelete, Path: "/auth/factors/totp",
		Summary: "Remove the authenticator app", DefaultStatus: http.StatusNoContent, Errors: []int{http.StatusNotFound},
	})), func(ctx context.Context, _ *struct{}) (*struct{}, error) { return nil, h.auth.RemoveTOTP(ctx) })
	huma.Register(api, own(access.Confirmed(huma.Operation{
		OperationID: "newPasskeyOptions", Method: http.MethodPost, Path: "/auth/factors/passkeys/options",
		Summary: "Begin to add a passkey",
	})), func(ctx context.Context, _ *struct{}) (*output[passkeyOptions], error) {
		options, err := h.auth.PasskeyOptions(ctx)
		return answer(passkeyOptions{options}, err)
	})
	huma.Register(api, own(huma.Operation{
		OperationID: "addPasskey", Method: http.MethodPost, Path: "/auth/factors/passkeys", Summary: "Add a passkey",
		DefaultStatus: http.StatusCreated,
	}), func(ctx context.Context, in *newPasskeyInput) (*output[AddedPasskey], error) {
		return answer(h.auth.AddPasskey(ctx, in.Body.Name, given(in.Body.Passkey)))
	})
	huma.Register(api, own(access.Confirmed(huma.Operation{
		OperationID: "removePasskey", Method: http.MethodDelete, Path: "/auth/factors/passkeys/{id}",
		Summary: "Remove a passkey", DefaultStatus: http.StatusNoContent,
	})), byID(h.auth.RemovePasskey))
	huma.Register(api, own(access.Confirmed(huma.Operation{
		OperationID: "renewRecoveryCodes", Method: http.MethodPost, Path: "/auth/factors/recovery-codes",
		Summary: "Make ten new recovery codes; former ones are void",
	})), func(ctx context.Context, _ *struct{}) (*output[RecoveryCodes], error) {
		return answer(h.auth.RenewRecoveryCodes(ctx))
	})
	huma.Register(api, limited(huma.Operation{
		OperationID: "finishSignIn", Method: http.MethodPost, Path: "/auth/factor",
		Summary:     "End a sign-in with a second factor",
		Description: "Takes one of code, recovery_code and passkey. After five wrong ones the sign-in begins again (410).",
		Errors:      []int{http.StatusGone},
	}), func(ctx context.Context, in *factorInput) (*signInOutput, error) {
		proof := Proof{Code: in.Body.Code, RecoveryCode: in.Body.RecoveryCode, Passkey: given(in.Body.Passkey)}
		return h.signedIn(h.auth.FinishSignIn(ctx, in.Body.Ticket, proof, h.browser(in.Agent)))
	})
	huma.Register(api, limited(huma.Operation{
		OperationID: "beginPasskeySignIn", Method: http.MethodPost, Path: "/auth/passkey/options",
		Summary: "Begin to sign in with a passkey alone", Errors: []int{http.StatusConflict},
	}), h.beginPasskey)
	huma.Register(api, limited(huma.Operation{
		OperationID: "passkeySignIn", Method: http.MethodPost, Path: "/auth/passkey",
		Summary: "Sign in with a passkey alone", Errors: []int{http.StatusGone, http.StatusConflict},
	}), func(ctx context.Context, in *passkeySignInInput) (*signInOutput, error) {
		proof := Proof{Passkey: given(in.Body.Passkey)}
		return h.signedIn(h.auth.FinishSignIn(ctx, in.Body.Ticket, proof, h.browser(in.Agent)))
	})
	huma.Register(api, own(access.Limited(access.LimitCodes, huma.Operation{
		OperationID: "confirmOptions", Method: http.MethodPost, Path: "/auth/confirm/options",
		Summary:     "How to confirm who one is",
		Description: "Sends a code to the phone of somebody who has neither a second factor nor a password.",
	})), h.confirmOptions)
	huma.Register(api, own(access.Limited(access.LimitSignIn, huma.Operation{
		OperationID: "confirm", Method: http.MethodPost, Path: "/auth/confirm", Summary: "Confirm who one is",
		Description: "Opens, for ten minutes of this session, the calls that answer 403 with a type that ends in /confirm. " +
			"Signing in does so too.",
		DefaultStatus: http.StatusNoContent,
	})), func(ctx context.Context, in *confirmInput) (*struct{}, error) {
		proof := Proof{Code: in.Body.Code, Passkey: given(in.Body.Passkey)}
		return nil, h.auth.Confirm(ctx, in.Body.Password, proof)
	})
}

// given returns what a browser answered as JSON, nil for nothing.
func given(answer map[string]any) []byte {
	raw, err := json.Marshal(answer)
	if len(answer) == 0 || err != nil {
		return nil
	}
	return raw
}

func (h *Handler) beginPasskey(ctx context.Context, _ *struct{}) (*passkeyTicketOutput, error) {
	begun, err := h.auth.BeginPasskey(ctx)
	if err != nil {
		return nil, err
	}
	out := &passkeyTicketOutput{SetCookie: h.cookies.set(SignIn{Begun: begun})}
	out.Body.Ticket, out.Body.Options = begun.Ticket, begun.Passkey
	return out, nil
}

func (h *Handler) confirmOptions(ctx context.Context, _ *struct{}) (*confirmOptionsOutput, error) {
	options, err := h.auth.ConfirmOptions(ctx)
	out := &confirmOptionsOutput{}
	out.Body.Ways, out.Body.Passkey = options.Ways, options.Passkey
	if access.OnThisMachine(ctx) {
		out.Body.MockCode = options.MockCode
	}
	return out, err
}
