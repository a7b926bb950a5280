package auth

import (
	"context"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/mongodb"
)

// Store keeps accounts in "users" and sign-ins in "sessions".
type Store struct {
	users    *mongodb.Documents[account, *account]
	sessions *mongodb.Documents[session, *session]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	db.Unique("users", true, "email")
	db.Unique("users", true, "phone")
	db.Unique("users", true, "founder")
	return &Store{
		users:    mongodb.NewDocuments[account](db, "users", "account"),
		sessions: mongodb.NewDocuments[session](db, "sessions", "session"),
	}
}

func (s *Store) noUsers(ctx context.Context) (bool, error) { return s.users.Empty(ctx) }

func (s *Store) insertUser(ctx context.Context, a *account) error { return s.users.Insert(ctx, a) }

func (s *Store) user(ctx context.Context, id string) (account, error) { return s.users.Get(ctx, id) }

func (s *Store) userByEmail(ctx context.Context, email string) (account, error) {
	return s.users.First(ctx, bson.D{{Key: "email", Value: email}})
}

func (s *Store) insertSession(ctx context.Context, fresh *session) error {
	return s.sessions.Insert(ctx, fresh)
}

func (s *Store) session(ctx context.Context, id string) (session, error) {
	return s.sessions.Get(ctx, id)
}

func (s *Store) deleteSession(ctx context.Context, id string) error {
	return s.sessions.Delete(ctx, id)
}

func (s *Store) deleteExpired(ctx context.Context, now time.Time) error {
	_, err := s.sessions.Raw().DeleteMany(ctx, bson.D{{Key: "expires_at", Value: bson.D{{Key: "$lte", Value: now}}}})
	if err != nil {
		return mongodb.Translate(fmt.Errorf("delete expired sessions: %w", err))
	}
	return nil
}
