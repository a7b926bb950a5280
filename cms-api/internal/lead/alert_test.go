package lead

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/test/manualclock"
	"academy/cms-api/internal/test/teststore"
)

func TestMain(m *testing.M) { os.Exit(teststore.Main(m)) }

// mailer keeps mails, or fails.
type mailer struct {
	mu   sync.Mutex
	sent []notify.Mail
	fail func() error
}

func (m *mailer) Mail(_ context.Context, message notify.Mail) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		if err := m.fail(); err != nil {
			return err
		}
	}
	m.sent = append(m.sent, message)
	return nil
}

func (m *mailer) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.sent)
}

// replicas returns processes on one database whose only member wants mails at once.
func replicas(t *testing.T, clock *manualclock.Clock, m notify.Mailer, count int) []*Leads {
	t.Helper()
	stores := teststore.Start(t)
	all := make([]*Leads, count)
	for i := range all {
		db := stores.Database(t, "alerts")
		all[i] = New(Options{
			DB: db, RepeatWindow: time.Minute, Now: clock.Now, AfterFunc: clock.AfterFunc, Zone: time.UTC,
			Limiter: ratelimit.New(db, clock.Now), Secrets: []string{"secret"}, Log: slog.New(slog.DiscardHandler),
			Alerts: AlertOptions{
				Members: func(context.Context) (map[string]Member, error) {
					return map[string]Member{"asha": {Email: "asha@example.com", Reads: true}}, nil
				},
				Mailer: m, AcademyName: func(context.Context) string { return "Academy" },
			},
		})
	}
	asha := access.With(t.Context(), access.Identity{UserID: "asha"})
	if _, err := all[0].ChooseAlerts(asha, Alerts{Kinds: []string{"contact"}, When: AtOnce}); err != nil {
		t.Fatal(err)
	}
	return all
}

// write stores a message.
func (l *Leads) write(t *testing.T, text string) {
	t.Helper()
	contact := l.kinds[2].(*service[ContactCreate, ContactMessage, ContactMessage, *ContactMessage])
	form := ContactCreate{Name: text, Email: "a@example.com", Message: text}
	if _, err := contact.receive(t.Context(), "", form); err != nil {
		t.Fatal(err)
	}
}

func untold(context.Context, string, string) error { return nil }

func TestAlerts_OneMailHoweverManyProcessesTell(t *testing.T) {
	clock, m := manualclock.New(), &mailer{}
	all := replicas(t, clock, m, 4)
	for round := range 5 {
		all[0].write(t, fmt.Sprint("Lead ", round))
		var telling sync.WaitGroup
		for _, each := range all {
			telling.Go(func() {
				for range 3 {
					each.alerts.round(t.Context(), untold)
				}
			})
		}
		telling.Wait()
		if m.count() != round+1 {
			t.Fatalf("%d mails about %d leads", m.count(), round+1)
		}
		clock.Advance(pause)
	}
}

func TestAlerts_AKilledSenderLosesNone(t *testing.T) {
	clock := manualclock.New()
	ctx, kill := context.WithCancel(t.Context())
	m := &mailer{fail: func() error { kill(); return context.Canceled }}
	all := replicas(t, clock, m, 2)
	all[0].write(t, "Lead")
	all[0].alerts.round(ctx, untold) // killed while it talks to the mail server
	m.fail = nil
	all[1].alerts.round(t.Context(), untold)
	if m.count() != 0 {
		t.Fatal("another process sends it while the first may still be sending it")
	}
	clock.Advance(claimed)
	all[1].alerts.round(t.Context(), untold)
	all[1].alerts.round(t.Context(), untold)
	if m.count() != 1 {
		t.Fatalf("%d mails", m.count())
	}
}

func TestAlerts_TheMailServerIsAway(t *testing.T) {
	clock, m := manualclock.New(), &mailer{}
	l := replicas(t, clock, m, 1)[0]
	tries := 0
	m.fail = func() error { tries++; return errors.New("away") }
	for i := range maxWaiting + 3 {
		l.write(t, fmt.Sprint("Lead ", i))
		l.alerts.round(t.Context(), untold)
	}
	if tries != 1 {
		t.Fatalf("%d tries at once", tries)
	}
	for range 3 {
		clock.Advance(maxBackoff)
		l.alerts.round(t.Context(), untold)
	}
	m.fail = nil
	clock.Advance(maxBackoff)
	l.alerts.round(t.Context(), untold)
	if tries != 4 || m.count() != 1 || m.sent[0].Subject != "23 new leads at Academy" {
		t.Fatalf("%d tries, sent %+v", tries, m.sent)
	}
	// A mail that is refused for good is not tried again.
	m.fail = func() error { tries++; return notify.ErrPermanent }
	l.write(t, "Refused")
	clock.Advance(pause)
	l.alerts.round(t.Context(), untold)
	clock.Advance(maxBackoff)
	l.alerts.round(t.Context(), untold)
	if tries != 5 {
		t.Fatalf("%d tries", tries)
	}
}

// A process that was killed before it stored a lead leaves an event that nobody is told of; the form, sent again, is.
func TestAlerts_AnEventWithoutItsLead(t *testing.T) {
	clock, m := manualclock.New(), &mailer{}
	l := replicas(t, clock, m, 1)[0]
	id := mongodb.NewID()
	if err := l.alerts.events.add(t.Context(), "contact", id); err != nil {
		t.Fatal(err)
	}
	l.alerts.round(t.Context(), untold)
	if left, _ := l.alerts.events.docs.All(t.Context(), "id"); len(left) != 1 {
		t.Fatal("its lead may still be stored")
	}
	clock.Advance(2 * unstored)
	l.alerts.round(t.Context(), untold)
	if left, _ := l.alerts.events.docs.All(t.Context(), "id"); len(left) != 0 || m.count() != 0 {
		t.Fatalf("%d events, %d mails", len(left), m.count())
	}
}
