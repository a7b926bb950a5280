package working

import (
	"context"
	"encoding/json"
	"strings"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// named is a working copy that names a person, or that the person alone sees.
type named struct {
	Collection string          `json:"collection"`
	ID         string          `json:"id"` // NewDocument where none is stored
	Fields     json.RawMessage `json:"fields"`
	erase      func(context.Context) error
}

// Collection is the Copies of any collection.
type Collection interface {
	naming(ctx context.Context, who person.Person) ([]named, error)
}

// Source describes working copies to package privacy. Account returns the account of a
// person, empty where there is none.
func Source(
	db *mongodb.Database, account func(context.Context, person.Person) (string, error), collections ...Collection,
) person.Source {
	unsaved := unsavedIn(db)
	db.Indexed(unsaved.Raw().Name(), "working.at")
	all := func(ctx context.Context, who person.Person) ([]named, error) {
		owner, err := account(ctx, who)
		if err != nil {
			return nil, err
		}
		found, err := unsavedOf(ctx, unsaved, who, owner)
		for _, each := range collections {
			if err != nil {
				return nil, err
			}
			var more []named
			more, err = each.naming(ctx, who)
			found = append(found, more...)
		}
		return found, err
	}
	return person.Source{
		Name: "working_copies",
		Find: func(ctx context.Context, who person.Person) ([]any, error) {
			found, err := all(ctx, who)
			return person.Records(found), err
		},
		Erase: func(ctx context.Context, who person.Person) (int, error) {
			found, err := all(ctx, who)
			if err != nil {
				return 0, err
			}
			for i, each := range found {
				if err := each.erase(ctx); err != nil {
					return i, err
				}
			}
			return len(found), nil
		},
	}
}

// naming returns the working copies of documents, in the trash or not, that name a person.
func (c *Copies[T, P, F]) naming(ctx context.Context, who person.Person) ([]named, error) {
	names := func(w *revision.Working) bool { return who.NamedIn([]byte(w.Fields)) }
	var found []named
	err := c.kind.Docs.EachWorkingCopy(ctx, func(doc T) error {
		if each := P(&doc).Base(); names(each.Working) {
			found = append(found, named{
				Collection: c.kind.Name, ID: each.ID, Fields: json.RawMessage(each.Working.Fields),
				erase: func(ctx context.Context) error {
					made, err := c.kind.Docs.DropWorking(ctx, each.ID, documents.Write{By: access.By(ctx)}, names)
					return problem.Replace(changes.Err[T, P](ctx, made, err), problem.NotFound, nil)
				},
			})
		}
		return nil
	})
	return found, err
}

// unsavedOf returns the copies of what is not stored that name a person or are an account's.
func unsavedOf(
	ctx context.Context, unsaved *documents.Collection[Unsaved, *Unsaved], who person.Person, owner string,
) ([]named, error) {
	var found []named
	err := unsaved.EachWorkingCopy(ctx, func(each Unsaved) error {
		if each.Owner != owner && !who.NamedIn([]byte(each.Working.Fields)) {
			return nil
		}
		collection, _, _ := strings.Cut(each.ID, "/")
		found = append(found, named{
			Collection: collection, ID: NewDocument, Fields: json.RawMessage(each.Working.Fields),
			erase: func(ctx context.Context) error {
				// The place stays, which counts its copies: else a window could take the next one for that which it has.
				made, err := unsaved.Update(ctx, each.ID, documents.Write{By: access.By(ctx)}, func(u *Unsaved) error {
					u.SetWorking(nil)
					return nil
				})
				return problem.Replace(changes.Err(ctx, made, err), problem.NotFound, nil)
			},
		})
		return nil
	}, "owner")
	return found, err
}
