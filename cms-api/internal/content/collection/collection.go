// Package collection makes of one declaration what a collection of documents needs: its calls, their
// validation, its history and trash, its section of the snapshot, and its first content.
package collection

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/patch"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/text"
	"academy/cms-api/internal/publishing/snapshot"
)

// Document is a pointer to a stored document that has a title.
type Document[T any] interface {
	*T
	Base() *revision.Document
	DisplayName() string
}

// Kind declares a collection of documents T. C is sent to make one, U to change one: structs of pointers
// to what T has under the same names.
type Kind[T any, P Document[T], C, U any] struct {
	// Name is what people call the documents, such as "social links": a plural in s.
	Name Name
	// One is what messages call one of them; empty: Name without its s.
	One string
	// Path is the address of the public call, and StaffPath that of the others; empty: /social-links, and
	// the same below /admin.
	Path, StaffPath string
	// New is what a document is before C is applied to it.
	New T
	// Check brings a document into the form in which it is stored, and returns a problem for one that may
	// not be stored. Was is what it was before: the zero T for a new one.
	Check func(doc P, was T) error
	// Fits returns a problem for a document, which Check has passed, that may not be stored beside what else there
	// is. It is asked for one that leaves the trash, too, and not for first content; nil: all fit.
	Fits func(ctx context.Context, doc P) error
	// Order says where a document stands in lists; the zero Order sorts by age.
	Order Order[P]
	// Compare orders what the public sees where it does not stand by Order.
	Compare func(a, b T) int
	// Subset are the documents that the site shows; nil: all. A list with pages has none.
	Subset *Subset[T]
	// Shown completes a document that is answered; nil: it is answered as it is stored.
	Shown func(T) T
	// Unique is a field that no two documents share; the zero Unique is none.
	Unique Unique[P]
	// Key identifies a document of the first content; nil: its title does.
	Key func(T) []string
	// Unrestored are the fields that the restore of a whole version leaves as they are.
	Unrestored []string
	// Rename has a document name another file in fields that U does not have; nil: there are none.
	Rename func(doc P, r library.Renaming)
	// Listing says how the list is paged, sorted by when documents were made, and searched; the zero Listing
	// is for lists that are always whole.
	Listing documents.Listing
}

// Order is a field with the place of a document.
type Order[P any] struct {
	Field string
	Of    func(P) *int
	// Numbered says that documents are numbered 1..n: a new one without a place comes last, and a call moves some.
	Numbered bool
	// Last says that a new one comes last even if it has a place.
	Last bool
}

// Subset are the documents of a collection that Has chooses.
type Subset[T any] struct {
	Name string // such as "active"
	Has  func(T) bool
	// Alone says that the public sees no others.
	Alone bool
}

// Unique is a text that no two documents share.
type Unique[P any] struct {
	Field string
	Of    func(P) *string
	Taken string // what is said when another document has it
}

// Service holds the rules of a collection.
type Service[T any, P Document[T], C, U any] struct {
	kind    Kind[T, P, C, U]
	Docs    *documents.Collection[T, P]
	creates patch.Patch[T, C]
	updates patch.Patch[T, U]
}

// New returns the collection that is declared. It panics if the declaration contradicts itself.
func New[T any, P Document[T], C, U any](db *mongodb.Database, kind Kind[T, P, C, U]) *Service[T, P, C, U] {
	if !strings.HasSuffix(string(kind.Name), "s") {
		panic("collection: " + string(kind.Name) + " is no plural in s")
	}
	if kind.Listing.Default != "" && kind.Subset != nil {
		panic("collection: a list with pages of " + string(kind.Name) + " would show more than its subset")
	}
	name := kind.Name.Stored()
	kind.One = cmp.Or(kind.One, strings.TrimSuffix(string(kind.Name), "s"))
	kind.Path = cmp.Or(kind.Path, "/"+kind.Name.Dashed())
	kind.StaffPath = cmp.Or(kind.StaffPath, "/admin"+kind.Path)
	if kind.Shown == nil {
		kind.Shown = func(doc T) T { return doc }
	}
	if kind.Key == nil {
		kind.Key = func(doc T) []string { return []string{P(&doc).DisplayName()} }
	}
	if kind.Compare == nil && kind.Order.Of == nil {
		kind.Compare = func(a, b T) int { return cmp.Compare(P(&a).Base().ID, P(&b).Base().ID) }
	}
	if kind.Compare == nil {
		kind.Compare = func(a, b T) int {
			return cmp.Or(
				cmp.Compare(*kind.Order.Of(&a), *kind.Order.Of(&b)), cmp.Compare(P(&a).Base().ID, P(&b).Base().ID),
			)
		}
	}
	if kind.Unique.Of != nil {
		db.Unique(name, false, kind.Unique.Field)
	}
	docs := documents.New[T, P](db, name, kind.One).Versioned().WithTrash(kind.Unique.Of).
		ShownAs(func(doc T) any { return kind.Shown(doc) }).
		Guarded(Needs[T](access.ContentPublish))
	if kind.Listing.Default != "" {
		docs.Listed(kind.Listing)
	}
	return &Service[T, P, C, U]{kind, docs, patch.New[T, C](), patch.New[T, U]()}
}

// Name returns what people call the documents.
func (s *Service[T, P, C, U]) Name() Name { return s.kind.Name }

// All returns every document, in its order.
func (s *Service[T, P, C, U]) All(ctx context.Context) ([]T, error) {
	all, err := s.Docs.All(ctx, cmp.Or(s.kind.Order.Field, "id"))
	return s.shown(all), err
}

// shown completes documents that are answered, in place.
func (s *Service[T, P, C, U]) shown(docs []T) []T {
	for i := range docs {
		docs[i] = s.kind.Shown(docs[i])
	}
	return docs
}

// Visible returns the documents that the site shows, in their order.
func (s *Service[T, P, C, U]) Visible(ctx context.Context) ([]T, error) {
	all, err := s.All(ctx)
	return s.kind.Subset.of(all), err
}

func (s *Subset[T]) of(all []T) []T {
	if s == nil {
		return all
	}
	return slices.DeleteFunc(append([]T{}, all...), func(doc T) bool { return !s.Has(doc) })
}

// Create adds the document that a call describes.
func (s *Service[T, P, C, U]) Create(ctx context.Context, sent C) (T, error) {
	text.Clean(&sent)
	doc := s.kind.New
	s.creates.Apply(&doc, sent)
	return s.Add(ctx, doc)
}

// Add adds a document that is whole already.
func (s *Service[T, P, C, U]) Add(ctx context.Context, doc T) (T, error) {
	if err := s.admit(ctx, &doc, *new(T)); err != nil {
		return doc, err
	}
	if s.kind.Order.Numbered {
		if err := s.place(ctx, &doc); err != nil {
			return doc, err
		}
	}
	made, err := s.Docs.Insert(ctx, documents.Write{By: access.By(ctx)}, &doc)
	return s.done(ctx, made, err)
}

func (s *Service[T, P, C, U]) check(doc P, was T) error {
	if s.kind.Check == nil {
		return nil
	}
	return s.kind.Check(doc, was)
}

// admit checks a document, by itself and beside what else there is.
func (s *Service[T, P, C, U]) admit(ctx context.Context, doc P, was T) error {
	if err := s.check(doc, was); err != nil {
		return err
	}
	return s.fits(ctx, doc)
}

func (s *Service[T, P, C, U]) fits(ctx context.Context, doc P) error {
	if s.kind.Fits == nil {
		return nil
	}
	return s.kind.Fits(ctx, doc)
}

// place gives a new document the last place, unless it has one.
func (s *Service[T, P, C, U]) place(ctx context.Context, doc P) error {
	at := s.kind.Order.Of(doc)
	if *at != 0 && !s.kind.Order.Last {
		return nil
	}
	all, err := s.All(ctx)
	if *at = 1; len(all) > 0 {
		*at = *s.kind.Order.Of(&all[len(all)-1]) + 1
	}
	return err
}

// done records what a write made of a document, and returns it as it is answered.
func (s *Service[T, P, C, U]) done(ctx context.Context, made documents.Change[T], err error) (T, error) {
	doc, err := changes.Done[T, P](ctx, made, err)
	if s.kind.Unique.Of != nil && storage.IsDuplicate(err) {
		err = problem.Wrap(problem.Conflict, err, s.kind.Unique.Taken)
	}
	return s.kind.Shown(doc), err
}

// Update changes a document.
func (s *Service[T, P, C, U]) Update(ctx context.Context, id string, w documents.Write, update U) (T, error) {
	text.Clean(&update)
	made, err := s.Docs.Update(ctx, id, w, func(doc P) error {
		was := *doc
		s.updates.Apply(doc, update)
		return s.admit(ctx, doc, was)
	})
	return s.done(ctx, made, err)
}

// Delete puts a document into the trash, and returns the revision that it has there.
func (s *Service[T, P, C, U]) Delete(ctx context.Context, id string, w documents.Write) (at int, err error) {
	made, err := s.Docs.Discard(ctx, id, w)
	doc, err := changes.Done[T, P](ctx, made, err)
	return P(&doc).Base().Revision, err
}

// Undelete takes a document out of the trash.
func (s *Service[T, P, C, U]) Undelete(ctx context.Context, id string, w documents.Write) (T, error) {
	made, err := s.Docs.Undelete(ctx, id, w, func(doc P, _ time.Time) error { return s.fits(ctx, doc) })
	return s.done(ctx, made, err)
}

// Reorder moves the named documents to their places and numbers all of them 1..n. An unknown id changes
// nothing and is an Invalid problem; location is where the places stand in the request. Expected is the
// revision that a move of one document was begun over; when it is another one by now, nothing is changed
// and the error is a Stale problem with the list.
func (s *Service[T, P, C, U]) Reorder(
	ctx context.Context, places []Position, expected *int, location string,
) ([]T, error) {
	over, err := movedOver(expected, places, location)
	if err != nil {
		return nil, err
	}
	ordered, made, err := s.Docs.Renumber(
		ctx, documents.Write{By: access.By(ctx)}, s.kind.Order.Field, s.kind.Order.Of,
		func(all []T) ([]T, error) {
			return Arrange(all, func(doc T) string { return P(&doc).Base().ID }, places, location)
		}, over)
	for _, each := range made {
		changes.Wrote[T, P](ctx, each)
	}
	return s.shown(ordered), err
}

// History describes the collection to package history.
func (s *Service[T, P, C, U]) History() history.Collection {
	var rename func(context.Context, string, documents.Write, library.Renaming) error
	if s.kind.Rename != nil {
		rename = s.rename
	}
	return history.Of(history.Kind[T, P, U]{
		Rename: rename,
		Name:   s.kind.Name.Dashed(), Docs: s.Docs, Unrestored: s.kind.Unrestored,
		Update: func(ctx context.Context, id string, w documents.Write, update U) (history.Saved, error) {
			return history.SavedOf[T, P](s.Update(ctx, id, w, update))
		},
		Undelete: func(ctx context.Context, id string, w documents.Write) (history.Saved, error) {
			return history.SavedOf[T, P](s.Undelete(ctx, id, w))
		},
	})
}

// rename has a document name another file.
func (s *Service[T, P, C, U]) rename(ctx context.Context, id string, w documents.Write, r library.Renaming) error {
	made, err := s.Docs.Update(ctx, id, w, func(doc P) error {
		was := *doc
		s.kind.Rename(doc, r)
		return s.admit(ctx, doc, was)
	})
	return changes.Err[T, P](ctx, made, err)
}

// Parts leads from the collection's section of the snapshot to the call that answers it.
func (s *Service[T, P, C, U]) Parts() map[string]string {
	return map[string]string{s.kind.Name.Stored(): s.kind.Path}
}

// ShowIn has a snapshot show what the public sees, in its order.
func (s *Service[T, P, C, U]) ShowIn(snapshots *snapshot.Store) {
	snapshot.ShowPart(snapshots, s.kind.Name.Stored(), s.Docs, func(all []T) snapshot.Content {
		slices.SortFunc(all, s.kind.Compare)
		for i := range s.shown(all) {
			P(&all[i]).Base().Revision = 0
		}
		switch subset := s.kind.Subset; {
		case subset == nil:
			return snapshot.Content{Value: all}
		case subset.Alone:
			return snapshot.Content{Value: subset.of(all)}
		default:
			return snapshot.Content{Value: all, Views: map[string]any{subset.Name: subset.of(all)}}
		}
	})
}

// Seed stores the documents of a folder that are missing, under the same rules as any other, and returns
// how many were.
func (s *Service[T, P, C, U]) Seed(ctx context.Context, folder fs.FS) (int, error) {
	var docs []T
	if err := ReadSeed(folder, s.kind.Name.Dashed()+".json", &docs); err != nil {
		return 0, err
	}
	for i := range docs {
		doc := P(&docs[i])
		if err := s.check(doc, *new(T)); err != nil {
			return 0, fmt.Errorf("%s %q: %w", s.kind.One, doc.DisplayName(), err)
		}
		doc.Base().ID = documents.SeedID(s.kind.Name.Stored(), s.kind.Key(*doc)...)
	}
	return s.Docs.InsertMissing(ctx, docs)
}
