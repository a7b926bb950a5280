// Package page is the pages that editors make: a path and a stack of blocks.
package page

import (
	"time"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/patch"
	"academy/cms-api/internal/platform/revision"
)

// name is what pages are called.
const name collection.Name = "pages"

// Status says whether a page is for the public.
type Status string

// The statuses.
const (
	Draft     Status = "draft"
	Published Status = "published"
)

// Listed is what readers see of a page in a list.
type Listed struct {
	ID          string     `json:"id" example:"665f1f77bcf86cd799439011"`
	Path        string     `json:"path" doc:"Its address: one to three segments." example:"/kas-2027"`
	Title       string     `json:"title" example:"KAS 2027"`
	Description string     `json:"description" doc:"For search engines." example:"How to prepare for the next exam."`
	Image       string     `json:"image" doc:"Address of the picture for social networks; empty when there is none." example:"/media/3f2a9c1d-1600x900.jpg"`
	PublishDate *time.Time `json:"publish_date" doc:"When it becomes public; null: at once."`
	UpdatedAt   time.Time  `json:"updated_at"`
}

// Summary is a page without its blocks.
type Summary struct {
	revision.Document `bson:",inline"`
	Path              string     `json:"path" bson:"path" doc:"Its address: one to three segments." example:"/kas-2027"`
	Title             string     `json:"title" bson:"title" example:"KAS 2027"`
	Description       string     `json:"description" bson:"description" doc:"For search engines." example:"How to prepare for the next exam."`
	Image             string     `json:"image" bson:"image" doc:"Address of the picture for social networks; empty when there is none." example:"/media/3f2a9c1d-1600x900.jpg"`
	Status            Status     `json:"status" bson:"status" enum:"draft,published"`
	PublishDate       *time.Time `json:"publish_date" bson:"publish_date" doc:"When it becomes public; null: at once."`
	UnpublishDate     *time.Time `json:"unpublish_date,omitempty" bson:"unpublish_date" doc:"From when on it is public no longer. Absent when it stays, and for readers without a session." example:"2026-07-15T09:30:00Z"`
	CreatedAt         time.Time  `json:"created_at" bson:"created_at"`
	UpdatedAt         time.Time  `json:"updated_at" bson:"updated_at"`
	working.Mark      `bson:"-"`
}

// Page is a whole page.
type Page struct {
	Summary      `bson:",inline"`
	Blocks       []Block  `json:"blocks" bson:"blocks" nullable:"false" doc:"From top to bottom; readers see those that are not hidden."`
	Former       []Former `json:"-" bson:"former"`
	WasPublished bool     `json:"-" bson:"was_published"` // so others may link to it
}

// Block is one block of a page.
type Block struct {
	ID     string       `json:"id" bson:"id" required:"false" maxLength:"64" pattern:"^[A-Za-z0-9_-]*$" patternDescription:"letters, digits, hyphens and underscores" doc:"Unique in the page; made when it is missing." example:"b1"`
	Type   string       `json:"type" bson:"type" maxLength:"60" doc:"A block of the content model." example:"hero"`
	Hidden bool         `json:"hidden" bson:"hidden" required:"false"`
	Anchor string       `json:"anchor" bson:"anchor" required:"false" maxLength:"60" pattern:"^([a-z][a-z0-9-]*)?$" patternDescription:"lower-case letters, digits and hyphens, beginning with a letter" doc:"What links within the page lead to, after #." example:"fees"`
	Values model.Values `json:"values" bson:"values" required:"false"`
}

// Former is a path that a published page had.
type Former struct {
	Path  string    `bson:"path"`
	Until time.Time `bson:"until"`
}

// Redirect leads from a former path to that which its page has now.
type Redirect struct{ From, To string }

// DisplayName returns the title.
func (p *Page) DisplayName() string { return p.Title }

// Update changes what is not nil.
type Update struct {
	Path          *string       `json:"path,omitempty" maxLength:"200" doc:"One to three segments of lower-case letters, digits and hyphens; empty makes that of a page that was never published anew from the title. A changed path of a page that was published keeps leading to it." example:"/kas-2027"`
	Title         *string       `json:"title,omitempty" minLength:"1" maxLength:"200" example:"KAS 2027"`
	Description   *string       `json:"description,omitempty" maxLength:"500" text:"block" example:"How to prepare for the next exam."`
	Image         *string       `json:"image,omitempty" maxLength:"2000" format:"file" example:"/media/3f2a9c1d-1600x900.jpg"`
	Blocks        *[]Block      `json:"blocks,omitempty" nullable:"false" maxItems:"100" text:"raw"`
	Status        *Status       `json:"status,omitempty" enum:"draft,published"`
	PublishDate   schedule.Date `json:"publish_date,omitempty,omitzero" doc:"When it becomes public: an RFC 3339 time, or a date of the site's time zone; null or empty: at once."`
	UnpublishDate schedule.Date `json:"unpublish_date,omitempty,omitzero" doc:"From when on it is public no longer, after publish_date; null or empty: it stays." example:"2026-07-15"`
}

// Create is the body of a new page.
type Create Update

// CopyFields are the fields of a working copy, of which none is required.
type CopyFields Update

// updates leaves out what the service applies itself.
var updates = patch.New[Page, Update]("Blocks", "PublishDate", "UnpublishDate")

// public reports whether readers see the page now.
func (s Summary) public(now time.Time) bool {
	due := s.PublishDate == nil || !s.PublishDate.After(now)
	return s.Status == Published && due && (s.UnpublishDate == nil || s.UnpublishDate.After(now))
}
