package app

import (
	"context"
	"slices"
	"time"

	"academy/cms-api/internal/account/privacy"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/lead"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/publishing/preview"
)

// Leads are the forms that visitors send, and everything that is stored of one person.
type Leads struct {
	*lead.Leads
	People *privacy.Service
}

// NewLeads returns the leads of an installation.
func NewLeads(i *Installation) *Leads {
	accounts, now := i.Accounts, i.Clock.Now
	leads := lead.New(lead.Options{DB: i.Stores.DB, RepeatWindow: i.Config.RepeatWindow, Now: now, Zone: i.zone})
	sources := slices.Concat(leads.Sources(), accounts.Sessions.Sources(),
		i.History.Sources(accounts.Sessions.AccountID), []person.Source{
			preview.Source(i.Stores.DB, accounts.Sessions.AccountID),
			working.Source(i.Stores.DB, accounts.Sessions.AccountID, i.Content.Articles.Copies, i.Content.Pages.Copies),
			accounts.Audits.Source(), outboxSource(accounts.outbox),
		})
	return &Leads{leads, privacy.NewService(sources, time.Duration(i.Config.LeadsKeep)*24*time.Hour, now)}
}

// outboxSource is the place of the messages that mock drivers keep in development.
func outboxSource(outbox *notify.Outbox) person.Source {
	return person.Source{
		Name: "messages",
		Find: func(_ context.Context, who person.Person) ([]any, error) {
			return person.Records(outbox.To(who.String())), nil
		},
		Erase: func(_ context.Context, who person.Person) (int, error) { return outbox.Forget(who.String()), nil },
	}
}
