package lead

import (
	"cmp"
	"context"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
)

// Sender is whom a lead is from, and what it is about.
type Sender struct{ name, email, phone, about string }

// LeadRef identifies a lead.
type LeadRef struct {
	Kind string `json:"kind" enum:"enrollments,mentorship,contact,notifications"`
	ID   string `json:"id" maxLength:"64" example:"665f1f77bcf86cd799439011"`
}

// LeadSummary is a lead of any kind as it is listed.
type LeadSummary struct {
	LeadRef
	Revision   int        `json:"revision"`
	Name       string     `json:"name" example:"Asha Rao"`
	Email      string     `json:"email" example:"asha@example.com"`
	Phone      string     `json:"phone" doc:"Empty when none was given." example:"+919876543210"`
	About      string     `json:"about" doc:"The course, the education level, the beginning of the message, or the page." example:"upsc-prelims"`
	CreatedAt  time.Time  `json:"created_at"`
	LeadStatus Status     `json:"lead_status" enum:"new,contacted,enrolled,closed,spam"`
	AssignedTo string     `json:"assigned_to" doc:"The account that looks after it; empty for nobody." example:"665f1f77bcf86cd799439011"`
	CallBackOn string     `json:"call_back_on" doc:"YYYY-MM-DD, or empty." example:"2026-06-01"`
	NoteCount  int        `json:"note_count" example:"2"`
	NotedAt    *time.Time `json:"noted_at,omitempty" doc:"When the last note was written."`
}

// Lead is a whole lead of any kind. Accounts that are gone have the name of a former member.
type Lead struct {
	LeadSummary
	Assignee   string        `json:"assignee" doc:"The name of who looks after it; empty for nobody." example:"Ravi Kumar"`
	Details    []LeadDetail  `json:"details" nullable:"false" doc:"The form, in its order."`
	Notes      []LeadNote    `json:"notes" nullable:"false" doc:"Oldest first."`
	Activity   []LeadChange  `json:"activity" nullable:"false" doc:"Oldest first; at most the newest 100."`
	Duplicates []LeadSummary `json:"duplicates" nullable:"false" doc:"Other leads with the same telephone number or e-mail address: at most 20, newest first."`
}

// LeadDetail is a field of a form.
type LeadDetail struct {
	Name  string `json:"name" example:"course"`
	Value string `json:"value" text:"block" example:"psi"`
}

// LeadNote is a note with the name of who wrote it.
type LeadNote struct {
	Note
	Name string `json:"name" example:"Ravi Kumar"`
}

// LeadChange is an activity with the name of whom it was by. Accounts in from and to are names.
type LeadChange struct {
	Activity
	Name string `json:"name" example:"Ravi Kumar"`
}

// desk is what the staff do with leads of one kind.
type desk interface {
	name() string
	open(ctx context.Context, id string, names nameOf) (Lead, error)
	change(ctx context.Context, id string, w documents.Write, change func(*Stored) error) error
	summaries(ctx context.Context, page paging.Query, f Filter) ([]LeadSummary, int, error)
	sharing(ctx context.Context, field, address string) ([]LeadSummary, error)
}

// nameOf returns the name of an account; empty for none.
type nameOf func(id string) string

func (o Options) names(ctx context.Context) (nameOf, error) {
	names, err := o.Names(ctx)
	return func(id string) string {
		if id == "" {
			return ""
		}
		return cmp.Or(names[id], o.Former)
	}, err
}

// named returns the kind of a name, or a NotFound problem.
func (l *Leads) named(kind string) (desk, error) {
	for _, each := range l.kinds {
		if each.name() == kind {
			return each, nil
		}
	}
	return nil, problem.Missing("kind of lead")
}

func (s *service[F, T, S, P]) name() string { return path.Base(s.kind.path) }

func (s *service[F, T, S, P]) summaries(ctx context.Context, page paging.Query, f Filter) ([]LeadSummary, int, error) {
	found, total, err := s.page(ctx, page, f)
	return s.summed(found), total, err
}

// sharing returns some leads that have an address.
func (s *service[F, T, S, P]) sharing(ctx context.Context, field, address string) ([]LeadSummary, error) {
	if address == "" || !slices.Contains(s.kind.addresses, field) {
		return nil, nil
	}
	found, err := s.first(ctx, field, address, maxDuplicates+1) // the lead itself is among them
	return s.summed(found), err
}

func (s *service[F, T, S, P]) summed(docs []T) []LeadSummary {
	all := make([]LeadSummary, len(docs))
	for i := range docs {
		stored, from := P(&docs[i]).stored(), s.kind.who(docs[i])
		all[i] = LeadSummary{
			LeadRef{s.name(), stored.ID}, stored.Revision, from.name, from.email, from.phone, shortened(from.about),
			stored.CreatedAt, stored.status(), stored.AssignedTo, stored.CallBackOn, stored.NoteCount, stored.NotedAt,
		}
	}
	return all
}

func shortened(text string) string {
	if len(text) <= maxAbout {
		return text
	}
	return strings.ToValidUTF8(text[:maxAbout], "") + "…"
}

// open returns a whole lead without its duplicates.
func (s *service[F, T, S, P]) open(ctx context.Context, id string, names nameOf) (Lead, error) {
	doc, err := s.docs.Get(ctx, id)
	if err != nil {
		return Lead{}, err
	}
	stored := P(&doc).stored()
	lead := Lead{
		LeadSummary: s.summed([]T{doc})[0], Assignee: names(stored.AssignedTo), Details: []LeadDetail{},
		Notes: []LeadNote{}, Activity: []LeadChange{}, Duplicates: []LeadSummary{},
	}
	for i, value := range s.kind.cells(doc) {
		lead.Details = append(lead.Details, LeadDetail{s.kind.columns[i], value})
	}
	for _, note := range stored.Notes {
		lead.Notes = append(lead.Notes, LeadNote{note, names(note.By)})
	}
	for _, each := range stored.Activity {
		if each.What == "assigned_to" {
			each.From, each.To = names(each.From), names(each.To)
		}
		lead.Activity = append(lead.Activity, LeadChange{each, names(each.By)})
	}
	return lead, nil
}

// get returns a whole lead.
func (l *Leads) get(ctx context.Context, ref LeadRef) (Lead, error) {
	kind, err := l.named(ref.Kind)
	if err != nil {
		return Lead{}, err
	}
	names, err := l.o.names(ctx)
	if err != nil {
		return Lead{}, err
	}
	lead, err := kind.open(ctx, ref.ID, names)
	if err != nil {
		return Lead{}, err
	}
	for _, each := range l.kinds {
		for field, address := range map[string]string{"email": lead.Email, "phone": lead.Phone} {
			found, err := each.sharing(ctx, field, address)
			if err != nil {
				return Lead{}, err
			}
			for _, other := range found {
				is := func(known LeadSummary) bool { return known.LeadRef == other.LeadRef }
				if other.LeadRef != lead.LeadRef && !slices.ContainsFunc(lead.Duplicates, is) {
					lead.Duplicates = append(lead.Duplicates, other)
				}
			}
		}
	}
	slices.SortFunc(lead.Duplicates, func(a, b LeadSummary) int { return b.compare(a, "created_at") })
	lead.Duplicates = lead.Duplicates[:min(maxDuplicates, len(lead.Duplicates))]
	return lead, nil
}

// compare orders leads by a field of every kind's lists, and at last by id.
func (s LeadSummary) compare(other LeadSummary, field string) int {
	if field == "call_back_on" {
		return cmp.Or(cmp.Compare(s.CallBackOn, other.CallBackOn), cmp.Compare(s.ID, other.ID))
	}
	return cmp.Or(s.CreatedAt.Compare(other.CreatedAt), cmp.Compare(s.ID, other.ID))
}

// list returns one page of the leads of a kind, of every kind without one, and how many there are.
func (l *Leads) list(ctx context.Context, only string, page paging.Query, f Filter) ([]LeadSummary, int, error) {
	field, descending, err := page.Order("-created_at", "created_at", "call_back_on")
	if err != nil {
		return nil, 0, err
	}
	from, total, all := page.Offset, 0, []LeadSummary{}
	page.Limit, page.Offset = page.Limit+min(page.Offset, math.MaxInt32), 0 // their sum may be too large for an int
	for _, kind := range l.kinds {
		if only != "" && kind.name() != only {
			continue
		}
		found, count, err := kind.summaries(ctx, page, f)
		if err != nil {
			return nil, 0, err
		}
		total, all = total+count, append(all, found...)
	}
	slices.SortFunc(all, func(a, b LeadSummary) int {
		if descending {
			a, b = b, a
		}
		return a.compare(b, field)
	})
	return all[min(from, len(all)):min(page.Limit, len(all))], total, nil
}
