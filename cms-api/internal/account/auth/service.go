package auth

import (
	"context"
	"log/slog"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/platform/shared"
)

// Options configure a Service.
type Options struct {
	Store *Store
	// Secrets sign sessions: the first signs, all verify.
	Secrets []string
	// SessionAge is how long a sign-in lasts, InvitationAge how long an invitation
	// can be accepted.
	SessionAge, InvitationAge time.Duration
	// OpenRegistration lets the first account of an empty database register
	// itself; otherwise only CreateAdministrator makes it.
	OpenRegistration bool
	// FactorFor are the roles that need a second factor.
	FactorFor []access.Role

	Limiter *ratelimit.Limiter
	// The limits by account. Those by network address are declared with the calls.
	LimitLogin, LimitOTP, LimitCodeTries, LimitForgot ratelimit.Limit

	// Queue sends messages. MockMail and MockSMS say that its drivers are mocks, which
	// answers then mention.
	Queue             *notify.Queue
	MockMail, MockSMS bool
	// PublicURL is the beginning of links. AcademyName is the name in messages.
	PublicURL string
	// Origins are further origins of the dashboard.
	Origins     []string
	AcademyName func(context.Context) string

	// HashCost is that of new passwords; zero means what is recommended. Only tests lower it.
	HashCost HashCost

	Log *slog.Logger
	Now func() time.Time
}

// readTimeout bounds the read of who is signed in.
const readTimeout = 10 * time.Second

// Service implements the rules of sign-in.
type Service struct {
	o        Options
	hasher   *hasher
	tokens   signer
	vault    vault
	passkeys *webauthn.WebAuthn // nil where there can be none
	signedIn *shared.Reads[string, signedIn]
}

// NewService returns a Service.
func NewService(o Options) (*Service, error) {
	sealing, err := newVault(o.Secrets)
	return &Service{
		o: o, hasher: newHasher(o.HashCost), tokens: newSigner(o.Secrets, o.Now), vault: sealing,
		passkeys: newRelyingParty(o.PublicURL, o.Origins), signedIn: shared.NewReads(readTimeout, o.Store.signedIn),
	}, err
}

// Me returns the caller's account.
func (s *Service) Me(ctx context.Context) (User, error) {
	me, _, err := s.caller(ctx)
	if err == nil {
		me, err = s.remind(ctx, me)
	}
	return s.user(me), err
}

func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }

// HasAccounts reports whether anybody has an account.
func (s *Service) HasAccounts(ctx context.Context) (bool, error) {
	empty, err := s.o.Store.accounts.Empty(ctx)
	return !empty, err
}
