package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// Session is one sign-in, as its owner sees it.
type Session struct {
	ID         string    `json:"id" example:"665f1f77bcf86cd799439011"`
	UserAgent  string    `json:"user_agent" doc:"What the browser called itself when it signed in." example:"Mozilla/5.0"`
	Address    string    `json:"address" doc:"The network address it signed in from." example:"192.0.2.7"`
	CreatedAt  time.Time `json:"created_at"`
	LastSeenAt time.Time `json:"last_seen_at" doc:"To about ten minutes."`
	ExpiresAt  time.Time `json:"expires_at"`
	Current    bool      `json:"current" doc:"Whether this very call was made with it."`
}

// session is a Session as it is stored. Deleting it, or raising the generation of its
// account, ends it at once on every replica.
type session struct {
	revision.Document `bson:",inline"`
	UserID            string    `bson:"user_id"`
	Generation        int       `bson:"generation"`
	UserAgent         string    `bson:"user_agent"`
	Address           string    `bson:"address"`
	CreatedAt         time.Time `bson:"created_at"`
	LastSeenAt        time.Time `bson:"last_seen_at"`
	ExpiresAt         time.Time `bson:"expires_at"`
	// ConfirmedAt is when whoever calls has shown last that they are the owner.
	ConfirmedAt time.Time `bson:"confirmed_at"`
}

// seenEvery is the precision of LastSeenAt, which saves writes.
const seenEvery = 10 * time.Minute

const maxUserAgent = 300

// ErrReplaced is the error of a session that was ended with all others of its account.
// Its browser may be the one that gets a new session, by an answer that it has not
// received yet.
var ErrReplaced = errors.New("the session was ended with all others")

// begin signs an account in, or, where that has a second factor, begins to.
func (s *Service) begin(ctx context.Context, who account, from Browser) (SignIn, error) {
	if who.Factors.any() {
		return s.askForFactor(ctx, who)
	}
	return s.enter(ctx, who, from)
}

// enter signs in somebody who has shown everything that is needed.
func (s *Service) enter(ctx context.Context, who account, from Browser) (SignIn, error) {
	who, device, err := s.recognise(ctx, who, from)
	if err == nil {
		who, err = s.remind(ctx, who)
	}
	if err != nil {
		return SignIn{}, err
	}
	entered, err := s.newSession(ctx, who, from, s.now())
	entered.Device = device
	return entered, err
}

// renew begins a session in the place of the caller's, which was ended with all others.
func (s *Service) renew(ctx context.Context, who account, from Browser) (SignIn, error) {
	caller, _ := access.From(ctx)
	return s.newSession(ctx, who, from, caller.ConfirmedAt)
}

func (s *Service) newSession(ctx context.Context, who account, from Browser, confirmedAt time.Time) (SignIn, error) {
	now := s.now()
	fresh := session{
		UserID: who.ID, Generation: who.Generation, UserAgent: from.name(), Address: access.Address(ctx),
		CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(s.o.SessionAge), ConfirmedAt: confirmedAt,
	}
	made, err := s.o.Store.sessions.Insert(ctx, documents.Write{By: access.By(ctx)}, &fresh)
	changes.Wrote(ctx, made)
	if err != nil {
		return SignIn{}, err
	}
	token, err := s.tokens.sign(fresh)
	if err != nil {
		return SignIn{}, err
	}
	return SignIn{User: s.user(who), Token: token, Lasts: s.o.SessionAge}, nil
}

func cut(text string, most int) string {
	for i := range text { // i is the beginning of a character
		if i > most {
			return text[:i]
		}
	}
	return text
}

// Signed reports whether a token was made by this service and has not expired. It
// does not look up the session, which may have ended.
func (s *Service) Signed(token string) bool {
	_, _, ok := s.tokens.read(token)
	return ok
}

// Identify returns who a session token belongs to. It returns an Unauthorized
// problem for a token that is invalid, expired or revoked; a revoked one may wrap
// ErrReplaced.
func (s *Service) Identify(ctx context.Context, token string) (access.Identity, error) {
	over := problem.New(problem.Unauthorized, "Please sign in.")
	sessionID, userID, ok := s.tokens.read(token)
	if !ok {
		return access.Identity{}, over
	}
	found, err := s.signedIn.Get(ctx, sessionID)
	if err != nil {
		return access.Identity{}, problem.Replace(err, problem.NotFound, over)
	}
	current, who := found.session, found.account
	now := s.now()
	if current.UserID != userID || current.ExpiresAt.Before(now) {
		return access.Identity{}, over
	}
	if !current.valid(who, now) {
		return access.Identity{}, fmt.Errorf("%w: %w", ErrReplaced, over)
	}
	if now.Sub(current.LastSeenAt) >= seenEvery {
		s.o.Queue.Do(func(ctx context.Context) {
			if err := s.o.Store.seen(ctx, sessionID, now); err != nil {
				s.o.Log.Debug("the time of a session's last call could not be noted", "error", err)
			}
		})
	}
	if s.lacksFactor(who) && who.FactorDueAt == nil { // whatever it calls first
		if who, err = s.remind(ctx, who); err != nil {
			return access.Identity{}, err
		}
	}
	identity := s.identity(who)
	identity.SessionID, identity.ConfirmedAt = sessionID, current.ConfirmedAt
	return identity, nil
}

func (s *Service) identity(who account) access.Identity {
	due := who.FactorDueAt != nil && !s.now().Before(*who.FactorDueAt)
	return access.Identity{UserID: who.ID, Name: who.Name, Role: who.Role, NeedsFactor: due && s.lacksFactor(who)}
}

// Identity returns that of an account, or a NotFound problem.
func (s *Service) Identity(ctx context.Context, id string) (access.Identity, error) {
	who, err := s.o.Store.accounts.Get(ctx, id)
	return s.identity(who), err
}

// signedIn is a session and whose it is.
type signedIn struct {
	session session
	account account
}

// signedIn reads a session and its account, or returns a NotFound problem.
func (s *Store) signedIn(ctx context.Context, sessionID string) (signedIn, error) {
	current, err := s.sessions.Get(ctx, sessionID)
	if err != nil {
		return signedIn{}, err
	}
	who, err := s.accounts.Get(ctx, current.UserID)
	return signedIn{current, who}, err
}

func (c session) valid(of account, now time.Time) bool {
	return c.Generation == of.Generation && c.ExpiresAt.After(now)
}

func (c session) shown() Session {
	return Session{
		ID: c.ID, UserAgent: c.UserAgent, Address: c.Address,
		CreatedAt: c.CreatedAt, LastSeenAt: c.LastSeenAt, ExpiresAt: c.ExpiresAt,
	}
}

// Sessions returns the caller's sessions, the latest first.
func (s *Service) Sessions(ctx context.Context) ([]Session, error) {
	me, who, err := s.caller(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.o.Store.sessionsOf(ctx, me.ID)
	sessions := []Session{}
	for _, each := range found {
		if !each.valid(me, s.now()) {
			continue
		}
		shown := each.shown()
		shown.Current = each.ID == who.SessionID
		sessions = append(sessions, shown)
	}
	return sessions, err
}

// CountSessions returns how many sessions have not expired.
func (s *Service) CountSessions(ctx context.Context) (int, error) {
	return s.o.Store.countSessions(ctx, s.now())
}

// EndSession ends one of the caller's sessions, or returns a NotFound problem.
func (s *Service) EndSession(ctx context.Context, id string) error {
	me, _, err := s.caller(ctx)
	if err != nil {
		return err
	}
	found, err := s.o.Store.sessions.Get(ctx, id)
	if err != nil {
		return err
	}
	if found.UserID != me.ID {
		return problem.Missing("session")
	}
	return s.o.Store.endSession(ctx, id)
}

// EndOtherSessions ends all of the caller's sessions and begins a new one for
// the caller.
func (s *Service) EndOtherSessions(ctx context.Context, from Browser) (SignIn, error) {
	me, _, err := s.caller(ctx)
	if err != nil {
		return SignIn{}, err
	}
	me, err = s.o.Store.changeAccount(ctx, me.ID, 0, func(a *account) error {
		a.Generation++
		return nil
	})
	if err != nil {
		return SignIn{}, err
	}
	return s.renew(ctx, me, from)
}

// Logout ends the caller's session, if there is one.
func (s *Service) Logout(ctx context.Context) error {
	who, ok := access.From(ctx)
	if !ok {
		changes.Nothing(ctx)
		return nil
	}
	err := s.o.Store.endSession(ctx, who.SessionID)
	if problem.Is(err, problem.NotFound) {
		changes.Nothing(ctx)
	}
	return problem.Replace(err, problem.NotFound, nil)
}

// caller returns the account that is calling.
func (s *Service) caller(ctx context.Context) (account, access.Identity, error) {
	who, ok := access.From(ctx)
	if !ok {
		return account{}, who, problem.New(problem.Unauthorized, "Please sign in.")
	}
	me, err := s.o.Store.accounts.Get(ctx, who.UserID)
	return me, who, err
}
