package pagecontent

import (
	"context"
	"slices"
	"strings"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/problem"
)

// History describes page content to package history: a document is the texts of one section,
// and its fields are their types.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[texts, *texts, Update]{
		Name: "page-content", Docs: s.store.Documents, Restore: s.restore,
		Unwritten: s.unwritten,
	})
}

// unwritten reports whether a section that has no texts could.
func (s *Service) unwritten(id string) bool {
	page, section, _ := strings.Cut(id, ".")
	return page == model.Home || s.o.Checker.Model.Section(page, section) != nil
}

// restore makes the texts of some types, without any all of a section, what they were.
func (s *Service) restore(ctx context.Context, was texts, expected *int, kinds []string) (history.Saved, error) {
	changes.Called(ctx, was.Called())
	return history.SavedOf(s.store.Documents.Update(ctx, was.ID, expected, func(t *texts) error {
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
		return s.lay(ctx, t, was, chosen)
	}))
}

// lay makes the texts of some types what they were, where there were any.
func (s *Service) lay(ctx context.Context, t *texts, was texts, kinds []string) error {
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
			err = s.change(ctx, t, at, Update{Content: &item.Content, Empty: &item.Empty})
		}
		if err := bad.note(kind, err); err != nil {
			return err
		}
	}
	return problem.InvalidFields(bad)
}
