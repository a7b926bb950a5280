package lead

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// Status says what became of a lead.
type Status string

// The statuses. Lists leave out spam unless they are asked for it.
const (
	StatusNew       Status = "new"
	StatusContacted Status = "contacted"
	StatusEnrolled  Status = "enrolled"
	StatusClosed    Status = "closed"
	StatusSpam      Status = "spam"
)

const (
	maxNotes      = 200  // of a lead
	maxNote       = 2000 // characters
	maxActivity   = 100  // of a lead; the newest stay
	maxDuplicates = 20   // that a lead is shown with
	maxAbout      = 200  // bytes of what a lead is about, in lists
)

// Note is what somebody of the staff wrote about a lead.
type Note struct {
	At   time.Time `json:"at" bson:"at"`
	By   string    `json:"by" bson:"by" doc:"The account that wrote it." example:"665f1f77bcf86cd799439011"`
	Text string    `json:"text" bson:"text" text:"block" example:"She asks for the evening batch."`
}

// Activity is a change of how a lead is handled.
type Activity struct {
	At   time.Time `json:"at" bson:"at"`
	By   string    `json:"by" bson:"by" doc:"The account that made it." example:"665f1f77bcf86cd799439011"`
	What string    `json:"what" bson:"what" enum:"lead_status,assigned_to,call_back_on,note"`
	From string    `json:"from,omitempty" bson:"from,omitempty" example:"new"`
	To   string    `json:"to,omitempty" bson:"to,omitempty" example:"contacted"`
}

// LeadUpdate changes how a lead is handled. Nil fields stay.
type LeadUpdate struct {
	LeadStatus *Status `json:"lead_status,omitempty" enum:"new,contacted,enrolled,closed,spam"`
	AssignedTo *string `json:"assigned_to,omitempty" maxLength:"64" doc:"The account that looks after it; empty for nobody." example:"665f1f77bcf86cd799439011"`
	CallBackOn *string `json:"call_back_on,omitempty" maxLength:"10" doc:"YYYY-MM-DD; empty for no day. A lead that becomes enrolled, closed or spam loses its day." example:"2026-06-01"`
}

// status returns the lead's status; one that was stored without is new.
func (s *Stored) status() Status { return cmp.Or(s.LeadStatus, StatusNew) }

// errSame says that a change leaves a lead as it is.
var errSame = errors.New("nothing to change")

// change changes how a lead is handled. Nothing is written of what makes no difference.
func (s *service[F, T, S, P]) change(
	ctx context.Context, id string, w documents.Write, change func(*Stored) error,
) error {
	made, err := s.docs.Update(ctx, id, w, func(doc P) error {
		stored := doc.stored()
		stored.LeadStatus = stored.status()
		return change(stored)
	})
	if errors.Is(err, errSame) {
		return nil
	}
	return changes.Err[T, P](ctx, made, err)
}

// update changes how a lead is handled.
func (l *Leads) update(ctx context.Context, ref LeadRef, w documents.Write, u LeadUpdate) error {
	kind, err := l.named(ref.Kind)
	if err != nil {
		return err
	}
	now := l.o.Now().UTC().Truncate(time.Millisecond)
	return kind.change(ctx, ref.ID, w, func(s *Stored) error {
		if !u.apply(s, now, w.By) {
			return errSame
		}
		return nil
	})
}

// check returns an Invalid problem for an update that no lead can have; in is its place in the
// request.
func (l *Leads) check(ctx context.Context, in string, u LeadUpdate) error {
	var bad []problem.Field
	if u.CallBackOn != nil && *u.CallBackOn != "" {
		if day, err := time.Parse(time.DateOnly, *u.CallBackOn); err != nil || day.Year() < 2000 || day.Year() > 2100 {
			bad = append(bad, problem.Field{
				Location: in + ".call_back_on", Message: "Give the date as YYYY-MM-DD, between 2000 and 2100.",
			})
		}
	}
	if u.AssignedTo != nil && *u.AssignedTo != "" {
		people, err := l.o.Assignees(ctx)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(people, func(each Assignee) bool { return each.ID == *u.AssignedTo }) {
			bad = append(bad, problem.Field{
				Location: in + ".assigned_to", Message: "Choose somebody who has an account and looks after leads.",
			})
		}
	}
	return problem.InvalidFields(bad)
}

// apply changes a lead, adds that to its activity, and reports whether anything is different.
func (u LeadUpdate) apply(s *Stored, at time.Time, by string) bool {
	before := len(s.Activity)
	set := func(what string, from *string, to *string) {
		if to != nil && *from != *to {
			s.Activity = append(s.Activity, Activity{at, by, what, *from, *to})
			*from = *to
		}
	}
	if u.LeadStatus != nil && *u.LeadStatus != s.LeadStatus {
		s.Activity = append(s.Activity, Activity{at, by, "lead_status", string(s.LeadStatus), string(*u.LeadStatus)})
		s.LeadStatus = *u.LeadStatus
		if done := s.LeadStatus != StatusNew && s.LeadStatus != StatusContacted; done && u.CallBackOn == nil {
			u.CallBackOn = new(string)
		}
	}
	set("assigned_to", &s.AssignedTo, u.AssignedTo)
	set("call_back_on", &s.CallBackOn, u.CallBackOn)
	different := len(s.Activity) > before
	s.Activity = s.Activity[max(0, len(s.Activity)-maxActivity):]
	return different
}

// note adds a note to a lead. Notes that are written at once all stay.
func (l *Leads) note(ctx context.Context, ref LeadRef, words string) error {
	kind, err := l.named(ref.Kind)
	if err != nil {
		return err
	}
	if words = text.Block(words); words == "" {
		return problem.InvalidField("body.text", "Write something first.")
	}
	by, now := access.By(ctx), l.o.Now().UTC().Truncate(time.Millisecond)
	return kind.change(ctx, ref.ID, documents.Write{By: by}, func(s *Stored) error {
		if len(s.Notes) >= maxNotes {
			return problem.InvalidField("body.text", fmt.Sprintf("A lead has at most %d notes.", maxNotes))
		}
		s.Notes = append(s.Notes, Note{now, by, words})
		s.NoteCount, s.NotedAt = len(s.Notes), &now
		s.Activity = append(s.Activity, Activity{At: now, By: by, What: "note"})
		s.Activity = s.Activity[max(0, len(s.Activity)-maxActivity):]
		return nil
	})
}

// Assignee is somebody who can look after leads.
type Assignee struct {
	ID   string `json:"id" example:"665f1f77bcf86cd799439011"`
	Name string `json:"name" example:"Ravi Kumar"`
}

// LeadFailure says why a lead was not changed.
type LeadFailure struct {
	LeadRef
	Reason string `json:"reason" example:"There is no such message."`
}

// updateEach changes several leads, and returns those that could not be changed.
func (l *Leads) updateEach(ctx context.Context, refs []LeadRef, u LeadUpdate) []LeadFailure {
	failed := []LeadFailure{}
	for _, ref := range refs {
		err := l.update(ctx, ref, documents.Write{By: access.By(ctx)}, u)
		if err == nil {
			continue
		}
		reason := "It could not be changed. Try again."
		var known *problem.Error
		if errors.As(err, &known) {
			reason = known.Detail
		} else {
			l.o.Log.WarnContext(ctx, "a lead could not be changed", "kind", ref.Kind, "id", ref.ID, "error", err)
		}
		failed = append(failed, LeadFailure{ref, reason})
	}
	return failed
}
