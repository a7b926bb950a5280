package audit

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/problem"
)

// Store keeps the entries.
type Store struct {
	*mongodb.Documents[Entry, *Entry]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	for _, field := range []string{"user_id", "action", "resource"} {
		db.Indexed("audit_log", field, "at")
	}
	db.Indexed("audit_log", "resource_id")
	docs := mongodb.NewDocuments[Entry](db, "audit_log", "entry of the audit log")
	return &Store{docs.Listed(mongodb.Listing{
		Default: "-at",
		Sort:    map[string]string{"at": "at"},
		Search:  []string{"user_name", "action", "resource_id", "title", "address"},
	})}
}

func (s *Store) page(ctx context.Context, filter Filter, page paging.Query) ([]Entry, int, error) {
	var where []mongodb.Condition
	for _, each := range []struct{ field, value string }{
		{"user_id", filter.UserID}, {"action", filter.Action}, {"resource", filter.Resource},
	} {
		if each.value != "" {
			where = append(where, mongodb.Equal(each.field, each.value))
		}
	}
	return s.List(ctx, page, where...)
}

func (s *Store) deleteUpTo(ctx context.Context, at time.Time) error {
	_, err := s.DeleteAll(ctx, mongodb.UpTo("at", at))
	return err
}

// changing is the entries of what was done to a document, the oldest first.
func (s *Store) changing(ctx context.Context, id string) ([]Entry, error) {
	return s.All(ctx, "id", mongodb.Equal("resource_id", id), mongodb.Equal("outcome", Done))
}

// naming is the entries of sign-ins that name an account which nobody was signed
// in to.
func (s *Store) naming(ctx context.Context, shortened string) ([]Entry, error) {
	return s.All(ctx, "id", mongodb.Equal("resource_id", shortened), mongodb.Equal("user_id", ""),
		mongodb.Not(mongodb.Equal("resource", "privacy")))
}

// blank takes out of those entries what leads to a person, and returns how many
// there were.
func (s *Store) blank(ctx context.Context, shortened string) (int, error) {
	found, err := s.naming(ctx, shortened)
	for i, each := range found {
		_, err := s.Update(ctx, each.ID, nil, func(e *Entry) error {
			e.ResourceID, e.Address, e.UserAgent = "", "", ""
			return nil
		})
		if err != nil && !problem.Is(err, problem.NotFound) {
			return i, err
		}
	}
	return len(found), err
}
