package article

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/schedule"
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

// Seed stores the articles of a folder that are missing, under the same rules as any other: articles/<slug>.json,
// with the content beside it in <slug>.html. It returns how many were.
func (s *Service) Seed(ctx context.Context, folder fs.FS) (int, error) {
	names, err := fs.Glob(folder, "articles/*.json")
	if err != nil {
		return 0, fmt.Errorf("list articles: %w", err)
	}
	articles := make([]Article, len(names))
	for i, name := range names {
		var seed Seed
		if err := collection.ReadSeed(folder, name, &seed); err != nil {
			return 0, err
		}
		content, err := fs.ReadFile(folder, strings.TrimSuffix(name, ".json")+".html")
		if err != nil {
			return 0, fmt.Errorf("read the body of %s: %w", name, err)
		}
		seed.Content = string(content)
		if articles[i], err = s.fromSeed(ctx, seed); err != nil {
			return 0, fmt.Errorf("article %q: %w", seed.Slug, err)
		}
	}
	return s.o.Store.seed(ctx, articles)
}

func (s *Service) fromSeed(ctx context.Context, seed Seed) (Article, error) {
	now := s.now()
	content, err := s.o.Clean(ctx, seed.Content, false)
	if err != nil {
		return Article{}, err
	}
	article := Article{
		Summary: Summary{
			Slug: slugOf(seed.Slug), Title: seed.Title, Excerpt: seed.Excerpt, BannerImage: seed.BannerImage,
			Author: seed.Author, Category: seed.Category, Tags: cleanTags(seed.Tags), Status: seed.Status,
			CreatedAt: now, UpdatedAt: now,
		},
		Content:   content,
		SlugFixed: seed.Status == Published,
	}
	if seed.Status == "" {
		article.Status = Draft
	}
	if err := problem.InvalidFields(weburl.SetFile(nil, "banner_image", &article.BannerImage)); err != nil {
		return Article{}, err
	}
	dates := Dates{schedule.Date{Set: true, Text: seed.PublishDate}, schedule.Date{Set: true, Text: seed.UnpublishDate}}
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
