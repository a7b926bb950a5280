package app

import (
	"context"
	"strings"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/content/menu"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/content/pagecontent"
	"academy/cms-api/internal/content/settings"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/publishing/preview"
	"academy/cms-api/internal/publishing/snapshot"
)

// NewPreviews returns what shows an installation's content before it is public.
func NewPreviews(i *Installation, publishing *Publishing) (*preview.Service, error) {
	c := i.Content
	return preview.NewService(preview.Options{
		Snapshots: c.Snapshots, DB: i.Stores.DB, PublisherURL: i.Config.PublisherURL, Signer: publishing.signer,
		Transport: i.observePublisher, RouteOf: c.checker.Model.Route, Policy: publishing.Releases.PreviewPolicy,
		Names: i.Accounts.names, Now: i.Clock.Now,
		Kinds: map[string]preview.Kind{
			"article":      previewOf(c.previewArticle, c.draftOfArticle),
			"page":         previewOf(c.previewPage, c.draftOfPage),
			"page-content": previewOf(c.previewTexts, nil),
			"settings":     previewOf(c.previewSettings, nil),
			"menus":        previewOf(c.previewMenu, nil),
		},
	})
}

// previewFunc returns the content as the public would see it with an update of a document, and
// the path of the page that shows it best.
type previewFunc[U any] func(ctx context.Context, id string, update U) (snapshot.Preview, string, error)

// draftFunc returns the same of a stored document as its writers have left it.
type draftFunc func(ctx context.Context, id string) (snapshot.Preview, string, error)

// previewOf returns the kind of previews that of makes; draft is nil where there are no links.
func previewOf[U any](of previewFunc[U], draft draftFunc) preview.Kind {
	kind := preview.Kind{
		Update: *new(U),
		Preview: func(ctx context.Context, id string, read preview.Read) (snapshot.Preview, string, error) {
			var update U
			if err := read(&update); err != nil {
				return snapshot.Preview{}, "", err
			}
			return of(ctx, id, update)
		},
	}
	if draft == nil {
		return kind
	}
	kind.Draft = func(ctx context.Context, id string) (snapshot.Preview, string, error) {
		if id == article.New {
			return snapshot.Preview{}, "", problem.Missing("draft")
		}
		return draft(ctx, id)
	}
	return kind
}

func (c *Content) previewArticle(
	ctx context.Context, id string, typed article.CopyFields,
) (snapshot.Preview, string, error) {
	return onItsPage(c.Articles.Preview(ctx, id, typed))
}

func (c *Content) draftOfArticle(ctx context.Context, id string) (snapshot.Preview, string, error) {
	return onItsPage(c.Articles.PreviewCopy(ctx, id))
}

func onItsPage(article snapshot.Article, err error) (snapshot.Preview, string, error) {
	return snapshot.Preview{Articles: []snapshot.Article{article}}, "/blog/" + article.Slug, err
}

func (c *Content) previewPage(
	ctx context.Context, id string, typed page.CopyFields,
) (snapshot.Preview, string, error) {
	parts, path, err := c.Pages.Preview(ctx, c.pages, id, typed)
	return snapshot.Preview{Parts: parts}, path, err
}

func (c *Content) draftOfPage(ctx context.Context, id string) (snapshot.Preview, string, error) {
	parts, path, err := c.Pages.PreviewCopy(ctx, c.pages, id)
	return snapshot.Preview{Parts: parts}, path, err
}

func (c *Content) previewMenu(
	ctx context.Context, place string, update menu.Update,
) (snapshot.Preview, string, error) {
	parts, err := c.Menus.Preview(ctx, c.menus, place, update)
	return snapshot.Preview{Parts: parts}, "/", err
}

func (c *Content) previewSettings(
	ctx context.Context, _ string, update settings.Update,
) (snapshot.Preview, string, error) {
	part, err := c.Settings.Preview(ctx, update)
	return snapshot.Preview{Parts: []snapshot.Part{part}}, "/", err
}

// previewTexts previews texts of page content, by their keys; id is the page, and a section
// behind a dot unless keys name theirs.
func (c *Content) previewTexts(
	ctx context.Context, id string, texts map[string]pagecontent.PreviewValue,
) (snapshot.Preview, string, error) {
	current := c.Snapshots.Current()
	if current == nil {
		return snapshot.Preview{}, "", snapshot.NotLoaded()
	}
	name, section, _ := strings.Cut(id, ".")
	known, err := c.hasTexts(ctx, name, section)
	if err != nil {
		return snapshot.Preview{}, "", err
	}
	if !known {
		return snapshot.Preview{}, "", problem.Missing("page content")
	}
	part, err := c.Texts.Preview(ctx, name, section, texts)
	return snapshot.Preview{Parts: []snapshot.Part{part}}, c.pathOf(name, current), err
}

// hasTexts reports whether there is such a page, and a section of that name where one is
// given; the home page's are stored, or blocks.
func (c *Content) hasTexts(ctx context.Context, name, section string) (bool, error) {
	_, isBlock := c.checker.Model.Block(section)
	switch {
	case section == "":
		return c.checker.Model.HasPage(name), nil
	case name != model.Home || isBlock:
		return name == model.Home || c.checker.Model.Has(name, section), nil
	}
	stored, err := c.Sections.BlockOf(ctx, section)
	return stored != "", err
}

// pathOf returns the path of a page of the site's own: of many alike that of the newest
// article, "" while there is none, of texts of every page the home page's.
func (c *Content) pathOf(name string, current *snapshot.Snapshot) string {
	switch route := c.checker.Model.RouteOf(name); {
	case route == "":
		return "/"
	case strings.HasSuffix(route, "/{slug}"):
		if current.Newest() == "" {
			return ""
		}
		return strings.Replace(route, "{slug}", current.Newest(), 1)
	default:
		return route
	}
}
