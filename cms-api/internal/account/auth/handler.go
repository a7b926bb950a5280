package auth

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
)

// Handler answers the sign-in calls.
type Handler struct {
	auth    *Service
	cookies Cookies
}

// NewHandler returns a Handler.
func NewHandler(auth *Service, cookies Cookies) *Handler {
	return &Handler{auth: auth, cookies: cookies}
}

// Agent is the caller's program, to embed in the input of an operation that signs in.
type Agent struct {
	UserAgent string `header:"User-Agent" hidden:"true"`
	Cookie    string `header:"Cookie" hidden:"true"`
}

func (h *Handler) browser(a Agent) Browser { return h.cookies.browser(a.UserAgent, a.Cookie) }

type registerInput struct {
	Agent
	Body Registration
}

type loginInput struct {
	Agent
	Body struct {
		Email    string `json:"email" minLength:"1" maxLength:"254" format:"mailbox" example:"asha@example.com"`
		Password string `json:"password" minLength:"1" maxLength:"1000" format:"password" example:"a long sentence of yours"`
	} `nameHint:"Credentials"`
}

type phoneInput struct {
	Body struct {
		Phone string `json:"phone" minLength:"1" maxLength:"40" doc:"A number without a country code is Indian." example:"+91 98765 43210"`
	} `nameHint:"PhoneCodeRequest"`
}

type phoneOutput struct {
	Body struct {
		Message  string `json:"message" example:"OTP sent!"`
		MockCode string `json:"mock_code,omitempty" doc:"The code itself, only with the mock driver of development, and for callers on the same machine. Of two codes both, that of the new phone first." example:"123456"`
	} `nameHint:"PhoneCodeSent"`
}

type verifyInput struct {
	Agent
	Body struct {
		Phone string `json:"phone" minLength:"1" maxLength:"40" example:"+91 98765 43210"`
		Code  string `json:"code" minLength:"1" maxLength:"20" doc:"The six digits that were sent." example:"123456"`
		Name  string `json:"name" minLength:"1" maxLength:"120" doc:"The name of a new account; an existing one keeps its own." example:"Asha Rao"`
	} `nameHint:"PhoneCode"`
}

type forgotInput struct {
	Body struct {
		Email string `json:"email" minLength:"1" maxLength:"254" format:"mailbox" example:"asha@example.com"`
	} `nameHint:"ForgottenPassword"`
}

type messageOutput struct {
	Body struct {
		Message string `json:"message" doc:"A sentence to show." example:"Password reset link sent to your email"`
	} `nameHint:"Message"`
}

type resetInput struct {
	Body struct {
		Token    string `json:"token" minLength:"1" maxLength:"200" doc:"From the link in the message." example:"665f1f77bcf86cd799439011.SECRET"`
		Password string `json:"password" minLength:"1" maxLength:"1000" format:"password" doc:"At least 8 characters." example:"a new sentence of yours"`
	} `nameHint:"PasswordReset"`
}

type signInOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		User User `json:"user"`
	} `nameHint:"SignedIn"`
}

type signInAnswer struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		User           *User           `json:"user,omitempty" doc:"Who is signed in; absent when a factor is required."`
		FactorRequired []string        `json:"factor_required,omitempty" nullable:"false" enum:"totp,passkey" doc:"When the account has a second factor: which end the sign-in. There is no session yet."`
		Ticket         string          `json:"ticket,omitempty" doc:"For POST /auth/factor, for five minutes, once, in this browser (it has a cookie for it)." example:"665f1f77bcf86cd799439011.SECRET"`
		Passkey        json.RawMessage `json:"passkey,omitempty" doc:"With a passkey among the factors: the options for navigator.credentials.get (PublicKeyCredentialRequestOptionsJSON)."`
	} `nameHint:"SignInAnswer"`
}

type output[T any] struct{ Body T }

func answer[T any](body T, err error) (*output[T], error) { return &output[T]{body}, err }

type listOutput[T any] struct {
	Body []T `nullable:"false"`
}

// listed returns the handler of a call that answers with everything that list returns.
func listed[T any](list func(context.Context) ([]T, error)) func(context.Context, *struct{}) (*listOutput[T], error) {
	return func(ctx context.Context, _ *struct{}) (*listOutput[T], error) {
		all, err := list(ctx)
		return &listOutput[T]{all}, err
	}
}

type idInput struct {
	ID string `path:"id" maxLength:"64"`
}

// byID returns the handler of a call that passes the id in its path to do.
func byID(do func(ctx context.Context, id string) error) func(context.Context, *idInput) (*struct{}, error) {
	return func(ctx context.Context, in *idInput) (*struct{}, error) { return nil, do(ctx, in.ID) }
}

type logoutOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
}

const factorNeeded = "An account with a second factor gets no session, but a ticket for POST /auth/factor."

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"sign-in"}
	limited := func(op huma.Operation) huma.Operation {
		return access.Public(access.Limited(access.LimitSignIn, op))
	}
	huma.Register(api, limited(huma.Operation{
		OperationID: "register", Method: http.MethodPost, Path: "/auth/register",
		Summary: "Make an account and sign in", Tags: tags, DefaultStatus: http.StatusCreated,
		Errors: []int{http.StatusConflict},
	}), h.register)
	huma.Register(api, limited(huma.Operation{
		OperationID: "login", Method: http.MethodPost, Path: "/auth/login",
		Summary:     "Sign in with e-mail and password",
		Description: factorNeeded, Tags: tags, Errors: []int{http.StatusUnauthorized},
	}), h.login)
	huma.Register(api, access.Public(access.Limited(access.LimitCodes, huma.Operation{
		OperationID: "sendPhoneCode", Method: http.MethodPost, Path: "/auth/phone/send-otp",
		Summary:     "Send a code to a phone",
		Description: "The answer is the same whether the phone belongs to an account or not.", Tags: tags,
	})), h.sendCode)
	huma.Register(api, limited(huma.Operation{
		OperationID: "verifyPhoneCode", Method: http.MethodPost, Path: "/auth/phone/verify-otp",
		Summary:     "Sign in with a code",
		Description: factorNeeded, Tags: tags, Errors: []int{http.StatusUnauthorized},
	}), h.verifyCode)
	huma.Register(api, access.Public(access.Limited(access.LimitForgot, huma.Operation{
		OperationID: "forgotPassword", Method: http.MethodPost, Path: "/auth/forgot-password",
		Summary:     "Send a link to choose a new password",
		Description: "The answer is the same whether the address belongs to an account or not.", Tags: tags,
	})), h.forgot)
	huma.Register(api, limited(huma.Operation{
		OperationID: "resetPassword", Method: http.MethodPost, Path: "/auth/reset-password",
		Summary:     "Choose a new password by a link's token",
		Description: "Every session of the account ends.", Tags: tags, DefaultStatus: http.StatusNoContent,
	}), h.reset)
	huma.Register(api, access.SignedIn(access.BeforeFactor(huma.Operation{
		OperationID: "me", Method: http.MethodGet, Path: "/auth/me",
		Summary: "Who is signed in", Tags: tags,
	})), h.me)
	huma.Register(api, access.Public(access.BeforeFactor(huma.Operation{
		OperationID: "logout", Method: http.MethodPost, Path: "/auth/logout",
		Summary: "End the session", Tags: tags, DefaultStatus: http.StatusNoContent,
	})), h.logout)
	h.registerFactors(api)
	h.registerSessions(api)
	h.registerTeam(api)
}

func (h *Handler) register(ctx context.Context, in *registerInput) (*signInOutput, error) {
	return h.signedIn(h.auth.Register(ctx, in.Body, h.browser(in.Agent)))
}

func (h *Handler) login(ctx context.Context, in *loginInput) (*signInAnswer, error) {
	return h.answerSignIn(h.auth.Login(ctx, in.Body.Email, in.Body.Password, h.browser(in.Agent)))
}

func (h *Handler) sendCode(ctx context.Context, in *phoneInput) (*phoneOutput, error) {
	return codeSent(ctx, h.auth.SendCode, in)
}

func codeSent(
	ctx context.Context, send func(ctx context.Context, phone string) (string, error), in *phoneInput,
) (*phoneOutput, error) {
	mockCode, err := send(ctx, in.Body.Phone)
	out := &phoneOutput{}
	out.Body.Message = "OTP sent!"
	if access.OnThisMachine(ctx) {
		out.Body.MockCode = mockCode
	}
	return out, err
}

func (h *Handler) verifyCode(ctx context.Context, in *verifyInput) (*signInAnswer, error) {
	return h.answerSignIn(h.auth.VerifyCode(ctx, in.Body.Phone, in.Body.Code, in.Body.Name, h.browser(in.Agent)))
}

func (h *Handler) forgot(ctx context.Context, in *forgotInput) (*messageOutput, error) {
	out := &messageOutput{}
	var err error
	out.Body.Message, err = h.auth.ForgotPassword(ctx, in.Body.Email)
	return out, err
}

func (h *Handler) reset(ctx context.Context, in *resetInput) (*struct{}, error) {
	return nil, h.auth.ResetPassword(ctx, in.Body.Token, in.Body.Password)
}

func (h *Handler) me(ctx context.Context, _ *struct{}) (*output[User], error) {
	return answer(h.auth.Me(ctx))
}

func (h *Handler) logout(ctx context.Context, _ *struct{}) (*logoutOutput, error) {
	return &logoutOutput{SetCookie: h.cookies.Clear()}, h.auth.Logout(ctx)
}

func (h *Handler) signedIn(signIn SignIn, err error) (*signInOutput, error) {
	out := &signInOutput{SetCookie: h.cookies.set(signIn)}
	out.Body.User = signIn.User
	return out, err
}

func (h *Handler) answerSignIn(signIn SignIn, err error) (*signInAnswer, error) {
	out := &signInAnswer{SetCookie: h.cookies.set(signIn)}
	if begun := signIn.Begun; begun != nil {
		out.Body.FactorRequired, out.Body.Ticket, out.Body.Passkey = begun.FactorRequired, begun.Ticket, begun.Passkey
	} else {
		out.Body.User = &signIn.User
	}
	return out, err
}
