// Package people implements the commands about people: making an administrator, and
// exporting or erasing what is stored of a person. Each is written to the audit log.
package people

import (
	"context"
	"fmt"
	"log/slog"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/account/privacy"
	"academy/cms-api/internal/platform/person"
)

// Service runs the commands.
type Service struct {
	Sessions *auth.Service
	Stored   *privacy.Service // nil for commands about accounts
	Audits   *audit.Service
	Log      *slog.Logger
}

// CreateAdministrator makes an administrator's account.
func (s Service) CreateAdministrator(ctx context.Context, r auth.Registration) (auth.User, error) {
	user, err := s.Sessions.CreateAdministrator(ctx, r)
	if err != nil {
		return auth.User{}, fmt.Errorf("store the account: %w", err)
	}
	s.Audits.NoteCommand(ctx, s.Log, "create-admin", "team", user.ID)
	return user, nil
}

// Export returns everything that is stored of the person at an e-mail address or
// phone number.
func (s Service) Export(ctx context.Context, address string) (privacy.Export, error) {
	who, err := person.Parse(address)
	if err != nil {
		return privacy.Export{}, err
	}
	export, err := s.Stored.Export(ctx, who)
	if err == nil {
		s.Audits.NoteCommand(ctx, s.Log, "exportPerson", "privacy", export.ID)
	}
	return export, err
}

// Erase removes what is stored of the person at an e-mail address or phone number.
func (s Service) Erase(ctx context.Context, address string) (privacy.Erasure, error) {
	who, err := person.Parse(address)
	if err != nil {
		return privacy.Erasure{}, err
	}
	erasure, err := s.Stored.Erase(ctx, who)
	if err == nil {
		s.Audits.NoteCommand(ctx, s.Log, "erasePerson", "privacy", erasure.ID)
	}
	return erasure, err
}
