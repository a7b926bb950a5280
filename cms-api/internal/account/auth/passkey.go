package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

const (
	maxPasskeys    = 20
	maxPasskeyName = 60
)

// passkey is a public key as it is stored.
type passkey struct {
	ID             string                            `bson:"id"`
	Name           string                            `bson:"name"`
	AddedAt        time.Time                         `bson:"added_at"`
	UsedAt         *time.Time                        `bson:"used_at,omitempty"`
	CredentialID   []byte                            `bson:"credential_id"`
	PublicKey      []byte                            `bson:"public_key"`
	Transports     []protocol.AuthenticatorTransport `bson:"transports,omitempty"`
	BackupEligible bool                              `bson:"backup_eligible"`
	SignCount      uint32                            `bson:"sign_count"`
}

// Passkey is a passkey as its owner sees it.
type Passkey struct {
	ID      string     `json:"id" example:"665f1f77bcf86cd799439011"`
	Name    string     `json:"name" example:"Asha's phone"`
	AddedAt time.Time  `json:"added_at"`
	UsedAt  *time.Time `json:"used_at,omitempty" doc:"Absent until it is used first."`
}

func (p passkey) shown() Passkey { return Passkey{p.ID, p.Name, p.AddedAt, p.UsedAt} }

// owner is an account as the library sees it.
type owner struct{ account }

// WebAuthnID returns the id of the account.
func (o owner) WebAuthnID() []byte { return []byte(o.ID) }

// WebAuthnName returns what the account signs in with.
func (o owner) WebAuthnName() string {
	if o.Email != "" {
		return o.Email
	}
	return o.Phone
}

// WebAuthnDisplayName returns the name of the account's owner.
func (o owner) WebAuthnDisplayName() string { return o.Name }

// WebAuthnCredentials returns the passkeys of the account.
func (o owner) WebAuthnCredentials() []webauthn.Credential {
	var all []webauthn.Credential
	for _, each := range o.Factors.Passkeys {
		all = append(all, webauthn.Credential{
			ID: each.CredentialID, PublicKey: each.PublicKey, Transport: each.Transports,
			Flags:         webauthn.CredentialFlags{UserPresent: true, UserVerified: true, BackupEligible: each.BackupEligible},
			Authenticator: webauthn.Authenticator{SignCount: each.SignCount},
		})
	}
	return all
}

// newRelyingParty returns what passkeys are made for and with: the host of the site. The further origins count where
// they are on that host too. It returns nil for a host that has no name, for which browsers have no passkeys.
func newRelyingParty(publicURL string, further []string) *webauthn.WebAuthn {
	site, err := url.Parse(publicURL)
	if err != nil {
		return nil
	}
	origins := []string{site.Scheme + "://" + site.Host}
	for _, each := range further {
		other, err := url.Parse(each)
		if err == nil && (other.Hostname() == site.Hostname() || strings.HasSuffix(other.Hostname(), "."+site.Hostname())) {
			origins = append(origins, other.Scheme+"://"+other.Host)
		}
	}
	party, err := webauthn.New(&webauthn.Config{
		RPID: site.Hostname(), RPDisplayName: site.Hostname(), RPOrigins: origins,
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: protocol.ResidentKeyRequired(), ResidentKey: protocol.ResidentKeyRequirementRequired,
			UserVerification: protocol.VerificationRequired,
		},
		// Password managers answer more than they are asked, and nothing here depends on it.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil
	}
	return party
}

// relyingParty returns a Conflict problem where the site's address has no name.
func (s *Service) relyingParty() (*webauthn.WebAuthn, error) {
	if s.passkeys == nil {
		return nil, problem.New(problem.Conflict, "Passkeys need a site with a name, such as localhost or academy.example.")
	}
	return s.passkeys, nil
}

// ceremony returns the options for a browser, and what is needed to check its answer, as JSON.
func ceremony[Options any](options Options, session *webauthn.SessionData, err error) (shown, stored []byte, _ error) {
	if err == nil {
		shown, err = json.Marshal(options)
	}
	if err == nil {
		stored, err = json.Marshal(session)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("ask for a passkey: %w", err)
	}
	return shown, stored, nil
}

// askPasskey asks a browser for a passkey of an account, or of any account when it has no id.
func (s *Service) askPasskey(who account) (shown, stored []byte, err error) {
	party, err := s.relyingParty()
	if err != nil {
		return nil, nil, err
	}
	ask := func() (*protocol.CredentialAssertion, *webauthn.SessionData, error) {
		if who.ID == "" {
			return party.BeginDiscoverableLogin()
		}
		return party.BeginLogin(owner{who})
	}
	options, session, err := ask()
	if err != nil {
		return ceremony(protocol.PublicKeyCredentialRequestOptions{}, session, err)
	}
	return ceremony(options.Response, session, nil)
}

// provePasskey returns the account whose passkey answered: who, or, when that has no id, the one that the passkey
// names.
func (s *Service) provePasskey(ctx context.Context, who account, stored, answer []byte) (account, error) {
	party, err := s.relyingParty()
	if err != nil {
		return who, err
	}
	var session webauthn.SessionData
	if stored == nil || json.Unmarshal(stored, &session) != nil {
		return who, s.wrongPasskey(errors.New("no passkey was asked for"))
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return who, s.wrongPasskey(err)
	}
	var used *webauthn.Credential
	if who.ID != "" {
		used, err = party.ValidateLogin(owner{who}, session, parsed)
	} else {
		_, used, err = party.ValidatePasskeyLogin(func(_, id []byte) (webauthn.User, error) {
			found, err := s.o.Store.accounts.Get(ctx, string(id))
			who = found
			return owner{found}, err
		}, session, parsed)
	}
	if err != nil {
		return who, s.wrongPasskey(err)
	}
	if used.Authenticator.CloneWarning {
		s.tell(ctx, who, "A copied passkey of your account was refused",
			"A passkey counted fewer uses than it did before: there may be a copy of it. It was refused. Remove it in Settings → Account.")
		return who, problem.InvalidField("body.passkey",
			"This passkey may have been copied, so it was refused. Sign in another way and remove it in Settings → Account.")
	}
	return s.o.Store.noteAccount(ctx, who.ID, func(a *account) error {
		at := slices.IndexFunc(a.Factors.Passkeys, func(p passkey) bool { return bytes.Equal(p.CredentialID, used.ID) })
		if at < 0 {
			return s.wrongPasskey(errors.New("it was removed meanwhile"))
		}
		now := s.now()
		a.Factors.Passkeys[at].SignCount, a.Factors.Passkeys[at].UsedAt = used.Authenticator.SignCount, &now
		return nil
	})
}

func (s *Service) wrongPasskey(cause error) error {
	var known *protocol.Error
	if errors.As(cause, &known) && known.DevInfo != "" {
		cause = fmt.Errorf("%w: %s", cause, known.DevInfo)
	}
	s.o.Log.Debug("a passkey was refused", "error", cause)
	return problem.InvalidField("body.passkey", "The passkey is not right, or it took too long. Please try again.")
}

func tooManyPasskeys() error {
	return problem.New(problem.Conflict, fmt.Sprintf("There are %d passkeys already. Remove one first.", maxPasskeys))
}

// newPasskeyTicket returns the id of the ticket for a new passkey.
func newPasskeyTicket(sessionID string) string { return "passkey " + sessionID }

// PasskeyOptions begins to add a passkey to the caller's account. It returns what the browser is asked, as JSON.
func (s *Service) PasskeyOptions(ctx context.Context) ([]byte, error) {
	changes.Nothing(ctx)
	me, who, err := s.caller(ctx)
	if err != nil {
		return nil, err
	}
	party, err := s.relyingParty()
	if err != nil {
		return nil, err
	}
	if len(me.Factors.Passkeys) >= maxPasskeys {
		return nil, tooManyPasskeys()
	}
	var known []protocol.CredentialDescriptor
	for _, each := range (owner{me}).WebAuthnCredentials() {
		known = append(known, each.Descriptor())
	}
	options, session, err := party.BeginRegistration(owner{me}, webauthn.WithExclusions(known),
		webauthn.WithRegistrationRelyingPartyName(s.o.AcademyName(ctx)))
	if err != nil {
		return nil, fmt.Errorf("ask for a new passkey: %w", err)
	}
	shown, stored, err := ceremony(options.Response, session, nil)
	if err != nil {
		return nil, err
	}
	return shown, s.o.Store.replaceTicket(ctx, newPasskeyTicket(who.SessionID), s.newTicket(me, stored))
}

// AddedPasskey is a new passkey, and with the first factor its recovery codes.
type AddedPasskey struct {
	Passkey
	RecoveryCodes []string `json:"recovery_codes,omitempty" nullable:"false" doc:"With the first factor: codes that each stand in for it once. They are not shown again." example:"mfrg-gzdf-mztw-q2lk"`
}

// AddPasskey adds the passkey that the browser answered to the caller's account.
func (s *Service) AddPasskey(ctx context.Context, name string, answer []byte) (AddedPasskey, error) {
	me, who, err := s.caller(ctx)
	if err != nil {
		return AddedPasskey{}, err
	}
	party, err := s.relyingParty()
	if err != nil {
		return AddedPasskey{}, err
	}
	if name = strings.TrimSpace(name); name == "" || text.LongerThan(name, maxPasskeyName) {
		return AddedPasskey{}, problem.InvalidField("body.name",
			fmt.Sprintf("Give the passkey a name of at most %d characters.", maxPasskeyName))
	}
	begun, err := s.tryTicket(ctx, newPasskeyTicket(who.SessionID), "")
	if err == nil {
		err = s.spendTicket(ctx, begun.ID)
	}
	if err != nil {
		return AddedPasskey{}, problem.Replace(err, problem.Gone, s.wrongPasskey(err))
	}
	var session webauthn.SessionData
	if err := json.Unmarshal(begun.Ceremony, &session); err != nil {
		return AddedPasskey{}, fmt.Errorf("read what a passkey was asked for: %w", err)
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return AddedPasskey{}, s.wrongPasskey(err)
	}
	made, err := party.CreateCredential(owner{me}, session, parsed)
	if err != nil {
		return AddedPasskey{}, s.wrongPasskey(err)
	}
	fresh := passkey{
		ID: mongodb.NewID(), Name: name, AddedAt: s.now(), CredentialID: made.ID, PublicKey: made.PublicKey,
		Transports: made.Transport, BackupEligible: made.Flags.BackupEligible, SignCount: made.Authenticator.SignCount,
	}
	added := AddedPasskey{Passkey: fresh.shown()}
	me, err = s.o.Store.changeAccount(ctx, me.ID, 0, func(a *account) error {
		if len(a.Factors.Passkeys) >= maxPasskeys {
			return tooManyPasskeys()
		}
		if slices.ContainsFunc(a.Factors.Passkeys, func(p passkey) bool {
			return bytes.Equal(p.CredentialID, fresh.CredentialID)
		}) {
			return problem.New(problem.Conflict, "This passkey is there already.")
		}
		added.RecoveryCodes = nil
		if !a.Factors.any() {
			added.RecoveryCodes, a.Factors.Recovery = newRecoveryCodes()
		}
		a.Factors.Passkeys = append(a.Factors.Passkeys, fresh)
		return nil
	})
	if err == nil {
		s.tell(ctx, me, "A passkey was added to your account",
			"The passkey “"+name+"” was added. Whoever has it can sign in without a password.")
	}
	return added, err
}

// RemovePasskey removes a passkey of the caller's account, or returns a NotFound problem.
func (s *Service) RemovePasskey(ctx context.Context, id string) error {
	return s.removeFactor(ctx, "A passkey", func(a *account) error {
		at := slices.IndexFunc(a.Factors.Passkeys, func(p passkey) bool { return p.ID == id })
		if at < 0 {
			return problem.Missing("passkey")
		}
		a.Factors.Passkeys = slices.Delete(a.Factors.Passkeys, at, at+1)
		return nil
	})
}
