package app

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"academy/cms-api/internal/account/privacy"
	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/operate/backup"
	"academy/cms-api/internal/operate/doctor"
	"academy/cms-api/internal/operate/people"
	"academy/cms-api/internal/operate/releases"
	"academy/cms-api/internal/operate/seed"
	"academy/cms-api/internal/platform/config"
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
	i.Content.people = i.History.People
	return i, nil
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
// those of doctor's probes, and of releases in the same bucket.
func noMedia(cfg config.Config) []string {
	skip := []string{doctor.ProbePrefix}
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
