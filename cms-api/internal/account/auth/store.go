package auth

import (
	"context"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/lease"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/storage"
)

// Store keeps accounts in "users", sign-ins in "sessions", what people sign in or register
// with in "one_time_codes", "password_resets" and "invitations", and what they have begun in
// "sign_ins".
type Store struct {
	administrators *lease.Lease
	accounts       *documents.Collection[account, *account]
	sessions       *documents.Collection[session, *session]
	codes          *documents.Collection[code, *code]
	resets         *documents.Collection[reset, *reset]
	invited        *documents.Collection[invitation, *invitation]
	tickets        *documents.Collection[ticket, *ticket]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	for _, field := range []string{"email", "phone", "founder", "invitation"} {
		db.Unique("users", true, field)
	}
	for _, field := range []string{"email", "phone"} {
		db.Unique("invitations", true, field)
	}
	db.Indexed("sessions", "user_id")
	for _, collection := range []string{"sessions", "one_time_codes", "password_resets", "invitations", "sign_ins"} {
		db.Expires(collection, "expires_at")
	}
	return &Store{
		administrators: lease.New(db, "users/administrators"),
		accounts:       documents.New[account](db, "users", "account"),
		sessions:       documents.New[session](db, "sessions", "session"),
		codes:          documents.New[code](db, "one_time_codes", "code"),
		resets:         documents.New[reset](db, "password_resets", "reset link"),
		invited:        documents.New[invitation](db, "invitations", "invitation"),
		tickets:        documents.New[ticket](db, "sign_ins", "sign-in"),
	}
}

func (s *Store) addAccount(ctx context.Context, a *account) error {
	made, err := s.accounts.Insert(ctx, documents.Write{By: access.By(ctx)}, a)
	return changes.Err(ctx, made, err)
}

// changeAccount changes an account under a lease's token, 0 without one.
func (s *Store) changeAccount(
	ctx context.Context, id string, fence int64, change func(*account) error,
) (account, error) {
	made, err := s.accounts.Update(ctx, id, documents.Write{By: access.By(ctx), Fence: fence}, change)
	return changes.Done(ctx, made, err)
}

// noteAccount is changeAccount for what the audit log does not name.
func (s *Store) noteAccount(ctx context.Context, id string, change func(*account) error) (account, error) {
	made, err := s.accounts.Update(ctx, id, documents.Write{By: access.By(ctx)}, change)
	return made.After, err
}

func (s *Store) changeTicket(ctx context.Context, id string, change func(*ticket) error) (ticket, error) {
	made, err := s.tickets.Update(ctx, id, documents.Write{}, change)
	return made.After, err
}

// replaceTicket stores a ticket in the place of the one with that id.
func (s *Store) replaceTicket(ctx context.Context, id string, fresh ticket) error {
	_, err := s.tickets.Upsert(ctx, id, documents.Write{}, func(t *ticket) error {
		fresh.Document = t.Document
		*t = fresh
		return nil
	})
	return err
}

func (s *Store) changeCode(ctx context.Context, id string, change func(*code) error) error {
	made, err := s.codes.Update(ctx, id, documents.Write{By: access.By(ctx)}, change)
	return changes.Err(ctx, made, err)
}

func (s *Store) endSession(ctx context.Context, id string) error {
	gone, err := s.sessions.Delete(ctx, id, documents.Write{})
	return changes.Err(ctx, gone, err)
}

func (s *Store) users(ctx context.Context) ([]account, error) {
	return s.accounts.All(ctx, "name")
}

func (s *Store) userByEmail(ctx context.Context, email string) (account, error) {
	return s.accounts.First(ctx, bson.D{{Key: "email", Value: email}})
}

func (s *Store) userByPhone(ctx context.Context, phone string) (account, error) {
	return s.accounts.First(ctx, bson.D{{Key: "phone", Value: phone}})
}

// otherAdministrators counts the administrators but one. From then on those who had the lease
// before the token's holder cannot change them.
func (s *Store) otherAdministrators(ctx context.Context, id string, token int64) (int, error) {
	others := []documents.Condition{
		documents.Equal("role", access.RoleAdministrator), documents.Not(documents.Equal("_id", id)),
	}
	if err := s.accounts.Fence(ctx, token, others...); err != nil {
		return 0, err
	}
	found, err := s.accounts.All(ctx, "id", others...)
	return len(found), err
}

func (s *Store) sessionsOf(ctx context.Context, userID string) ([]session, error) {
	return s.sessions.Find(ctx, bson.D{
		{Key: "user_id", Value: userID},
	}, options.Find().SetSort(mongodb.Sorting("id", true)))
}

func (s *Store) seen(ctx context.Context, id string, at time.Time) error {
	_, err := s.sessions.Raw().UpdateOne(ctx, bson.D{{Key: "_id", Value: id}}, bson.D{
		{Key: "$set", Value: bson.D{{Key: "last_seen_at", Value: at}}},
	})
	return failed("note a session's last call", err)
}

// confirmed notes when a session was confirmed to be its owner's.
func (s *Store) confirmed(ctx context.Context, id string, at time.Time) error {
	_, err := s.sessions.Raw().UpdateOne(ctx, bson.D{{Key: "_id", Value: id}}, bson.D{
		{Key: "$set", Value: bson.D{{Key: "confirmed_at", Value: at}}},
	})
	return failed("confirm a session", err)
}

// replaceCode replaces the code with the same id.
func (s *Store) replaceCode(ctx context.Context, fresh *code) error {
	for {
		err := s.changeCode(ctx, fresh.ID, func(c *code) error {
			c.Hash, c.Tries, c.Used, c.ExpiresAt = fresh.Hash, 0, false, fresh.ExpiresAt
			return nil
		})
		if !problem.Is(err, problem.NotFound) {
			return err
		}
		made, err := s.codes.Insert(ctx, documents.Write{By: access.By(ctx)}, fresh)
		changes.Wrote(ctx, made)
		if !storage.IsDuplicate(err) {
			return err
		}
	}
}

func (s *Store) invitations(ctx context.Context) ([]invitation, error) {
	return s.invited.Find(ctx, bson.D{}, options.Find().SetSort(mongodb.Sorting("id", true)))
}

func (s *Store) invitationByPhone(ctx context.Context, phone string) (invitation, error) {
	return s.invited.First(ctx, bson.D{{Key: "phone", Value: phone}})
}

func (s *Store) deleteInvitationsTo(ctx context.Context, email, phone string) error {
	to := documents.Equal("phone", phone)
	if email != "" {
		to = documents.Equal("email", email)
	}
	_, err := s.invited.DeleteAll(ctx, to)
	return err
}

func (s *Store) countSessions(ctx context.Context, now time.Time) (int, error) {
	count, err := s.sessions.Raw().
		CountDocuments(ctx, bson.D{{Key: "expires_at", Value: bson.D{{Key: "$gt", Value: now}}}})
	return int(count), failed("count sessions", err)
}

// unlessDuplicate returns other for the refusal of a unique index, and err otherwise.
func unlessDuplicate(err, other error) error {
	if storage.IsDuplicate(err) {
		return other
	}
	return err
}

func failed(doing string, err error) error {
	if err == nil {
		return nil
	}
	return storage.Translate(fmt.Errorf("%s: %w", doing, err))
}
