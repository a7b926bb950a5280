package lead

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/views"
)

// AlertOptions say how members are told of new leads.
type AlertOptions struct {
	// Members returns all members, by the ids of their accounts.
	Members     func(context.Context) (map[string]Member, error)
	Mailer      notify.Mailer
	PublicURL   string
	AcademyName func(context.Context) string
	// Hour is when daily mails are sent, in Options.Zone.
	Hour int
}

// Member is somebody who may want mails about leads.
type Member struct {
	Email string
	Reads bool // whether the member may read leads
}

// When says when a member gets mails about leads.
type When string

// The times of mails. Never is that of who has chosen nothing.
const (
	AtOnce When = "at_once"
	Daily  When = "daily"
	Never  When = "never"
)

// Alerts is what a member has chosen.
type Alerts struct {
	Kinds []string `json:"kinds" bson:"kinds" nullable:"false" enum:"enrollments,mentorship,contact,notifications" doc:"About which kinds of leads."`
	When  When     `json:"when" bson:"when" enum:"at_once,daily,never" doc:"at_once: at most one mail in a minute, in which several leads stand together; daily: one mail, only when there are new leads."`
}

// inbox is what a member has chosen, and the leads that the next mail is about. Its id is the account's. It names
// leads and has nothing of what is in them: a mail says what they are when it is sent.
type inbox struct {
	revision.Document `bson:",inline"`
	Alerts            `bson:",inline"`
	Waiting           []waiting `bson:"waiting"`
	More              int       `bson:"more"`     // leads for which Waiting had no room
	NextAt            time.Time `bson:"next_at"`  // the earliest time of the next mail
	Failures          int       `bson:"failures"` // of the mailer, in a row
}

type waiting struct {
	Kind string `bson:"kind"`
	ID   string `bson:"id"`
}

// brief is what a mail says of a lead: as little as tells whether to look at once. Mails stay in mailboxes and pass
// other people's servers, where no erasure reaches them; so no address, phone or text of anybody is in one.
type brief struct{ Kind, Name, About string }

const (
	maxWaiting = 20          // leads that a mail names
	pause      = time.Minute // between the mails of one member
	// claimed is after what time a mail is sent again whose sender was killed over it.
	claimed    = 5 * time.Minute
	maxBackoff = time.Hour
	// maxWait bounds how long the process sleeps that tells, in case it was not notified.
	maxWait = 30 * time.Second
	// unstored is how long an event may be older than its lead.
	unstored = time.Minute
)

// alerts tells members and webhooks of new leads.
type alerts struct {
	docs    *documents.Collection[inbox, *inbox]
	events  *events
	kinds   map[string]calls
	o       Options
	changed <-chan struct{}
}

func newAlerts(o Options, events *events, kinds []calls) *alerts {
	a := &alerts{
		docs: documents.New[inbox](o.DB, "lead_alerts", "choice of alerts"), events: events, o: o, kinds: map[string]calls{},
	}
	writes := []views.Writes{{Collection: "lead_events"}, {Collection: "lead_alerts"}}
	for _, kind := range kinds {
		a.kinds[kind.name()] = kind
		writes = append(writes, views.Writes{Collection: kind.source().Name}) // which come after their events
	}
	a.changed = o.DB.Notified(writes...)
	return a
}

// Alerts returns what the caller has chosen.
func (l *Leads) Alerts(ctx context.Context) (Alerts, error) {
	found, err := l.alerts.docs.Get(ctx, access.By(ctx))
	if problem.Is(err, problem.NotFound) {
		return Alerts{Kinds: []string{}, When: Never}, nil
	}
	return found.Alerts, err
}

// ChooseAlerts stores what the caller chooses.
func (l *Leads) ChooseAlerts(ctx context.Context, chosen Alerts) (Alerts, error) {
	slices.Sort(chosen.Kinds)
	chosen.Kinds = slices.Compact(chosen.Kinds)
	id, now := access.By(ctx), l.o.Now()
	w := documents.Write{By: id}
	fresh := inbox{Alerts: chosen, Waiting: []waiting{}}
	fresh.ID = id
	made, err := l.alerts.docs.Insert(ctx, w, &fresh)
	if storage.IsDuplicate(err) {
		made, err = l.alerts.docs.Update(ctx, id, w, func(in *inbox) error {
			in.Alerts = chosen
			in.Waiting = slices.DeleteFunc(in.Waiting, func(each waiting) bool {
				return chosen.When == Never || !slices.Contains(chosen.Kinds, each.Kind)
			})
			if len(in.Waiting) == 0 {
				in.More = 0
			}
			in.NextAt = l.alerts.next(chosen.When, now)
			return nil
		})
	}
	changes.Wrote(ctx, made)
	return chosen, err
}

// next returns when a mail is due that is about a lead of now.
func (a *alerts) next(when When, now time.Time) time.Time {
	if when != Daily {
		return now.UTC()
	}
	local := now.In(a.o.Zone)
	at := time.Date(local.Year(), local.Month(), local.Day(), a.o.Alerts.Hour, 0, 0, 0, a.o.Zone)
	if !at.After(now) {
		at = time.Date(local.Year(), local.Month(), local.Day()+1, a.o.Alerts.Hour, 0, 0, 0, a.o.Zone)
	}
	return at.UTC()
}

// Tell queues a message about a lead to webhooks. It is called again for a lead when the process was killed
// meanwhile.
type Tell func(ctx context.Context, kind, id string) error

// Alert tells members, and webhooks by tell, of new leads until ctx ends. One process at a time does so. Two would
// do no harm: each mail is claimed by a write.
func (l *Leads) Alert(ctx context.Context, tell Tell) {
	for ctx.Err() == nil {
		woken := make(chan struct{})
		stop := l.o.AfterFunc(l.alerts.round(ctx, tell), func() { close(woken) })
		select {
		case <-ctx.Done():
		case <-l.alerts.changed:
		case <-woken:
		}
		stop()
	}
}

// round does what is to be done, and returns how long to wait.
func (a *alerts) round(ctx context.Context, tell Tell) time.Duration {
	wait, err := a.do(ctx, tell)
	if err != nil && ctx.Err() == nil {
		a.o.Log.Warn("new leads cannot be told of; will try again", "error", err)
		return min(wait, pause)
	}
	return wait
}

func (a *alerts) do(ctx context.Context, tell Tell) (time.Duration, error) {
	fresh, err := a.events.docs.All(ctx, "id", documents.Equal("told", false))
	if err != nil {
		return maxWait, err
	}
	inboxes, err := a.docs.All(ctx, "id")
	if err != nil || len(fresh)+len(inboxes) == 0 {
		return maxWait, err
	}
	members, err := a.o.Alerts.Members(ctx)
	if err != nil {
		return maxWait, err
	}
	if fresh, err = a.wanted(ctx, fresh); err != nil {
		return maxWait, err
	}
	var failed error // what cannot be told now is told later, and holds up nothing else
	fresh = slices.DeleteFunc(fresh, func(each event) bool {
		err := tell(ctx, each.Kind, each.ID)
		failed = errors.Join(failed, err)
		return err != nil
	})
	for i, in := range inboxes {
		member, is := members[in.ID]
		if !is {
			_, err = a.docs.Delete(ctx, in.ID, documents.Write{})
		} else {
			inboxes[i], err = a.fill(ctx, in, member, fresh)
		}
		if err != nil && !problem.Is(err, problem.NotFound) {
			return maxWait, err
		}
	}
	for _, each := range fresh {
		if err := a.events.told(ctx, each.ID); err != nil {
			return maxWait, err
		}
	}
	wait, err := a.deliver(ctx, inboxes, members)
	return wait, errors.Join(failed, err)
}

// deliver sends the mails that are due, and returns how long the next one has time.
func (a *alerts) deliver(ctx context.Context, inboxes []inbox, members map[string]Member) (time.Duration, error) {
	wait := maxWait
	var failed error
	for _, in := range inboxes {
		if len(in.Waiting) == 0 || members[in.ID].Email == "" {
			continue
		}
		if left := in.NextAt.Sub(a.o.Now()); left > 0 {
			wait = min(wait, left)
			continue
		}
		err := a.send(ctx, in, members[in.ID])
		if err != nil && !problem.Is(err, problem.Stale) { // Stale: another process was quicker
			failed = errors.Join(failed, err)
		}
	}
	return wait, failed
}

// wanted returns the events that have a lead. The others are removed unless their lead may still be stored.
func (a *alerts) wanted(ctx context.Context, fresh []event) ([]event, error) {
	var wanted []event
	for _, each := range fresh {
		_, _, err := a.find(ctx, waiting{each.Kind, each.ID})
		switch {
		case err == nil:
			wanted = append(wanted, each)
		case !problem.Is(err, problem.NotFound):
			return nil, err
		case a.o.Now().Sub(each.At).Abs() > unstored:
			if err := a.events.remove(ctx, each.ID); err != nil {
				return nil, err
			}
		}
	}
	return wanted, nil
}

func (a *alerts) find(ctx context.Context, w waiting) (any, brief, error) {
	kind, known := a.kinds[w.Kind]
	if !known {
		return nil, brief{}, problem.Missing("lead")
	}
	return kind.lead(ctx, w.ID)
}

// fill adds to an inbox the leads that its member wants to be told of, once each, and empties that of a member
// who gets no mails any more.
func (a *alerts) fill(ctx context.Context, in inbox, to Member, fresh []event) (inbox, error) {
	change := func(in *inbox) (changed bool) {
		if !to.Reads || to.Email == "" || in.When == Never {
			changed = len(in.Waiting) > 0
			in.Waiting, in.More = nil, 0
			return changed
		}
		for _, each := range fresh {
			w := waiting{each.Kind, each.ID}
			if each.By == in.ID || !slices.Contains(in.Kinds, each.Kind) || slices.Contains(in.Waiting, w) {
				continue
			}
			changed = true
			if len(in.Waiting) == maxWaiting {
				in.More++
				continue
			}
			if now := a.o.Now(); len(in.Waiting) == 0 && (in.When == Daily || in.NextAt.Before(now)) {
				in.NextAt = a.next(in.When, now)
			}
			in.Waiting = append(in.Waiting, w)
		}
		return changed
	}
	copied := in
	copied.Waiting = slices.Clone(in.Waiting)
	if !change(&copied) {
		return in, nil
	}
	made, err := a.docs.Update(ctx, in.ID, documents.Write{}, func(in *inbox) error {
		change(in)
		return nil
	})
	return made.After, err
}

// send mails what waits in an inbox. It claims the mail first, and takes it out when the mailer has it: a mail whose
// sender is killed in between is sent again.
func (a *alerts) send(ctx context.Context, in inbox, to Member) error {
	made, err := a.docs.Update(ctx, in.ID, documents.Write{Expected: &in.Revision}, func(in *inbox) error {
		in.NextAt = a.o.Now().Add(claimed).UTC()
		return nil
	})
	if err != nil {
		return err
	}
	in = made.After
	message, err := a.mail(ctx, in)
	if err != nil {
		return err
	}
	var refused error
	if message.Text != "" { // else all of them are gone
		message.To = to.Email
		refused = a.o.Alerts.Mailer.Mail(ctx, message)
	}
	if refused != nil {
		a.o.Log.Warn("a mail about new leads could not be sent", "error", refused, "account", in.ID)
	}
	_, err = a.docs.Update(ctx, in.ID, documents.Write{}, func(now *inbox) error {
		if refused != nil && !errors.Is(refused, notify.ErrPermanent) {
			now.Failures++
			now.NextAt = a.o.Now().Add(min(pause<<min(now.Failures-1, 10), maxBackoff)).UTC()
			return nil
		}
		now.Waiting = slices.DeleteFunc(now.Waiting, func(each waiting) bool { return slices.Contains(in.Waiting, each) })
		now.More, now.Failures = max(0, now.More-in.More), 0
		now.NextAt = a.next(now.When, a.o.Now().Add(pause))
		return nil
	})
	return err
}

// mail returns the mail about what waits; empty when all of that is gone.
func (a *alerts) mail(ctx context.Context, in inbox) (notify.Mail, error) {
	var lines []string
	for _, each := range in.Waiting {
		_, short, err := a.find(ctx, each)
		if problem.Is(err, problem.NotFound) {
			continue
		}
		if err != nil {
			return notify.Mail{}, err
		}
		said := slices.DeleteFunc([]string{short.Name, short.Kind, short.About}, func(text string) bool { return text == "" })
		lines = append(lines, strings.Join(said, ", "), a.address(each), "")
	}
	count, name := len(lines)/3+in.More, a.o.Alerts.AcademyName(ctx)
	if len(lines) == 0 {
		return notify.Mail{}, nil
	}
	subject := "A new lead at " + name
	if count > 1 {
		subject = fmt.Sprintf("%d new leads at %s", count, name)
	}
	if in.More > 0 {
		lines = append(lines, fmt.Sprintf("And %d more:", in.More), a.o.Alerts.PublicURL+"/admin/dashboard", "")
	}
	lines = append(lines, "You get these mails because you chose them in Settings → Account.")
	return notify.Mail{Subject: subject, Text: strings.Join(lines, "\n") + "\n"}, nil
}

// address returns where the dashboard shows a lead.
func (a *alerts) address(w waiting) string {
	tab := w.Kind
	if tab == "contact" {
		tab = "contacts"
	}
	return a.o.Alerts.PublicURL + "/admin/dashboard?tab=" + tab + "&open=" + w.ID
}

// Lead returns the lead that a webhook is told of, or a NotFound problem.
func (l *Leads) Lead(ctx context.Context, kind, id string) (any, error) {
	found, _, err := l.alerts.find(ctx, waiting{kind, id})
	return found, err
}

// AlertSource describes the choices of members to package privacy. AccountID returns a person's account.
func (l *Leads) AlertSource(accountID func(context.Context, person.Person) (string, error)) person.Source {
	return person.Source{
		Name: "lead_alerts", Stays: "They end with the account.",
		Find: func(ctx context.Context, who person.Person) ([]any, error) {
			id, err := accountID(ctx, who)
			if err != nil || id == "" {
				return []any{}, err
			}
			found, err := l.alerts.docs.All(ctx, "id", documents.Equal("_id", id))
			all := make([]Alerts, len(found))
			for i, each := range found {
				all[i] = each.Alerts
			}
			return person.Records(all), err
		},
	}
}
