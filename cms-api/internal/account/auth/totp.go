package auth

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/problem"
)

const (
	totpPeriod = 30 // seconds; a step
	// totpSkew is by how many steps a telephone's clock may be off.
	totpSkew   = 1
	newTOTPAge = 30 * time.Minute
)

// totpFactor is an authenticator app.
type totpFactor struct {
	Secret  []byte    `bson:"secret"` // sealed
	AddedAt time.Time `bson:"added_at"`
	// LastStep is that of the last code that was used. Codes of it and of earlier steps are void.
	LastStep int64 `bson:"last_step"`
}

// vault seals secrets that have to be read again, so that the database, or a backup, alone opens nothing.
type vault struct{ keys []cipher.AEAD } // the first seals, all open

func newVault(secrets []string) (vault, error) {
	v := vault{}
	for _, secret := range secrets {
		key, err := hkdf.Key(sha256.New, []byte(secret), nil, "academy second factor", 32)
		if err != nil {
			return v, fmt.Errorf("derive a key: %w", err)
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return v, fmt.Errorf("make a cipher: %w", err)
		}
		sealing, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return v, fmt.Errorf("make a cipher: %w", err)
		}
		v.keys = append(v.keys, sealing)
	}
	return v, nil
}

// seal encrypts an account's secret; it opens for that account alone.
func (v vault) seal(secret, userID string) []byte {
	return v.keys[0].Seal(nil, nil, []byte(secret), []byte(userID))
}

// open returns what was sealed for an account, and whether it was with the first key.
func (v vault) open(sealed []byte, userID string) (secret string, first bool, err error) {
	for i, key := range v.keys {
		if plain, err := key.Open(nil, nil, sealed, []byte(userID)); err == nil {
			return string(plain), i == 0, nil
		}
	}
	return "", false, errors.New("the secret of an authenticator app was sealed with a key that is not configured")
}

// NewTOTP is what an authenticator app is set up with.
type NewTOTP struct {
	Secret string `json:"secret" doc:"In base32, to type." example:"JBSWY3DPEHPK3PXP"`
	URI    string `json:"uri" doc:"For a QR code." example:"otpauth://totp/Academy:asha@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Academy"`
}

// BeginTOTP makes the secret of an authenticator app, which is valid once ConfirmTOTP has a code of it. A former app
// works until then.
func (s *Service) BeginTOTP(ctx context.Context) (NewTOTP, error) {
	changes.Nothing(ctx)
	me, _, err := s.caller(ctx)
	if err != nil {
		return NewTOTP{}, err
	}
	name := me.Email
	if name == "" {
		name = me.Phone
	}
	// A colon separates the issuer from the account.
	issuer := strings.ReplaceAll(s.o.AcademyName(ctx), ":", " ")
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: name})
	if err != nil {
		return NewTOTP{}, fmt.Errorf("make the secret of an authenticator app: %w", err)
	}
	_, err = s.o.Store.noteAccount(ctx, me.ID, func(a *account) error {
		a.Factors.NewTOTP = &totpFactor{Secret: s.vault.seal(key.Secret(), me.ID), AddedAt: s.now()}
		return nil
	})
	return NewTOTP{Secret: key.Secret(), URI: key.URL()}, err
}

// ConfirmTOTP adds the app that BeginTOTP made the secret of, in the place of a former one, and returns new recovery
// codes.
func (s *Service) ConfirmTOTP(ctx context.Context, code string) (RecoveryCodes, error) {
	me, _, err := s.caller(ctx)
	if err != nil {
		return RecoveryCodes{}, err
	}
	if err := s.o.Limiter.Allow(ctx, "codes of a new app by account", s.o.LimitLogin, me.ID); err != nil {
		return RecoveryCodes{}, err
	}
	codes, hashes := newRecoveryCodes()
	me, err = s.o.Store.changeAccount(ctx, me.ID, 0, func(a *account) error {
		fresh := a.Factors.NewTOTP
		if fresh == nil || s.now().Sub(fresh.AddedAt) > newTOTPAge {
			return problem.New(problem.Conflict, "This took too long. Begin again.")
		}
		secret, _, err := s.vault.open(fresh.Secret, a.ID)
		if err != nil {
			return err
		}
		step := totpStep(secret, code, s.now())
		if step == 0 {
			return problem.InvalidField("body.code",
				"The code is not right. Enter the one that the app shows now, and check that the clock of the phone is right.")
		}
		fresh.AddedAt, fresh.LastStep = s.now(), step
		a.Factors.TOTP, a.Factors.NewTOTP, a.Factors.Recovery = fresh, nil, hashes
		return nil
	})
	if err == nil {
		s.tell(ctx, me, "An authenticator app was added to your account",
			"An authenticator app was added. Signing in needs a code of it now.")
	}
	return RecoveryCodes{codes}, err
}

// RemoveTOTP removes the caller's authenticator app, or returns a NotFound problem.
func (s *Service) RemoveTOTP(ctx context.Context) error {
	return s.removeFactor(ctx, "The authenticator app", func(a *account) error {
		if a.Factors.TOTP == nil {
			return problem.Missing("authenticator app")
		}
		a.Factors.TOTP = nil
		return nil
	})
}

// useTOTP uses a code of an account's app. A code is valid once, whichever process is asked.
func (s *Service) useTOTP(ctx context.Context, who account, code string) (account, error) {
	wrong := problem.InvalidField("body.code", "The code is not right, or was used already. Wait for the next one.")
	if who.Factors.TOTP == nil {
		return who, wrong
	}
	secret, first, err := s.vault.open(who.Factors.TOTP.Secret, who.ID)
	if err != nil {
		s.o.Log.Error("codes of an authenticator app cannot be checked", "error", err)
		return who, problem.InvalidField("body.code",
			"Codes of this app cannot be checked any more. Use a recovery code, or ask whoever looks after the server.")
	}
	step := totpStep(secret, code, s.now())
	return s.o.Store.noteAccount(ctx, who.ID, func(a *account) error {
		now := a.Factors.TOTP
		if now == nil || !bytes.Equal(now.Secret, who.Factors.TOTP.Secret) || step <= now.LastStep {
			return wrong
		}
		now.LastStep = step
		if !first {
			now.Secret = s.vault.seal(secret, a.ID)
		}
		return nil
	})
}

// totpStep returns the step whose code it is, near now; 0 for a code of no such step.
func totpStep(secret, code string, now time.Time) int64 {
	code = strings.ReplaceAll(code, " ", "")
	step := now.Unix() / totpPeriod
	for _, near := range []int64{step, step - totpSkew, step + totpSkew} {
		right, err := hotp.ValidateCustom(code, uint64(near), secret, hotp.ValidateOpts{
			Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1,
		})
		if err == nil && right {
			return near
		}
	}
	return 0
}
