package auth

import (
	"context"
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
}

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
		Summary: "Sign in with e-mail and password", Tags: tags, Errors: []int{http.StatusUnauthorized},
	}), h.login)
	huma.Register(api, access.Public(access.Limited(access.LimitCodes, huma.Operation{
		OperationID: "sendPhoneCode", Method: http.MethodPost, Path: "/auth/phone/send-otp",
		Summary:     "Send a code to a phone",
		Description: "The answer is the same whether the phone belongs to an account or not.", Tags: tags,
	})), h.sendCode)
	huma.Register(api, limited(huma.Operation{
		OperationID: "verifyPhoneCode", Method: http.MethodPost, Path: "/auth/phone/verify-otp",
		Summary: "Sign in with a code", Tags: tags, Errors: []int{http.StatusUnauthorized},
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
	huma.Register(api, access.SignedIn(huma.Operation{
		OperationID: "me", Method: http.MethodGet, Path: "/auth/me",
		Summary: "Who is signed in", Tags: tags,
	}), h.me)
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "logout", Method: http.MethodPost, Path: "/auth/logout",
		Summary: "End the session", Tags: tags, DefaultStatus: http.StatusNoContent,
	}), h.logout)
	h.registerSessions(api)
	h.registerTeam(api)
}

func (h *Handler) register(ctx context.Context, in *registerInput) (*signInOutput, error) {
	return h.signedIn(h.auth.Register(ctx, in.Body, in.UserAgent))
}

func (h *Handler) login(ctx context.Context, in *loginInput) (*signInOutput, error) {
	return h.signedIn(h.auth.Login(ctx, in.Body.Email, in.Body.Password, in.UserAgent))
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

func (h *Handler) verifyCode(ctx context.Context, in *verifyInput) (*signInOutput, error) {
	return h.signedIn(h.auth.VerifyCode(ctx, in.Body.Phone, in.Body.Code, in.Body.Name, in.UserAgent))
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
	out := &signInOutput{SetCookie: h.cookies.set(signIn.Token, signIn.Lasts)}
	out.Body.User = signIn.User
	return out, err
}
