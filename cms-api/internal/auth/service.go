package auth

import (
	"context"
	"fmt"
	"time"

	"academy/cms-api/internal/access"
	"academy/cms-api/internal/contact"
	"academy/cms-api/internal/mongodb"
	"academy/cms-api/internal/problem"
)

// Options are what a Service needs.
type Options struct {
	Store *Store
	// Secrets sign sessions: the first signs, all verify.
	Secrets []string
	// SessionAge is how long a sign-in lasts.
	SessionAge time.Duration
	// OpenRegistration lets the first account of an empty database register
	// itself; otherwise only CreateAdministrator makes it.
	OpenRegistration bool
	Now              func() time.Time
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

// SignIn is a fresh session: who it belongs to and the token that names it.
type SignIn struct {
	User    User
	Token   string
	Expires time.Time
}

// Register makes the first account, an administrator, and signs it in. Once
// there is an account it returns a Forbidden problem.
func (s *Service) Register(ctx context.Context, r Registration, userAgent string) (SignIn, error) {
	if err := r.check(); err != nil {
		return SignIn{}, err
	}
	closed := problem.New(problem.Forbidden, "Accounts are by invitation. Ask an administrator to invite you.")
	if !s.o.OpenRegistration {
		return SignIn{}, closed
	}
	empty, err := s.o.Store.noUsers(ctx)
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
	err = s.o.Store.insertUser(ctx, &first)
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
	err = s.o.Store.insertUser(ctx, &admin)
	if mongodb.IsDuplicate(err) { // there is a first account, or the address is taken
		admin.Founder, admin.ID = nil, ""
		err = s.o.Store.insertUser(ctx, &admin)
	}
	if mongodb.IsDuplicate(err) {
		return User{}, problem.Wrap(problem.Conflict, err, "There is an account with this e-mail address already.")
	}
	return admin.user(), err
}

func (s *Service) newAccount(ctx context.Context, r Registration, role access.Role) (account, error) {
	hash, err := s.hasher.hash(ctx, r.Password)
	if err != nil {
		return account{}, err
	}
	return account{Name: r.Name, Email: r.Email, Role: role, PasswordHash: hash, CreatedAt: s.now()}, nil
}

// Login signs in with e-mail and password. Whatever is wrong, the answer and
// the time it takes are the same.
func (s *Service) Login(ctx context.Context, email, password, userAgent string) (SignIn, error) {
	wrong := problem.New(problem.Unauthorized, "The e-mail address or the password is not right.")
	normal, valid := contact.Email(email)
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

func (s *Service) begin(ctx context.Context, who account, userAgent string) (SignIn, error) {
	now := s.now()
	fresh := session{UserID: who.ID, UserAgent: userAgent, CreatedAt: now, ExpiresAt: now.Add(s.o.SessionAge)}
	if err := s.o.Store.insertSession(ctx, &fresh); err != nil {
		return SignIn{}, err
	}
	token, err := s.tokens.sign(fresh)
	if err != nil {
		return SignIn{}, err
	}
	return SignIn{User: who.user(), Token: token, Expires: fresh.ExpiresAt}, nil
}

// Signed says whether a token is one of ours and has not expired, without asking
// whether its session still lives.
func (s *Service) Signed(token string) bool {
	_, _, ok := s.tokens.read(token)
	return ok
}

// Identify returns who a session token belongs to, or an Unauthorized problem
// when it is not ours, expired or revoked.
func (s *Service) Identify(ctx context.Context, token string) (access.Identity, error) {
	over := problem.New(problem.Unauthorized, "Please sign in.")
	sessionID, userID, ok := s.tokens.read(token)
	if !ok {
		return access.Identity{}, over
	}
	current, err := s.o.Store.session(ctx, sessionID)
	if problem.Is(err, problem.NotFound) {
		return access.Identity{}, over
	}
	if err != nil {
		return access.Identity{}, err
	}
	if current.UserID != userID || !current.ExpiresAt.After(s.now()) {
		return access.Identity{}, over
	}
	who, err := s.o.Store.user(ctx, userID)
	if problem.Is(err, problem.NotFound) {
		return access.Identity{}, over
	}
	if err != nil {
		return access.Identity{}, err
	}
	return access.Identity{UserID: who.ID, Name: who.Name, Role: who.Role, SessionID: sessionID}, nil
}

// Me returns the caller's account.
func (s *Service) Me(ctx context.Context) (User, error) {
	who, ok := access.From(ctx)
	if !ok {
		return User{}, problem.New(problem.Unauthorized, "Please sign in.")
	}
	found, err := s.o.Store.user(ctx, who.UserID)
	return found.user(), err
}

// Logout ends the caller's session, if there is one.
func (s *Service) Logout(ctx context.Context) error {
	who, ok := access.From(ctx)
	if !ok {
		return nil
	}
	err := s.o.Store.deleteSession(ctx, who.SessionID)
	if problem.Is(err, problem.NotFound) {
		return nil
	}
	return err
}

// Sweep deletes sessions that have expired.
func (s *Service) Sweep(ctx context.Context) error {
	return s.o.Store.deleteExpired(ctx, s.now())
}

func (s *Service) now() time.Time { return s.o.Now().UTC().Truncate(time.Millisecond) }

// HasAccounts reports whether anybody has an account.
func (s *Service) HasAccounts(ctx context.Context) (bool, error) {
	empty, err := s.o.Store.noUsers(ctx)
	return !empty, err
}
