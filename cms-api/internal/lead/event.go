package lead

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
)

// events are the new leads that members and webhooks are to be told of, in the collection "lead_events". An event
// names a lead and has nothing of what is in it. It is stored before its lead, so that no killed process leaves a
// lead that nobody is told of; whoever tells passes over one that has no lead.
type events struct {
	docs *documents.Collection[event, *event]
	now  func() time.Time
}

// event is a new lead; its id is the lead's.
type event struct {
	revision.Document `bson:",inline"`
	Kind              string    `bson:"kind"`
	By                string    `bson:"by,omitempty"` // the account that recorded it
	At                time.Time `bson:"at"`
	Told              bool      `bson:"told"`
	// ExpiresAt is longer away than a form can be repeated: so a repetition is no other event.
	ExpiresAt time.Time `bson:"expires_at"`
}

func newEvents(o Options) *events {
	o.DB.Expires("lead_events", "expires_at")
	o.DB.Indexed("lead_events", "told")
	return &events{documents.New[event](o.DB, "lead_events", "event"), o.Now}
}

// add stores that there is a new lead, unless that is known.
func (e *events) add(ctx context.Context, kind, id string) error {
	now := e.now().UTC()
	fresh := event{Kind: kind, By: access.By(ctx), At: now, ExpiresAt: now.Add(2 * keyWindow)}
	fresh.ID = id
	_, err := e.docs.Insert(ctx, documents.Write{By: fresh.By}, &fresh)
	if storage.IsDuplicate(err) {
		return nil
	}
	return err
}

// remove takes back what was added.
func (e *events) remove(ctx context.Context, id string) error {
	_, err := e.docs.Delete(ctx, id, documents.Write{})
	return problem.Replace(err, problem.NotFound, nil)
}

// told notes that everybody was told.
func (e *events) told(ctx context.Context, id string) error {
	_, err := e.docs.Update(ctx, id, documents.Write{}, func(e *event) error {
		e.Told = true
		return nil
	})
	return problem.Replace(err, problem.NotFound, nil)
}
