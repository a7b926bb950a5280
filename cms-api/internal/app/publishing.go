package app

import (
	"fmt"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/publishing/publish"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/target"
)

// Publishing are the services that decide which release is live, and copy it.
type Publishing struct {
	Releases  *release.Store
	Publisher *publish.Service
	targets   *target.Service
	// targetLease is held by the process that copies to the targets.
	targetLease *mongodb.Lease
	targetFreed <-chan struct{}
}

// NewPublishing returns what publishes the content of an installation.
func NewPublishing(i *Installation) (*Publishing, error) {
	opener := i.openReleases()
	store, err := opener.Open()
	if err != nil {
		return nil, err
	}
	targets, err := opener.Targets(store)
	if err != nil {
		return nil, err
	}
	cfg, lease := i.Config, mongodb.NewLease(i.Stores.DB, "targets")
	s := &Publishing{
		Releases: store, targetLease: lease, targetFreed: lease.Freed(),
		targets: target.NewService(i.Stores.DB, target.Options{
			Releases: store, Targets: targets, Log: i.Log, Now: i.Clock.Now,
		}),
	}
	retention, err := opener.Retention()
	if err != nil {
		return nil, err
	}
	s.Publisher, err = publish.New(publish.Options{
		Snapshots: i.Content.Snapshots, Releases: store, DB: i.Stores.DB,
		URL: cfg.PublisherURL, Secrets: cfg.PublishSecrets, PrivateTargets: cfg.WebhookPrivateTargets,
		Clock: i.Clock, Log: i.Log,
		Retention: retention, Names: i.Accounts.names, Watch: publish.Watch{
			Delivered: i.metrics.Delivered, Built: i.metrics.Built, Sending: i.inLastChange, Outwards: i.observePublisher,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("set up publishing: %w", err)
	}
	return s, nil
}
