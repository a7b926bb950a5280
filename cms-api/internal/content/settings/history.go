package settings

import (
	"context"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/documents"
)

// History describes the settings to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[stored, *stored, Update]{
		Name: name.Dashed(), Docs: s.store.Collection, Restore: s.restore,
	})
}

// restore makes some settings, without any all, what they were: chosen, or the default of today.
func (s *Service) restore(
	ctx context.Context, was stored, w documents.Write, names []string,
) (history.Saved, error) {
	known := history.FieldsOf[Update]()
	if err := history.CheckFields(names, known); err != nil {
		return history.Saved{}, err
	}
	if len(names) == 0 {
		names = known
	}
	for _, name := range names {
		if name == "adva_vibes_psi_hidden" { // which is stored under the other spelling
			names = append(names, "adhva_vibes_psi_hidden")
		}
	}
	var former Update
	former.take(was.Update, names)
	if err := former.settle(); err != nil {
		return history.Saved{}, err
	}
	chosen, err := s.store.change(ctx, w, func(doc *stored) error {
		next := doc.Update
		next.take(former, names)
		doc.choose(next)
		return doc.checkRedirect(former)
	})
	return history.Saved{Document: chosen.Update.Over(Defaults()), Revision: chosen.Revision}, err
}
