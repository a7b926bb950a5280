package transfer

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/content/pagecontent"
	"academy/cms-api/internal/content/settings"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// exported is what Export writes. Its import adds what is missing, and changes nothing else.
type exported struct {
	*folder
	s     *Service
	all   contents
	moved []string // former addresses of media, each before the one that it has here
}

func (e *exported) count(context.Context) (int, error) {
	data, err := e.bytes(contentFile, 4*maxText)
	if err != nil {
		return 0, err
	}
	if err := json.Unmarshal(data, &e.all); err != nil || e.all.Version != 1 {
		return 0, problem.New(problem.Invalid,
			"The file content.json in the zip is damaged, or of a later version of this program.")
	}
	return len(e.names) + len(e.refused), nil
}

func (e *exported) each(ctx context.Context, j *job, each func(item) error) error {
	for _, refused := range e.refused {
		if err := each(item{title: refused.Title, broken: problem.New(problem.Invalid, refused.Reason)}); err != nil {
			return err
		}
	}
	for _, folder := range []string{"media/", "articles/", "pages/"} {
		for _, name := range e.names {
			if !strings.HasPrefix(name, folder) {
				continue
			}
			if err := e.file(ctx, j, name, each); err != nil {
				return err
			}
		}
	}
	if err := e.rest(ctx, j); err != nil {
		return err
	}
	return e.s.advance(ctx, j)
}

// file imports a file of the zip.
func (e *exported) file(ctx context.Context, j *job, name string, each func(item) error) error {
	var it item
	var err error
	switch {
	case strings.HasPrefix(name, "media/"):
		err = e.s.guarded(name, func() error { return e.media(ctx, strings.TrimPrefix(name, "media/")) })
	case !isMarkdown(name):
		err = problem.New(problem.Unsupported, "It is no file of an export.")
	case strings.HasPrefix(name, "articles/"):
		if it, err = e.s.made(name, func() (item, error) { return e.article(name) }); err == nil {
			return each(it)
		}
	default:
		err = e.s.guarded(name, func() error { return e.page(ctx, j, name) })
	}
	if err != nil && isStore(err) {
		return err
	}
	if err != nil {
		j.skip(name, explain(err))
	}
	return e.s.advance(ctx, j)
}

func (e *exported) media(ctx context.Context, key string) error {
	body, err := e.stream("media/"+key, maxFile)
	if err != nil {
		return err
	}
	defer body.Close()
	name := e.all.Names[key]
	if name == "" {
		name = path.Base(key)
	}
	address, err := e.s.o.Uploads.Restore(ctx, key, form.File{Reader: body, Name: text.FileName(name)})
	if err == nil && address != "/media/"+key {
		e.moved = append(e.moved, "/media/"+key, address)
	}
	return err
}

// read returns the text of a file, with its front matter, and the addresses that media have here.
func (e *exported) read(name string, front any) (string, error) {
	data, err := e.bytes(name, maxText)
	if err != nil {
		return "", err
	}
	head, body := split([]byte(strings.NewReplacer(e.moved...).Replace(string(data))))
	return string(body), readFront(head, front)
}

func (e *exported) article(name string) (item, error) {
	var from front
	body, err := e.read(name, &from)
	if err != nil {
		return item{}, err
	}
	zone := e.s.o.Zone
	it := item{
		key: []string{name, digest(from.Created, from.Title, body)}, exact: true,
		title: from.Title, slug: from.Slug, excerpt: from.Excerpt,
		author: from.Author, category: from.Category, banner: from.Banner, tags: from.Tags, status: from.Status,
		date: timeOf(from.Date, zone), unpublish: timeOf(from.Unpublish, zone), created: timeOf(from.Created, zone),
		updated: timeOf(from.Updated, zone), former: from.Aliases,
	}
	if it.html, err = e.s.md.Read(body, from.Layout); err != nil {
		return item{}, err
	}
	if validID(from.ID) {
		it.id = from.ID
	}
	return it, nil
}

// validID reports whether a text is an id as documents have.
func validID(id string) bool { return len(id) == 24 && strings.Trim(id, "0123456789abcdef") == "" }

// page stores a page as it was.
func (e *exported) page(ctx context.Context, j *job, name string) error {
	var from pageFront
	body, err := e.read(name, &from)
	if err != nil {
		return err
	}
	var blocks []page.Block
	if err := json.Unmarshal([]byte(from.Blocks), &blocks); err != nil {
		return problem.New(problem.Invalid, "Its blocks are no JSON.")
	}
	if body != "" {
		html, err := e.s.md.Read(body, from.Layout)
		if err != nil {
			return err
		}
		e.fill(blocks, html)
	}
	if j.Status == "draft" {
		from.Status = page.Draft
	}
	if !validID(from.ID) {
		from.ID = mongodb.SeedID("imports", string(Export), name, digest(from.Created, from.Title, body))
	}
	zone := e.s.o.Zone
	stored, created, err := e.s.o.Pages.Import(ctx, page.Imported{
		Update: page.Update{
			Path: &from.Path, Title: &from.Title, Description: &from.Description, Image: &from.Image, Blocks: &blocks,
			Status: &from.Status, PublishDate: dateOf(timeOf(from.Date, zone)), UnpublishDate: dateOf(timeOf(from.Unpublish,
				zone)),
		},
		ID: from.ID, Created: timeOf(from.Created, zone), Updated: timeOf(from.Updated, zone), FormerPaths: from.Aliases,
	})
	switch {
	case err != nil:
		return err
	case !created:
		j.skip(from.Title, alreadyImported)
	default:
		j.create(Created{"pages", stored.ID, stored.Title, stored.Path})
	}
	return nil
}

// fill puts a text into the first block that has a field for one and none in it.
func (e *exported) fill(blocks []page.Block, html string) {
	for i := range blocks {
		declared, _ := e.s.o.Model.Block(blocks[i].Type)
		for _, field := range declared.Fields {
			if field.Type != model.RichText || field.Format != "block" {
				continue
			}
			values := map[string]any{}
			_ = json.Unmarshal([]byte(blocks[i].Values), &values) // values are an object
			values[field.Key] = html
			encoded, _ := json.Marshal(values)
			blocks[i].Values = model.Values(encoded)
			return
		}
	}
}

// rest adds what is neither media nor an article nor a page, where it is missing.
func (e *exported) rest(ctx context.Context, j *job) error {
	o, all := e.s.o, e.all
	if len(e.moved) > 0 {
		data, err := json.Marshal(all)
		if err == nil {
			err = json.Unmarshal([]byte(strings.NewReplacer(e.moved...).Replace(string(data))), &all)
		}
		if err != nil {
			return fmt.Errorf("change addresses of media: %w", err)
		}
	}
	var failed error
	// noted keeps a refusal in the report; what is there already is none.
	noted := func(title string, err error) {
		switch {
		case err == nil || failed != nil || mongodb.IsDuplicate(err):
		case isStore(err):
			failed = err
		case !problem.Is(err, problem.Conflict):
			j.skip(title, explain(err))
		}
	}
	for _, each := range all.Sections {
		_, err := o.Sections.Create(ctx, each)
		noted("Section "+each.Name, err)
	}
	for _, each := range all.Programs {
		_, err := o.Programs.Create(ctx, each)
		noted("Programme "+each.Title, err)
	}
	for _, each := range all.Features {
		_, err := o.Features.Create(ctx, each)
		noted("Feature "+each.Title, err)
	}
	for _, each := range all.Differentiators {
		_, err := o.Differentiators.Create(ctx, each)
		noted("Differentiator "+each.Title, err)
	}
	for _, each := range all.Links {
		_, err := o.Links.Create(ctx, each)
		noted("Social link to "+each.Platform, err)
	}
	for _, each := range all.Videos {
		noted("Video "+each.Title, o.Videos.Add(ctx, each))
	}
	noted("Settings", e.settings(ctx, all.Settings))
	noted("Texts of pages", e.texts(ctx, j, all.Texts))
	for _, each := range all.Menus {
		now, err := o.Menus.Get(ctx, each.Place)
		if err == nil && now.Revision == 0 {
			_, err = o.Menus.Put(ctx, each.Place, nil, each.Items)
		}
		noted("Menu "+each.Place, err)
	}
	return failed
}

// settings stores the settings where nobody has chosen any.
func (e *exported) settings(ctx context.Context, were settings.Settings) error {
	_, at, err := e.s.o.Settings.Get(ctx)
	if err != nil || at > 0 {
		return err
	}
	var update settings.Update
	data, err := json.Marshal(were)
	if err == nil {
		err = json.Unmarshal(data, &update)
	}
	if err == nil {
		_, _, err = e.s.o.Settings.Put(ctx, nil, update)
	}
	return err
}

// texts stores the texts of the sections that have none.
func (e *exported) texts(ctx context.Context, j *job, items []pagecontent.Item) error {
	sections := map[string]map[string]pagecontent.Update{}
	order := []string{}
	for _, item := range items {
		id := strings.TrimSuffix(item.Page+"."+item.Section, ".")
		if sections[id] == nil {
			sections[id] = map[string]pagecontent.Update{}
			order = append(order, id)
		}
		update := pagecontent.Update{Content: &item.Content, OrderIndex: &item.OrderIndex}
		if item.Empty {
			update.Empty = &item.Empty
		}
		sections[id][item.Type] = update
	}
	for _, id := range slices.Compact(order) {
		now, err := e.s.o.Texts.Texts(ctx, id)
		if err == nil && now.Revision == 0 {
			_, err = e.s.o.Texts.Save(ctx, id, nil, sections[id])
		}
		if err != nil && isStore(err) {
			return err
		}
		if err != nil {
			j.skip("Texts of "+id, explain(err))
		}
	}
	return nil
}
