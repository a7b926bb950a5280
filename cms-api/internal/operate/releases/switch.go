package releases

import (
	"context"
	"errors"
	"fmt"
	"time"

	"academy/cms-api/internal/account/audit"
	"academy/cms-api/internal/publishing/publish"
	"academy/cms-api/internal/publishing/release"
)

// Switch makes another release live, by the rules of the API's call.
type Switch struct {
	Releases  *release.Store
	Publisher *publish.Service
	Audits    *audit.Service
	// Load loads the public content.
	Load func(context.Context) error
}

// loadTime is how long loading the content may take.
const loadTime = 30 * time.Second

// Forward makes a newer release the live one, and returns its id. An empty id means
// the newest.
func (s Switch) Forward(ctx context.Context, id string) (string, error) {
	live, err := s.Releases.CurrentID(ctx)
	if err != nil {
		return "", err
	}
	if id == "" {
		id = s.Releases.Newest(ctx)
	}
	// Ids begin with their time.
	if id <= live {
		return "", fmt.Errorf("%s is live, and there is no newer release to go to; release rollback goes to an older one", live)
	}
	return s.Back(ctx, id)
}

// Back makes a release the live one, and returns its id. An empty id means the one
// before the live one.
func (s Switch) Back(ctx context.Context, id string) (string, error) {
	if id == "" {
		if id = s.Releases.Before(ctx); id == "" {
			return "", errors.New("there is no release before the live one that is still kept")
		}
	}
	loading, cancel := context.WithTimeout(ctx, loadTime)
	defer cancel()
	if err := s.Load(loading); err != nil {
		return "", fmt.Errorf("load the content: %w", err)
	}
	entry := audit.Command("activateRelease", "publish", id)
	if _, err := s.Publisher.Activate(ctx, id, entry.UserName); err != nil {
		return "", fmt.Errorf("make %s live: %w", id, err)
	}
	s.Audits.Note(ctx, entry)
	return id, nil
}
