package transfer

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"academy/cms-api/internal/content/list"
	"academy/cms-api/internal/content/pagecontent"
	"academy/cms-api/internal/content/section"
	"academy/cms-api/internal/content/settings"
	"academy/cms-api/internal/content/social"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
)

// rest adds what is neither media nor an article nor a page, where it is missing.
func (e *exported) rest(ctx context.Context, j *job) error {
	o, all := e.s.o, e.all
	fileNames := make([]string, len(all.Media)) // by where they were: some files have got another address
	for i, each := range all.Media {
		fileNames[i] = e.fileName(strings.TrimPrefix(each.URL, library.MediaPath))
	}
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
		case err == nil || failed != nil || storage.IsDuplicate(err):
		case isStore(err):
			failed = err
		case !problem.Is(err, problem.Conflict):
			j.skip(title, explain(err))
		}
	}
	addAll(ctx, all.Sections, o.Sections.Add, func(v section.Section) string { return "Section " + v.Name }, noted)
	addAll(ctx, all.Programs, o.Programs.Add, func(v list.Program) string { return "Programme " + v.Title }, noted)
	addAll(ctx, all.Features, o.Features.Add, func(v list.Item) string { return "Feature " + v.Title }, noted)
	addAll(ctx, all.Differentiators, o.Differentiators.Add,
		func(v list.Item) string { return "Differentiator " + v.Title }, noted)
	addAll(ctx, all.Links, o.Links.Add, func(v social.Link) string { return "Social link to " + v.Platform }, noted)
	for _, each := range all.Videos {
		noted("Video "+each.Title, o.Videos.Add(ctx, each))
	}
	for i, each := range all.Media {
		noted("File "+each.Name, o.Library.Import(ctx, each, fileNames[i]))
	}
	noted("Settings", e.settings(ctx, all.Settings))
	noted("Texts of pages", e.texts(ctx, j, all.Texts))
	for _, each := range all.Menus {
		now, err := o.Menus.Get(ctx, each.Place)
		if err == nil && now.Revision == 0 {
			_, err = o.Menus.Put(ctx, each.Place, documents.Write{By: access.By(ctx)}, each.Items)
		}
		noted("Menu "+each.Place, err)
	}
	return failed
}

// addAll creates the documents of a collection, and notes what became of each under its name.
func addAll[T any](
	ctx context.Context, all []T, create func(context.Context, T) (T, error), name func(T) string,
	noted func(title string, err error),
) {
	for _, each := range all {
		_, err := create(ctx, each)
		noted(name(each), err)
	}
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
		_, _, err = e.s.o.Settings.Put(ctx, documents.Write{By: access.By(ctx)}, update)
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
			_, err = e.s.o.Texts.Save(ctx, id, documents.Write{By: access.By(ctx)}, sections[id])
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
