package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/account/privacy"
	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/lead"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/operate/doctor"
	"academy/cms-api/internal/operate/people"
	"academy/cms-api/internal/operate/releases"
	"academy/cms-api/internal/operate/seed"
	"academy/cms-api/internal/operate/transfer"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/outbound"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/publishing/preview"
)

// Installation has the stores and services that commands need. Making one does no
// I/O.
type Installation struct {
	*Process
	Stores   *Stores
	Content  *Content
	Accounts *Accounts
	History  *history.Service
}

// Open returns the installation that the configuration describes.
func Open(o Options) (*Installation, error) {
	p, err := NewProcess(o)
	if err != nil {
		return nil, err
	}
	i := &Installation{Process: p}
	if i.Stores, err = NewStores(p); err != nil {
		return nil, err
	}
	if i.Content, err = NewContent(p, i.Stores); err != nil {
		return nil, err
	}
	if i.Accounts, err = NewAccounts(p, i.Stores, i.Content.academyName); err != nil {
		return nil, err
	}
	i.History = NewHistory(i)
	i.Content.people, i.Content.rename, i.Content.tell = i.History.People, i.rename, i.tell
	return i, nil
}

// rename has a document, in the trash or not, or what somebody has not stored yet, name another file.
func (i *Installation) rename(ctx context.Context, collection, id string, r library.Renaming) error {
	if collection == working.Unstored {
		return working.RenameUnsaved(ctx, i.Stores.DB, id, documents.Write{By: access.By(ctx)}, r)
	}
	return i.History.Rename(ctx, collection, id, r)
}

// RemoveUnusedMedia removes the files of the library that are older than after and that nothing but the history
// uses, and returns their addresses. Those that the history names keep their file until it does not. With dry it only
// returns them.
func (i *Installation) RemoveUnusedMedia(ctx context.Context, after time.Duration, dry bool) ([]string, error) {
	if err := i.Stores.DB.LoadViews(ctx); err != nil {
		return nil, err
	}
	removed, err := i.Content.Library.RemoveUnused(ctx, i.Clock.Now().Add(-after), dry)
	if dry || len(removed) == 0 {
		return removed, err
	}
	return removed, errors.Join(err, i.Content.Sweeper.Remove(ctx, removed))
}

// Archives returns what cms-api backup and restore work on.
func (i *Installation) Archives() backup.Installation {
	return backup.Installation{
		DB: i.Stores.DB, Media: i.Stores.Objects, Audits: i.Accounts.Audits, Skip: noMedia(i.Config),
		Program: i.Version, ContentModel: i.Content.checker.Model.Version, Now: i.Clock.Now,
		Replaced: func(ctx context.Context) (string, error) {
			err := errors.Join(i.History.SweepStrays(ctx), i.Stores.DB.LoadViews(ctx))
			return i.Content.fingerprint(), err
		},
	}
}

// People returns the service of commands about people. Stored may be nil for those
// about accounts.
func (i *Installation) People(stored *privacy.Service) people.Service {
	return people.Service{Sessions: i.Accounts.Sessions, Stored: stored, Audits: i.Accounts.Audits}
}

// Switch returns what makes another release live.
func (i *Installation) Switch(p *Publishing) releases.Switch {
	return releases.Switch{
		Releases: p.Releases, Publisher: p.Publisher, Audits: i.Accounts.Audits, Load: i.Stores.DB.LoadViews,
	}
}

// Seeding returns what cms-api seed fills.
func (i *Installation) Seeding() seed.Target {
	target := seed.Target{
		Objects: i.Stores.Objects, Settings: i.Content.Settings, HasAccounts: i.Accounts.Sessions.HasAccounts,
	}
	for _, each := range i.Content.collections {
		if seeded, is := each.(collection.Seeded); is {
			target.Collections = append(target.Collections, seeded)
		}
	}
	return target
}

// noMedia returns the prefixes of keys in the media's bucket that are not media:
// those of doctor's probes, of uploads that are not finished, and of releases in the same bucket.
func noMedia(cfg config.Config) []string {
	skip := []string{doctor.ProbePrefix, upload.UploadPrefix}
	if cfg.ReleaseS3Endpoint != "" && cfg.ReleaseS3Endpoint != cfg.S3Endpoint {
		return skip
	}
	for _, address := range append([]string{cfg.ReleaseStore}, cfg.MirrorTo...) {
		parsed, err := url.Parse(address)
		if err != nil || parsed.Scheme != "s3" || parsed.Host != cfg.S3Bucket {
			continue
		}
		if prefix := strings.Trim(parsed.Path, "/"); prefix != "" {
			skip = append(skip, prefix+"/")
		}
	}
	return skip
}

// Leads are the forms that visitors send, and everything that is stored of one person.
type Leads struct {
	*lead.Leads
	People *privacy.Service
}

// NewLeads returns the leads of an installation.
func NewLeads(i *Installation) *Leads {
	accounts, now := i.Accounts, i.Clock.Now
	leads := lead.New(lead.Options{
		DB: i.Stores.DB, RepeatWindow: i.Config.RepeatWindow, Now: now, AfterFunc: i.Clock.AfterFunc, Zone: i.zone,
		Limiter: accounts.limiter, BeforeWork: i.Config.LimitFormsBeforeWork, Secrets: i.Config.AuthSecrets,
		Alerts: lead.AlertOptions{
			Members: accounts.readers, Mailer: accounts.mailer, PublicURL: i.Config.PublicURL,
			AcademyName: i.Content.academyName, Hour: i.Config.AlertHour,
		},
		Log: i.Log,
	})
	sources := slices.Concat(leads.Sources(), accounts.Sessions.Sources(),
		i.History.Sources(accounts.Sessions.AccountID), []person.Source{
			leads.AlertSource(accounts.Sessions.AccountID),
			preview.Source(i.Stores.DB, accounts.Sessions.AccountID),
			working.Source(i.Stores.DB, accounts.Sessions.AccountID, i.Content.Articles.Copies, i.Content.Pages.Copies),
			i.Content.Library.Source(accounts.Sessions.AccountID), accounts.Audits.Source(), outboxSource(accounts.outbox),
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

// fetchTime bounds fetching one picture of an import.
const fetchTime = 20 * time.Second

// NewTransfers returns the imports and the export of an installation.
func NewTransfers(i *Installation) *transfer.Service {
	c := i.Content
	reach := outbound.Public
	if i.Config.WebhookPrivateTargets {
		reach = outbound.Anywhere
	}
	return transfer.NewService(transfer.Options{
		Content: transfer.Content{
			Articles: c.Articles, Pages: c.Pages, Settings: c.Settings, Texts: c.Texts, Sections: c.Sections, Menus: c.Menus,
			Links: c.Links, Programs: c.Programs, Features: c.Features, Differentiators: c.Differentiators, Videos: c.Videos,
			Uploads: c.Uploads, Library: c.Library,
		},
		DB: i.Stores.DB, Objects: i.Stores.Objects, Model: c.checker.Model, Sanitise: richtext.NewPolicy().Sanitise,
		Fetch:         outbound.Client(outbound.Options{Reach: reach, Timeout: fetchTime}),
		MaxImageBytes: i.Config.MaxImageBytes, Zone: i.zone, Now: i.Clock.Now, Log: i.Log,
	})
}

// Doctor looks at the installation that the environment describes, says what is
// wrong with it, and leaves it as it was.
func Doctor(ctx context.Context, environ []string, version string) doctor.Report {
	cfg, problems := config.Inspect(environ)
	checks := []doctor.Check{doctor.Configuration(cfg, problems)}
	app, err := New(Options{Config: cfg, Version: version, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		checks = append(checks, doctor.Check{Name: "everything else", Look: func(_ context.Context, n *doctor.Notes) {
			n.Fail(fmt.Sprintf("It could not be looked at: %v", err), "Correct the configuration first, then run this again.")
		}})
		return doctor.Examine(ctx, cfg.Secrets(), checks)
	}
	defer func() { _ = app.Stores.close(ctx) }()
	return doctor.Examine(ctx, cfg.Secrets(), append(checks, app.checks()...))
}

func (a *App) checks() []doctor.Check {
	cfg, db, objects, publishing := a.Config, a.Stores.DB, a.Stores.Objects, a.Publishing
	checks := []doctor.Check{
		doctor.Database(db, cfg.MongoAddress(), cfg.Production()),
		doctor.Objects(objects, cfg.S3Endpoint, cfg.S3Bucket),
		doctor.Clock(db, objects, a.Clock.Now),
		doctor.Data(db),
		doctor.Media(func(ctx context.Context) (library.Comparison, error) {
			if err := db.LoadViews(ctx); err != nil {
				return library.Comparison{}, err
			}
			return a.Content.Library.Compare(ctx, a.Content.Uploads.EachFile)
		}),
		doctor.Content(a.Content.checker.Model.Version, a.Content.Texts.Outdated, a.Content.Pages.Outdated),
		doctor.Administrator(a.Accounts.Sessions, cfg.Production()),
		doctor.Publisher(publishing.Webhooks, cfg.PublisherURL),
		doctor.Releases(doctor.Site{
			Releases: publishing.Releases, Publisher: publishing.Publisher,
			Snapshots: a.Content.Snapshots, Load: db.LoadViews,
		}),
	}
	if cfg.ReleaseStore == "" {
		checks = append(checks, doctor.Room(cfg.ReleasesDir))
	}
	return append(checks, doctor.Messages(cfg))
}
