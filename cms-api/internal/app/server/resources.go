package server

import (
	"context"
	"fmt"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/content/list"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/content/section"
	"academy/cms-api/internal/content/settings"
	"academy/cms-api/internal/content/social"
	"academy/cms-api/internal/content/video"
	"academy/cms-api/internal/lead"
	"academy/cms-api/internal/lead/enrollment"
	"academy/cms-api/internal/lead/inbox"
	"academy/cms-api/internal/lead/mentorship"
	"academy/cms-api/internal/lead/submission"
	"academy/cms-api/internal/lead/subscriber"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/person"
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
	leads           []leadHandler
}

// leadHandler answers the calls of one kind of lead, and says where it is kept.
type leadHandler interface {
	Register(huma.API)
	Place() person.Place
}

// parts are what the public snapshot is made of, articles aside.
func (r resources) parts() []snapshot.PartSource {
	return []snapshot.PartSource{r.settings, r.sections, r.pages, r.links, r.programs, r.features, r.differentiators, r.videos}
}

func (a *App) makeResources() error {
	db, now := a.db, a.clock.Now
	uploads := a.makeUploads()
	a.sweeper = a.makeSweeper()
	once := submission.New(submission.NewStore(db), a.cfg.RepeatWindow, now)
	leads := lead.Options{DB: db, Once: once, Now: now, Zone: a.place}
	a.resources = resources{
		once: once,
		articles: article.NewService(article.Options{
			Store: article.NewStore(db), Changed: a.changed, Place: a.place, Now: now,
			StoreImage: func(ctx context.Context, data []byte) (string, error) {
				image, err := uploads.ImageBytes(ctx, data)
				return image.URL, err
			},
		}),
		sections:        section.NewService(section.NewStore(db), a.changed),
		pages:           page.NewService(page.NewStore(db), a.changed),
		settings:        settings.NewService(settings.NewStore(db), a.changed),
		links:           social.NewService(db, a.changed),
		programs:        list.NewService[list.Program](db, "programs", "programme", a.changed),
		features:        list.NewService[list.Item](db, "features", "feature", a.changed),
		differentiators: list.NewService[list.Item](db, "differentiators", "differentiator", a.changed),
		videos:          a.makeVideos(uploads),
		uploads:         uploads,
		leads: []leadHandler{
			enrollment.NewHandler(leads), mentorship.NewHandler(leads), inbox.NewHandler(leads), subscriber.NewHandler(leads),
		},
	}
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
