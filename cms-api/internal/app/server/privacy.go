package server

import (
	"context"
	"time"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/account/privacy"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/person"
)

// makePeople names every place that has something of people.
func (a *App) makePeople() {
	r := a.resources
	places := []person.Place{r.enrollments.Place(), r.applications.Place(), r.inbox.Place(), r.subscribers.Place()}
	places = append(places, a.sessions.Places()...)
	places = append(places, a.audits.Place(), outboxPlace(a.outbox))
	a.people = privacy.NewService(places, time.Duration(a.cfg.LeadsKeep)*24*time.Hour, a.clock.Now)
}

// outboxPlace is the messages that the mock drivers keep, in development.
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

const leadsSweepEvery = 24 * time.Hour

// sweepLeads removes leads whose time is over, once a day, in one process at a time.
func (a *App) sweepLeads(ctx context.Context) error {
	if a.people.Keep() <= 0 {
		return nil
	}
	lease := mongodb.NewLease(a.db, "leads sweep")
	return lease.Run(ctx, mongodb.Terms{Now: a.clock.Now}, func(ctx context.Context) {
		for ctx.Err() == nil {
			wait := leadsSweepEvery
			removed, err := a.people.Sweep(ctx)
			if len(removed) > 0 {
				a.log.Info("old leads removed", "removed", removed)
			}
			if err != nil && ctx.Err() == nil {
				a.log.Warn("old leads could not be removed; will try again", "error", err)
				wait = time.Minute
			}
			pause(ctx, wait)
		}
	})
}

// ExportPerson returns everything that is stored of a person, and notes that it
// was asked for. It is for an App that does not run.
func (a *App) ExportPerson(ctx context.Context, address string) (privacy.Export, error) {
	who, err := person.Parse(address)
	if err != nil {
		return privacy.Export{}, err
	}
	export, err := a.people.Export(ctx, who)
	if err != nil {
		return privacy.Export{}, err
	}
	a.noteOffline(ctx, "exportPerson", export.ID)
	return export, nil
}

// ErasePerson removes what is stored of a person, and notes that it did. It is
// for an App that does not run.
func (a *App) ErasePerson(ctx context.Context, address string) (privacy.Erasure, error) {
	who, err := person.Parse(address)
	if err != nil {
		return privacy.Erasure{}, err
	}
	erasure, err := a.people.Erase(ctx, who)
	if err != nil {
		return privacy.Erasure{}, err
	}
	a.noteOffline(ctx, "erasePerson", erasure.ID)
	return erasure, nil
}

func (a *App) noteOffline(ctx context.Context, action, id string) {
	entry := audit.Entry{UserName: commandLine, Action: action, Resource: "privacy", ResourceID: id, Outcome: audit.Done, Changes: []string{}}
	if err := a.audits.Record(ctx, entry); err != nil {
		a.log.Error("an entry of the audit log could not be written", "error", err, "action", action)
	}
}
