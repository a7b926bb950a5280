package app

import (
	"fmt"

	"academy/cms-api/internal/platform/lease"
	"academy/cms-api/internal/publishing/publish"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/target"
	"academy/cms-api/internal/publishing/webhook"
)

// Publishing are the services that decide which release is live, and mirror it.
type Publishing struct {
	Releases  *release.Store
	Publisher *publish.Service
	Webhooks  *webhook.Service
	signer    *webhook.Signer
	targets   *target.Service
}

// NewPublishing returns what publishes the content of an installation.
func NewPublishing(i *Installation) (*Publishing, error) {
	opener := i.openReleases()
	opener.Lock = lease.New(i.Stores.DB, "publish/store").Do
	store, err := opener.Open()
	if err != nil {
		return nil, err
	}
	mirrors, err := opener.Mirrors(store)
	if err != nil {
		return nil, err
	}
	cfg := i.Config
	s := &Publishing{
		Releases: store,
		targets:  target.NewService(target.Options{Releases: store, Mirrors: mirrors, DB: i.Stores.DB, Log: i.Log}),
	}
	retention, err := opener.Retention()
	if err != nil {
		return nil, err
	}
	if s.signer, err = webhook.NewSigner(cfg.PublishSecrets, i.Clock); err != nil {
		return nil, fmt.Errorf("set up publishing: %w", err)
	}
	s.Webhooks, err = webhook.New(webhook.Options{
		Snapshots: i.Content.Snapshots, DB: i.Stores.DB, PublisherURL: cfg.PublisherURL, Signer: s.signer,
		PrivateTargets: cfg.WebhookPrivateTargets, Clock: i.Clock, Log: i.Log,
		Watch: webhook.Watch{Delivered: i.metrics.Delivered, Sending: i.inLastChange, Transport: i.observePublisher},
	})
	if err != nil {
		return nil, fmt.Errorf("set up webhooks: %w", err)
	}
	s.Publisher = publish.New(publish.Options{
		Snapshots: i.Content.Snapshots, Releases: store, Webhooks: s.Webhooks, DB: i.Stores.DB, Signer: s.signer,
		Clock: i.Clock, Retention: retention, Names: i.Accounts.names, Removers: i.Accounts.Audits.Removers,
		RefusedChanges: i.Content.refusedChanges, Edges: cfg.ReleaseTell, Built: i.metrics.Built, Log: i.Log,
	})
	return s, nil
}
