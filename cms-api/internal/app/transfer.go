package app

import (
	"time"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/operate/transfer"
	"academy/cms-api/internal/platform/outbound"
)

// fetchTime bounds fetching one picture of an import.
const fetchTime = 20 * time.Second

// NewTransfers returns the imports and the export of an installation.
func NewTransfers(i *Installation) *transfer.Service {
	c := i.Content
	reach := outbound.Public
	if i.Config.WebhookPrivateTargets {
		reach = outbound.Anywhere
	}
	return transfer.NewService(transfer.Options{
		Content: transfer.Content{
			Articles: c.Articles, Pages: c.Pages, Settings: c.Settings, Texts: c.Texts, Sections: c.Sections, Menus: c.Menus,
			Links: c.Links, Programs: c.Programs, Features: c.Features, Differentiators: c.Differentiators, Videos: c.Videos,
			Uploads: c.Uploads,
		},
		DB: i.Stores.DB, Objects: i.Stores.Objects, Model: c.checker.Model, Sanitise: richtext.NewPolicy().Sanitise,
		Fetch:         outbound.Client(outbound.Options{Reach: reach, Timeout: fetchTime}),
		MaxImageBytes: i.Config.MaxImageBytes, Zone: i.zone, Now: i.Clock.Now, Log: i.Log,
	})
}
