package publish

import (
	"context"
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
)

const holdID = "hold"

// hold returns the hold; nil when there is none.
func (s *store) hold(ctx context.Context) (*hold, error) {
	var h hold
	err := s.states.FindOne(ctx, bson.D{{Key: "_id", Value: holdID}}).Decode(&h)
	if mongodb.IsMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the hold: %w", mongodb.Translate(err))
	}
	return &h, nil
}

// putHold replaces the hold; nil ends it.
func (s *store) putHold(ctx context.Context, h *hold) error {
	var err error
	filter := bson.D{{Key: "_id", Value: holdID}}
	if h == nil {
		_, err = s.states.DeleteOne(ctx, filter)
	} else {
		h.ID = holdID
		_, err = s.states.ReplaceOne(ctx, filter, h, options.Replace().SetUpsert(true))
	}
	if err != nil {
		return fmt.Errorf("store the hold: %w", mongodb.Translate(err))
	}
	return nil
}

// dropHold ends the hold of that token; another one stays.
func (s *store) dropHold(ctx context.Context, token string) error {
	_, err := s.states.DeleteOne(ctx, bson.D{{Key: "_id", Value: holdID}, {Key: "token", Value: token}})
	if err != nil {
		return fmt.Errorf("end the hold: %w", mongodb.Translate(err))
	}
	return nil
}
