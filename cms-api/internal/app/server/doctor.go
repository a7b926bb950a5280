package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"academy/cms-api/internal/operate/doctor"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/config"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/webhook"
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
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = app.db.Close(closing)
	}()
	return doctor.Examine(ctx, cfg.Secrets(), append(checks, app.checks()...))
}

func (a *App) checks() []doctor.Check {
	checks := []doctor.Check{
		doctor.Database(a.db, a.cfg.MongoAddress(), a.cfg.Production()),
		doctor.Objects(a.objects, a.cfg.S3Endpoint, a.cfg.S3Bucket),
		doctor.Clock(a.db, a.objects, a.clock.Now),
		doctor.Data(a.db, a.migrations),
		{Name: "administrator", Needs: "database", Look: a.lookForAdministrator},
		{Name: "publisher", Look: a.lookAtPublisher},
		{Name: "releases", Needs: "database", Look: a.lookAtReleases},
	}
	if a.cfg.ReleaseStore == "" {
		checks = append(checks, doctor.Room(a.cfg.ReleasesDir))
	}
	return append(checks, doctor.Messages(a.cfg))
}

func (a *App) lookForAdministrator(ctx context.Context, n *doctor.Notes) {
	members, err := a.sessions.Members(ctx)
	if err != nil {
		n.Fail("Accounts cannot be read: "+err.Error(), "See what is said of the database above.")
		return
	}
	count := 0
	for _, member := range members {
		if member.Role == access.RoleAdministrator {
			count++
		}
	}
	switch {
	case count == 0 && len(members) == 0 && !a.cfg.Production():
		n.Warn("There is no account yet.", "Register at /auth: the first account becomes the administrator.")
	case count == 0:
		n.Fail("There is no administrator.", "Make one: cms-api create-admin --email … --name ….")
	default:
		n.OK("%d of %d accounts can manage the team.", count, len(members))
	}
}

func (a *App) lookAtPublisher(ctx context.Context, n *doctor.Notes) {
	if a.cfg.PublisherURL == "" {
		n.OK("None is configured (PUBLISHER_URL).")
		return
	}
	switch err := a.webhooks.Ping(ctx); {
	case errors.Is(err, webhook.ErrNotBelieved):
		n.Fail("The publisher at "+a.cfg.PublisherURL+" refuses our webhook.", "Give cms-api and the publisher the same PUBLISH_SECRET, and set both clocks.")
	case err != nil:
		n.Fail(fmt.Sprintf("The publisher at %s cannot be reached: %v", a.cfg.PublisherURL, err), "Start it, or correct PUBLISHER_URL; the live site stays as it is meanwhile.")
	default:
		n.OK("The publisher at %s answers and believes our webhooks.", a.cfg.PublisherURL)
	}
}

func (a *App) lookAtReleases(ctx context.Context, n *doctor.Notes) {
	if err := a.releases.Reload(ctx); err != nil {
		n.Fail("The live release cannot be served: "+err.Error(), "Run cms-api release verify, which says what is damaged and how it is mended.")
		return
	}
	live := a.releases.Current()
	if live == nil {
		n.Warn("Nothing was published yet.", "Start cms-api serve and the publisher: the first release follows by itself.")
		return
	}
	if err := a.db.LoadViews(ctx); err != nil {
		n.Fail("The content cannot be loaded: "+err.Error(), "See what is said of the database above.")
		return
	}
	held, err := a.publisher.HeldRelease(ctx)
	switch {
	case err != nil:
		n.Fail("Whether a release is held cannot be read: "+err.Error(), "See what is said of the database above.")
	case live.Fingerprint == a.fingerprint() && !live.Partial && live.FailedCount > 0:
		n.Warn(fmt.Sprintf("%s is live and shows the content, but for %d pages that could not be rendered: %s", live.Release, live.FailedCount, failed(live)),
			"Change what the reason names, or undo the last edit of the page; the dashboard's Settings → Publishing has them all.")
	case live.Fingerprint == a.fingerprint() && !live.Partial:
		n.OK("%s is live and shows the content.", live.Release)
	case held == live.Release:
		n.OK("%s is live because somebody rolled back to it; it does not show the content.", live.Release)
	default:
		n.Warn(live.Release+" is live and does not show the content as it is now.",
			"Wait a moment and run this again; then look at Settings → Publishing, which says why.")
	}
}

// failed names the first pages that could not be rendered, with their reasons.
func failed(live *release.Release) string {
	const most = 5
	var named []string
	for _, f := range live.Failures[:min(len(live.Failures), most)] {
		named = append(named, f.Path+" ("+f.Reason+")")
	}
	if live.FailedCount > len(named) {
		named = append(named, "…")
	}
	return strings.Join(named, ", ")
}
