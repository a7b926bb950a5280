package transfer

import (
	"cmp"
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/content/page"
	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/documents"
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
			"The file content.json in the zip is damaged, or of a later version of this program. "+
				"Export once more, or update this program.")
	}
	total := len(e.refused) + 1 // content.json
	for _, name := range e.names {
		if slices.ContainsFunc(exportedFolders, func(folder string) bool { return strings.HasPrefix(name, folder) }) {
			total++
		}
	}
	return total, nil
}

// exportedFolders are in the order in which they are imported.
var exportedFolders = []string{"media/", "articles/", "pages/"}

func (e *exported) each(ctx context.Context, j *job, each func(item) error) error {
	for _, refused := range e.refused {
		if err := each(item{title: refused.Title, broken: problem.New(problem.Invalid, refused.Reason)}); err != nil {
			return err
		}
	}
	for _, folder := range exportedFolders {
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
		err = problem.New(problem.Unsupported,
			"It is no file of an export. Leave it out of the zip, or import it in a zip of Markdown files.")
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
	address, err := e.s.o.Uploads.Restore(ctx, key, form.File{Reader: body, Name: e.fileName(key)})
	if problem.Is(err, problem.Malformed) { // reading the file failed
		err = damaged(err)
	}
	if err == nil && address != "/media/"+key {
		e.moved = append(e.moved, "/media/"+key, address)
	}
	return err
}

// fileName returns the name under which the file of a key is stored.
func (e *exported) fileName(key string) string {
	return text.FileName(cmp.Or(e.all.Names[key], path.Base(key)))
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
	if mongodb.IsID(from.ID) {
		it.id = from.ID
	}
	it.changes, err = e.changes(name)
	return it, err
}

// changes returns the unpublished changes of an article or a page; nil where it has none.
func (e *exported) changes(name string) ([]byte, error) {
	file := unpublished + strings.TrimSuffix(name, path.Ext(name)) + ".json"
	if e.files[file] == nil {
		return nil, nil
	}
	data, err := e.bytes(file, maxText)
	return []byte(strings.NewReplacer(e.moved...).Replace(string(data))), err
}

// putChanges stores the unpublished changes of what was created.
func putChanges[T any, P documents.Document[T], F any](
	ctx context.Context, j *job, in *working.Copies[T, P, F], id, title string, changes []byte,
) error {
	if changes == nil {
		return nil
	}
	var fields F
	if json.Unmarshal(changes, &fields) != nil {
		j.warn(title, "Its unpublished changes are damaged in the zip. Export once more, or make them again.")
		return nil
	}
	_, err := in.Put(ctx, id, nil, fields, working.Plan{})
	if err != nil && !isStore(err) {
		j.warn(title, "Its unpublished changes were refused: "+explain(err))
		err = nil
	}
	return err
}

// page stores a page as it was.
func (e *exported) page(ctx context.Context, j *job, name string) error {
	var from pageFront
	body, err := e.read(name, &from)
	if err != nil {
		return err
	}
	var blocks []page.Block
	if err := json.Unmarshal([]byte(from.Blocks), &blocks); err != nil {
		return problem.New(problem.Invalid, "Its blocks are no JSON. Export once more, or correct the line that begins with blocks.")
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
	if !mongodb.IsID(from.ID) {
		from.ID = documents.SeedID("imports", string(Export), name, digest(from.Created, from.Title, body))
	}
	changes, err := e.changes(name)
	if err != nil {
		return err
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
		return putChanges(ctx, j, e.s.o.Pages.Copies, stored.ID, stored.Title, changes)
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
