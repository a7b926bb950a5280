package auth

import (
	"cmp"
	"context"
	"strings"

	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/problem"
)

// ProfileUpdate changes the caller's own account. Nil fields stay.
type ProfileUpdate struct {
	Name *string `json:"name,omitempty" minLength:"1" maxLength:"120" example:"Asha Rao"`
	// Because whoever has the phone can sign in, changing it needs the password (or,
	// without an e-mail address, the code that was sent to the present number), and a
	// new number needs the code that was sent to it.
	Phone            *string `json:"phone,omitempty" maxLength:"40" doc:"A number to sign in by; empty for none. One without a country code is Indian." example:"+919876543210"`
	CurrentPassword  string  `json:"current_password,omitempty" maxLength:"1000" format:"password" doc:"Needed to change the phone, unless the account has none." example:"a long sentence of yours"`
	Code             string  `json:"code,omitempty" maxLength:"20" doc:"Needed for a new phone: the six digits that were sent to it." example:"123456"`
	CurrentPhoneCode string  `json:"current_phone_code,omitempty" maxLength:"20" doc:"Needed for a new phone by who has no e-mail address: the six digits that were sent to the present one." example:"654321"`
}

// UpdateProfile changes the caller's account. Changing the phone ends all sessions and
// begins a new one for the caller; otherwise the result has no token.
func (s *Service) UpdateProfile(ctx context.Context, update ProfileUpdate, from Browser) (SignIn, error) {
	me, _, err := s.caller(ctx)
	if err != nil {
		return SignIn{}, err
	}
	var bad []problem.Field
	name, phone := me.Name, me.Phone
	if update.Name != nil {
		name = strings.TrimSpace(*update.Name)
		bad = checkName(bad, "body.name", name)
	}
	if update.Phone != nil {
		phone = strings.TrimSpace(*update.Phone)
		if phone != "" {
			bad = contact.SettlePhone(bad, "body.phone", &phone)
		} else if me.Email == "" {
			bad = append(bad, problem.Field{
				Location: "body.phone", Message: "You sign in with this number. Give another one instead of none.",
			})
		}
	}
	if err := problem.InvalidFields(bad); err != nil {
		return SignIn{}, err
	}
	moves := phone != me.Phone
	if !moves && name == me.Name {
		changes.Nothing(ctx)
		return SignIn{User: s.user(me)}, nil
	}
	if moves {
		if err := s.confirmPhone(ctx, me, phone, update); err != nil {
			return SignIn{}, err
		}
	}
	changed, err := s.o.Store.changeAccount(ctx, me.ID, 0, func(a *account) error {
		if update.Name != nil {
			a.Name = name
		}
		if moves {
			a.Phone = phone
			a.Generation++
		}
		return nil
	})
	if err := unlessDuplicate(err, phoneTaken()); err != nil || !moves {
		return SignIn{User: s.user(changed)}, err
	}
	s.tellOfPhone(ctx, changed)
	return s.renew(ctx, changed, from)
}

// tellOfPhone tells the owner of an account of a changed phone.
func (s *Service) tellOfPhone(ctx context.Context, who account) {
	now := "The phone " + who.Phone + " can sign in to your account now."
	if who.Phone == "" {
		now = "No phone can sign in to your account any more."
	}
	s.tell(ctx, who, "The phone of your account", now+" You are signed out everywhere else.")
}

// confirmPhone returns an Invalid problem unless the caller has given the password, if
// there is one, and the codes that were sent for the new number.
func (s *Service) confirmPhone(ctx context.Context, me account, phone string, update ProfileUpdate) error {
	if err := s.confirmPassword(ctx, me, currentPassword, update.CurrentPassword); err != nil || phone == "" {
		return err
	}
	if err := s.o.Limiter.Allow(ctx, "codes for a new phone by account", s.o.LimitCodeTries, me.ID); err != nil {
		return err
	}
	digits, wrong := update.Code, problem.InvalidField("body.code", wrongCode)
	if me.Email == "" {
		digits += " " + update.CurrentPhoneCode
		wrong = problem.InvalidField("body.code", "One of the codes is not right, or they are too old. Ask for new ones.")
	}
	right, err := s.useCode(ctx, newPhoneCode(me, phone), digits)
	if err == nil && !right {
		changes.Refuse(ctx)
		err = wrong
	}
	return err
}

// SendNewPhoneCode sends a code to a number that the caller wants to sign in by. For an
// account without an e-mail address it sends another one to the present number, because
// a session alone does not prove who the caller is.
func (s *Service) SendNewPhoneCode(ctx context.Context, phone string) (string, error) {
	me, _, err := s.caller(ctx)
	if err != nil {
		return "", err
	}
	if err := problem.InvalidFields(contact.SettlePhone(nil, "body.phone", &phone)); err != nil {
		return "", err
	}
	if err := s.o.Limiter.Allow(ctx, "codes by phone", s.o.LimitOTP, phone); err != nil {
		return "", err
	}
	if _, err = s.o.Store.userByPhone(ctx, phone); !problem.Is(err, problem.NotFound) {
		return "", cmp.Or(err, phoneTaken())
	}
	phones := []string{phone}
	if me.Email == "" {
		phones = append(phones, me.Phone)
	}
	return s.sendDigits(ctx, newPhoneCode(me, phone), true, phones...)
}

func phoneTaken() error {
	return problem.InvalidField("body.phone", "An account signs in with this number already.")
}

// newPhoneCode returns the id of the code for an account's new number. No sign-in has
// such an id.
func newPhoneCode(me account, phone string) string { return me.ID + " " + phone }

// ChangePassword sets the caller's new password, ends all sessions and begins a new one
// for the caller. An account without a password, made by phone, needs no current one.
// Tries count like sign-ins.
func (s *Service) ChangePassword(ctx context.Context, current, password string, from Browser) (SignIn, error) {
	if err := problem.InvalidFields(checkPassword(nil, "body.new_password", password)); err != nil {
		return SignIn{}, err
	}
	me, _, err := s.caller(ctx)
	if err != nil {
		return SignIn{}, err
	}
	if err := s.confirmPassword(ctx, me, currentPassword, current); err != nil {
		return SignIn{}, err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return SignIn{}, err
	}
	checked := me.PasswordHash
	me, err = s.o.Store.changeAccount(ctx, me.ID, 0, func(a *account) error {
		if a.PasswordHash != checked {
			return problem.New(problem.Conflict, "The password was changed meanwhile. Please try again.")
		}
		a.PasswordHash = hash
		a.Generation++
		return nil
	})
	if err != nil {
		return SignIn{}, err
	}
	s.tell(ctx, me, "The password of your account was changed",
		"Your password was changed. Your other sessions have ended.")
	return s.renew(ctx, me, from)
}

// currentPassword is where calls have the caller's password.
const currentPassword = "body.current_password"

// confirmPassword returns an Invalid problem about a place of the call unless current is the
// account's password, if it has one.
func (s *Service) confirmPassword(ctx context.Context, me account, location, current string) error {
	if me.PasswordHash == "" {
		return nil
	}
	if err := s.o.Limiter.Allow(ctx, "password change by account", s.o.LimitLogin, me.ID); err != nil {
		return err
	}
	right, err := s.hasher.matches(ctx, current, me.PasswordHash)
	if err == nil && !right {
		changes.Refuse(ctx)
		err = problem.InvalidField(location, "The current password is not right.")
	}
	return err
}
