package documents

import (
	"cmp"
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/versions"
)

// Versioned has d keep the former versions of its documents, and leave out saves that change
// nothing. It returns d; call it before anything is asked of d.
func (d *Collection[T, P]) Versioned() *Collection[T, P] {
	d.fields = fieldNames(reflect.TypeFor[T]())
	return d
}

// withoutFormer projects documents to what they are now.
var withoutFormer = bson.D{{Key: "past", Value: 0}, {Key: "recent", Value: 0}}

// withoutCopies projects documents to what they are now, and the uploads that their newest former versions name.
var withoutCopies = bson.D{{Key: "past", Value: 0}, {Key: "recent.data", Value: 0}}

// present is withoutFormer where former versions are kept: only what writes a document, or
// asks for its history, reads those.
func (d *Collection[T, P]) present() bson.D {
	if d.fields == nil {
		return nil
	}
	return withoutFormer
}

// apiFields returns the names in the API of the fields that the database calls names, less
// those that the API does not show.
func (d *Collection[T, P]) apiFields(names []string) []string {
	shown := []string{}
	for _, name := range names {
		if field := d.fields[name]; field != "" {
			shown = append(shown, field)
		}
	}
	return shown
}

// fieldNames leads from a struct type's names in the database to those in the API.
func fieldNames(t reflect.Type) map[string]string {
	names := map[string]string{}
	for _, field := range reflect.VisibleFields(t) {
		stored, _, _ := strings.Cut(field.Tag.Get("bson"), ",")
		shown, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.Anonymous && stored != "-" && stored != "" && shown != "-" {
			names[stored] = shown
		}
	}
	return names
}

// history is what withHistory changes in a document that is encoded already.
type history struct {
	Saved   revision.Saved    `bson:"saved"`
	Past    []byte            `bson:"past,omitempty"`
	Recent  *revision.Pack    `bson:"recent,omitempty"`
	Working *revision.Working `bson:"working,omitempty"`
}

// withHistory completes a document that is about to take the place of raw, and is encoded as
// next, with its history; a copy of the former is part of that. It returns the encoded whole.
func (d *Collection[T, P]) withHistory(
	ctx context.Context, made *Change[T], raw, next bson.Raw, what revision.What,
) (bson.Raw, error) {
	was, base := P(&made.Before).Base(), P(&made.After).Base()
	base.Working = overtaken(base.Working, next)
	switch {
	case d.fields == nil:
	case was.Revision == 0 && base.Saved.By == "": // its beginning is what came with the site
		base.Saved.What = revision.Created
	default:
		base.Saved.What, base.Saved.Fields = cmp.Or(what, revision.Changed), d.apiFields(made.Fields)
		if after, is := any(P(&made.After)).(Composite); is {
			base.Saved.Fields = DifferingValues(any(P(&made.Before)).(Composite).Values(), after.Values())
		}
		var err error
		if base.Past, base.Recent, err = d.Versions.Add(ctx, was, raw); err != nil {
			return nil, err
		}
	}
	now := history{base.Saved, base.Past, base.Recent, base.Working}
	return storage.Replaced(next, now, "saved", "past", "recent", "working")
}

// History returns what happened to a document, in the trash or not, newest first; the
// first is what it is now. It returns a NotFound problem where there is no such document.
func (d *Collection[T, P]) History(ctx context.Context, id string) ([]versions.Version, error) {
	if d.guard.Read != nil {
		if err := d.mayRead(ctx, id); err != nil {
			return nil, err
		}
	}
	raw, err := d.raw(ctx, id, only("saved", "past"))
	if problem.Is(err, problem.NotFound) {
		first, err := d.beginning(ctx, id)
		return []versions.Version{versions.Of(*P(&first).Base())}, err
	}
	if err != nil {
		return nil, err
	}
	var base revision.Document
	if err := bson.Unmarshal(raw, &base); err != nil {
		return nil, d.wrap("read the history of", err)
	}
	past, err := versions.PastOf(base)
	if err != nil {
		return nil, d.wrap("read the history of", err)
	}
	all := append(past, versions.Of(base))
	slices.Reverse(all)
	return all, nil
}

// mayRead returns a problem where there is a document, in the trash or not, that the caller may not read.
func (d *Collection[T, P]) mayRead(ctx context.Context, id string) error {
	raw, err := d.raw(ctx, id, options.FindOne().SetProjection(d.present()))
	if err != nil {
		return problem.Replace(err, problem.NotFound, nil)
	}
	doc, err := d.decode(raw)
	if err == nil {
		_, err = d.readable(ctx, doc)
	}
	return err
}

// At returns a document, in the trash or not, as it was at a revision, which may be the
// present one; or a NotFound problem.
func (d *Collection[T, P]) At(ctx context.Context, id string, at int) (T, error) {
	var none T
	raw, err := d.raw(ctx, id)
	if problem.Is(err, problem.NotFound) && at == 0 {
		return d.beginning(ctx, id)
	}
	if err != nil {
		return none, err
	}
	if present, err := d.decode(raw); err != nil {
		return none, err
	} else if _, err := d.readable(ctx, present); err != nil {
		return none, err
	}
	if storage.RevisionOf(raw) != at {
		if raw, err = d.Versions.At(ctx, raw, id, at); err != nil {
			return none, err
		}
	}
	doc, err := d.decode(raw)
	if err != nil {
		return none, err
	}
	d.takeBack(&doc)
	P(&doc).Base().Working = nil
	return doc, nil
}

// unchanged matches a document that was not written since it was read.
func (d *Collection[T, P]) unchanged(base *revision.Document) bson.D {
	filter := versions.Unchanged(base)
	if d.fields == nil {
		filter = filter[:2] // id and revision
	}
	return filter
}

// always are fields that every write changes.
var always = []string{
	"_id", "revision", "saved", "past", "recent", "deleted", "working", "copies", "fence", "updated_at",
}

// Differing returns the sorted names of the stored fields in which two documents
// of one type differ, without those that every write changes.
func Differing(before, after any) []string {
	return differingRaw(encoded(before), encoded(after))
}

func differingRaw(was, is bson.Raw) []string {
	var names []string
	for _, pair := range [][2]bson.Raw{{was, is}, {is, was}} {
		elements, _ := pair[0].Elements()
		for _, element := range elements {
			name := element.Key()
			if !slices.Contains(always, name) && !element.Value().Equal(storage.Lookup(pair[1], name)) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func encoded(doc any) bson.Raw {
	raw, _ := storage.Marshal(doc) // it was read from the database, or written to it
	return raw
}

// Composite is a document of values that people change one by one: its history has the values in
// which it became different, in the place of its fields.
type Composite interface {
	// Values returns pointers to the values, by their names.
	Values() map[string]any
}

// DifferingValues returns the sorted names of the values in which two composites differ.
func DifferingValues(before, after map[string]any) []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(before)), maps.Keys(after))
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool {
		return reflect.DeepEqual(before[name], after[name])
	})
}
