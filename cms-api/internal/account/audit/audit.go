// Package audit remembers who changed what, who signed in and who took personal
// data out: one entry per call, written before the call is answered. Entries
// name fields and documents, those that are public by their titles; what was in
// them is not kept.
package audit

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/revision"
)

// Outcome says how a call ended.
type Outcome string

const (
	// Done means that the call did what it was for.
	Done Outcome = "done"
	// Refused means a sign-in that was not let in, or a password or code that was
	// not right.
	Refused Outcome = "refused"
)

// Entry is one call.
type Entry struct {
	revision.Document `bson:",inline"`

	At         time.Time   `json:"at" bson:"at"`
	UserID     string      `json:"user_id" bson:"user_id" doc:"Empty when nobody was signed in." example:"665f1f77bcf86cd799439012"`
	UserName   string      `json:"user_name" bson:"user_name" doc:"The name at that time." example:"Asha Rao"`
	Role       access.Role `json:"role" bson:"role" enum:"administrator,author," doc:"The role at that time."`
	Action     string      `json:"action" bson:"action" doc:"The operation's id in the API description." example:"updateArticle"`
	Resource   string      `json:"resource" bson:"resource" doc:"The operation's group in the API description." example:"articles"`
	ResourceID string      `json:"resource_id" bson:"resource_id" doc:"Which document; for a sign-in that was refused or a password that was forgotten, the account that was named, shortened." example:"665f1f77bcf86cd799439011"`
	Title      string      `json:"title" bson:"title" doc:"What the document was called then; a member's name for what was done to the account; empty for what has no title, and for leads." example:"How monsoons form"`
	Outcome    Outcome     `json:"outcome" bson:"outcome" enum:"done,refused"`
	Changes    []string    `json:"changes" bson:"changes" nullable:"false" doc:"Names of the fields that became different." example:"title"`
	Address    string      `json:"address" bson:"address" doc:"The caller's network address." example:"192.0.2.7"`
	UserAgent  string      `json:"user_agent" bson:"user_agent" doc:"The caller's program, at most 200 characters." example:"Mozilla/5.0"`
	RequestID  string      `json:"request_id" bson:"request_id" doc:"Leads to the call's line in the server's log." example:"8d1f0c2a9b7e4d63a5f01c2e"`
}

const (
	maxUserAgent = 200
	writeTimeout = 5 * time.Second
	sweepEvery   = 24 * time.Hour
)

// Service writes and reads the log.
type Service struct {
	store *Store
	now   func() time.Time
	keep  time.Duration
}

// NewService returns a Service whose Sweep forgets entries older than keep.
func NewService(store *Store, now func() time.Time, keep time.Duration) *Service {
	return &Service{store: store, now: now, keep: keep}
}

// Record writes an entry, and gives it its time. It does so even when the call
// has been given up meanwhile: what it did is done.
func (s *Service) Record(ctx context.Context, e Entry) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	e.At = s.now().UTC()
	e.UserAgent = shorten(e.UserAgent)
	return s.store.Insert(ctx, &e)
}

func shorten(text string) string {
	text = strings.ToValidUTF8(text, "")
	for len(text) > maxUserAgent {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// Filter narrows the log; empty members do not.
type Filter struct {
	UserID, Action, Resource string
}

// Page returns one page of the log, newest first unless page says otherwise,
// and how many entries match in all.
func (s *Service) Page(ctx context.Context, filter Filter, page paging.Query) ([]Entry, int, error) {
	entries, total, err := s.store.page(ctx, filter, page)
	for i := range entries {
		entries[i].Revision = 0 // entries are never edited
	}
	return entries, total, err
}

// Removers returns who deleted documents or changed their status last, by the ids of the
// documents; without those of which the log does not say.
func (s *Service) Removers(ctx context.Context, ids []string) (map[string]string, error) {
	removers := map[string]string{}
	for _, id := range ids {
		entries, err := s.store.changing(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, each := range slices.Backward(entries) {
			if strings.HasPrefix(each.Action, "delete") || slices.Contains(each.Changes, "status") {
				removers[id] = each.UserID
				break
			}
		}
	}
	return removers, nil
}

// Sweep deletes entries that are too old.
func (s *Service) Sweep(ctx context.Context) error {
	return s.store.deleteUpTo(ctx, s.now().UTC().Add(-s.keep))
}

// Run sweeps once a day until ctx ends, and returns ctx's error. Failed is told
// when that was not possible.
func (s *Service) Run(ctx context.Context, failed func(error)) error {
	for {
		if err := s.Sweep(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(sweepEvery):
		}
	}
}

// try is what is handed out of an entry. From where it was tried is left out:
// another address may be shortened to the same, and it may be that person's.
type try struct {
	At      time.Time `json:"at"`
	Action  string    `json:"action"`
	Outcome Outcome   `json:"outcome"`
}

// Place is where the log has something of people: tries to sign in by an address,
// which entries have shortened. Erase blanks what leads to a person, also where
// somebody else's address is shortened to the same.
func (s *Service) Place() person.Place {
	return person.Place{
		Name: "audit_log",
		Find: func(ctx context.Context, who person.Person) ([]any, error) {
			entries, err := s.store.naming(ctx, contact.Shortened(who.String()))
			found := []any{}
			for _, each := range entries {
				found = append(found, try{each.At, each.Action, each.Outcome})
			}
			return found, err
		},
		Erase: func(ctx context.Context, who person.Person) (int, error) {
			return s.store.blank(ctx, contact.Shortened(who.String()))
		},
	}
}
