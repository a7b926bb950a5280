package auth

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"strings"
	"time"

	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/platform/revision"
)

const (
	codeAge   = 5 * time.Minute
	codeTries = 5
)

const wrongCode = "The code is not right, or too old. Ask for a new one."

// code is the last code that was sent to a phone. Its id is the number for a sign-in,
// and the result of newPhoneCode for an account's new number.
type code struct {
	revision.Document `bson:",inline"`
	Hash              string    `bson:"hash"`
	Tries             int       `bson:"tries"`
	Used              bool      `bson:"used"`
	ExpiresAt         time.Time `bson:"expires_at"`
}

// SendCode sends a code to a phone that belongs to an account or an invitation. For any
// other phone it does the same work, but sends nothing. With the mock driver it returns
// the code, which is valid if it was sent, and otherwise an empty string.
func (s *Service) SendCode(ctx context.Context, phone string) (string, error) {
	if err := problem.InvalidFields(contact.SettlePhone(nil, "body.phone", &phone)); err != nil {
		return "", err
	}
	if err := s.o.Limiter.Allow(ctx, "codes by phone", s.o.LimitOTP, phone); err != nil {
		return "", err
	}
	known, err := s.knownPhone(ctx, phone)
	if err != nil {
		return "", err
	}
	return s.sendDigits(ctx, phone, known, phone)
}

// sendDigits replaces the code with that id by a new one, which has a part for each
// phone, and sends each phone its part. Unless may is set it does the same work, but
// sends nothing, and the code is not valid. With the mock driver it returns the code.
func (s *Service) sendDigits(ctx context.Context, id string, may bool, phones ...string) (string, error) {
	parts := make([]string, len(phones))
	for i := range phones {
		var err error
		if parts[i], err = newDigits(); err != nil {
			return "", err
		}
	}
	digits := strings.Join(parts, " ")
	fresh := code{
		Document: revision.Document{ID: id}, Hash: s.tokens.codeHash(id, digits), ExpiresAt: s.now().Add(codeAge),
	}
	if !may {
		fresh.Hash = "" // the hash of no code
	}
	if err := s.o.Store.replaceCode(ctx, &fresh); err != nil {
		return "", err
	}
	if may {
		for i, phone := range phones {
			s.o.Queue.Text(notify.SMS{
				To: phone, Text: fmt.Sprintf("%s is your code for %s. It works for 5 minutes.", parts[i], s.o.AcademyName(ctx)),
			})
		}
	}
	if !s.o.MockSMS {
		digits = ""
	}
	return digits, nil
}

func newDigits() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", fmt.Errorf("make a code: %w", err)
	}
	return fmt.Sprintf("%06d", n.Int64()), nil
}

// knownPhone reports whether a phone belongs to an account or an invitation. It always
// looks for both, so that the time does not reveal which.
func (s *Service) knownPhone(ctx context.Context, phone string) (bool, error) {
	_, accountErr := s.o.Store.userByPhone(ctx, phone)
	invited, invitationErr := s.o.Store.invitationByPhone(ctx, phone)
	for _, err := range []error{accountErr, invitationErr} {
		if err != nil && !problem.Is(err, problem.NotFound) {
			return false, err
		}
	}
	return accountErr == nil || invitationErr == nil && invited.ExpiresAt.After(s.now()), nil
}

const codeTriesLimit = "wrong codes by phone"

// VerifyCode signs in with the code that was sent to a phone. For an invited phone it
// makes an account with the given name. Wrong codes are counted by phone, whether there
// is such an account or not; beyond the limit the right code is refused too.
func (s *Service) VerifyCode(ctx context.Context, phone, digits, name string, from Browser) (SignIn, error) {
	bad := contact.SettlePhone(nil, "body.phone", &phone)
	if err := problem.InvalidFields(checkName(bad, "body.name", name)); err != nil {
		return SignIn{}, err
	}
	last, err := s.o.Limiter.Take(ctx, codeTriesLimit, s.o.LimitCodeTries, phone)
	if err != nil {
		return SignIn{}, err
	}
	right, err := s.useCode(ctx, phone, digits)
	if err == nil && !right {
		err = problem.New(problem.Unauthorized, wrongCode)
	}
	if last && problem.Is(err, problem.Unauthorized) {
		s.warnOfWrongCodes(phone)
	}
	if err != nil {
		return SignIn{}, err
	}
	if err := s.o.Limiter.TakeBack(ctx, codeTriesLimit, s.o.LimitCodeTries, phone); err != nil {
		// The sign-in goes on, because the code cannot be used a second time.
		s.o.Log.Warn("a right code counts as a wrong one", "error", err)
	}
	who, err := s.o.Store.userByPhone(ctx, phone)
	if problem.Is(err, problem.NotFound) {
		return s.acceptByPhone(ctx, phone, strings.TrimSpace(name), from)
	}
	if err != nil {
		return SignIn{}, err
	}
	return s.begin(ctx, who, from)
}

// useCode reports whether the digits are those of the code with that id. A code is
// valid for one use and for a few tries.
func (s *Service) useCode(ctx context.Context, id, digits string) (right bool, err error) {
	over := problem.Missing("code")
	err = s.o.Store.changeCode(ctx, id, func(c *code) error {
		if c.Used || c.Tries >= codeTries || !c.ExpiresAt.After(s.now()) {
			return over
		}
		c.Tries++
		right = s.tokens.isCode(id, digits, c.Hash)
		c.Used = right
		return nil
	})
	if problem.Is(err, problem.NotFound) {
		return false, nil
	}
	return right, err
}

// warnOfWrongCodes sends a mail to the owner of a phone's account, if there is one with
// an e-mail address. The account is looked up in the background, so that the time of
// the call does not reveal whether it exists.
func (s *Service) warnOfWrongCodes(phone string) {
	s.o.Queue.Do(func(ctx context.Context) {
		who, err := s.o.Store.userByPhone(ctx, phone)
		if err != nil && !problem.Is(err, problem.NotFound) {
			s.o.Log.Error("the owner of a phone could not be told of wrong codes", "error", err)
		}
		if err != nil || who.Email == "" {
			return
		}
		s.o.Queue.Mail(notify.Mail{
			To:      who.Email,
			Subject: "Wrong codes for your account at " + s.o.AcademyName(ctx),
			Text: fmt.Sprintf("Somebody entered %d wrong codes for your phone. Signing in by phone is closed for you until %s after the first of them; a password works as always.\n\nIf it was not you, nothing has to be done: nobody was let in. Tell an administrator when it happens again.\n",
				s.o.LimitCodeTries.Count, ratelimit.InWords(s.o.LimitCodeTries.Window)),
		})
	})
}

// acceptByPhone makes the account of an invitation by phone.
func (s *Service) acceptByPhone(ctx context.Context, phone, name string, from Browser) (SignIn, error) {
	void := problem.New(problem.Unauthorized, "The invitation has been withdrawn. Ask an administrator for a new one.")
	invited, err := s.o.Store.invitationByPhone(ctx, phone)
	if problem.Is(err, problem.NotFound) || err == nil && !invited.ExpiresAt.After(s.now()) {
		return SignIn{}, void
	}
	if err != nil {
		return SignIn{}, err
	}
	fresh := account{Name: name, Role: invited.Role, CreatedAt: s.now()}
	signIn, err := s.join(ctx, fresh, invited, from)
	return signIn, unlessDuplicate(err, void)
}
