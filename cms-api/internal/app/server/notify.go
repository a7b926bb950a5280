package server

import (
	"context"
	"fmt"

	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/notify"
)

// makeNotify sets up the drivers of mail and text messages.
func (a *App) makeNotify() error {
	a.outbox = notify.NewOutbox(a.log, a.clock.Now)
	var mailer notify.Mailer = notify.Off{}
	var texter notify.Texter = notify.Off{}
	switch a.cfg.MailDriver {
	case config.DriverMock:
		mailer = a.outbox
	case config.DriverSMTP:
		smtp, err := notify.NewSMTP(notify.SMTPOptions{
			Host: a.cfg.SMTPHost, Port: a.cfg.SMTPPort, Username: a.cfg.SMTPUsername, Password: a.cfg.SMTPPassword,
			TLS: a.cfg.SMTPTLS, From: a.cfg.MailFrom,
		})
		if err != nil {
			return fmt.Errorf("set up mail: %w", err)
		}
		mailer = smtp
	}
	switch a.cfg.SMSDriver {
	case config.DriverMock:
		texter = a.outbox
	case config.DriverTwilio:
		texter = notify.NewTwilio(notify.TwilioOptions{
			BaseURL: a.cfg.TwilioBaseURL, AccountSID: a.cfg.TwilioAccountSID, AuthToken: a.cfg.TwilioAuthToken, From: a.cfg.TwilioFrom,
		})
	}
	a.queue = notify.NewQueue(mailer, texter, a.log)
	return nil
}

// mocked reports whether a message may stay on this machine.
func (a *App) mocked() bool {
	return !a.cfg.Production() && (a.cfg.MailDriver == config.DriverMock || a.cfg.SMSDriver == config.DriverMock)
}

// academyName signs messages.
func (a *App) academyName(ctx context.Context) string {
	settings, _, err := a.resources.settings.Get(ctx)
	if err != nil {
		return "the academy"
	}
	return settings.SiteTitle
}
