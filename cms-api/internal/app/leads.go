package app

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/account/privacy"
	"academy/cms-api/internal/lead"
	"academy/cms-api/internal/lead/enrollment"
	"academy/cms-api/internal/lead/inbox"
	"academy/cms-api/internal/lead/mentorship"
	"academy/cms-api/internal/lead/submission"
	"academy/cms-api/internal/lead/subscriber"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/person"
)

// Leads are the services of the forms that visitors send, and of everything that is
// stored of one person.
type Leads struct {
	once   *submission.Once
	kinds  []leadHandler
	People *privacy.Service
}

// leadHandler answers the calls of one kind of lead, and says where it is kept.
type leadHandler interface {
	Register(huma.API)
	Place() person.Place
}

// NewLeads returns the leads of an installation.
func NewLeads(i *Installation) *Leads {
	db, now, accounts := i.Stores.DB, i.Clock.Now, i.Accounts
	once := submission.New(submission.NewStore(db), i.Config.RepeatWindow, now)
	leads := lead.Options{DB: db, Once: once, Now: now, Zone: i.zone}
	l := &Leads{once: once, kinds: []leadHandler{
		enrollment.NewHandler(leads), mentorship.NewHandler(leads), inbox.NewHandler(leads), subscriber.NewHandler(leads),
	}}
	var places []person.Place
	for _, kind := range l.kinds {
		places = append(places, kind.Place())
	}
	places = append(places, accounts.Sessions.Places()...)
	places = append(places, accounts.Audits.Place(), outboxPlace(accounts.outbox))
	l.People = privacy.NewService(places, time.Duration(i.Config.LeadsKeep)*24*time.Hour, now)
	return l
}

// outboxPlace is the place of the messages that mock drivers keep in development.
func outboxPlace(outbox *notify.Outbox) person.Place {
	return person.Place{
		Name: "messages",
		Find: func(_ context.Context, who person.Person) ([]any, error) {
			found := []any{}
			for _, each := range outbox.To(who.String()) {
				found = append(found, each)
			}
			return found, nil
		},
		Erase: func(_ context.Context, who person.Person) (int, error) { return outbox.Forget(who.String()), nil },
	}
}
