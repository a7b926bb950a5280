// Package article is the blog: articles that are drafts, published or archived.
package article

import (
	"strings"
	"time"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
)

// name is what articles are called.
const name collection.Name = "articles"

// Status is where an article stands; any status may follow any other.
type Status string

// The statuses. Only published articles are ever public.
const (
	Draft     Status = "draft"
	Published Status = "published"
	Archived  Status = "archived"
)

// Summary is an article without its content.
type Summary struct {
	revision.Document `bson:",inline"`
	Slug              string     `json:"slug" bson:"slug" doc:"Its address below /blog/; stable once it was published." example:"how-to-read-a-newspaper"`
	Title             string     `json:"title" bson:"title" example:"How to Read a Newspaper"`
	Excerpt           string     `json:"excerpt" bson:"excerpt" doc:"Empty when there is none." example:"What the first chapter asks of you."`
	BannerImage       string     `json:"banner_image" bson:"banner_image" doc:"Address of a picture; empty when there is none." example:"/media/3f2a9c1d-1600x900.jpg"`
	Author            string     `json:"author" bson:"author" doc:"The author's name." example:"Asha Rao"`
	AuthorID          string     `json:"author_id" bson:"author_id" doc:"The author's user id; empty for content that came with the site." example:"665f1f77bcf86cd799439012"`
	Category          string     `json:"category" bson:"category" example:"Strategy"`
	Tags              []string   `json:"tags" bson:"tags" nullable:"false" example:"geography"`
	Status            Status     `json:"status" bson:"status" enum:"draft,published,archived"`
	PublishDate       *time.Time `json:"publish_date" bson:"publish_date" doc:"When it becomes public; where no date was chosen, when it was first published. Null before that."`
	// FirstPublished dates an article that has no publish date. Readers do not wait
	// for it: some clock said so, and that may have been ahead.
	FirstPublished *time.Time `json:"-" bson:"first_published"`
	UnpublishDate  *time.Time `json:"unpublish_date,omitempty" bson:"unpublish_date" doc:"From when on it is public no longer. Absent when it stays, and for readers without a session." example:"2026-07-15T09:30:00Z"`
	CreatedAt      time.Time  `json:"created_at" bson:"created_at"`
	UpdatedAt      time.Time  `json:"updated_at" bson:"updated_at"`
	working.Mark   `bson:"-"`
}

// Article is a whole article.
type Article struct {
	Summary       `bson:",inline"`
	Content       string    `json:"content" bson:"content" doc:"Sanitised HTML: see docs/content-format.md." example:"<p>Warm air rises over the land in summer.</p>"`
	PreviousSlugs []string  `json:"-" bson:"previous_slugs"`
	FormerPaths   []string  `json:"-" bson:"former_paths,omitempty"` // that lead to it: of a site where it was before
	SlugFixed     bool      `json:"-" bson:"slug_fixed"`             // was published once, so others may link to it
	SortAt        time.Time `json:"-" bson:"sort_at"`                // PublishedAt, stored for sorting
}

// DisplayName returns the title.
func (a *Article) DisplayName() string { return a.Title }

// PublishedAt is the time an article is ordered by.
func (s Summary) PublishedAt() time.Time {
	if date := s.shown().PublishDate; date != nil {
		return *date
	}
	return s.CreatedAt
}

// shown returns the article as it is answered: dated by its first publication when
// no date was chosen.
func (s Summary) shown() Summary {
	if s.PublishDate == nil {
		s.PublishDate = s.FirstPublished
	}
	return s
}

// Public reports whether readers without a session may see the article now. One
// without a publish date is public at once: when it was made is what some clock
// said, and that may have been ahead.
func (s Summary) Public(now time.Time) bool {
	due := s.PublishDate == nil || !s.PublishDate.After(now)
	return s.Status == Published && due && (s.UnpublishDate == nil || s.UnpublishDate.After(now))
}

// live reports whether the article is public, or will be by itself.
func (s Summary) live() bool { return s.Status == Published && s.Deleted == nil }

// Update changes what is not nil.
type Update struct {
	Title       *string   `json:"title,omitempty" minLength:"1" maxLength:"300" example:"How monsoons form"`
	Slug        *string   `json:"slug,omitempty" maxLength:"200" doc:"Made from the title, which that of a draft follows, unless another is given; empty makes that of a draft anew. A changed slug of an article that was published keeps leading to it." example:"how-monsoons-form"`
	Content     *string   `json:"content,omitempty" doc:"HTML; stored sanitised: see docs/content-format.md. At most a million characters." text:"raw" example:"<p>Warm air rises over the land in summer.</p>"`
	Excerpt     *string   `json:"excerpt,omitempty" maxLength:"1000" text:"block" example:"What the first chapter asks of you."`
	BannerImage *string   `json:"banner_image,omitempty" maxLength:"2000" format:"file" example:"/media/3f2a9c1d-1600x900.jpg"`
	Category    *string   `json:"category,omitempty" maxLength:"120" example:"Geography"`
	Tags        *[]string `json:"tags,omitempty" nullable:"false" maxItems:"50" example:"geography"`
	Status      *Status   `json:"status,omitempty" enum:"draft,published,archived"`
	Dates
}

// Create is the body of a new article.
type Create Update

// CopyFields are the fields of a working copy, of which none is required.
type CopyFields Update

const (
	maxTag     = 60
	maxContent = 1_000_000
	maxTitle   = 300
)

// check returns an Invalid problem for what may not be stored.
func (a *Article) check() error {
	bad := a.outOfBounds()
	if a.Title == "" {
		bad = append(bad, problem.Field{Location: "body.title", Message: "Give the article a title."})
	}
	return problem.InvalidFields(bad)
}

// outOfBounds returns what may be in no article, even in one that is not finished.
func (a *Article) outOfBounds() (bad []problem.Field) {
	if text.LongerThan(a.Title, maxTitle) {
		bad = append(bad, problem.Field{Location: "body.title", Message: "The title may have at most 300 characters."})
	}
	if len(a.Content) > maxContent {
		bad = append(bad, problem.Field{
			Location: "body.content", Message: "The content is longer than a million characters.",
		})
	}
	for _, tag := range a.Tags {
		if text.LongerThan(tag, maxTag) {
			bad = append(bad, problem.Field{Location: "body.tags", Message: "A tag may have at most 60 characters."})
			break
		}
	}
	if a.PublishDate != nil && a.UnpublishDate != nil && !a.UnpublishDate.After(*a.PublishDate) {
		bad = append(bad, problem.Field{
			Location: "body.unpublish_date", Message: "Give an unpublish date after the publish date, or none.",
		})
	}
	return bad
}

// cleanTags trims tags and drops blanks and repetitions, keeping their order.
func cleanTags(tags []string) []string {
	seen := map[string]bool{}
	cleaned := []string{}
	for _, tag := range tags {
		if tag = strings.TrimSpace(tag); tag != "" && !seen[tag] {
			seen[tag] = true
			cleaned = append(cleaned, tag)
		}
	}
	return cleaned
}

// Dates say when a published article is public.
type Dates struct {
	PublishDate   schedule.Date `json:"publish_date,omitempty,omitzero" doc:"When it becomes public: an RFC 3339 time, or a date of the site's time zone; null or empty: at once, and it is dated by its first publication."`
	UnpublishDate schedule.Date `json:"unpublish_date,omitempty,omitzero" doc:"From when on it is public no longer, after publish_date: an RFC 3339 time, or a date of the site's time zone; null or empty: it stays." example:"2026-07-15"`
}

// apply lays the dates that were sent over an article.
func (d Dates) apply(a *Article, zone *time.Location, now time.Time) error {
	if d.PublishDate.Set {
		at, err := d.PublishDate.In(zone, "publish_date")
		if err != nil {
			return err
		}
		a.choosePublishDate(at, now)
	}
	if d.UnpublishDate.Set {
		at, err := d.UnpublishDate.In(zone, "unpublish_date")
		if err != nil {
			return err
		}
		a.UnpublishDate = at
	}
	return nil
}

// choosePublishDate sets the date that readers wait for, or none. The moment of the
// first publication, sent back as it was answered, is none: to the minute, which is
// what forms have.
func (a *Article) choosePublishDate(at *time.Time, now time.Time) {
	if first := a.FirstPublished; at != nil && a.PublishDate == nil && first != nil {
		if at.Equal(*first) || at.Equal(first.Truncate(time.Minute)) {
			return
		}
	}
	if at == nil && a.SlugFixed && a.PublishDate != nil && !a.PublishDate.After(now) {
		a.FirstPublished = a.PublishDate // it became public then
	}
	a.PublishDate = at
}

// notePublication remembers when an article without a date is first published.
func (a *Article) notePublication(now time.Time) {
	if a.Status == Published && a.PublishDate == nil && a.FirstPublished == nil {
		a.FirstPublished = &now
	}
}
