package auth

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/access"
)

// SessionCookie is the cookie that holds the session token; SignedInCookie
// tells scripts that there is one, and nothing else.
const (
	SessionCookie  = "session"
	SignedInCookie = "signed_in"
)

// Handler answers the sign-in calls.
type Handler struct {
	auth   *Service
	secure bool
}

// NewHandler returns a Handler; secure cookies are only sent over TLS.
func NewHandler(auth *Service, secure bool) *Handler { return &Handler{auth: auth, secure: secure} }

type registerInput struct {
	UserAgent string `header:"User-Agent" hidden:"true"`
	Body      struct {
		Email    string `json:"email" minLength:"1" maxLength:"254" example:"asha@example.com"`
		Password string `json:"password" minLength:"1" maxLength:"1000" doc:"At least 8 characters."`
		Name     string `json:"name" minLength:"1" maxLength:"120" example:"Asha Rao"`
	} `nameHint:"Registration"`
}

type loginInput struct {
	UserAgent string `header:"User-Agent" hidden:"true"`
	Body      struct {
		Email    string `json:"email" minLength:"1" maxLength:"254"`
		Password string `json:"password" minLength:"1" maxLength:"1000"`
	} `nameHint:"Credentials"`
}

type signInOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		User User `json:"user"`
	} `nameHint:"SignedIn"`
}

type userOutput struct {
	Body User
}

type logoutOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"sign-in"}
	huma.Register(api, access.Public(huma.Operation{OperationID: "register", Method: http.MethodPost, Path: "/auth/register", Summary: "Make an account and sign in", Tags: tags, DefaultStatus: http.StatusCreated}), h.register)
	huma.Register(api, access.Public(huma.Operation{OperationID: "login", Method: http.MethodPost, Path: "/auth/login", Summary: "Sign in with e-mail and password", Tags: tags}), h.login)
	huma.Register(api, access.Staff(huma.Operation{OperationID: "me", Method: http.MethodGet, Path: "/auth/me", Summary: "Who is signed in", Tags: tags}), h.me)
	huma.Register(api, access.Public(huma.Operation{OperationID: "logout", Method: http.MethodPost, Path: "/auth/logout", Summary: "End the session", Tags: tags}), h.logout)
}

func (h *Handler) register(ctx context.Context, in *registerInput) (*signInOutput, error) {
	b := in.Body
	return h.signedIn(h.auth.Register(ctx, Registration{Email: b.Email, Password: b.Password, Name: b.Name}, in.UserAgent))
}

func (h *Handler) login(ctx context.Context, in *loginInput) (*signInOutput, error) {
	return h.signedIn(h.auth.Login(ctx, in.Body.Email, in.Body.Password, in.UserAgent))
}

func (h *Handler) me(ctx context.Context, _ *struct{}) (*userOutput, error) {
	user, err := h.auth.Me(ctx)
	return &userOutput{Body: user}, err
}

func (h *Handler) logout(ctx context.Context, _ *struct{}) (*logoutOutput, error) {
	if err := h.auth.Logout(ctx); err != nil {
		return nil, err
	}
	return &logoutOutput{SetCookie: h.cookies("", time.Unix(0, 0))}, nil
}

func (h *Handler) signedIn(signIn SignIn, err error) (*signInOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &signInOutput{SetCookie: h.cookies(signIn.Token, signIn.Expires)}
	out.Body.User = signIn.User
	return out, nil
}

// cookies returns both cookies; an empty token clears them.
func (h *Handler) cookies(token string, expires time.Time) []http.Cookie {
	session := http.Cookie{Name: SessionCookie, Value: token, Path: "/", Expires: expires, HttpOnly: true, Secure: h.secure, SameSite: http.SameSiteLaxMode}
	hint := http.Cookie{Name: SignedInCookie, Value: "1", Path: "/", Expires: expires, Secure: h.secure, SameSite: http.SameSiteLaxMode}
	if token == "" {
		session.MaxAge, hint.MaxAge, hint.Value = -1, -1, ""
	}
	return []http.Cookie{session, hint}
}
