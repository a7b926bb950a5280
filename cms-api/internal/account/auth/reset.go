package auth

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

const resetAge = time.Hour

// reset is a link to choose a new password. Using it raises the generation of its
// account, which makes it invalid.
type reset struct {
	revision.Document `bson:",inline"`
	UserID            string    `bson:"user_id"`
	Generation        int       `bson:"generation"`
	Hash              string    `bson:"hash"`
	ExpiresAt         time.Time `bson:"expires_at"`
}

// ForgotPassword sends a link to choose a new password, if the address belongs to an
// account. The message that it returns, and the time that it takes, do not reveal
// whether there is such an account.
func (s *Service) ForgotPassword(ctx context.Context, email string) (message string, err error) {
	if err := problem.InvalidFields(contact.SettleEmail(nil, "body.email", &email)); err != nil {
		return "", err
	}
	if err := s.o.Limiter.Allow(ctx, "forgot by account", s.o.LimitForgot, email); err != nil {
		return "", err
	}
	s.o.Queue.Do(func(ctx context.Context) {
		if err := s.sendReset(ctx, email); err != nil && !problem.Is(err, problem.NotFound) {
			s.o.Log.Error("a reset link could not be made", "error", err)
		}
	})
	message = "Password reset link sent to your email"
	if s.o.MockMail {
		message += " (Mock)"
	}
	return message, nil
}

func (s *Service) sendReset(ctx context.Context, email string) error {
	who, err := s.o.Store.userByEmail(ctx, email)
	if err != nil {
		return err
	}
	id := mongodb.NewID()
	token, hash := newLinkToken(id)
	fresh := reset{
		Document: revision.Document{ID: id}, UserID: who.ID, Generation: who.Generation, Hash: hash,
		ExpiresAt: s.now().Add(resetAge),
	}
	if _, err := s.o.Store.resets.Insert(ctx, documents.Write{}, &fresh); err != nil {
		return err
	}
	academy := s.o.AcademyName(ctx)
	s.o.Queue.Mail(notify.Mail{
		To:      who.Email,
		Subject: "Choose a new password for " + academy,
		Text: fmt.Sprintf("Somebody, probably you, asked for a new password for %s.\n\nChoose it here; the link works once, for one hour:\n\n%s\n\nIf it was not you, do nothing: the old password stays.\n",
			academy, s.link("/reset-password", "token", token)),
	})
	return nil
}

// link returns an address of the site with a token.
func (s *Service) link(path, name, token string) string {
	return s.o.PublicURL + path + "?" + url.Values{name: {token}}.Encode()
}

// ResetPassword sets a new password with the token of a reset link, which is valid
// once, and ends every session of the account.
func (s *Service) ResetPassword(ctx context.Context, token, password string) error {
	if err := problem.InvalidFields(checkPassword(nil, "body.password", password)); err != nil {
		return err
	}
	void := problem.InvalidField("body.token", "This link has been used or is too old. Ask for a new one.")
	id, hash := readLinkToken(token)
	link, err := s.o.Store.resets.Get(ctx, id)
	if err != nil {
		return problem.Replace(err, problem.NotFound, void)
	}
	if !same(link.Hash, hash) || !link.ExpiresAt.After(s.now()) {
		return void
	}
	fresh, err := s.hasher.hash(ctx, password)
	if err != nil {
		return err
	}
	changed, err := s.o.Store.changeAccount(ctx, link.UserID, 0, func(a *account) error {
		if a.Generation != link.Generation {
			return void
		}
		a.PasswordHash = fresh
		a.Generation++
		return nil
	})
	if err == nil {
		s.tell(ctx, changed, "The password of your account was changed",
			"A new password was chosen with a link that was mailed to you. All sessions have ended.")
	}
	return problem.Replace(err, problem.NotFound, void)
}
