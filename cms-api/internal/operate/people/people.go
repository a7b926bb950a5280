// Package people implements the commands about people: making an administrator, resetting a
// lost second factor, and exporting or erasing what is stored of a person. Each is written to
// the audit log.
package people

import (
	"context"
	"fmt"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/account/privacy"
)

// Service runs the commands.
type Service struct {
	Sessions *auth.Service
	Stored   *privacy.Service // nil for commands about accounts
	Audits   *audit.Service
}

// CreateAdministrator makes an administrator's account.
func (s Service) CreateAdministrator(ctx context.Context, r auth.Registration) (auth.User, error) {
	user, err := s.Sessions.CreateAdministrator(ctx, r)
	if err != nil {
		return auth.User{}, fmt.Errorf("store the account: %w", err)
	}
	s.Audits.Note(ctx, audit.Command("create-admin", "team", user.ID))
	return user, nil
}

// ResetFactor removes every second factor of the account with an e-mail address.
func (s Service) ResetFactor(ctx context.Context, email string) (auth.User, error) {
	user, err := s.Sessions.ResetFactor(ctx, email)
	if err != nil {
		return auth.User{}, fmt.Errorf("reset the second factor: %w", err)
	}
	s.Audits.Note(ctx, audit.Command("reset-factor", "team", user.ID))
	return user, nil
}

// Export returns everything that is stored of the person at an e-mail address or
// phone number.
func (s Service) Export(ctx context.Context, address string) (privacy.Export, error) {
	export, err := s.Stored.Export(ctx, address)
	if err == nil {
		s.Audits.Note(ctx, audit.Command("exportPerson", "privacy", export.ID))
	}
	return export, err
}

// Erase removes what is stored of the person at an e-mail address or phone number.
func (s Service) Erase(ctx context.Context, address string) (privacy.Erasure, error) {
	erasure, err := s.Stored.Erase(ctx, address)
	if err == nil {
		s.Audits.Note(ctx, audit.Command("erasePerson", "privacy", erasure.ID))
	}
	return erasure, err
}
