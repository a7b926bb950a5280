package transfer

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"academy/cms-api/internal/content/article"
	"academy/cms-api/internal/content/list"
	"academy/cms-api/internal/content/menu"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/content/pagecontent"
	"academy/cms-api/internal/content/section"
	"academy/cms-api/internal/content/settings"
	"academy/cms-api/internal/content/social"
	"academy/cms-api/internal/content/video"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/media/upload"
	"academy/cms-api/internal/platform/objectstore"
	"academy/cms-api/internal/platform/revision"
)

// contentFile has what is neither an article nor a page.
const contentFile = "content.json"

// contents is that file.
type contents struct {
	Version         int                `json:"version"`
	Settings        settings.Settings  `json:"settings"`
	Texts           []pagecontent.Item `json:"page_texts"`
	Sections        []section.Section  `json:"sections"`
	Menus           []menu.Menu        `json:"menus"`
	Programs        []list.Program     `json:"programs"`
	Features        []list.Item        `json:"features"`
	Differentiators []list.Item        `json:"differentiators"`
	Links           []social.Link      `json:"social_links"`
	Videos          []video.Video      `json:"videos"`
	Media           []library.Media    `json:"media"` // what is known of files, without who added them
	// Names are those by which visitors save files, by their keys.
	Names map[string]string `json:"file_names"`
}

// unpublished is the folder of the unpublished changes of articles and pages: the fields of their working copies.
const unpublished = "unpublished/"

// Export writes a zip of all content and media, a file at a time. It has no leads, accounts and secrets.
func (s *Service) Export(ctx context.Context, to io.Writer) error {
	z := zip.NewWriter(to)
	all, err := s.contents(ctx)
	if err == nil {
		err = s.o.Articles.Each(ctx, func(a article.Article) error { return s.exportArticle(z, a) })
	}
	if err == nil {
		err = s.exportPages(ctx, z)
	}
	if err == nil {
		err = s.exportMedia(ctx, z, all.Names)
	}
	if err == nil { // last: it has what reading the media has shown
		err = writeJSON(z, all)
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	return z.Close()
}

func (s *Service) contents(ctx context.Context) (all contents, err error) {
	all = contents{Version: 1, Names: map[string]string{}}
	for _, read := range []func() error{
		func() (err error) { all.Settings, _, err = s.o.Settings.Get(ctx); return err },
		func() (err error) { all.Texts, err = s.o.Texts.All(ctx); return err },
		func() (err error) { all.Sections, err = s.o.Sections.All(ctx); return err },
		func() (err error) { all.Programs, err = s.o.Programs.All(ctx); return err },
		func() (err error) { all.Features, err = s.o.Features.All(ctx); return err },
		func() (err error) { all.Differentiators, err = s.o.Differentiators.All(ctx); return err },
		func() (err error) { all.Links, err = s.o.Links.All(ctx); return err },
		func() (err error) { all.Videos, err = s.o.Videos.All(ctx); return err },
		func() (err error) { all.Media, err = s.o.Library.Export(ctx); return err },
	} {
		if err := read(); err != nil {
			return all, err
		}
	}
	for _, declared := range s.o.Model.Menus {
		stored, err := s.o.Menus.Get(ctx, declared.Place)
		if err != nil {
			return all, err
		}
		if stored.Revision > 0 {
			all.Menus = append(all.Menus, stored)
		}
	}
	return all, nil
}

func writeJSON(z *zip.Writer, all contents) error {
	to, err := z.Create(contentFile)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(to)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(all)
}

// write writes an article or a page, and its unpublished changes.
func write(z *zip.Writer, name string, front any, text string, changes *revision.Working) error {
	data, err := document(front, text)
	if err == nil {
		err = writeFile(z, name+".md", data)
	}
	if err == nil && changes != nil {
		err = writeFile(z, unpublished+name+".json", []byte(changes.Fields))
	}
	return err
}

func writeFile(z *zip.Writer, name string, data []byte) error {
	to, err := z.Create(name)
	if err == nil {
		_, err = to.Write(data)
	}
	return err
}

func (s *Service) exportArticle(z *zip.Writer, a article.Article) error {
	text, layout := s.writer.Markdown(a.Content)
	date := a.PublishDate
	if date == nil {
		date = a.FirstPublished
	}
	aliases := []string{}
	for _, slug := range a.PreviousSlugs {
		aliases = append(aliases, "/blog/"+slug)
	}
	return write(z, "articles/"+a.Slug, front{
		ID: a.ID, Title: a.Title, Slug: a.Slug, Author: a.Author, Date: timeText(date), Created: timeText(&a.CreatedAt),
		Updated: timeText(&a.UpdatedAt), Status: a.Status, Category: a.Category, Tags: a.Tags, Excerpt: a.Excerpt,
		Banner: a.BannerImage, Unpublish: timeText(a.UnpublishDate), Aliases: append(aliases, a.FormerPaths...),
		Layout: layout,
	}, text, a.Working)
}

func (s *Service) exportPages(ctx context.Context, z *zip.Writer) error {
	pages, err := s.o.Pages.All(ctx)
	if err != nil {
		return err
	}
	for _, p := range pages {
		blocks, text := slices.Clone(p.Blocks), ""
		layout := pageFront{}.Layout
		if at, key, html := s.onlyText(blocks); at >= 0 {
			text, layout = s.writer.Markdown(html)
			blocks[at].Values = without(blocks[at].Values, key)
		}
		encoded, err := json.Marshal(blocks)
		if err != nil {
			return err
		}
		err = write(z, "pages"+p.Path, pageFront{
			ID: p.ID, Title: p.Title, Path: p.Path, Description: p.Description, Image: p.Image, Status: p.Status,
			Date: timeText(p.PublishDate), Unpublish: timeText(p.UnpublishDate), Created: timeText(&p.CreatedAt),
			Updated: timeText(&p.UpdatedAt), Aliases: p.FormerPaths(), Layout: layout, Blocks: string(encoded),
		}, text, p.Working)
		if err != nil {
			return err
		}
	}
	return nil
}

// onlyText returns the only block of a page with a text, the key of that and its HTML; -1 where
// there are none or several.
func (s *Service) onlyText(blocks []page.Block) (at int, key, html string) {
	at = -1
	for i, block := range blocks {
		declared, _ := s.o.Model.Block(block.Type)
		var values map[string]any
		_ = json.Unmarshal([]byte(block.Values), &values) // it was JSON when it was stored
		for _, field := range declared.Fields {
			words, _ := values[field.Key].(string)
			if field.Type != model.RichText || field.Format != "block" || words == "" {
				continue
			}
			if at >= 0 {
				return -1, "", ""
			}
			at, key, html = i, field.Key, words
		}
	}
	return at, key, html
}

// without returns values without that of a key.
func without(values model.Values, key string) model.Values {
	var object map[string]json.RawMessage
	_ = json.Unmarshal([]byte(values), &object) // it was JSON when it was stored
	delete(object, key)
	encoded, _ := json.Marshal(object)
	return model.Values(encoded)
}

func (s *Service) exportMedia(ctx context.Context, z *zip.Writer, names map[string]string) error {
	for _, prefix := range upload.Keys() {
		err := s.o.Objects.List(ctx, prefix, func(info objectstore.Info) error {
			if upload.IsVariant(info.Key) {
				return nil
			}
			body, info, err := s.o.Objects.Get(ctx, info.Key)
			if err != nil {
				return err
			}
			defer body.Close()
			if name := upload.NameOf(info.ContentType); name != "" {
				names[info.Key] = name
			}
			method := zip.Store // pictures and videos are compressed
			if strings.EqualFold(path.Ext(info.Key), ".svg") {
				method = zip.Deflate
			}
			to, err := z.CreateHeader(&zip.FileHeader{Name: "media/" + info.Key, Method: method, Modified: info.Modified})
			if err == nil {
				_, err = io.Copy(to, body)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
