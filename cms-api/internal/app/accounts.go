package app

import (
	"context"
	"fmt"
	"time"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/account/token"
	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/lead"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/ratelimit"
)

// Accounts are the services of accounts, sessions and the audit log.
type Accounts struct {
	Sessions *auth.Service
	Audits   *audit.Service
	Tokens   *token.Service
	limiter  *ratelimit.Limiter
	queue    *notify.Queue
	mailer   notify.Mailer
	outbox   *notify.Outbox
}

// NewAccounts returns the accounts in some stores. AcademyName signs messages.
func NewAccounts(p *Process, stores *Stores, academyName func(context.Context) string) (*Accounts, error) {
	cfg, now := p.Config, p.Clock.Now
	a := &Accounts{outbox: notify.NewOutbox(p.Log, now), limiter: ratelimit.New(stores.DB, now)}
	a.limiter.Refused = p.metrics.Refused
	a.Audits = audit.NewService(stores.DB, now, time.Duration(cfg.AuditLogDays)*24*time.Hour, p.Log)
	mailer, err := newMailer(cfg, a.outbox)
	if err != nil {
		return nil, err
	}
	a.mailer = mailer
	a.queue = notify.NewQueue(mailer, newTexter(cfg, a.outbox), p.Log)
	var needing []access.Role
	for _, role := range cfg.SecondFactorFor {
		needing = append(needing, access.Role(role))
	}
	a.Sessions, err = auth.NewService(auth.Options{
		Store: auth.NewStore(stores.DB), Secrets: cfg.AuthSecrets,
		SessionAge: cfg.SessionAge, InvitationAge: cfg.InvitationAge,
		OpenRegistration: !cfg.Production(), FactorFor: needing,
		Limiter: a.limiter, LimitLogin: cfg.LimitLogin, LimitOTP: cfg.LimitOTP, LimitCodeTries: cfg.LimitCodeTries,
		LimitForgot: cfg.LimitForgot,
		Queue:       a.queue, MockMail: cfg.MailDriver == config.DriverMock, MockSMS: cfg.SMSDriver == config.DriverMock,
		PublicURL: cfg.PublicURL, Origins: cfg.AllowedOrigins,
		AcademyName: academyName, HashCost: p.HashCost, Log: p.Log, Now: now,
	})
	a.Tokens = token.NewService(token.Options{
		DB: stores.DB, Account: a.Sessions.Identity, Names: a.names, Do: a.queue.Do, Log: p.Log, Now: now,
	})
	return a, err
}

// SendQueued sends the messages that a command has queued.
func (a *Accounts) SendQueued(ctx context.Context) { a.queue.Drain(ctx) }

func newMailer(cfg config.Config, outbox *notify.Outbox) (notify.Mailer, error) {
	switch cfg.MailDriver {
	case config.DriverMock:
		return outbox, nil
	case config.DriverSMTP:
		smtp, err := notify.NewSMTP(notify.SMTPOptions{
			Host: cfg.SMTPHost, Port: cfg.SMTPPort, Username: cfg.SMTPUsername, Password: cfg.SMTPPassword,
			TLS: cfg.SMTPTLS, From: cfg.MailFrom,
		})
		if err != nil {
			return nil, fmt.Errorf("set up mail: %w", err)
		}
		return smtp, nil
	}
	return notify.Off{}, nil
}

func newTexter(cfg config.Config, outbox *notify.Outbox) notify.Texter {
	switch cfg.SMSDriver {
	case config.DriverMock:
		return outbox
	case config.DriverTwilio:
		return notify.NewTwilio(notify.TwilioOptions{
			BaseURL: cfg.TwilioBaseURL, AccountSID: cfg.TwilioAccountSID, AuthToken: cfg.TwilioAuthToken, From: cfg.TwilioFrom,
		})
	}
	return notify.Off{}
}

// mocked reports whether messages stay in this process instead of being sent.
func mocked(cfg config.Config) bool {
	return !cfg.Production() && (cfg.MailDriver == config.DriverMock || cfg.SMSDriver == config.DriverMock)
}

// tell mails a notice about an article to an account, or to all that may publish.
func (i *Installation) tell(_ context.Context, n article.Notice) {
	i.Accounts.queue.Do(func(ctx context.Context) {
		members, err := i.Accounts.Sessions.Members(ctx)
		if err != nil {
			i.Log.WarnContext(ctx, "nobody could be told of a review", "error", err)
			return
		}
		link := i.Config.PublicURL + "/admin/dashboard?tab=articles&edit=" + n.Article
		for _, each := range members {
			meant := each.ID == n.To || n.To == "" && each.Role.May(access.ContentPublish)
			if meant && each.Email != "" {
				i.Accounts.queue.Mail(notify.Mail{To: each.Email, Subject: n.Subject, Text: n.Text + "\n\n" + link + "\n"})
			}
		}
	})
}

// readers returns the members for mails about leads.
func (a *Accounts) readers(ctx context.Context) (map[string]lead.Member, error) {
	all, err := a.Sessions.Members(ctx)
	members := make(map[string]lead.Member, len(all))
	for _, each := range all {
		members[each.ID] = lead.Member{Email: each.Email, Reads: each.Role.May(access.LeadsRead)}
	}
	return members, err
}

// names returns what each account is called, by its id.
func (a *Accounts) names(ctx context.Context) (map[string]string, error) {
	members, err := a.Sessions.Members(ctx)
	names := make(map[string]string, len(members))
	for _, each := range members {
		names[each.ID] = each.Name
	}
	return names, err
}

// assignees returns who can look after leads.
func (a *Accounts) assignees(ctx context.Context) ([]lead.Assignee, error) {
	members, err := a.Sessions.Members(ctx)
	found := []lead.Assignee{}
	for _, each := range members {
		if each.Role.May(access.LeadsWrite) {
			found = append(found, lead.Assignee{ID: each.ID, Name: each.Name})
		}
	}
	return found, err
}
