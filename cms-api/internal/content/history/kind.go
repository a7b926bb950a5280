package history

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/versions"
)

// Kind describes a collection of T that is changed by updates of type U.
type Kind[T any, P documents.Document[T], U any] struct {
	// Name is the collection's in addresses, such as "social-links".
	Name string
	Docs *documents.Collection[T, P]
	// Show returns a document as a version of it is shown; nil: as staff read it.
	Show func(T) any
	// Update changes a document as the collection's own call does, and returns it as that
	// does.
	Update func(ctx context.Context, id string, w documents.Write, update U) (Saved, error)
	// Restore takes the place of Update for a restore where a version has more to it than it shows: it lays
	// some fields of a former one over the document, without any all.
	Restore func(ctx context.Context, former T, w documents.Write, fields []string) (Saved, error)
	// Rename takes the place of Update where that does not have all fields that name files, or a working copy names
	// some: it has a document, which is not in the trash, name another file.
	Rename func(ctx context.Context, id string, w documents.Write, r library.Renaming) error
	// Unrestored are the fields that the restore of a whole version leaves as they are.
	Unrestored []string
	// Undelete takes a document out of the trash, and returns it as staff read it; nil where there is no trash.
	Undelete func(ctx context.Context, id string, w documents.Write) (Saved, error)
}

// Saved is a document as a call that saved it answers, and its revision.
type Saved struct {
	Document any
	Revision int
}

// SavedOf returns Saved of what an update returned.
func SavedOf[T any, P documents.Document[T]](doc T, err error) (Saved, error) {
	return Saved{doc, P(&doc).Base().Revision}, err
}

// Collection is a Kind of any types.
type Collection interface {
	name() string
	history(ctx context.Context, id string) ([]versions.Version, error)
	exists(ctx context.Context, id string) error
	at(ctx context.Context, id string, revision int) (json.RawMessage, error)
	restore(
		ctx context.Context, id string, at int, w documents.Write, fields []string, text func(string) string,
	) (Saved, error)
	rename(ctx context.Context, id string, w documents.Write, r library.Renaming) error
	versions() *versions.Store
	strays(ctx context.Context) (map[string][]int, error)
	hasTrash() bool
	trash(ctx context.Context) ([]discarded, error)
	undelete(ctx context.Context, id string, w documents.Write) (Saved, error)
	purge(ctx context.Context, id string, expected *int) error
}

// discarded is a document in the trash.
type discarded struct {
	id, title string
	revision  int
	deleted   revision.Deleted
}

// Of returns the collection that k describes.
func Of[T any, P documents.Document[T], U any](k Kind[T, P, U]) Collection {
	if k.Show == nil {
		k.Show = k.Docs.Shown
	}
	return kind[T, P, U]{k}
}

type kind[T any, P documents.Document[T], U any] struct{ Kind[T, P, U] }

func (k kind[T, P, U]) name() string { return k.Name }

func (k kind[T, P, U]) history(ctx context.Context, id string) ([]versions.Version, error) {
	return k.Docs.History(ctx, id)
}

func (k kind[T, P, U]) exists(ctx context.Context, id string) error { return k.Docs.Exists(ctx, id) }

func (k kind[T, P, U]) at(ctx context.Context, id string, at int) (json.RawMessage, error) {
	doc, err := k.Docs.At(ctx, id, at)
	if err != nil {
		return nil, err
	}
	shown, err := json.Marshal(k.Show(doc))
	if err != nil {
		return nil, fmt.Errorf("serialise %s %s at revision %d: %w", k.Name, id, at, err)
	}
	return shown, nil
}

// restore lays fields of a former version, of which text edits each text, over a document; none means all but
// Unrestored.
func (k kind[T, P, U]) restore(
	ctx context.Context, id string, at int, w documents.Write, fields []string, text func(string) string,
) (Saved, error) {
	w.What = revision.Restored
	if k.Restore != nil {
		former, err := k.Docs.At(ctx, id, at)
		if err == nil {
			err = k.Docs.EditTexts(&former, text)
		}
		if err != nil {
			return Saved{}, err
		}
		return k.Restore(ctx, former, w, fields)
	}
	known := FieldsOf[U]()
	if err := CheckFields(fields, known); err != nil {
		return Saved{}, err
	}
	if len(fields) == 0 {
		fields = slices.DeleteFunc(known, func(field string) bool { return slices.Contains(k.Unrestored, field) })
	}
	shown, err := k.at(ctx, id, at)
	if err != nil {
		return Saved{}, err
	}
	var update U
	if err := pick(json.RawMessage(text(string(shown))), fields, &update); err != nil {
		return Saved{}, fmt.Errorf("restore %s %s to revision %d: %w", k.Name, id, at, err)
	}
	return k.Update(ctx, id, w, update)
}

// rename has a document, in the trash or not, name another file.
func (k kind[T, P, U]) rename(ctx context.Context, id string, w documents.Write, r library.Renaming) error {
	rename := k.renamePresent
	if k.Rename != nil {
		rename = k.Rename
	}
	err := rename(ctx, id, w, r)
	if !problem.Is(err, problem.NotFound) || !k.hasTrash() {
		return err
	}
	made, err := k.Docs.EditDiscarded(ctx, id, w, r.Replace)
	return changes.Err[T, P](ctx, made, err)
}

// renamePresent changes what names a file as a call would, over what is stored by now.
func (k kind[T, P, U]) renamePresent(ctx context.Context, id string, w documents.Write, r library.Renaming) error {
	for range storage.MaxRounds {
		doc, err := k.Docs.Get(ctx, id)
		if err != nil {
			return err
		}
		update, changed, err := Renamed[U](k.Docs.Shown(doc), r.Replace)
		if err != nil || !changed {
			return err
		}
		w.Expected = &P(&doc).Base().Revision
		if _, err = k.Update(ctx, id, w, update); !problem.Is(err, problem.Stale) {
			return err
		}
	}
	return storage.Busy("document")
}

// Renamed returns the update that has a document, as staff read it, name another file; and whether it names it.
func Renamed[U any](shown any, replace func(string) string) (update U, changed bool, err error) {
	data, err := json.Marshal(shown)
	if err != nil {
		return update, false, fmt.Errorf("serialise a document: %w", err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return update, false, fmt.Errorf("read the fields of a document: %w", err)
	}
	var fields []string
	for _, name := range FieldsOf[U]() {
		if is := replace(string(all[name])); is != string(all[name]) {
			all[name] = json.RawMessage(is)
			fields = append(fields, name)
		}
	}
	if len(fields) == 0 {
		return update, false, nil
	}
	if data, err = json.Marshal(all); err == nil {
		err = pick(data, fields, &update)
	}
	return update, err == nil, err
}

// CheckFields returns an Invalid problem for fields to restore that are not known.
func CheckFields(fields, known []string) error {
	var bad []problem.Field
	for i, field := range fields {
		if !slices.Contains(known, field) {
			location := fmt.Sprintf("body.fields[%d]", i)
			bad = append(bad, problem.Field{Location: location, Message: "There is no such field to restore."})
		}
	}
	return problem.InvalidFields(bad)
}

// pick reads fields of a JSON object into update. A field that the object lacks is null.
func pick(object json.RawMessage, fields []string, update any) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(object, &all); err != nil {
		return err
	}
	picked := map[string]json.RawMessage{}
	for _, field := range fields {
		if picked[field] = all[field]; all[field] == nil {
			picked[field] = json.RawMessage("null")
		}
	}
	data, err := json.Marshal(picked)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, update)
}

// FieldsOf returns the names of an update's fields in JSON, those of embedded structs included.
func FieldsOf[U any]() []string {
	var names []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[U]()) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); !field.Anonymous && name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}

func (k kind[T, P, U]) versions() *versions.Store { return k.Docs.Versions }

func (k kind[T, P, U]) strays(ctx context.Context) (map[string][]int, error) {
	return k.Docs.Versions.Strays(ctx)
}

func (k kind[T, P, U]) hasTrash() bool { return k.Undelete != nil }

func (k kind[T, P, U]) trash(ctx context.Context) ([]discarded, error) {
	docs, err := k.Docs.Trash(ctx)
	found := make([]discarded, len(docs))
	for i := range docs {
		base := P(&docs[i]).Base()
		found[i] = discarded{id: base.ID, revision: base.Revision, deleted: *base.Deleted}
		if titled, ok := any(&docs[i]).(interface{ DisplayName() string }); ok {
			found[i].title = titled.DisplayName()
		}
	}
	return found, err
}

func (k kind[T, P, U]) undelete(ctx context.Context, id string, w documents.Write) (Saved, error) {
	return k.Undelete(ctx, id, w)
}

func (k kind[T, P, U]) purge(ctx context.Context, id string, expected *int) error {
	made, err := k.Docs.Purge(ctx, id, documents.Write{Expected: expected})
	return changes.Err[T, P](ctx, made, err)
}
