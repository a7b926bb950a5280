// Package audit records who changed what, who signed in and who took personal
// data out: one entry per call, written before the call is answered. Entries
// name fields and documents, those that are public by their titles; what was in
// them is not kept.
package audit

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
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
	Role       access.Role `json:"role" bson:"role" enum:"administrator,author,editor,writer,counsellor," doc:"The role at that time."`
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
)

// commandLine is the name of whoever runs commands.
const commandLine = "command line"

// Command returns the entry of a command that did something to a document of a resource.
func Command(action, resource, id string) Entry {
	return Entry{
		UserName: commandLine, Action: action, Resource: resource, ResourceID: id, Outcome: Done, Changes: []string{},
	}
}

// Service writes and reads the log.
type Service struct {
	docs *documents.Collection[Entry, *Entry]
	now  func() time.Time
	keep time.Duration
	log  *slog.Logger
}

// NewService returns a Service whose Sweep deletes entries older than keep.
func NewService(db *mongodb.Database, now func() time.Time, keep time.Duration, log *slog.Logger) *Service {
	for _, field := range []string{"user_id", "action", "resource"} {
		db.Indexed("audit_log", field, "at")
	}
	db.Indexed("audit_log", "resource_id")
	docs := documents.New[Entry](db, "audit_log", "entry of the audit log").Listed(documents.Listing{
		Default: "-at",
		Sort:    map[string]string{"at": "at"},
		Search:  []string{"user_name", "action", "resource_id", "title", "address"},
	})
	return &Service{docs, now, keep, log}
}

// Record writes an entry, and gives it its time. It does so even when ctx has ended,
// because what the entry is about has been done.
func (s *Service) Record(ctx context.Context, e Entry) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	e.At = s.now().UTC()
	e.UserAgent = shorten(e.UserAgent)
	if _, err := s.docs.Insert(ctx, documents.Write{By: access.By(ctx)}, &e); err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	return nil
}

// Note is Record for what stands whether it is recorded or not: a failure is logged.
func (s *Service) Note(ctx context.Context, e Entry) {
	if err := s.Record(ctx, e); err != nil {
		s.log.ErrorContext(context.WithoutCancel(ctx), "an entry of the audit log could not be written",
			"error", err, "action", e.Action, "user_id", e.UserID, "resource_id", e.ResourceID, "request_id", e.RequestID)
	}
}

func shorten(text string) string {
	text = strings.ToValidUTF8(text, "")
	for len(text) > maxUserAgent {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// Page returns one page of the entries whose fields have the values, an empty one
// meaning any; newest first unless page says otherwise; and how many there are in all.
func (s *Service) Page(ctx context.Context, values map[string]string, page paging.Query) ([]Entry, int, error) {
	var where []documents.Condition
	for field, value := range values {
		if value != "" {
			where = append(where, documents.Equal(field, value))
		}
	}
	entries, total, err := s.docs.List(ctx, page, where...)
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
		entries, err := s.docs.All(ctx, "id", documents.Equal("resource_id", id), documents.Equal("outcome", Done))
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
	_, err := s.docs.DeleteAll(ctx, documents.UpTo("at", s.now().UTC().Add(-s.keep)))
	return err
}

// try is what is exported of an entry. The network address is left out: somebody else's
// account may be shortened to the same, and then it is that person's.
type try struct {
	At      time.Time `json:"at"`
	Action  string    `json:"action"`
	Outcome Outcome   `json:"outcome"`
}

// Source describes what the log has of people to package privacy: tries to sign in to an
// account, whose address is shortened. Erase blanks what identifies a person, also where
// somebody else's address is shortened to the same.
func (s *Service) Source() person.Source {
	return person.Source{
		Name: "audit_log",
		Find: func(ctx context.Context, who person.Person) ([]any, error) {
			entries, err := s.naming(ctx, who)
			found := []any{}
			for _, each := range entries {
				found = append(found, try{each.At, each.Action, each.Outcome})
			}
			return found, err
		},
		Erase: func(ctx context.Context, who person.Person) (int, error) {
			entries, err := s.naming(ctx, who)
			for i, each := range entries {
				made, err := s.docs.Update(ctx, each.ID, documents.Write{By: access.By(ctx)}, func(e *Entry) error {
					e.ResourceID, e.Address, e.UserAgent = "", "", ""
					return nil
				})
				changes.Wrote(ctx, made)
				if err != nil && !problem.Is(err, problem.NotFound) {
					return i, err
				}
			}
			return len(entries), err
		},
	}
}

// naming returns the entries of sign-ins that name a person's account while nobody was
// signed in to it.
func (s *Service) naming(ctx context.Context, who person.Person) ([]Entry, error) {
	return s.docs.All(ctx, "id", documents.Equal("resource_id", contact.Shortened(who.String())),
		documents.Equal("user_id", ""), documents.Not(documents.Equal("resource", "privacy")))
}
