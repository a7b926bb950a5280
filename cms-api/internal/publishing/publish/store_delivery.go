package publish

import (
	"context"
	"fmt"
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
)

const (
	// keepDeliveries is how many deliveries of each endpoint are remembered, so
	// that a busy one does not push out those of others. The embedded database
	// reads all of them for every list.
	keepDeliveries = 50
	// keepAllDeliveries bounds them together, those of deleted endpoints included.
	keepAllDeliveries = 1000
	deleteAtOnce      = 500
)

// deliveriesOf returns a stretch of the deliveries, newest first, and how many
// there are in all.
func (s *store) deliveriesOf(ctx context.Context, filter DeliveryFilter, window paging.Window) ([]Delivery, int, error) {
	where := bson.D{}
	if filter.EndpointID != "" {
		where = append(where, bson.E{Key: "endpoint_id", Value: filter.EndpointID})
	}
	if filter.State != "" {
		where = append(where, bson.E{Key: "state", Value: filter.State})
	}
	// Ids begin with their time.
	opts := options.Find().SetSort(bson.D{{Key: "_id", Value: -1}}).SetSkip(int64(window.Offset)).SetLimit(int64(window.Limit))
	cursor, err := s.deliveries.Find(ctx, where, opts)
	if err != nil {
		return nil, 0, fmt.Errorf("list deliveries: %w", mongodb.Translate(err))
	}
	found := []Delivery{}
	if err := cursor.All(ctx, &found); err != nil {
		return nil, 0, fmt.Errorf("list deliveries: %w", mongodb.Translate(err))
	}
	if len(found) < window.Limit && (len(found) > 0 || window.Offset == 0) {
		return found, window.Offset + len(found), nil
	}
	total, err := s.deliveries.CountDocuments(ctx, where)
	if err != nil {
		return nil, 0, fmt.Errorf("count deliveries: %w", mongodb.Translate(err))
	}
	return found, int(total), nil
}

// supersedeAll notes that nothing is tried any more of what was sent to an
// endpoint; an empty id means to anybody.
func (s *store) supersedeAll(ctx context.Context, endpointID string) error {
	where := bson.D{{Key: "state", Value: deliveryFailing}}
	if endpointID != "" {
		where = append(where, bson.E{Key: "endpoint_id", Value: endpointID})
	}
	_, err := s.deliveries.UpdateMany(ctx, where, bson.D{{Key: "$set", Value: bson.D{{Key: "state", Value: deliverySuperseded}, {Key: "next_try_at", Value: nil}}}})
	if err != nil {
		return fmt.Errorf("give up deliveries: %w", mongodb.Translate(err))
	}
	return nil
}

// trimDeliveries forgets all but the newest deliveries of each endpoint.
func (s *store) trimDeliveries(ctx context.Context) error {
	opts := options.Find().SetSort(bson.D{{Key: "_id", Value: -1}}).SetProjection(bson.D{{Key: "endpoint_id", Value: 1}})
	cursor, err := s.deliveries.Find(ctx, bson.D{}, opts)
	if err != nil {
		return fmt.Errorf("trim deliveries: %w", mongodb.Translate(err))
	}
	var all []struct {
		ID         string `bson:"_id"`
		EndpointID string `bson:"endpoint_id"`
	}
	if err := cursor.All(ctx, &all); err != nil {
		return fmt.Errorf("trim deliveries: %w", mongodb.Translate(err))
	}
	count, kept := map[string]int{}, 0
	var old []string
	for _, d := range all {
		if count[d.EndpointID]++; count[d.EndpointID] > keepDeliveries || kept == keepAllDeliveries {
			old = append(old, d.ID)
			continue
		}
		kept++
	}
	for some := range slices.Chunk(old, deleteAtOnce) {
		if _, err := s.deliveries.DeleteMany(ctx, bson.D{{Key: "_id", Value: bson.D{{Key: "$in", Value: some}}}}); err != nil {
			return fmt.Errorf("trim deliveries: %w", mongodb.Translate(err))
		}
	}
	return nil
}
