package token

import (
	"context"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/storage"
)

// store keeps tokens in "api_tokens".
type store struct {
	tokens *documents.Collection[stored, *stored]
}

func newStore(db *mongodb.Database) *store {
	db.Unique("api_tokens", false, "hash")
	return &store{documents.New[stored](db, "api_tokens", "token")}
}

// byHash returns the token whose secret has a hash, or a NotFound problem.
func (s *store) byHash(ctx context.Context, hash string) (stored, error) {
	return s.tokens.First(ctx, bson.D{{Key: "hash", Value: hash}})
}

// setUsed stores when and from where a token was used. It makes no revision of that.
func (s *store) setUsed(ctx context.Context, id string, at time.Time, address string) error {
	used := bson.D{{Key: "last_used_at", Value: at}, {Key: "last_used_from", Value: address}}
	_, err := s.tokens.Raw().UpdateOne(ctx, bson.D{{Key: "_id", Value: id}}, bson.D{{Key: "$set", Value: used}})
	if err != nil {
		return storage.Translate(fmt.Errorf("note a token's last call: %w", err))
	}
	return nil
}
