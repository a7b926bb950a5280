package app

import (
	"context"
	"time"

	"academy/cms-api/internal/account/privacy"
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
	once         *submission.Once
	inbox        *inbox.Service
	subscribers  *subscriber.Service
	applications *mentorship.Service
	enrollments  *enrollment.Service
	People       *privacy.Service
}

// NewLeads returns the leads of an installation.
func NewLeads(i *Installation) *Leads {
	db, now, accounts := i.Stores.DB, i.Clock.Now, i.Accounts
	once := submission.New(submission.NewStore(db), i.Config.RepeatWindow, now)
	l := &Leads{
		once:         once,
		inbox:        inbox.NewService(inbox.NewStore(db), once),
		subscribers:  subscriber.NewService(subscriber.NewStore(db), once, now),
		applications: mentorship.NewService(mentorship.NewStore(db), once),
		enrollments:  enrollment.NewService(enrollment.NewStore(db), once, now),
	}
	places := []person.Place{l.enrollments.Place(), l.applications.Place(), l.inbox.Place(), l.subscribers.Place()}
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
