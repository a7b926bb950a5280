// Package working is the working copies of documents: changes that are kept, seen by
// colleagues and published later. A copy is a member of its document (revision.Working), so
// that whatever is done to it is one write.
package working

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/content/schedule"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/publishing/snapshot"
)

// Kind describes a collection of T, and the fields F of its working copies.
type Kind[T any, P documents.Document[T], F any] struct {
	// Name is the collection's in addresses, such as "articles".
	Name string
	Docs *documents.Collection[T, P]
	// Check returns fields that were sent for a document as they are stored. It refuses what
	// can never be published, not what is missing.
	Check func(ctx context.Context, doc T, fields F) (F, error)
	// Save changes a document as the collection's own call does.
	Save func(ctx context.Context, id string, w documents.Write, change func(P) error) (T, error)
	// Lay lays fields over a document under the rules of that call.
	Lay func(ctx context.Context, doc P, fields F) error
}

// Options are what Copies need besides.
type Options struct {
	DB *mongodb.Database
	// Zone is the time zone of bare dates.
	Zone  *time.Location
	Clock snapshot.Clock
	Log   *slog.Logger
	// People returns what tells who an account's id is.
	People func(ctx context.Context) (func(id string) *history.Person, error)
}

// Copies are the working copies of a collection.
type Copies[T any, P documents.Document[T], F any] struct {
	kind    Kind[T, P, F]
	o       Options
	unsaved *documents.Collection[Unsaved, *Unsaved]
	plans   *plans
}

// New returns the working copies of a collection.
func New[T any, P documents.Document[T], F any](kind Kind[T, P, F], o Options) *Copies[T, P, F] {
	c := &Copies[T, P, F]{kind: kind, o: o, unsaved: unsavedIn(o.DB), plans: newPlans()}
	documents.AddWorkingView(kind.Docs, c.plans, c.planOf, "title")
	return c
}

// Copy is a working copy.
type Copy[F any] struct {
	*revision.Working
	Fields F
	// Changed names the fields of the copy that were changed in the document since.
	Changed []string
}

// Plan says what a working copy began from, and when it is to be published.
type Plan struct {
	DocumentRevision int           `json:"document_revision,omitempty" minimum:"0" doc:"The document's revision that these changes began from, so that what others changed since is in changed_since; missing or 0: the present one." example:"3"`
	PublishAt        schedule.Date `json:"publish_at,omitempty" doc:"When these changes are published by themselves: an RFC 3339 time, or a date of the site's time zone; null, empty or missing: not before somebody publishes them." example:"2026-08-01T06:00:00+05:30"`
}

const what = "working copy"

// Get returns a document's working copy, or a NotFound problem.
func (c *Copies[T, P, F]) Get(ctx context.Context, id string) (Copy[F], error) {
	if id == NewDocument {
		return c.getUnsaved(ctx)
	}
	doc, err := c.kind.Docs.Get(ctx, id)
	if err != nil {
		return Copy[F]{}, err
	}
	return c.of(&doc)
}

// of returns the working copy that a document has, or a NotFound problem.
func (c *Copies[T, P, F]) of(doc P) (Copy[F], error) {
	w := doc.Base().Working
	if w == nil {
		return Copy[F]{}, problem.Missing(what)
	}
	fields, err := fieldsOf[F](w)
	return Copy[F]{w, fields, documents.ChangedSince(doc, w)}, err
}

func fieldsOf[F any](w *revision.Working) (F, error) {
	var fields F
	if err := json.Unmarshal([]byte(w.Fields), &fields); err != nil {
		return fields, fmt.Errorf("read a working copy: %w", err)
	}
	return fields, nil
}

// Put makes some fields the working copy of a document, in the place of those that it had.
// Expected is the number of the copy that the caller began from, 0 for none; nil: any.
func (c *Copies[T, P, F]) Put(ctx context.Context, id string, expected *int, fields F, plan Plan) (Copy[F], error) {
	changes.Nothing(ctx) // that is public
	if id == NewDocument {
		return c.putUnsaved(ctx, expected, fields, plan)
	}
	at, err := plan.PublishAt.In(c.o.Zone, "publish_at")
	if err != nil {
		return Copy[F]{}, err
	}
	if at != nil {
		if err := access.Check(ctx, access.ContentPublish, ""); err != nil {
			return Copy[F]{}, err
		}
	}
	doc, err := c.kind.Docs.Get(ctx, id)
	if err != nil {
		return Copy[F]{}, err
	}
	if fields, err = c.kind.Check(ctx, doc, fields); err != nil {
		return Copy[F]{}, err
	}
	text, names, err := encode(fields)
	if err != nil {
		return Copy[F]{}, err
	}
	made, err := c.kind.Docs.Update(ctx, id, documents.Write{By: access.By(ctx)}, func(p P) error {
		was := p.Base().Working
		if err := mayUnschedule(ctx, was); err != nil {
			return err
		}
		if was != nil && was.Fields == text && equalTimes(was.PublishAt, at) {
			return nil // perhaps the caller's own, of which the answer was lost
		}
		if err := c.expect(p, expected); err != nil {
			return err
		}
		w := next(ctx, p.Base(), text, c.o.Clock.Now())
		if w.PublishAt = at; at != nil {
			w.ScheduledBy = w.By
		}
		begun, err := c.asOf(ctx, p, plan.DocumentRevision)
		if err != nil {
			return err
		}
		w.Base, w.Was = begun.Base().Revision, documents.Stamps(begun, names)
		switch {
		case was == nil:
		case was.Refused != "" && at != nil && !equalTimes(was.PublishAt, at): // by somebody who was told why
			w.Base, w.Was = p.Base().Revision, documents.Stamps(p, names)
		default:
			w.Base, w.Was = was.Base, earlier(was.Was, w.Was)
			if equalTimes(was.PublishAt, at) {
				w.ScheduledBy, w.Refused = was.ScheduledBy, was.Refused
			}
		}
		p.Base().SetWorking(&w)
		return nil
	})
	if err != nil {
		return Copy[F]{}, err
	}
	return c.of(&made.After)
}

// asOf returns a document as it was at a revision, 0 for the present one. Of one that is not
// kept nothing is known, so that each field counts as changed since.
func (c *Copies[T, P, F]) asOf(ctx context.Context, doc P, at int) (P, error) {
	if at == 0 || at >= doc.Base().Revision {
		return doc, nil
	}
	former, err := c.kind.Docs.At(ctx, doc.Base().ID, at)
	if problem.Is(err, problem.NotFound) {
		return emptyWith[T, P](revision.Document{Revision: at}), nil
	}
	return &former, err
}

// next returns the working copy that the caller makes now.
func next(ctx context.Context, doc *revision.Document, fields string, now time.Time) revision.Working {
	return revision.Working{
		Number: doc.Copies + 1, At: now.UTC().Truncate(time.Millisecond), By: access.By(ctx), Base: doc.Revision,
		Fields: fields,
	}
}

// earlier returns the stamps of a copy's fields, for those that it had already as they were.
func earlier(had, now []revision.Stamp) []revision.Stamp {
	for i, each := range now {
		if at := slices.IndexFunc(had, func(s revision.Stamp) bool { return s.Field == each.Field }); at >= 0 {
			now[i] = had[at]
		}
	}
	return now
}

func equalTimes(a, b *time.Time) bool { return (a == nil) == (b == nil) && (a == nil || a.Equal(*b)) }

// encode returns fields as they are stored, and the names of those that there are.
func encode(fields any) (text string, names []string, err error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false) // so that what looks for a text finds it
	if err = encoder.Encode(fields); err != nil {
		return "", nil, fmt.Errorf("store a working copy: %w", err)
	}
	var members map[string]json.RawMessage
	if err = json.Unmarshal(out.Bytes(), &members); err != nil {
		return "", nil, fmt.Errorf("store a working copy: %w", err)
	}
	return string(bytes.TrimSpace(out.Bytes())), slices.Sorted(maps.Keys(members)), nil
}

// expect returns a Stale problem with the working copy as it is, unless its number is
// expected.
func (c *Copies[T, P, F]) expect(doc P, expected *int) error {
	if number := numberOf(doc.Base()); expected == nil || *expected == number {
		return nil
	}
	stale := problem.StaleRevision(what, nil)
	current, err := c.of(doc)
	if err == nil {
		stale.Current = current
	} else if !problem.Is(err, problem.NotFound) {
		return err
	}
	return stale
}

// numberOf returns the number of a document's working copy; 0 where there is none.
func numberOf(doc *revision.Document) int {
	if doc.Working == nil {
		return 0
	}
	return doc.Working.Number
}

// Discard removes the working copy of a document, or returns a NotFound problem.
func (c *Copies[T, P, F]) Discard(ctx context.Context, id string, expected *int) error {
	if id == NewDocument {
		return c.discardUnsaved(ctx, expected)
	}
	made, err := c.kind.Docs.Update(ctx, id, documents.Write{By: access.By(ctx)}, func(p P) error {
		if err := c.expect(p, expected); err != nil {
			return err
		}
		if p.Base().Working == nil {
			return problem.Missing(what)
		}
		if err := mayUnschedule(ctx, p.Base().Working); err != nil {
			return err
		}
		p.Base().SetWorking(nil)
		return nil
	})
	return changes.Err[T, P](ctx, made, err)
}

// mayUnschedule returns a problem where changes of a working copy would change what goes live by itself, and the caller
// may not do that.
func mayUnschedule(ctx context.Context, w *revision.Working) error {
	if w == nil || w.PublishAt == nil {
		return nil
	}
	return access.Check(ctx, access.ContentPublish, "")
}

// Publish lays the working copy over its document and removes it, or returns a NotFound
// problem. Number is that of the copy that the caller means; nil: any.
func (c *Copies[T, P, F]) Publish(ctx context.Context, id string, w documents.Write, number *int) (T, error) {
	return c.kind.Save(ctx, id, w, func(p P) error {
		if err := c.expect(p, number); err != nil {
			return err
		}
		return c.publish(ctx, p)
	})
}

func (c *Copies[T, P, F]) publish(ctx context.Context, doc P) error {
	copied, err := c.of(doc)
	if err != nil {
		return err
	}
	if err := c.kind.Lay(ctx, doc, copied.Fields); err != nil {
		return err
	}
	doc.Base().SetWorking(nil)
	return nil
}

// refusal returns why a rule refuses something, or false for any other error.
func refusal(err error) (reason string, is bool) {
	var refused *problem.Error
	if errors.Is(err, storage.ErrBusy) || !errors.As(err, &refused) ||
		refused.Kind != problem.Invalid && refused.Kind != problem.Conflict {
		return "", false
	}
	if len(refused.Fields) < 2 {
		return refused.Detail, true
	}
	for i, field := range refused.Fields {
		if i > 0 {
			reason += " "
		}
		reason += field.Message
	}
	return reason, true
}
