// Package history is what was: the former versions of documents that people edit, and the
// trash. Packages versions and documents store both.
package history

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/versions"
)

// Options are what a Service needs.
type Options struct {
	Collections []Collection
	// Names returns what accounts are called, by their ids.
	Names func(ctx context.Context) (map[string]string, error)
	// Former is what somebody is called who has no account any more.
	Former string
	Rule   Rule
	// TrashKeep is how long documents stay in the trash.
	TrashKeep time.Duration
	// Present returns a text with the files that are in the place of replaced ones.
	Present func(text string) string
}

// Service reads and restores former versions, and keeps the trash.
type Service struct{ o Options }

// NewService returns a Service.
func NewService(o Options) *Service { return &Service{o} }

// Person is somebody with an account.
type Person struct {
	ID   string `json:"id" example:"665f1f77bcf86cd799439012"`
	Name string `json:"name" example:"Asha Rao"`
}

// Entry is one save of a document.
type Entry struct {
	Revision int           `json:"revision" example:"3"`
	At       *time.Time    `json:"at" doc:"Null of revision 0: what it was before anybody changed it."`
	By       *Person       `json:"by" doc:"Null where nobody did it, as for content that came with the site."`
	What     revision.What `json:"what" enum:"created,changed,restored,deleted"`
	Fields   []string      `json:"fields" nullable:"false" doc:"Which became different, by their names in the document." example:"title"`
}

// of returns a collection, or a NotFound problem.
func (s *Service) of(collection string) (Collection, error) {
	for _, each := range s.o.Collections {
		if each.name() == collection {
			return each, nil
		}
	}
	return nil, problem.Missing("collection with a history")
}

// withTrash returns a collection that has a trash, or a NotFound problem.
func (s *Service) withTrash(collection string) (Collection, error) {
	found, err := s.of(collection)
	if err == nil && !found.hasTrash() {
		err = problem.Missing("collection with a trash")
	}
	return found, err
}

// Check returns a NotFound problem unless there is such a document, in the trash or not.
func (s *Service) Check(ctx context.Context, collection, id string) error {
	c, err := s.of(collection)
	if err == nil {
		err = c.exists(ctx, id)
	}
	return err
}

// List returns the saves of a document, newest first. The first is that which made it what
// it is now.
func (s *Service) List(ctx context.Context, collection, id string) ([]Entry, error) {
	c, err := s.of(collection)
	if err != nil {
		return nil, err
	}
	versions, err := c.history(ctx, id)
	if err != nil {
		return nil, err
	}
	person, err := s.People(ctx)
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(versions))
	for i, v := range versions {
		entries[i] = Entry{v.Revision, nil, person(v.By), v.What, append([]string{}, v.Fields...)}
		if !v.At.IsZero() {
			entries[i].At = &v.At
		}
	}
	return entries, nil
}

// People returns what tells who an account's id is.
func (s *Service) People(ctx context.Context) (func(id string) *Person, error) {
	names, err := s.o.Names(ctx)
	if err != nil {
		return nil, err
	}
	return func(id string) *Person {
		if id == "" {
			return nil
		}
		name, known := names[id]
		if !known {
			name = s.o.Former
		}
		return &Person{id, name}
	}, nil
}

// At returns a document as staff read it at a revision.
func (s *Service) At(ctx context.Context, collection, id string, at int) (json.RawMessage, error) {
	c, err := s.of(collection)
	if err != nil {
		return nil, err
	}
	return c.at(ctx, id, at)
}

// Restore lays fields of a former version over a document, without any all those that
// belong to its content; it is a save like any other. Where the version names a file that was
// replaced since, the document names the file in its place. A Stale problem says who has changed the
// document since.
func (s *Service) Restore(
	ctx context.Context, collection, id string, at int, w documents.Write, fields []string,
) (Saved, error) {
	c, err := s.of(collection)
	if err != nil {
		return Saved{}, err
	}
	saved, err := c.restore(ctx, id, at, w, fields, s.o.Present)
	return saved, s.sayWho(ctx, c, id, err)
}

// Rename has a document, in the trash or not, and its working copy name another file, as a save by the caller.
func (s *Service) Rename(ctx context.Context, collection, id string, r library.Renaming) error {
	c, err := s.of(collection)
	if err != nil {
		return err
	}
	return c.rename(ctx, id, documents.Write{By: access.By(ctx)}, r)
}

// sayWho adds to a Stale problem who saved the document last.
func (s *Service) sayWho(ctx context.Context, c Collection, id string, err error) error {
	var stale *problem.Error
	if !errors.As(err, &stale) || stale.Kind != problem.Stale {
		return err
	}
	saves, readErr := s.List(ctx, c.name(), id)
	if readErr != nil || len(saves) == 0 {
		return err // which says enough
	}
	last := saves[0]
	if stale.Last = last; last.By != nil {
		stale.Detail = last.By.Name + " has changed this since."
	}
	return stale
}

// Forget removes all former versions of a document.
func (s *Service) Forget(ctx context.Context, collection, id string) error {
	c, err := s.of(collection)
	if err != nil {
		return err
	}
	_, err = c.versions().Forget(ctx, id, func([]versions.Version) []versions.Version { return nil })
	return err
}

// Discarded is a document in the trash.
type Discarded struct {
	Collection string    `json:"collection" example:"articles"`
	ID         string    `json:"id" example:"665f1f77bcf86cd799439011"`
	Title      string    `json:"title" doc:"Empty where documents have none." example:"How monsoons form"`
	DeletedAt  time.Time `json:"deleted_at"`
	DeletedBy  *Person   `json:"deleted_by" doc:"Null where nobody with an account did it."`
	Until      time.Time `json:"until" doc:"When it is removed for good."`
}

// Trash returns what is in the trash, newest first: of a collection, or of all for "".
func (s *Service) Trash(ctx context.Context, collection string) ([]Discarded, error) {
	person, err := s.People(ctx)
	if err != nil {
		return nil, err
	}
	all := []Discarded{}
	for _, c := range s.o.Collections {
		if !c.hasTrash() || collection != "" && c.name() != collection {
			continue
		}
		found, err := c.trash(ctx)
		if err != nil {
			return nil, err
		}
		for _, each := range found {
			all = append(all, Discarded{
				c.name(), each.id, each.title, each.deleted.At, person(each.deleted.By), each.deleted.At.Add(s.o.TrashKeep),
			})
		}
	}
	slices.SortFunc(all, func(a, b Discarded) int { return b.DeletedAt.Compare(a.DeletedAt) })
	return all, nil
}

// Undelete takes a document out of the trash, as it was; where its address has been taken
// meanwhile, with the next one that is free. A Stale problem says who has changed the document
// since, or had it back.
func (s *Service) Undelete(ctx context.Context, collection, id string, w documents.Write) (Saved, error) {
	c, err := s.withTrash(collection)
	if err != nil {
		return Saved{}, err
	}
	saved, err := c.undelete(ctx, id, w)
	return saved, s.sayWho(ctx, c, id, err)
}

// Purge removes a document of the trash for good, with its history.
func (s *Service) Purge(ctx context.Context, collection, id string) error {
	c, err := s.withTrash(collection)
	if err != nil {
		return err
	}
	return c.purge(ctx, id, nil)
}
