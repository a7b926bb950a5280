package auth

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/ratelimit"
)

// Options are what a Service needs.
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

	Limiter *ratelimit.Limiter
	// The limits by account. Those by network address stand on the calls.
	LimitLogin, LimitOTP, LimitCodeTries, LimitForgot ratelimit.Limit

	// Queue sends messages; MockMail and MockSMS say that its drivers are mocks,
	// which the answers then tell.
	Queue             *notify.Queue
	MockMail, MockSMS bool
	// PublicURL is where links lead; AcademyName signs messages.
	PublicURL   string
	AcademyName func(context.Context) string

	Log *slog.Logger
	Now func() time.Time
}

// Service holds the rules of sign-in.
type Service struct {
	o      Options
	hasher *hasher
	tokens signer
}

// NewService returns a Service.
func NewService(o Options) (*Service, error) {
	hasher, err := newHasher()
	if err != nil {
		return nil, fmt.Errorf("prepare password hashing: %w", err)
	}
	return &Service{o: o, hasher: hasher, tokens: newSigner(o.Secrets, o.Now)}, nil
}

// SignIn is a fresh session: who it belongs to, the token that names it, and how long
// it lasts from now on.
type SignIn struct {
	User  User
	Token string
	Lasts time.Duration
}

// Register makes an account and signs it in: the first one, which becomes
// administrator, or one that an invitation's token is sent with. It returns a
// Forbidden problem for everybody else.
func (s *Service) Register(ctx context.Context, r Registration, userAgent string) (SignIn, error) {
	if err := r.check(); err != nil {
		return SignIn{}, err
	}
	if r.Invitation != "" {
		return s.registerInvited(ctx, r, userAgent)
	}
	closed := problem.New(problem.Forbidden, "Accounts are by invitation. Ask an administrator to invite you.")
	if !s.o.OpenRegistration {
		return SignIn{}, closed
	}
	empty, err := s.o.Store.accounts.Empty(ctx)
	if err != nil {
		return SignIn{}, err
	}
	if !empty {
		return SignIn{}, closed
	}
	first, err := s.newAccount(ctx, r, access.RoleAdministrator)
	if err != nil {
		return SignIn{}, err
	}
	founder := true
	first.Founder = &founder
	err = s.o.Store.accounts.Insert(ctx, &first)
	if mongodb.IsDuplicate(err) {
		return SignIn{}, closed
	}
	if err != nil {
		return SignIn{}, err
	}
	return s.begin(ctx, first, userAgent)
}

// CreateAdministrator makes an administrator from the command line.
func (s *Service) CreateAdministrator(ctx context.Context, r Registration) (User, error) {
	if err := r.check(); err != nil {
		return User{}, err
	}
	admin, err := s.newAccount(ctx, r, access.RoleAdministrator)
	if err != nil {
		return User{}, err
	}
	founder := true
	admin.Founder = &founder
	err = s.o.Store.accounts.Insert(ctx, &admin)
	if mongodb.IsDuplicate(err) { // there is a first account, or the address is taken
		admin.Founder, admin.ID = nil, ""
		err = s.o.Store.accounts.Insert(ctx, &admin)
	}
	if mongodb.IsDuplicate(err) {
		return User{}, taken(err)
	}
	return admin.user(), err
}

func taken(err error) error {
	return problem.Wrap(problem.Conflict, err, "There is an account with this e-mail address already.")
}

func (s *Service) newAccount(ctx context.Context, r Registration, role access.Role) (account, error) {
	hash, err := s.hasher.hash(ctx, r.Password)
	if err != nil {
		return account{}, err
	}
	return account{Name: r.Name, Email: r.Email, Role: role, PasswordHash: hash, CreatedAt: s.now()}, nil
}

// Login signs in with e-mail and password. Whatever is wrong, the answer and
// the time it takes are the same. Tries are counted by address, whether there is
// such an account or not; so a stranger can keep somebody from signing in by
// password for as long as the limit's window, and no longer.
func (s *Service) Login(ctx context.Context, email, password, userAgent string) (SignIn, error) {
	wrong := problem.New(problem.Unauthorized, "The e-mail address or the password is not right.")
	normal, valid := contact.Email(email)
	if valid {
		if err := s.o.Limiter.Allow(ctx, "sign-in by account", s.o.LimitLogin, normal); err != nil {
			return SignIn{}, err
		}
	}
	var found account
	if valid {
		var err error
		found, err = s.o.Store.userByEmail(ctx, normal)
		if err != nil && !problem.Is(err, problem.NotFound) {
			return SignIn{}, err
		}
	}
	ok, err := s.hasher.matches(ctx, password, found.PasswordHash)
	if err != nil {
		return SignIn{}, err
	}
	if !ok {
		return SignIn{}, wrong
	}
	return s.begin(ctx, found, userAgent)
}

// Me returns the caller's account.
func (s *Service) Me(ctx context.Context) (User, error) {
	me, _, err := s.caller(ctx)
	return me.user(), err
}

// Sweep deletes sessions, codes, reset links and invitations that have expired.
func (s *Service) Sweep(ctx context.Context) error {
	return s.o.Store.deleteExpired(ctx, s.now())
}

func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }

// HasAccounts reports whether anybody has an account.
func (s *Service) HasAccounts(ctx context.Context) (bool, error) {
	empty, err := s.o.Store.accounts.Empty(ctx)
	return !empty, err
}
