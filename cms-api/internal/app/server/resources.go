package server

import (
	"context"
	"fmt"
	"time"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/content/list"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/content/section"
	"academy/cms-api/internal/content/settings"
	"academy/cms-api/internal/content/social"
	"academy/cms-api/internal/content/video"
	"academy/cms-api/internal/lead/enrollment"
	"academy/cms-api/internal/lead/inbox"
	"academy/cms-api/internal/lead/mentorship"
	"academy/cms-api/internal/lead/submission"
	"academy/cms-api/internal/lead/subscriber"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/publishing/snapshot"
)

// resources are the services of everything that is stored.
type resources struct {
	once            *submission.Once
	articles        *article.Service
	sections        *section.Service
	pages           *page.Service
	settings        *settings.Service
	links           *social.Service
	programs        *list.Service[list.Program, *list.Program]
	features        *list.Service[list.Item, *list.Item]
	differentiators *list.Service[list.Item, *list.Item]
	videos          *video.Service
	uploads         *upload.Service
	inbox           *inbox.Service
	subscribers     *subscriber.Service
	applications    *mentorship.Service
	enrollments     *enrollment.Service
}

// showIn has a snapshot show what the public sees of the resources.
func (r resources) showIn(snapshots *snapshot.Store) {
	for _, each := range []interface{ ShowIn(*snapshot.Store) }{
		r.articles, r.settings, r.sections, r.pages, r.links, r.programs, r.features, r.differentiators, r.videos,
	} {
		each.ShowIn(snapshots)
	}
}

func (a *App) makeResources() error {
	db, now := a.db, a.clock.Now
	uploads := a.makeUploads()
	a.sweeper = a.makeSweeper()
	once := submission.New(submission.NewStore(db), a.cfg.RepeatWindow, now)
	a.resources = resources{
		once: once,
		articles: article.NewService(article.Options{
			Store: article.NewStore(db), Place: a.place, Now: now,
			StoreImage: func(ctx context.Context, data []byte) (string, error) {
				image, err := uploads.ImageBytes(ctx, data)
				return image.URL, err
			},
		}),
		sections:        section.NewService(section.NewStore(db)),
		pages:           page.NewService(page.NewStore(db)),
		settings:        settings.NewService(settings.NewStore(db)),
		links:           social.NewService(social.NewStore(db)),
		programs:        list.NewService("programs", list.NewStore[list.Program](db, "programs", "programme")),
		features:        list.NewService("features", list.NewStore[list.Item](db, "features", "feature")),
		differentiators: list.NewService("differentiators", list.NewStore[list.Item](db, "differentiators", "differentiator")),
		videos:          a.makeVideos(uploads),
		uploads:         uploads,
		inbox:           inbox.NewService(inbox.NewStore(db), once),
		subscribers:     subscriber.NewService(subscriber.NewStore(db), once, now),
		applications:    mentorship.NewService(mentorship.NewStore(db), once),
		enrollments:     enrollment.NewService(enrollment.NewStore(db), once, now),
	}
	a.resources.showIn(a.snapshots)
	a.audits = audit.NewService(audit.NewStore(db), now, time.Duration(a.cfg.AuditLogDays)*24*time.Hour)
	var err error
	a.limiter = ratelimit.New(ratelimit.NewStore(db), now)
	a.limiter.Refused = a.metrics.Refused
	a.sessions, err = auth.NewService(auth.Options{
		Store: auth.NewStore(db), Secrets: a.cfg.AuthSecrets, SessionAge: a.cfg.SessionAge, InvitationAge: a.cfg.InvitationAge,
		OpenRegistration: !a.cfg.Production(),
		Limiter:          a.limiter, LimitLogin: a.cfg.LimitLogin, LimitOTP: a.cfg.LimitOTP, LimitCodeTries: a.cfg.LimitCodeTries, LimitForgot: a.cfg.LimitForgot,
		Queue: a.queue, MockMail: a.cfg.MailDriver == config.DriverMock, MockSMS: a.cfg.SMSDriver == config.DriverMock,
		Cookies: a.cookies(), PublicURL: a.cfg.PublicURL, AcademyName: a.academyName, Log: a.log, Now: now,
	})
	if err != nil {
		return fmt.Errorf("set up sign-in: %w", err)
	}
	a.makePeople()
	return nil
}
