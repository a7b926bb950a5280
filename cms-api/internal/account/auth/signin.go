package auth

import (
	"cmp"
	"context"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
)

// SignIn is a new session: its account, the token that names it, and how long it lasts.
type SignIn struct {
	User  User
	Token string
	Lasts time.Duration
	// Device is the id of the browser, "" when it has it.
	Device string
	// Begun is set, and nothing else, where a factor is needed first.
	Begun *BegunSignIn
}

// Browser is what a caller's browser says of itself.
type Browser struct {
	UserAgent string
	Device    string // its DeviceCookie, or ""
	SignIn    string // its BegunCookie, or ""
}

// name returns what the browser calls itself.
func (b Browser) name() string { return cut(b.UserAgent, maxUserAgent) }

// Register makes an account and signs it in: the first one, which becomes
// administrator, or one with the token of an invitation. It returns a Forbidden
// problem for everybody else.
func (s *Service) Register(ctx context.Context, r Registration, from Browser) (SignIn, error) {
	if err := r.check(); err != nil {
		return SignIn{}, err
	}
	if r.Invitation != "" {
		return s.registerInvited(ctx, r, from)
	}
	closed := problem.New(problem.Forbidden, "Accounts are by invitation. Ask an administrator to invite you.")
	if !s.o.OpenRegistration {
		return SignIn{}, closed
	}
	if empty, err := s.o.Store.accounts.Empty(ctx); err != nil || !empty {
		return SignIn{}, cmp.Or(err, error(closed))
	}
	first, err := s.newAccount(ctx, r, access.RoleAdministrator)
	if err != nil {
		return SignIn{}, err
	}
	founder := true
	first.Founder = &founder
	if err := s.o.Store.addAccount(ctx, &first); err != nil {
		return SignIn{}, unlessDuplicate(err, closed)
	}
	return s.begin(ctx, first, from)
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
	err = s.o.Store.addAccount(ctx, &admin)
	if storage.IsDuplicate(err) { // there is a first account, or the address is taken
		admin.Founder, admin.ID = nil, ""
		err = s.o.Store.addAccount(ctx, &admin)
	}
	return admin.user(), unlessDuplicate(err, taken(err))
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

// Login signs in with e-mail and password. The answer and the time it takes do not
// depend on what is wrong. Tries are counted by address, whether there is such an
// account or not; so a stranger can keep somebody from signing in by password, but
// not for longer than the limit's window.
func (s *Service) Login(ctx context.Context, email, password string, from Browser) (SignIn, error) {
	var found account
	if email, valid := contact.Email(email); valid {
		err := s.o.Limiter.Allow(ctx, "sign-in by account", s.o.LimitLogin, email)
		if err != nil {
			return SignIn{}, err
		}
		found, err = s.o.Store.userByEmail(ctx, email)
		if err != nil && !problem.Is(err, problem.NotFound) {
			return SignIn{}, err
		}
	}
	ok, err := s.hasher.matches(ctx, password, found.PasswordHash)
	if err != nil {
		return SignIn{}, err
	}
	if !ok {
		return SignIn{}, problem.New(problem.Unauthorized, "The e-mail address or the password is not right.")
	}
	return s.begin(ctx, found, from)
}
