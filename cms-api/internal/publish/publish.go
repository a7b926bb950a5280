package publish

import (
	"context"
	"log/slog"

	"academy/cms-api/internal/release"
	"academy/cms-api/internal/snapshot"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// Options says what a Service works on. Everything but URL is needed.
type Options struct {
	Snapshots *snapshot.Store
	Releases  *release.Store
	DB        *mongo.Database
	// URL is where the publisher listens; empty means that there is none.
	URL string
	// Secret signs webhooks and reports: "whsec_" and base64 of at least 24 bytes.
	Secret string
	Clock  snapshot.Clock
	Log    *slog.Logger
}

// Service compares, dispatches and remembers.
type Service struct{}

// New returns a Service that does nothing before Run. It fails when the secret
// or the URL is malformed.
func New(opts Options) (*Service, error) { return &Service{}, nil }

// Run compares and dispatches until ctx ends, and returns ctx's error.
func (s *Service) Run(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}
