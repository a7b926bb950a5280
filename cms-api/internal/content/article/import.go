package article

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/platform/weburl"
)

// Imported is an article from elsewhere.
type Imported struct {
	Update
	// ID is the article's, which is the same whenever it is imported.
	ID     string
	Author string
	// Created and Updated are when it was written and changed there; zero: now.
	Created, Updated time.Time
	// FormerSlugs and FormerPaths lead to it.
	FormerSlugs, FormerPaths []string
}

// Import stores an article from elsewhere, under the same rules as any other. It returns false
// where there is an article of that id, perhaps in the trash.
func (s *Service) Import(ctx context.Context, in Imported) (Article, bool, error) {
	if known, err := s.o.Store.Known(ctx, in.ID); err != nil || known {
		return Article{}, false, err
	}
	text.Clean(&in.Update)
	if err := s.clean(ctx, &in.Update); err != nil {
		return Article{}, false, err
	}
	article := s.blank(ctx)
	if in.Author != "" {
		article.Author, article.AuthorID = text.Line(in.Author), ""
	}
	if !in.Created.IsZero() {
		article.CreatedAt = in.Created.UTC().Truncate(time.Millisecond)
	}
	if err := s.apply(&article, in.Update); err != nil {
		return Article{}, false, err
	}
	if !in.Updated.IsZero() {
		article.UpdatedAt = in.Updated.UTC().Truncate(time.Millisecond)
	}
	article.PreviousSlugs, article.FormerPaths = in.FormerSlugs, in.FormerPaths
	err := s.withFreeSlug(&article, func() error {
		article.ID = in.ID
		made, err := s.o.Store.Insert(ctx, documents.Write{By: access.By(ctx)}, &article)
		return changes.Err(ctx, made, err)
	})
	return article, err == nil, err
}

// Each calls each with every article, in no particular order, until one returns an error.
func (s *Service) Each(ctx context.Context, each func(Article) error) error {
	all, err := s.o.Store.Each(ctx, paging.Search{})
	if err != nil {
		return err
	}
	for article, err := range all {
		if err == nil {
			err = each(article)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

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
