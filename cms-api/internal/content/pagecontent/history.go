package pagecontent

import (
	"context"
	"slices"
	"strings"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
)

// History describes page content to package history: a document is the texts of one section,
// and its fields are their types.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[texts, *texts, Update]{
		Name: name.Dashed(), Docs: s.store.Collection, Restore: s.restore,
		Show: func(t texts) any { return t }, Rename: s.rename,
	})
}

// beginning returns the texts of a section that could have some; false of any other.
func (s *Service) beginning(ctx context.Context, id string) (texts, bool, error) {
	page, section, _ := strings.Cut(id, ".")
	first, declared := texts{Page: page, Section: section}, s.o.Checker.Model
	if declared.Section(page, section) != nil || page != model.Home {
		return first, declared.Section(page, section) != nil, nil
	}
	block, err := s.blockOf(ctx, section)
	return first, block != "", err
}

// restore makes the texts of some types, without any all of a section, what they were.
func (s *Service) restore(
	ctx context.Context, was texts, w documents.Write, kinds []string,
) (history.Saved, error) {
	changes.Name(ctx, was.DisplayName())
	return history.SavedOf(s.store.putAt(ctx, was.Page, was.Section, w, func(t *texts) error {
		var known []string
		for _, item := range slices.Concat(t.Items, was.Items) {
			known = append(known, item.Type)
		}
		if err := history.CheckFields(kinds, known); err != nil {
			return err
		}
		chosen := kinds
		if len(chosen) == 0 {
			slices.Sort(known)
			chosen = slices.Compact(known)
		}
		t.Items = slices.DeleteFunc(t.Items, func(item Item) bool {
			return slices.Contains(chosen, item.Type) && was.find(item.Type) < 0
		})
		return s.lay(ctx, t, was, chosen, len(kinds) > 0)
	}))
}

// rename has the texts of a section name another file.
func (s *Service) rename(ctx context.Context, id string, w documents.Write, r library.Renaming) error {
	page, section, _ := strings.Cut(id, ".")
	_, err := s.store.putAt(ctx, page, section, w, func(t *texts) error {
		for at, item := range t.Items {
			content := r.Replace(item.Content)
			if content == item.Content {
				continue
			}
			if err := s.change(ctx, t, at, Update{Content: &content}); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// lay makes the texts of some types what they were, where there were any. Those that are named
// get their place back, too.
func (s *Service) lay(ctx context.Context, t *texts, was texts, kinds []string, named bool) error {
	var bad refusals
	for _, kind := range kinds {
		from := was.find(kind)
		if from < 0 {
			continue
		}
		item, at := was.Items[from], t.find(kind)
		var err error
		if at < 0 {
			// Above every revision that it has had: a save of the section raises it by one at most.
			item.Revision += t.Revision + 1 - was.Revision
			_, err = s.add(ctx, t, item)
		} else {
			update := Update{Content: &item.Content, Empty: &item.Empty}
			if named {
				update.OrderIndex = &item.OrderIndex
			}
			err = s.change(ctx, t, at, update)
		}
		if err := bad.note(kind, err); err != nil {
			return err
		}
	}
	return problem.InvalidFields(bad)
}
