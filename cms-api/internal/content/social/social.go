// Package social is the academy's links to social networks.
package social

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/patch"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
	"academy/cms-api/internal/publishing/snapshot"
)

// Part is the name of social links in the public snapshot.
const Part = "social_links"

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
	URL        *string `json:"url,omitempty" minLength:"1" maxLength:"2000" format:"web" example:"https://www.youtube.com/@example"`
	Color      *string `json:"color,omitempty" pattern:"^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$" patternDescription:"a hex colour such as #667eea" example:"#667eea"`
	OrderIndex *int    `json:"order_index,omitempty" minimum:"-10000" maximum:"10000"`
	Active     *bool   `json:"active,omitempty"`
}

var updates = patch.New[Link, Update]()

// Patch applies the update to a link.
func (u Update) Patch(link *Link) error {
	text.Clean(&u)
	if err := problem.InvalidFields(weburl.SetWeb(nil, "body.url", u.URL)); err != nil {
		return err
	}
	updates.Apply(link, u)
	link.settle()
	return nil
}

// settle puts the link into the form in which it is stored. Colour pickers know
// only the long form of a colour.
func (l *Link) settle() {
	if len(l.Color) == len("#rgb") {
		l.Color = "#" + strings.Repeat(l.Color[1:2], 2) + strings.Repeat(l.Color[2:3], 2) + strings.Repeat(l.Color[3:4], 2)
	}
}

// public fills in the names that the public footer reads.
func (l Link) public() Link {
	l.Icon = strings.ToLower(l.Platform)
	l.Visible = l.Active
	return l
}

// Service holds the rules of social links.
type Service struct {
	docs *documents.Collection[Link, *Link]
}

// NewService returns a Service, which keeps links in the collection "social_links".
func NewService(db *mongodb.Database) *Service {
	docs := documents.New[Link](db, "social_links", "social link").Versioned().WithTrash(nil)
	return &Service{docs.ShownAs(func(link Link) any { return link.public() })}
}

// All returns every link by order.
func (s *Service) All(ctx context.Context) ([]Link, error) {
	links, err := s.docs.All(ctx, "order_index")
	for i := range links {
		links[i] = links[i].public()
	}
	return links, err
}

// Active returns the active links by order.
func (s *Service) Active(ctx context.Context) ([]Link, error) {
	all, err := s.All(ctx)
	return active(all), err
}

func active(all []Link) []Link {
	return slices.DeleteFunc(append([]Link{}, all...), func(link Link) bool { return !link.Active })
}

// Create adds a link.
func (s *Service) Create(ctx context.Context, link Link) (Link, error) {
	text.Clean(&link)
	if err := problem.InvalidFields(weburl.SetWeb(nil, "body.url", &link.URL)); err != nil {
		return Link{}, err
	}
	link.settle()
	made, err := s.docs.Insert(ctx, documents.Write{By: access.By(ctx)}, &link)
	changes.Wrote(ctx, made)
	return link.public(), err
}

// Update changes a link.
func (s *Service) Update(ctx context.Context, id string, w documents.Write, update Update) (Link, error) {
	made, err := s.docs.Update(ctx, id, w, update.Patch)
	changes.Wrote(ctx, made)
	return made.After.public(), err
}

// Delete puts a link into the trash, and returns the revision that it has there.
func (s *Service) Delete(ctx context.Context, id string, w documents.Write) (at int, err error) {
	made, err := s.docs.Discard(ctx, id, w)
	changes.Wrote(ctx, made)
	return made.After.Revision, err
}

// ShowIn has a snapshot show the active links.
func (s *Service) ShowIn(snapshots *snapshot.Store) {
	snapshot.ShowPart(snapshots, Part, s.docs, func(all []Link) snapshot.Content {
		slices.SortFunc(all, func(a, b Link) int {
			return cmp.Or(cmp.Compare(a.OrderIndex, b.OrderIndex), cmp.Compare(a.ID, b.ID))
		})
		shown := active(all)
		for i := range shown {
			shown[i] = shown[i].public()
			shown[i].Revision = 0
		}
		return snapshot.Content{Value: shown}
	})
}

// Seed stores links that come with the site and are missing; their ids come from
// platform and address. It returns how many were.
func (s *Service) Seed(ctx context.Context, links []Link) (int, error) {
	for i := range links {
		if err := problem.InvalidFields(weburl.SetWeb(nil, "url", &links[i].URL)); err != nil {
			return 0, fmt.Errorf("social link to %s: %w", links[i].URL, err)
		}
		links[i].settle()
		links[i].ID = documents.SeedID("social_links", links[i].Platform, links[i].URL)
	}
	return s.docs.InsertMissing(ctx, documents.Write{}, links)
}
