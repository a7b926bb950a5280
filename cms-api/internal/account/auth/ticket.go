package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

const (
	ticketAge   = 5 * time.Minute
	ticketTries = 5
)

// ticket is a sign-in, or the addition or use of a passkey, that has begun and needs another answer of the browser.
type ticket struct {
	revision.Document `bson:",inline"`
	UserID            string `bson:"user_id"` // empty where a passkey says who signs in
	Generation        int    `bson:"generation"`
	// Hash is of the ticket's secret and of the browser's cookie; empty where a session is needed as well.
	Hash  string `bson:"hash"`
	Tries int    `bson:"tries"`
	Used  bool   `bson:"used"`
	// Ceremony is what a passkey was asked for.
	Ceremony  []byte    `bson:"ceremony,omitempty"`
	ExpiresAt time.Time `bson:"expires_at"`
}

func (s *Service) newTicket(who account, ceremony []byte) ticket {
	return ticket{UserID: who.ID, Generation: who.Generation, Ceremony: ceremony, ExpiresAt: s.now().Add(ticketAge)}
}

// BegunSignIn is a sign-in that lacks a factor.
type BegunSignIn struct {
	// FactorRequired are the kinds of factors that end it.
	FactorRequired []string
	// Ticket names it, for the browser that has the cookie Browser.
	Ticket, Browser string
	// Passkey is what the browser is asked for a passkey, as JSON; nil where there is none.
	Passkey []byte
}

// beginTicket stores the ticket of a sign-in.
func (s *Service) beginTicket(ctx context.Context, who account, shown, ceremony []byte) (*BegunSignIn, error) {
	fresh, id, browser := s.newTicket(who, ceremony), mongodb.NewID(), rand.Text()
	token, hash := newLinkToken(id)
	fresh.Hash = hashed(hash + browser)
	err := s.o.Store.replaceTicket(ctx, id, fresh)
	return &BegunSignIn{FactorRequired: who.Factors.names(), Ticket: token, Browser: browser, Passkey: shown}, err
}

// askForFactor begins a sign-in that a factor ends.
func (s *Service) askForFactor(ctx context.Context, who account) (SignIn, error) {
	changes.Nothing(ctx) // nobody is signed in yet
	var shown, ceremony []byte
	var err error
	if len(who.Factors.Passkeys) > 0 && s.passkeys != nil {
		if shown, ceremony, err = s.askPasskey(who); err != nil {
			return SignIn{}, err
		}
	}
	begun, err := s.beginTicket(ctx, who, shown, ceremony)
	return SignIn{Begun: begun}, err
}

// errTicketOver says that a ticket cannot be used: it is too old, was used, had too many wrong codes, or is of another
// browser.
func errTicketOver() error {
	return problem.New(problem.Gone, "This sign-in took too long, or was begun in another browser. Please begin again.")
}

// tryTicket counts a try with a ticket and returns it, or a Gone problem.
func (s *Service) tryTicket(ctx context.Context, id, hash string) (ticket, error) {
	tried, err := s.o.Store.changeTicket(ctx, id, func(t *ticket) error {
		if t.Used || t.Tries >= ticketTries || !t.ExpiresAt.After(s.now()) || !same(t.Hash, hash) {
			return errTicketOver()
		}
		t.Tries++
		return nil
	})
	return tried, problem.Replace(err, problem.NotFound, errTicketOver())
}

// spendTicket makes a ticket void. It returns a Gone problem when it is already.
func (s *Service) spendTicket(ctx context.Context, id string) error {
	_, err := s.o.Store.changeTicket(ctx, id, func(t *ticket) error {
		if t.Used {
			return errTicketOver()
		}
		t.Used = true
		return nil
	})
	return problem.Replace(err, problem.NotFound, errTicketOver())
}

// FinishSignIn ends a sign-in that a ticket names with a factor, in the browser that began it. It returns a Gone
// problem when there is no such sign-in any more, and an Invalid one for a wrong proof, of which five end it.
func (s *Service) FinishSignIn(ctx context.Context, token string, given Proof, from Browser) (SignIn, error) {
	signIn, err := s.finishSignIn(ctx, token, given, from)
	if problem.Is(err, problem.Gone) {
		changes.Refuse(ctx)
	}
	return signIn, err
}

func (s *Service) finishSignIn(ctx context.Context, token string, given Proof, from Browser) (SignIn, error) {
	id, hash := readLinkToken(token)
	begun, err := s.tryTicket(ctx, id, hashed(hash+from.SignIn))
	if err != nil {
		return SignIn{}, err
	}
	who := account{}
	if begun.UserID != "" {
		if who, err = s.o.Store.accounts.Get(ctx, begun.UserID); err != nil {
			return SignIn{}, problem.Replace(err, problem.NotFound, errTicketOver())
		}
		if who.Generation != begun.Generation {
			return SignIn{}, errTicketOver()
		}
		changes.Name(ctx, who.Name)
	} else if len(given.Passkey) == 0 {
		return SignIn{}, s.wrongPasskey(errors.New("there is none"))
	}
	if who, err = s.prove(ctx, who, begun.Ceremony, given); err != nil {
		return SignIn{}, err
	}
	if err := s.spendTicket(ctx, begun.ID); err != nil {
		return SignIn{}, err
	}
	return s.enter(ctx, who, from)
}

// BeginPasskey begins a sign-in with a passkey alone, which says whose account it is.
func (s *Service) BeginPasskey(ctx context.Context) (*BegunSignIn, error) {
	changes.Nothing(ctx)
	shown, stored, err := s.askPasskey(account{})
	if err != nil {
		return nil, err
	}
	return s.beginTicket(ctx, account{}, shown, stored)
}

// ConfirmOptions say how the caller can confirm who they are.
type ConfirmOptions struct {
	Ways    []string
	Passkey []byte // what the browser is asked for a passkey, as JSON; nil where there is none
	// MockCode is the code that was sent to a phone, with the mock driver.
	MockCode string
}

// The ways to confirm who one is without a factor.
const (
	wayPassword = "password"
	wayPhone    = "phone"
)

// confirmTicket returns the id of the ticket, and of the code, by which a session is confirmed.
func confirmTicket(sessionID string) string { return "confirm " + sessionID }

// ConfirmOptions returns how the caller can confirm who they are: by a factor; without one by the password; without a
// password by a code, which it sends to the phone.
func (s *Service) ConfirmOptions(ctx context.Context) (ConfirmOptions, error) {
	changes.Nothing(ctx)
	me, who, err := s.caller(ctx)
	if err != nil {
		return ConfirmOptions{}, err
	}
	id := confirmTicket(who.SessionID)
	switch {
	case me.Factors.any():
		options := ConfirmOptions{Ways: me.Factors.names()}
		if len(me.Factors.Passkeys) == 0 || s.passkeys == nil {
			return options, nil
		}
		var stored []byte
		if options.Passkey, stored, err = s.askPasskey(me); err != nil {
			return ConfirmOptions{}, err
		}
		return options, s.o.Store.replaceTicket(ctx, id, s.newTicket(me, stored))
	case me.PasswordHash != "":
		return ConfirmOptions{Ways: []string{wayPassword}}, nil
	}
	if err := s.o.Limiter.Allow(ctx, "codes by phone", s.o.LimitOTP, me.Phone); err != nil {
		return ConfirmOptions{}, err
	}
	code, err := s.sendDigits(ctx, id, true, me.Phone)
	return ConfirmOptions{Ways: []string{wayPhone}, MockCode: code}, err
}

// Confirm confirms that the caller's session is its owner's, for access.ConfirmedFor. It returns an Invalid problem
// for a wrong proof.
func (s *Service) Confirm(ctx context.Context, password string, given Proof) error {
	me, who, err := s.caller(ctx)
	if err != nil {
		return err
	}
	switch id := confirmTicket(who.SessionID); {
	case me.Factors.any():
		var begun ticket
		if len(given.Passkey) > 0 {
			if begun, err = s.tryTicket(ctx, id, ""); err == nil {
				err = s.spendTicket(ctx, id)
			}
			if err != nil {
				return problem.Replace(err, problem.Gone, s.wrongPasskey(err))
			}
		}
		given.RecoveryCode = "" // signing in with one is a confirmation
		_, err = s.prove(ctx, me, begun.Ceremony, given)
	case me.PasswordHash != "":
		err = s.confirmPassword(ctx, me, "body.password", password)
	default:
		err = s.confirmByPhone(ctx, me, id, given.Code)
	}
	if err != nil {
		return err
	}
	return s.o.Store.confirmed(ctx, who.SessionID, s.now())
}

func (s *Service) confirmByPhone(ctx context.Context, me account, id, code string) error {
	if err := s.o.Limiter.Allow(ctx, "codes to confirm by account", s.o.LimitLogin, me.ID); err != nil {
		return err
	}
	right, err := s.useCode(ctx, id, code)
	if err == nil && !right {
		changes.Refuse(ctx)
		err = problem.InvalidField("body.code", wrongCode)
	}
	return err
}
