package auth

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/problem"
)

// The factors by which somebody shows, beside a password or a phone, who they are.
const (
	factorTOTP    = "totp"
	factorPasskey = "passkey"
)

// factorGrace is how long somebody whose role needs a second factor is only reminded of it.
const factorGrace = 7 * 24 * time.Hour

const (
	recoveryCodes      = 10
	recoveryCodeLength = 16 // of 32 letters: 80 bits, which nobody finds by their hash
)

// factors are the second factors of an account as they are stored.
type factors struct {
	TOTP *totpFactor `bson:"totp,omitempty"`
	// NewTOTP is an authenticator app that has not shown yet that it has the secret.
	NewTOTP  *totpFactor `bson:"new_totp,omitempty"`
	Passkeys []passkey   `bson:"passkeys,omitempty"`
	// Recovery are the hashes of the recovery codes that are left.
	Recovery []string `bson:"recovery,omitempty"`
}

// names returns the kinds of factors that there are.
func (f factors) names() []string {
	names := []string{}
	if f.TOTP != nil {
		names = append(names, factorTOTP)
	}
	if len(f.Passkeys) > 0 {
		names = append(names, factorPasskey)
	}
	return names
}

func (f factors) any() bool { return len(f.names()) > 0 }

// Factors are the second factors of an account as its owner sees them.
type Factors struct {
	TOTP          bool       `json:"totp" doc:"Whether there is an authenticator app."`
	TOTPAddedAt   *time.Time `json:"totp_added_at,omitempty"`
	Passkeys      []Passkey  `json:"passkeys" nullable:"false" doc:"In the order in which they were added."`
	RecoveryCodes int        `json:"recovery_codes" doc:"How many recovery codes are left." example:"10"`
	Required      bool       `json:"required" doc:"Whether the role needs a factor; the last one cannot be removed then."`
}

// Factors returns the caller's factors.
func (s *Service) Factors(ctx context.Context) (Factors, error) {
	me, _, err := s.caller(ctx)
	return s.shownFactors(me), err
}

func (s *Service) shownFactors(of account) Factors {
	shown := Factors{
		Passkeys: []Passkey{}, RecoveryCodes: len(of.Factors.Recovery), Required: slices.Contains(s.o.FactorFor, of.Role),
	}
	if totp := of.Factors.TOTP; totp != nil {
		shown.TOTP, shown.TOTPAddedAt = true, &totp.AddedAt
	}
	for _, each := range of.Factors.Passkeys {
		shown.Passkeys = append(shown.Passkeys, each.shown())
	}
	return shown
}

// lacksFactor reports whether an account's role needs a factor and it has none.
func (s *Service) lacksFactor(who account) bool {
	return !who.Factors.any() && slices.Contains(s.o.FactorFor, who.Role)
}

// remind returns an account with the time from when on it needs a factor. The time of grace begins with the first call.
func (s *Service) remind(ctx context.Context, who account) (account, error) {
	if !s.lacksFactor(who) || who.FactorDueAt != nil {
		return who, nil
	}
	return s.o.Store.noteAccount(ctx, who.ID, func(a *account) error {
		if a.FactorDueAt == nil {
			due := s.now().Add(factorGrace)
			a.FactorDueAt = &due
		}
		return nil
	})
}

// user returns an account as its owner sees it.
func (s *Service) user(who account) User {
	shown := who.user()
	if s.lacksFactor(who) {
		shown.FactorDueAt = who.FactorDueAt
	}
	return shown
}

// RecoveryCodes are codes that are shown once.
type RecoveryCodes struct {
	RecoveryCodes []string `json:"recovery_codes" nullable:"false" doc:"Each stands in for a factor once. They are not shown again." example:"mfrg-gzdf-mztw-q2lk"`
}

// newRecoveryCodes returns codes, and their hashes.
func newRecoveryCodes() (codes, hashes []string) {
	for range recoveryCodes {
		code := rand.Text()[:recoveryCodeLength]
		hashes = append(hashes, hashed(code))
		code = strings.ToLower(code)
		codes = append(codes, code[:4]+"-"+code[4:8]+"-"+code[8:12]+"-"+code[12:])
	}
	return codes, hashes
}

// recoveryHash returns the hash of a recovery code, however it was typed.
func recoveryHash(code string) string {
	letters := strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '2' && r <= '7' {
			return r
		}
		return -1
	}, strings.ToUpper(code))
	return hashed(letters)
}

// RenewRecoveryCodes makes new codes; the former ones are void. It returns a Conflict problem for somebody without a
// factor.
func (s *Service) RenewRecoveryCodes(ctx context.Context) (RecoveryCodes, error) {
	me, _, err := s.caller(ctx)
	if err != nil {
		return RecoveryCodes{}, err
	}
	codes, hashes := newRecoveryCodes()
	me, err = s.o.Store.changeAccount(ctx, me.ID, 0, func(a *account) error {
		if !a.Factors.any() {
			return problem.New(problem.Conflict, "Add an authenticator app or a passkey first.")
		}
		a.Factors.Recovery = hashes
		return nil
	})
	if err == nil {
		s.tell(ctx, me, "New recovery codes for your account",
			"New recovery codes were made. The former ones do not work any more.")
	}
	return RecoveryCodes{codes}, err
}

// removeFactor removes a factor of the caller's account by an edit, and the recovery codes with the last one. It
// returns a Conflict problem when the role needs the last one.
func (s *Service) removeFactor(ctx context.Context, what string, edit func(*account) error) error {
	me, _, err := s.caller(ctx)
	if err != nil {
		return err
	}
	me, err = s.o.Store.changeAccount(ctx, me.ID, 0, func(a *account) error {
		if err := edit(a); err != nil {
			return err
		}
		if s.lacksFactor(*a) {
			return problem.New(problem.Conflict, "Your role needs a second factor. Add another one before you remove this one.")
		}
		if !a.Factors.any() {
			a.Factors = factors{}
		}
		return nil
	})
	if err == nil {
		s.tell(ctx, me, "A second factor of your account was removed",
			what+" was removed. It cannot be used to sign in any more.")
	}
	return err
}

// ResetFactor removes every factor of the account with an e-mail address, for somebody who has lost them, and ends its
// sessions. It returns a NotFound problem when there is no such account.
func (s *Service) ResetFactor(ctx context.Context, email string) (User, error) {
	if err := problem.InvalidFields(contact.SettleEmail(nil, "email", &email)); err != nil {
		return User{}, err
	}
	who, err := s.o.Store.userByEmail(ctx, email)
	if err != nil {
		return User{}, err
	}
	who, err = s.o.Store.changeAccount(ctx, who.ID, 0, func(a *account) error {
		a.Factors, a.FactorDueAt = factors{}, nil
		a.Generation++
		return nil
	})
	if err == nil {
		s.tell(ctx, who, "The second factor of your account was reset",
			"An operator removed every second factor of your account and ended its sessions.")
	}
	return who.user(), err
}

// Proof is what somebody shows beside a password or a phone.
type Proof struct {
	Code         string
	RecoveryCode string
	Passkey      []byte // what the browser answered, as JSON
}

// prove returns the account after one use of the proof, or an Invalid problem. Ceremony is what the passkey was asked
// for, and may be nil. Wrong codes are counted by account; beyond the limit the right one is refused too.
func (s *Service) prove(ctx context.Context, who account, ceremony []byte, given Proof) (account, error) {
	var err error
	switch {
	case len(given.Passkey) > 0:
		who, err = s.provePasskey(ctx, who, ceremony, given.Passkey)
	case given.RecoveryCode != "":
		who, err = s.useRecoveryCode(ctx, who, given.RecoveryCode)
	default:
		who, err = s.proveCode(ctx, who, given.Code)
	}
	if problem.Is(err, problem.Invalid) {
		changes.Refuse(ctx)
	}
	return who, err
}

const factorTriesLimit = "wrong codes of an app by account"

func (s *Service) proveCode(ctx context.Context, who account, code string) (account, error) {
	last, err := s.o.Limiter.Take(ctx, factorTriesLimit, s.o.LimitCodeTries, who.ID)
	if err != nil {
		return who, err
	}
	used, err := s.useTOTP(ctx, who, code)
	if problem.Is(err, problem.Invalid) && last {
		s.tell(ctx, who, "Wrong codes for your account", fmt.Sprintf(
			"Somebody who knows your password, or has your phone, entered %d wrong codes of your authenticator app. Codes are refused for a while; passkeys and recovery codes work as always.",
			s.o.LimitCodeTries.Count))
	}
	if err != nil {
		return who, err
	}
	if err := s.o.Limiter.TakeBack(ctx, factorTriesLimit, s.o.LimitCodeTries, who.ID); err != nil {
		s.o.Log.Warn("a right code counts as a wrong one", "error", err)
	}
	return used, nil
}

func (s *Service) useRecoveryCode(ctx context.Context, who account, code string) (account, error) {
	hash := recoveryHash(code)
	used, err := s.o.Store.noteAccount(ctx, who.ID, func(a *account) error {
		at := slices.IndexFunc(a.Factors.Recovery, func(each string) bool { return same(each, hash) })
		if at < 0 {
			return problem.InvalidField("body.recovery_code", "This recovery code is not right, or was used already.")
		}
		a.Factors.Recovery = slices.Delete(a.Factors.Recovery, at, at+1)
		return nil
	})
	if err == nil {
		s.tell(ctx, used, "A recovery code of your account was used",
			fmt.Sprintf("Somebody signed in with a recovery code. %d are left.", len(used.Factors.Recovery)))
	}
	return used, err
}

// tell sends a mail about the security of an account to its owner, if it has an e-mail address.
func (s *Service) tell(ctx context.Context, who account, subject, happened string) {
	if who.Email == "" {
		return
	}
	academy := s.o.AcademyName(ctx)
	s.o.Queue.Mail(notify.Mail{
		To: who.Email, Subject: subject + " at " + academy,
		Text: fmt.Sprintf("%s\n\nThis is about your account at %s, at %s. If it was not you, ask for a new password on the sign-in page at once, look through Settings → Account, and tell an administrator.\n",
			happened, academy, s.now().Format("15:04 on 2 January 2006 (UTC)")),
	})
}

// device is a browser that an account was signed in with.
type device struct {
	Hash   string    `bson:"hash"` // of the id in its cookie
	SeenAt time.Time `bson:"seen_at"`
}

const (
	maxDevices      = 20
	deviceSeenEvery = 24 * time.Hour
)

// recognise notes the browser with an account and returns its id. It tells the owner of one that was not seen before,
// unless it is the first.
func (s *Service) recognise(ctx context.Context, who account, from Browser) (account, string, error) {
	id := from.Device
	if id == "" {
		id = rand.Text()
	}
	now, hash := s.now(), hashed(id)
	find := func(a account) int {
		return slices.IndexFunc(a.Devices, func(each device) bool { return each.Hash == hash })
	}
	at := find(who)
	if at >= 0 && now.Sub(who.Devices[at].SeenAt) < deviceSeenEvery {
		return who, id, nil
	}
	noted, err := s.o.Store.noteAccount(ctx, who.ID, func(a *account) error {
		if at := find(*a); at >= 0 {
			a.Devices = slices.Delete(a.Devices, at, at+1)
		}
		a.Devices = append(a.Devices, device{hash, now})
		a.Devices = a.Devices[max(0, len(a.Devices)-maxDevices):]
		return nil
	})
	if err == nil && at < 0 && len(who.Devices) > 0 {
		s.tell(ctx, who, "A new device signed in to your account", fmt.Sprintf(
			"Somebody signed in to your account from a browser that was not used for it before: %s, at the address %s.",
			from.name(), access.Address(ctx)))
	}
	return noted, id, err
}
