package article

import (
	"context"
	"fmt"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/weburl"
)

// Seed is an article that comes with the site.
type Seed struct {
	Slug          string   `json:"slug"`
	Title         string   `json:"title"`
	Excerpt       string   `json:"excerpt"`
	Category      string   `json:"category"`
	Tags          []string `json:"tags"`
	Author        string   `json:"author"`
	Status        Status   `json:"status"`
	PublishDate   string   `json:"publish_date"`
	UnpublishDate string   `json:"unpublish_date"`
	BannerImage   string   `json:"banner_image"`
	Content       string   `json:"-"`
}

// Seed stores articles that are missing, under the same rules as any other. It
// returns how many were.
func (s *Service) Seed(ctx context.Context, seeds []Seed) (int, error) {
	articles := make([]Article, 0, len(seeds))
	for _, seed := range seeds {
		article, err := s.fromSeed(seed)
		if err != nil {
			return 0, fmt.Errorf("article %q: %w", seed.Slug, err)
		}
		articles = append(articles, article)
	}
	return s.o.Store.seed(ctx, articles)
}

func (s *Service) fromSeed(seed Seed) (Article, error) {
	now := s.now()
	article := Article{
		Summary: Summary{
			Slug: slugOf(seed.Slug), Title: seed.Title, Excerpt: seed.Excerpt, BannerImage: seed.BannerImage,
			Author: seed.Author, Category: seed.Category, Tags: cleanTags(seed.Tags), Status: seed.Status,
			CreatedAt: now, UpdatedAt: now,
		},
		Content:   s.policy.Sanitise(seed.Content),
		SlugFixed: seed.Status == Published,
	}
	if seed.Status == "" {
		article.Status = Draft
	}
	if err := problem.InvalidFields(weburl.SetFile(nil, "banner_image", &article.BannerImage)); err != nil {
		return Article{}, err
	}
	dates := Dates{Date{Set: true, Text: seed.PublishDate}, Date{Set: true, Text: seed.UnpublishDate}}
	if err := dates.apply(&article, s.o.Zone, now); err != nil {
		return Article{}, err
	}
	article.notePublication(now)
	if at := article.PublishDate; at != nil && at.Before(now) {
		article.CreatedAt, article.UpdatedAt = *at, *at
	}
	article.SortAt = article.PublishedAt()
	if seed.Slug == "" {
		return Article{}, problem.InvalidField("slug", "An article of the seed needs a slug.")
	}
	return article, article.check()
}
