package app

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"

	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/content/section"
	"academy/cms-api/internal/content/social"
	"academy/cms-api/internal/content/video"
	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/operate/doctor"
	"academy/cms-api/internal/operate/people"
	"academy/cms-api/internal/operate/releases"
	"academy/cms-api/internal/operate/seed"
	"academy/cms-api/internal/platform/config"
)

// NewInstallation returns what cms-api backup and restore work on.
func NewInstallation(p *Process, stores *Stores, content *Content, accounts *Accounts) backup.Installation {
	return backup.Installation{
		DB: stores.DB, Media: stores.Objects, Audits: accounts.Audits, Skip: noMedia(p.Config), Program: p.Version, Now: p.Clock.Now,
		Replaced: func(ctx context.Context) (string, error) {
			if err := errors.Join(content.State.Replaced(ctx), stores.DB.TellListsChanged(ctx)); err != nil {
				return "", err
			}
			err := content.Sync.LoadOnce(ctx)
			return content.fingerprint(), err
		},
	}
}

// NewDesk returns what commands about people work on.
func NewDesk(p *Process, accounts *Accounts, leads *Leads) people.Desk {
	return people.Desk{Sessions: accounts.Sessions, People: leads.People, Audits: accounts.Audits, Log: p.Log}
}

// NewSwitch returns what makes other releases live.
func NewSwitch(p *Process, content *Content, accounts *Accounts, publishing *Publishing) releases.Switch {
	return releases.Switch{
		Releases: publishing.Releases, Publisher: publishing.Publisher, Audits: accounts.Audits, Load: content.Sync.LoadOnce, Log: p.Log,
	}
}

// NewSeeding returns what cms-api seed fills.
func NewSeeding(stores *Stores, c *Content, accounts *Accounts) seed.Target {
	return seed.Target{
		Objects: stores.Objects, Settings: c.Settings, HasAccounts: accounts.Sessions.HasAccounts, Changed: c.changed,
		Steps: []seed.Step{
			seed.List(page.Part, "page-content.json", c.Pages.Seed),
			seed.List(section.Part, "sections.json", c.Sections.Seed),
			seed.List(social.Part, "social-links.json", c.Links.Seed),
			seed.List(c.Programs.Name(), "programs.json", c.Programs.Seed),
			seed.List(c.Features.Name(), "features.json", c.Features.Seed),
			seed.List(c.Differentiators.Name(), "differentiators.json", c.Differentiators.Seed),
			seed.List(video.Part, "videos.json", c.Videos.Seed),
			seed.Articles(c.Articles.Seed),
		},
	}
}

// noMedia returns the beginnings of keys in the media's bucket that are no media:
// what doctor tries out, and releases that are copied to the same bucket.
func noMedia(cfg config.Config) []string {
	skip := []string{doctor.ProbePrefix}
	if cfg.ReleaseS3Endpoint != "" && cfg.ReleaseS3Endpoint != cfg.S3Endpoint {
		return skip
	}
	for _, address := range slices.Concat([]string{cfg.ReleaseStore}, cfg.ReleasesTo, cfg.MirrorTo) {
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
