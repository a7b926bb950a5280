package settings

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/revision"
)

// stored is the one document of the collection "settings": what was chosen.
type stored struct {
	revision.Document `bson:",inline"`
	Update            `bson:",inline"`
}

// merge lays update over what was chosen.
func (s *stored) merge(update Update) error {
	s.choose(s.Update.Patch(update))
	return s.checkRedirect(update)
}

// choose stores next, skipping fields whose effective value is unchanged: a form sends all that it
// shows, and what nobody touched is not chosen by that.
func (s *stored) choose(next Update) {
	shown, will := reflect.ValueOf(s.Update.Over(Defaults())), reflect.ValueOf(next.Over(Defaults()))
	was, is := reflect.ValueOf(s.Update), reflect.ValueOf(&next).Elem()
	for i := range is.NumField() {
		if shown.Field(i).Elem().Equal(will.Field(i).Elem()) {
			is.Field(i).Set(was.Field(i))
		}
	}
	s.Update = next
}

// take copies the fields with the given JSON names from former.
func (u *Update) take(former Update, names []string) {
	to, from := reflect.ValueOf(u).Elem(), reflect.ValueOf(former)
	for i := range to.NumField() {
		if name, _, _ := strings.Cut(to.Type().Field(i).Tag.Get("json"), ","); slices.Contains(names, name) {
			to.Field(i).Set(from.Field(i))
		}
	}
}

const documentID = "settings"

// Store keeps the settings.
type Store struct {
	*documents.Collection[stored, *stored]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	docs := documents.New[stored](db, name.Stored(), "settings document").Versioned().
		Guarded(documents.Guard[stored]{Write: func(ctx context.Context, _ documents.Change[stored]) error {
			return access.Check(ctx, access.SettingsWrite, "")
		}}).
		ShownAs(func(chosen stored) any { return chosen.Update.Over(Defaults()) }).
		BeginsAs(func(_ context.Context, id string) (stored, bool, error) { return stored{}, id == documentID, nil })
	return &Store{docs}
}

// get returns what was chosen; nothing when the document does not exist yet.
func (s *Store) get(ctx context.Context) (stored, error) {
	return s.GetOrBeginning(ctx, documentID)
}

// change changes what was chosen, creating the document when needed.
func (s *Store) change(ctx context.Context, w documents.Write, change func(*stored) error) (stored, error) {
	made, err := s.Upsert(ctx, documentID, w, change)
	return changes.Done(ctx, made, err)
}

// History describes the settings to package history.
func (s *Service) History() history.Collection {
	return history.Of(history.Kind[stored, *stored, Update]{
		Name: name.Dashed(), Docs: s.store.Collection, Restore: s.restore,
		Update: func(ctx context.Context, _ string, w documents.Write, update Update) (history.Saved, error) {
			chosen, revision, err := s.Put(ctx, w, update)
			return history.Saved{Document: chosen, Revision: revision}, err
		},
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
