// Package social is the academy's links to social networks.
package social

import (
	"strings"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
)

// Link is one link. Icon and Visible are what the public footer reads: the
// platform in lower case, and the same as Active.
type Link struct {
	revision.Document `bson:",inline"`
	Platform          string `json:"platform" bson:"platform" doc:"The network." example:"Telegram"`
	Icon              string `json:"icon" bson:"-" doc:"The platform's icon: its name in lower case." example:"telegram"`
	URL               string `json:"url" bson:"url" doc:"Where the link leads." example:"https://t.me/example"`
	Color             string `json:"color" bson:"color" doc:"A hex colour." example:"#667eea"`
	OrderIndex        int    `json:"order_index" bson:"order_index" doc:"Its place among the links."`
	Active            bool   `json:"active" bson:"active" doc:"Whether the public sees it."`
	Visible           bool   `json:"visible" bson:"-" doc:"The same as active; the footer reads this name."`
}

// DisplayName returns the platform.
func (l *Link) DisplayName() string { return l.Platform }

// Update changes what is not nil.
type Update struct {
	Platform   *string `json:"platform,omitempty" enum:"Facebook,Instagram,YouTube,LinkedIn,Twitter,Telegram,WhatsApp,Github"`
	URL        *string `json:"url,omitempty" minLength:"1" maxLength:"2000" format:"web" example:"https://t.me/example"`
	Color      *string `json:"color,omitempty" pattern:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$" patternDescription:"a hex colour such as #667eea" example:"#667eea"`
	OrderIndex *int    `json:"order_index,omitempty" minimum:"-10000" maximum:"10000"`
	Active     *bool   `json:"active,omitempty"`
}

// Create is the body of a new link.
type Create Update

// Service holds the rules of social links.
type Service = collection.Service[Link, *Link, Create, Update]

// NewService returns the collection of social links.
func NewService(db *mongodb.Database) *Service {
	return collection.New(db, collection.Kind[Link, *Link, Create, Update]{
		Name: "social links", Path: "/social-media",
		New: Link{Color: "#667eea", Active: true}, Check: check, Shown: shown,
		Order:      collection.Order[*Link]{Field: "order_index", Of: func(l *Link) *int { return &l.OrderIndex }},
		Subset:     &collection.Subset[Link]{Name: "active", Has: func(l Link) bool { return l.Active }, Alone: true},
		Key:        func(l Link) []string { return []string{l.Platform, l.URL} },
		Unrestored: []string{"order_index", "active"},
	})
}

// check puts a link into the form in which it is stored. Colour pickers know only the long form of a colour.
func check(l *Link, was Link) error {
	l.Platform, l.Color = text.Line(l.Platform), text.Line(l.Color)
	if len(l.Color) == len("#rgb") {
		l.Color = "#" + strings.Repeat(l.Color[1:2], 2) + strings.Repeat(l.Color[2:3], 2) + strings.Repeat(l.Color[3:4], 2)
	}
	if l.URL == was.URL && l.URL != "" {
		return nil
	}
	l.URL = text.Line(l.URL)
	return problem.InvalidFields(weburl.SetWeb(nil, "body.url", &l.URL))
}

// shown fills in the names that the public footer reads.
func shown(l Link) Link {
	l.Icon, l.Visible = strings.ToLower(l.Platform), l.Active
	return l
}
