package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/content/list"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/content/section"
	"academy/cms-api/internal/content/settings"
	"academy/cms-api/internal/content/social"
	"academy/cms-api/internal/content/video"
	"academy/cms-api/internal/publishing/snapshot"
)

// Seed fills an empty database with the content of a folder and says what it
// did. A database that has content is left alone unless force asks to add what
// is missing. The settings are stored last, so that a seeding that broke off is
// known by their absence and completed by the next one: what exists already is
// left as it is.
func (a *App) Seed(ctx context.Context, dir string, force bool) (string, error) {
	seeded, err := a.seeded(ctx)
	if err != nil {
		return "", err
	}
	if seeded && !force {
		return "There is content already; nothing was seeded.", nil
	}
	folder := os.DirFS(dir)
	files, err := a.seedMedia(ctx, folder)
	if err != nil {
		return "", err
	}
	counts := []string{fmt.Sprintf("%d files", files)}
	for _, step := range a.seedSteps(folder) {
		count, err := step.run(ctx)
		if err != nil {
			return "", fmt.Errorf("%s: %w", step.name, err)
		}
		counts = append(counts, fmt.Sprintf("%d %s", count, strings.ReplaceAll(step.name, "_", " ")))
	}
	if err := a.seedSettings(ctx, folder, seeded); err != nil {
		return "", fmt.Errorf("settings: %w", err)
	}
	return "Seeded " + strings.Join(counts, ", ") + ".", nil
}

// seeded reports whether a seeding was completed, or content was made without
// one.
func (a *App) seeded(ctx context.Context) (bool, error) {
	empty, err := a.resources.settings.Empty(ctx)
	if err != nil || !empty {
		return !empty, err
	}
	// No settings: either nothing was seeded, or it broke off. Content that
	// people made shows in an account.
	return a.sessions.HasAccounts(ctx)
}

type seedStep struct {
	name string
	run  func(context.Context) (int, error)
}

func (a *App) seedSteps(folder fs.FS) []seedStep {
	r := a.resources
	return []seedStep{
		{page.Part, func(ctx context.Context) (int, error) {
			return seedFrom(ctx, folder, "page-content.json", func(ctx context.Context, items []page.Item) (int, error) { return r.pages.Seed(ctx, items) })
		}},
		{section.Part, func(ctx context.Context) (int, error) {
			return seedFrom(ctx, folder, "sections.json", func(ctx context.Context, all []section.Section) (int, error) { return r.sections.Seed(ctx, all) })
		}},
		{social.Part, func(ctx context.Context) (int, error) {
			return seedFrom(ctx, folder, "social-links.json", func(ctx context.Context, links []social.Link) (int, error) { return r.links.Seed(ctx, links) })
		}},
		{r.programs.Name(), func(ctx context.Context) (int, error) {
			return seedFrom(ctx, folder, "programs.json", func(ctx context.Context, all []list.Program) (int, error) { return r.programs.Seed(ctx, all) })
		}},
		{r.features.Name(), func(ctx context.Context) (int, error) {
			return seedFrom(ctx, folder, "features.json", func(ctx context.Context, all []list.Item) (int, error) { return r.features.Seed(ctx, all) })
		}},
		{r.differentiators.Name(), func(ctx context.Context) (int, error) {
			return seedFrom(ctx, folder, "differentiators.json", func(ctx context.Context, all []list.Item) (int, error) { return r.differentiators.Seed(ctx, all) })
		}},
		{video.Part, func(ctx context.Context) (int, error) {
			return seedFrom(ctx, folder, "videos.json", func(ctx context.Context, all []video.Video) (int, error) { return r.videos.Seed(ctx, all) })
		}},
		{snapshot.Articles, func(ctx context.Context) (int, error) {
			seeds, err := readArticles(folder)
			if err != nil {
				return 0, err
			}
			return r.articles.Seed(ctx, seeds)
		}},
	}
}

// seedFrom reads a JSON list and hands it on; a file that is not there is an
// empty list.
func seedFrom[T any](ctx context.Context, folder fs.FS, name string, seed func(context.Context, []T) (int, error)) (int, error) {
	var list []T
	if err := readJSON(folder, name, &list); err != nil {
		return 0, err
	}
	return seed(ctx, list)
}

func readJSON(folder fs.FS, name string, into any) error {
	data, err := fs.ReadFile(folder, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}

// readArticles reads articles/<slug>.json, each with its body beside it in
// <slug>.html.
func readArticles(folder fs.FS) ([]article.Seed, error) {
	names, err := fs.Glob(folder, "articles/*.json")
	if err != nil {
		return nil, fmt.Errorf("list articles: %w", err)
	}
	seeds := make([]article.Seed, 0, len(names))
	for _, name := range names {
		var seed article.Seed
		if err := readJSON(folder, name, &seed); err != nil {
			return nil, err
		}
		body, err := fs.ReadFile(folder, strings.TrimSuffix(name, ".json")+".html")
		if err != nil {
			return nil, fmt.Errorf("read the body of %s: %w", name, err)
		}
		seed.Content = string(body)
		seeds = append(seeds, seed)
	}
	return seeds, nil
}

func (a *App) seedSettings(ctx context.Context, folder fs.FS, seeded bool) error {
	if seeded {
		return nil // forced: the settings are somebody's choice by now
	}
	var chosen settings.Update
	if err := readJSON(folder, "settings.json", &chosen); err != nil {
		return err
	}
	_, _, err := a.resources.settings.Put(ctx, nil, chosen)
	return err
}

// seedMedia uploads the files directly below media/ under the key seed/<name>.
func (a *App) seedMedia(ctx context.Context, folder fs.FS) (int, error) {
	entries, err := fs.ReadDir(folder, "media")
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("list media: %w", err)
	}
	count := 0
	for _, entry := range entries {
		if !entry.Type().IsRegular() || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		data, err := fs.ReadFile(folder, path.Join("media", entry.Name()))
		if err != nil {
			return count, fmt.Errorf("read media: %w", err)
		}
		mediaType, _, _ := strings.Cut(mimetype.Detect(data).String(), ";")
		if _, err := a.objects.Put(ctx, "seed/"+entry.Name(), mediaType, strings.NewReader(string(data)), int64(len(data))); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}
