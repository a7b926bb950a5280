package app

import (
	"context"
	"fmt"
	"log/slog"

	"academy/cms-api/internal/operate/doctor"
	"academy/cms-api/internal/platform/config"
)

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
