package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"academy/cms-api/internal/account/auth"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/publishing/publish"
	"academy/cms-api/internal/publishing/release"
	"academy/cms-api/internal/publishing/snapshot"
	"academy/cms-api/internal/publishing/webhook"
)

// Administrator looks for an account that can manage the team.
func Administrator(sessions *auth.Service, production bool) Check {
	return Check{Name: "administrator", Needs: "database", Look: func(ctx context.Context, n *Notes) {
		members, err := sessions.Members(ctx)
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
		case count == 0 && len(members) == 0 && !production:
			n.Warn("There is no account yet.",
				"Register at /auth: the first account becomes the administrator.")
		case count == 0:
			n.Fail("There is no administrator.", "Make one: cms-api create-admin --email … --name ….")
		default:
			n.OK("%d of %d accounts can manage the team.", count, len(members))
		}
	}}
}

// Publisher asks the publisher at an address whether it believes our messages.
func Publisher(webhooks *webhook.Service, address string) Check {
	return Check{Name: "publisher", Look: func(ctx context.Context, n *Notes) {
		if address == "" {
			n.OK("None is configured (PUBLISHER_URL).")
			return
		}
		switch err := webhooks.Ping(ctx); {
		case errors.Is(err, webhook.ErrNotBelieved):
			n.Fail("The publisher at "+address+" refuses our webhook.",
				"Give cms-api and the publisher the same PUBLISH_SECRET, and set both clocks.")
		case err != nil:
			n.Fail(fmt.Sprintf("The publisher at %s cannot be reached: %v", address, err),
				"Start it, or correct PUBLISHER_URL; the live site stays as it is meanwhile.")
		default:
			n.OK("The publisher at %s answers and believes our webhooks.", address)
		}
	}}
}

// Site is what Releases compares.
type Site struct {
	Releases  *release.Store
	Publisher *publish.Service
	Snapshots *snapshot.Store
	Load      func(context.Context) error // the content into Snapshots
}

// Releases compares the live release with the content.
func Releases(s Site) Check { return Check{Name: "releases", Needs: "database", Look: s.look} }

func (s Site) look(ctx context.Context, n *Notes) {
	if err := s.Releases.Reload(ctx); err != nil {
		n.Fail("The live release cannot be served: "+err.Error(),
			"Run cms-api release verify, which says what is damaged and how it is mended.")
		return
	}
	live := s.Releases.Current()
	if live == nil {
		n.Warn("Nothing was published yet.",
			"Start cms-api serve and the publisher: the first release follows by itself.")
		return
	}
	if err := s.Load(ctx); err != nil {
		n.Fail("The content cannot be loaded: "+err.Error(), "See what is said of the database above.")
		return
	}
	fingerprint := s.Snapshots.Current().Fingerprint()
	pinned, err := s.Publisher.PinnedRelease(ctx)
	switch {
	case err != nil:
		n.Fail("Whether a release is held cannot be read: "+err.Error(),
			"See what is said of the database above.")
	case live.Fingerprint == fingerprint && !live.Partial && live.FailedCount > 0:
		n.Warn(fmt.Sprintf("%s is live and shows the content, but for %d pages that could not be rendered: %s",
			live.Release, live.FailedCount, failed(live)),
			"Change what the reason names, or undo the last edit of the page; the dashboard's Settings → Publishing has them all.")
	case live.Fingerprint == fingerprint && !live.Partial:
		n.OK("%s is live and shows the content.", live.Release)
	case pinned == live.Release:
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

// maxNamed is how many stored values a finding names.
const maxNamed = 20

// Content looks for stored texts and values that the content model does not know, or that
// no longer fit it; each of outdated names some.
func Content(version string, outdated ...func(context.Context) ([]string, error)) Check {
	return Check{Name: "content", Needs: "database", Look: func(ctx context.Context, n *Notes) {
		var found []string
		for _, each := range outdated {
			named, err := each(ctx)
			if err != nil {
				n.Fail(fmt.Sprintf("The content cannot be compared with the content model: %v", cause(err)),
					"See what is said of the database above.")
				return
			}
			for _, each := range named {
				found = append(found, strings.TrimSuffix(each, "."))
			}
		}
		if len(found) == 0 {
			n.OK("Everything that is stored fits the content model %s.", version)
			return
		}
		named := strings.Join(found[:min(len(found), maxNamed)], "; ")
		if len(found) > maxNamed {
			named += "; …"
		}
		n.Warn(fmt.Sprintf("%d stored values do not fit the content model %s: %s.", len(found), version, named),
			"Nothing is lost: pages show their own text there. Change the values in the dashboard, or the model.")
	}}
}
