// Package people has what commands do about people: administrators, and what is
// stored of one person.
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

// Desk does it, and writes it into the audit log.
type Desk struct {
	Sessions *auth.Service
	People   *privacy.Service // not needed for accounts
	Audits   *audit.Service
	Log      *slog.Logger
}

// CreateAdministrator makes an administrator's account.
func (d Desk) CreateAdministrator(ctx context.Context, r auth.Registration) (auth.User, error) {
	user, err := d.Sessions.CreateAdministrator(ctx, r)
	if err != nil {
		return auth.User{}, fmt.Errorf("store the account: %w", err)
	}
	d.Audits.NoteCommand(ctx, d.Log, "create-admin", "team", user.ID)
	return user, nil
}

// Export returns everything that is stored of the person at an e-mail address or
// phone number.
func (d Desk) Export(ctx context.Context, address string) (privacy.Export, error) {
	who, err := person.Parse(address)
	if err != nil {
		return privacy.Export{}, err
	}
	export, err := d.People.Export(ctx, who)
	if err == nil {
		d.Audits.NoteCommand(ctx, d.Log, "exportPerson", "privacy", export.ID)
	}
	return export, err
}

// Erase removes what is stored of the person at an e-mail address or phone number.
func (d Desk) Erase(ctx context.Context, address string) (privacy.Erasure, error) {
	who, err := person.Parse(address)
	if err != nil {
		return privacy.Erasure{}, err
	}
	erasure, err := d.People.Erase(ctx, who)
	if err == nil {
		d.Audits.NoteCommand(ctx, d.Log, "erasePerson", "privacy", erasure.ID)
	}
	return erasure, err
}
