// Package lead handles the forms that visitors send: a form is checked and stored,
// once even if it is sent repeatedly; staff list, export and delete what was
// stored, and note what becomes of it. Each kind of lead is declared in a file of its own.
package lead

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/text"
)

// Stored is embedded in every stored lead.
type Stored struct {
	revision.Document `bson:",inline"`
	CreatedAt         time.Time  `json:"created_at" bson:"created_at"`
	LeadStatus        Status     `json:"lead_status,omitempty" bson:"lead_status" enum:"new,contacted,enrolled,closed,spam"`
	AssignedTo        string     `json:"assigned_to,omitempty" bson:"assigned_to,omitempty" doc:"The account that looks after it." example:"665f1f77bcf86cd799439011"`
	CallBackOn        string     `json:"call_back_on,omitempty" bson:"call_back_on,omitempty" doc:"YYYY-MM-DD." example:"2026-06-01"`
	NoteCount         int        `json:"note_count,omitempty" bson:"note_count,omitempty" example:"2"`
	NotedAt           *time.Time `json:"noted_at,omitempty" bson:"noted_at,omitempty" doc:"When the last note was written."`
	Notes             []Note     `json:"notes,omitempty" bson:"notes,omitempty" doc:"Not in lists."`
	Activity          []Activity `json:"activity,omitempty" bson:"activity,omitempty" doc:"Not in lists."`
	SentFrom          string     `json:"sent_from" bson:"sent_from" doc:"The path of the page that sent the form; empty where none said so." example:"/contact-us"`
	// Quarantined is set on what was stored as spam because its sender was asked for work: whoever sends the same
	// with the work makes a new lead of it. What staff call spam is not quarantined.
	Quarantined bool `json:"-" bson:"quarantined,omitempty"`
}

// isQuarantined reports whether its sender can still make a new lead of it.
func (s *Stored) isQuarantined() bool { return s.Quarantined && s.LeadStatus == StatusSpam }

func (s *Stored) stored() *Stored { return s }

// blank makes a lead what its sender gets to know of it.
func (s *Stored) blank() {
	*s = Stored{Document: s.Document, CreatedAt: s.CreatedAt, SentFrom: s.SentFrom}
}

// document is a pointer to a stored lead.
type document[T any] interface {
	documents.Document[T]
	stored() *Stored
}

// kind declares a kind of lead: F is the form as it is sent, T the stored document,
// S its summary in lists.
type kind[F, T, S any] struct {
	collection string
	noun       string // singular, for messages to people: "enrolment"
	name       string // singular, for operation ids: "Enrollment"
	path       string // of the list call: "/enrollments"
	form       form
	listing    documents.Listing
	// addresses are the fields that identify a person: "email", "phone".
	addresses []string
	// unique are the fields of a unique index, if there is one. Without an
	// Idempotency-Key they decide whether a form is a repetition.
	unique []string
	// same are the conditions of a document with the same unique fields.
	same func(T) []documents.Condition
	// read returns the document to store for a form, or an Invalid problem.
	read func(form F, now time.Time) (T, error)
	// summarize returns a document's summary.
	summarize func(T) S
	// brief returns what a mail says of a document.
	brief func(T) brief
	// who returns whom a document is from, and what it is about in a few words.
	who func(T) Sender
	// columns are the names of the CSV export's columns between id and created_at.
	columns []string
	// cells returns a document's values for columns.
	cells func(T) []string
}

// form declares the call that takes a kind's form.
type form struct {
	id, path, summary string
	// staff allows the call to staff only; otherwise everyone may call, within a limit.
	staff bool
	// thanks is the answer to every form, new or repeated, so that it does not tell who
	// sent one before. When it is empty the answer is the stored document.
	thanks string
}

// Options configure Leads.
type Options struct {
	DB *mongodb.Database
	// RepeatWindow is how long equal content counts as one submission.
	RepeatWindow time.Duration
	Now          func() time.Time
	// AfterFunc calls f after a time, unless stop is called before.
	AfterFunc func(d time.Duration, f func()) (stop func())
	Zone      *time.Location // of the times in exports, and of days
	// Limiter counts, and BeforeWork is how many forms of pages from one address are not suspicious. Secrets
	// sign challenges: the first signs, all verify.
	Limiter    *ratelimit.Limiter
	BeforeWork ratelimit.Limit
	Secrets    []string
	Alerts     AlertOptions
	Log        *slog.Logger
	// Names returns how accounts are called, by their ids.
	Names func(context.Context) (map[string]string, error)
	// Assignees returns who can look after leads, by name.
	Assignees func(context.Context) ([]Assignee, error)
	// Former stands for who has no account any more.
	Former string
}

// Leads are the leads of every kind.
type Leads struct {
	o      Options
	kinds  []calls
	alerts *alerts
}

// New returns the leads in a database.
func New(o Options) *Leads {
	shared := parts{newOnce(o), newAddresses(), &guard{o.Limiter, o.BeforeWork, o.Secrets, o.Now}, newEvents(o)}
	l := &Leads{o: o, kinds: []calls{
		enrollments{newService(enrollmentKind(), o, shared)}, mentorships{newService(mentorshipKind(), o, shared)},
		newService(contactKind(), o, shared), subscribers{newService(subscriberKind(), o, shared)},
	}}
	l.alerts = newAlerts(o, shared.events, l.kinds)
	return l
}

// parts are what the services of all kinds share.
type parts struct {
	once    *once
	senders *addresses
	guard   *guard
	events  *events
}

// Sources describes the collections to package privacy.
func (l *Leads) Sources() []person.Source {
	var sources []person.Source
	for _, kind := range l.kinds {
		sources = append(sources, kind.source())
	}
	return sources
}

// service keeps the leads of one kind.
type service[F, T, S any, P document[T]] struct {
	docs *documents.Collection[T, P]
	kind kind[F, T, S]
	parts
	o Options
}

func newService[F, T, S any, P document[T]](kind kind[F, T, S], o Options, shared parts) *service[F, T, S, P] {
	if kind.unique != nil {
		o.DB.Unique(kind.collection, false, kind.unique...)
	}
	for _, field := range kind.addresses {
		if kind.listing.Sort[field] == "" { // sortable fields have an index already
			o.DB.Indexed(kind.collection, field)
		}
	}
	kind.listing.InMemory = true
	kind.listing.Presorted = presorted()
	kind.listing.Sort["call_back_on"] = "call_back_on"
	if kind.listing.Project == nil {
		kind.listing.Project = documents.Without("notes", "activity")
	}
	docs := documents.New[T, P](o.DB, kind.collection, kind.noun).Listed(kind.listing)
	prepare(o.DB, kind.collection, shared.senders)
	return &service[F, T, S, P]{docs, kind, shared, o}
}

// receive checks a form and stores it. Sending it again stores nothing and returns the same document. A
// suspicious one is stored as spam and answered with a WorkNeeded problem; sent again with the work, it
// becomes a new lead.
func (s *service[F, T, S, P]) receive(ctx context.Context, key string, form F) (T, error) {
	now := s.o.Now().UTC().Truncate(time.Millisecond)
	doc, err := s.kind.read(form, now)
	if err != nil {
		return doc, err
	}
	content, err := hashOf(doc)
	if err != nil {
		return doc, fmt.Errorf("read a submission: %w", err)
	}
	content = hash(s.kind.collection, content)
	var from *SentFrom
	if sent, ok := any(form).(interface{ page() *SentFrom }); ok {
		from = sent.page()
	}
	found, err := s.guard.judge(ctx, from, content)
	if err != nil {
		return doc, err
	}
	id, at := mongodb.NewID(), now
	if key != "" || s.kind.unique == nil {
		if id, at, err = s.once.claim(ctx, s.kind.collection, key, doc, now); err != nil {
			return doc, err
		}
	}
	stored := P(&doc).stored()
	stored.ID, stored.CreatedAt, stored.SentFrom = id, at, from.path()
	quarantined, err := s.keep(ctx, &doc, found.quarantined)
	stored.LeadStatus, stored.Quarantined = StatusNew, false // whoever sends spam is not told
	if err == nil && quarantined && found.asked {
		err = s.guard.ask(content)
	}
	return doc, err
}

// keep stores a lead that was not stored before, as spam where quarantine says so, and reports whether it is
// quarantined now: what was accepted once stays so, and what was quarantined is released by the same form when that
// is not.
func (s *service[F, T, S, P]) keep(ctx context.Context, doc P, quarantine bool) (quarantined bool, err error) {
	stored := doc.stored()
	stored.LeadStatus = StatusNew
	if stored.Quarantined = quarantine; quarantine {
		stored.LeadStatus = StatusSpam
	} else if err := s.events.add(ctx, s.name(), stored.ID); err != nil { // before the lead; see events
		return false, err
	}
	made, err := s.docs.Insert(ctx, documents.Write{By: access.By(ctx)}, doc)
	changes.Wrote[T, P](ctx, made)
	if !storage.IsDuplicate(err) {
		return quarantine, err
	}
	before, err := s.stored(ctx, *doc)
	if problem.Is(err, problem.NotFound) { // it was deleted just now
		return false, nil
	}
	if err != nil {
		return false, err
	}
	was := P(&before).stored()
	if was.ID != stored.ID && !quarantine {
		if err := s.events.remove(ctx, stored.ID); err != nil {
			return false, err
		}
	}
	if !was.isQuarantined() || quarantine {
		return was.isQuarantined(), nil
	}
	return false, s.release(ctx, was.ID)
}

// stored returns the document that a form was stored as before.
func (s *service[F, T, S, P]) stored(ctx context.Context, doc T) (T, error) {
	found, err := s.docs.Get(ctx, P(&doc).Base().ID)
	if !problem.Is(err, problem.NotFound) || s.kind.same == nil {
		return found, err
	}
	// Not from the view, which may not have it yet.
	same, err := s.docs.All(ctx, "id", s.kind.same(doc)...)
	if err == nil && len(same) == 0 {
		err = problem.Missing(s.kind.noun)
	}
	if err != nil {
		return found, err
	}
	return same[0], nil
}

// lead is that of calls.
func (s *service[F, T, S, P]) lead(ctx context.Context, id string) (any, brief, error) {
	doc, err := s.docs.Get(ctx, id)
	if err == nil && P(&doc).stored().LeadStatus == StatusSpam {
		err = problem.Missing(s.kind.noun)
	}
	if err != nil {
		return nil, brief{}, err
	}
	short := s.kind.brief(doc)
	short.Kind = s.kind.noun
	return doc, short, nil
}

// release makes a new lead of one that was quarantined.
func (s *service[F, T, S, P]) release(ctx context.Context, id string) error {
	if err := s.events.add(ctx, s.name(), id); err != nil {
		return err
	}
	made, err := s.docs.Update(ctx, id, documents.Write{By: access.By(ctx)}, func(doc P) error {
		if stored := doc.stored(); stored.isQuarantined() {
			stored.LeadStatus, stored.Quarantined = StatusNew, false
		}
		return nil
	})
	return changes.Err[T, P](ctx, made, problem.Replace(err, problem.NotFound, nil))
}

func (s *service[F, T, S, P]) delete(ctx context.Context, id string, w documents.Write) error {
	gone, err := s.docs.Delete(ctx, id, w)
	return changes.Err[T, P](ctx, gone, err)
}

// source describes the collection to package privacy.
func (s *service[F, T, S, P]) source() person.Source {
	of := func(ctx context.Context, who person.Person) ([]T, error) {
		for field, address := range map[string]string{"email": who.Email, "phone": who.Phone} {
			if address != "" && slices.Contains(s.kind.addresses, field) {
				return s.docs.All(ctx, "id", documents.Equal(field, address))
			}
		}
		return nil, nil
	}
	return person.Source{
		Name: s.kind.collection,
		Find: func(ctx context.Context, who person.Person) ([]any, error) {
			found, err := of(ctx, who)
			return person.Records(found), err
		},
		Erase: func(ctx context.Context, who person.Person) (int, error) {
			found, err := of(ctx, who)
			// Each by itself, because lists reflect that at once.
			for i := range found {
				err := s.delete(ctx, P(&found[i]).Base().ID, documents.Write{})
				if err != nil && !problem.Is(err, problem.NotFound) {
					return i, err
				}
			}
			return len(found), err
		},
		EraseUpTo: func(ctx context.Context, at time.Time) (int, error) {
			return s.docs.DeleteAll(ctx, documents.UpTo("created_at", at))
		},
	}
}

// head has the names of the CSV export's columns.
func (s *service[F, T, S, P]) head() []string {
	return slices.Concat([]string{"id"}, s.kind.columns,
		[]string{"created_at", "lead_status", "assigned_to", "call_back_on", "notes"})
}

func (s *service[F, T, S, P]) row(doc T, names nameOf) []string {
	stored := P(&doc).stored()
	when := func(at time.Time) string { return at.In(s.o.Zone).Format(time.RFC3339) }
	var notes []string
	for _, note := range stored.Notes {
		notes = append(notes, when(note.At)+" "+names(note.By)+": "+note.Text)
	}
	return slices.Concat([]string{stored.ID}, s.kind.cells(doc), []string{
		when(stored.CreatedAt), string(stored.status()), names(stored.AssignedTo), stored.CallBackOn,
		text.Shorten(strings.Join(notes, "\n"), maxCell),
	})
}

// maxCell is how many bytes of notes a row of an export has: a spreadsheet takes 32,767 characters in a cell.
const maxCell = 32_000

// whole is the summarize of a kind whose lists show the whole document.
func whole[T any](doc T) T { return doc }
