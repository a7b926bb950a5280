package working

import (
	"context"
	"errors"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
)

// NewDocument stands for the id of a document that is not stored yet. Of each collection
// everybody has one, whose text is kept as a working copy and seen by nobody else.
const NewDocument = "new"

// Unsaved is the place of that copy. Its id is the collection's name and its owner's account.
type Unsaved struct {
	revision.Document `bson:",inline"`
	Owner             string `bson:"owner"`
}

// Unstored is the collection of the places.
const Unstored = "working_copies"

func unsavedIn(db *mongodb.Database) *documents.Collection[Unsaved, *Unsaved] {
	return documents.New[Unsaved](db, Unstored, what)
}

// owned returns the caller's account, and the id of its place.
func (c *Copies[T, P, F]) owned(ctx context.Context) (owner, id string) {
	who, _ := access.From(ctx)
	return who.UserID, c.kind.Name + "/" + who.UserID
}

func (c *Copies[T, P, F]) getUnsaved(ctx context.Context) (Copy[F], error) {
	_, id := c.owned(ctx)
	place, err := c.unsaved.Get(ctx, id)
	if err != nil {
		return Copy[F]{}, err
	}
	return c.of(emptyWith[T, P](place.Document))
}

// emptyWith returns a document that has nothing but what is in its place.
func emptyWith[T any, P documents.Document[T]](base revision.Document) P {
	doc := P(new(T))
	*doc.Base() = base
	return doc
}

func (c *Copies[T, P, F]) putUnsaved(ctx context.Context, expected *int, fields F, plan Plan) (Copy[F], error) {
	if plan.PublishAt.Text != "" {
		return Copy[F]{}, problem.InvalidField("body.publish_at", "Store it first; then changes of it can be scheduled.")
	}
	fields, err := c.kind.Check(ctx, *new(T), fields)
	if err != nil {
		return Copy[F]{}, err
	}
	text, _, err := encode(fields)
	if err != nil {
		return Copy[F]{}, err
	}
	owner, id := c.owned(ctx)
	made, err := c.unsaved.Upsert(ctx, id, documents.Write{By: owner}, func(u *Unsaved) error {
		if u.Working != nil && u.Working.Fields == text {
			return nil
		}
		if err := c.expectOwn(u, expected); err != nil {
			return err
		}
		w := next(ctx, u.Base(), text, c.o.Clock.Now())
		w.Base = 0
		u.Owner = owner
		u.SetWorking(&w)
		return nil
	})
	if err != nil {
		return Copy[F]{}, err
	}
	return c.of(emptyWith[T, P](made.After.Document))
}

// expectOwn is expect of what nobody but the caller writes.
func (c *Copies[T, P, F]) expectOwn(u *Unsaved, expected *int) error {
	err := c.expect(emptyWith[T, P](u.Document), expected)
	var stale *problem.Error
	if errors.As(err, &stale) && stale.Kind == problem.Stale {
		did := "changed"
		if u.Working == nil {
			did = "stored or discarded"
		}
		stale.Detail = "You have " + did + " this in another window, or on another device, since you opened it."
	}
	return err
}

// discardUnsaved leaves the place, which counts its copies.
func (c *Copies[T, P, F]) discardUnsaved(ctx context.Context, expected *int) error {
	owner, id := c.owned(ctx)
	made, err := c.unsaved.Update(ctx, id, documents.Write{By: owner}, func(u *Unsaved) error {
		if err := c.expectOwn(u, expected); err != nil {
			return err
		}
		if u.Working == nil {
			return problem.Missing(what)
		}
		u.SetWorking(nil)
		return nil
	})
	return changes.Err(ctx, made, err)
}

// Sweep deletes what was not saved by those who have no account any more.
func Sweep(ctx context.Context, db *mongodb.Database, names map[string]string) error {
	unsaved := unsavedIn(db)
	all, err := unsaved.All(ctx, "id")
	for _, each := range all {
		if _, stays := names[each.Owner]; stays {
			continue
		}
		_, err := unsaved.Delete(ctx, each.ID, documents.Write{})
		if err != nil && !problem.Is(err, problem.NotFound) {
			return err
		}
	}
	return err
}
