package auth

import (
	"context"
	"strings"

	"academy/cms-api/internal/contact"
	"academy/cms-api/internal/mongodb"
	"academy/cms-api/internal/problem"
)

// ProfileUpdate changes what is not nil of the caller's own account.
type ProfileUpdate struct {
	Name *string
	// Phone is a number to sign in by, empty for none. A change of it needs the
	// password, if there is one, and a new number the code that was sent to it:
	// whoever has the phone can sign in.
	Phone           *string
	CurrentPassword string
	Code            string
}

// UpdateProfile changes the caller's account.
func (s *Service) UpdateProfile(ctx context.Context, update ProfileUpdate) (User, error) {
	me, _, err := s.caller(ctx)
	if err != nil {
		return User{}, err
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
			bad = append(bad, problem.Field{Location: "body.phone", Message: "You sign in with this number. Give another one instead of none."})
		}
	}
	if err := problem.InvalidFields(bad); err != nil {
		return User{}, err
	}
	if phone != me.Phone {
		if err := s.confirmPhone(ctx, me, phone, update); err != nil {
			return User{}, err
		}
	}
	changed, err := s.o.Store.updateUser(ctx, me.ID, func(a *account) error {
		if update.Name != nil {
			a.Name = name
		}
		if update.Phone != nil {
			a.Phone = phone
		}
		return nil
	})
	if mongodb.IsDuplicate(err) {
		err = phoneTaken()
	}
	return changed.user(), err
}

// confirmPhone returns an Invalid problem unless the caller knows the password, and
// the code that was sent to the new number.
func (s *Service) confirmPhone(ctx context.Context, me account, phone string, update ProfileUpdate) error {
	if err := s.confirmPassword(ctx, me, update.CurrentPassword); err != nil || phone == "" {
		return err
	}
	if err := s.o.Limiter.Allow(ctx, "codes for a new phone by account", s.o.LimitCodeTries, me.ID); err != nil {
		return err
	}
	right, err := s.useCode(ctx, newPhoneCode(me, phone), update.Code)
	if err == nil && !right {
		err = problem.InvalidField("body.code", wrongCode)
	}
	return err
}

// SendNewPhoneCode sends a code to a number that the caller wants to sign in by.
func (s *Service) SendNewPhoneCode(ctx context.Context, phone string) (SentCode, error) {
	me, _, err := s.caller(ctx)
	if err != nil {
		return SentCode{}, err
	}
	if err := problem.InvalidFields(contact.SettlePhone(nil, "body.phone", &phone)); err != nil {
		return SentCode{}, err
	}
	if err := s.o.Limiter.Allow(ctx, "codes by phone", s.o.LimitOTP, phone); err != nil {
		return SentCode{}, err
	}
	_, err = s.o.Store.userByPhone(ctx, phone)
	if err == nil {
		return SentCode{}, phoneTaken()
	}
	if !problem.Is(err, problem.NotFound) {
		return SentCode{}, err
	}
	return s.sendDigits(ctx, newPhoneCode(me, phone), phone, true)
}

func phoneTaken() error {
	return problem.InvalidField("body.phone", "An account signs in with this number already.")
}

// newPhoneCode names the code for an account's new number, which signs nobody in.
func newPhoneCode(me account, phone string) string { return me.ID + " " + phone }
