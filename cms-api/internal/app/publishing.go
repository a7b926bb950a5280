package app

import (
	"fmt"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/publishing/publish"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/target"
)

// Publishing is what decides which release is live, and where it is shown.
type Publishing struct {
	Releases  *release.Store
	Publisher *publish.Service
	targets   *target.Service
	// targetLease is for who copies to the targets.
	targetLease *mongodb.Lease
	targetFreed <-chan struct{}
}

// NewPublishing returns what publishes content.
func NewPublishing(p *Process, stores *Stores, content *Content, accounts *Accounts) (*Publishing, error) {
	opener := p.openReleases()
	store, err := opener.Open()
	if err != nil {
		return nil, err
	}
	targets, err := opener.Targets(store)
	if err != nil {
		return nil, err
	}
	cfg, lease := p.Config, mongodb.NewLease(stores.DB, "targets")
	s := &Publishing{
		Releases: store, targetLease: lease, targetFreed: lease.Freed(),
		targets: target.NewService(stores.DB, target.Options{Releases: store, Targets: targets, Log: p.Log, Now: p.Clock.Now}),
	}
	retention, err := opener.Retention()
	if err != nil {
		return nil, err
	}
	s.Publisher, err = publish.New(publish.Options{
		Snapshots: content.Snapshots, Releases: store, DB: stores.DB,
		URL: cfg.PublisherURL, Secrets: cfg.PublishSecrets, PrivateTargets: cfg.WebhookPrivateTargets, Clock: p.Clock, Log: p.Log,
		Retention: retention, Names: accounts.names, Watch: publish.Watch{
			Delivered: p.metrics.Delivered, Built: p.metrics.Built, Sending: p.inLastChange, Outwards: p.observePublisher,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("set up publishing: %w", err)
	}
	return s, nil
}
