package publish

import (
	"context"
	"fmt"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/mongodb"
)

// endpointStore keeps endpoints, and apart from them how far each has been told:
// that is written with every message and must not get in the way of an edit.
type endpointStore struct {
	docs   *mongodb.Documents[Endpoint, *Endpoint]
	states *mongo.Collection
}

func newEndpointStore(db *mongodb.Database) endpointStore {
	return endpointStore{
		docs:   mongodb.NewDocuments[Endpoint](db, "webhook_endpoints", "webhook"),
		states: db.Collection("webhook_states"),
	}
}

// told is how far an endpoint has been told.
type told struct {
	ID string `bson:"_id,omitempty"`
	// URL is where that was; another address has been told nothing.
	URL string `bson:"url"`
	// Fingerprint is the content that was taken last; empty while a try is under
	// way, and after one that failed: nobody knows what has become of it.
	Fingerprint string `bson:"fingerprint"`
	// At is when it was called last.
	At time.Time `bson:"at"`
	// Gone is the revision of the endpoint that answered that it is gone; 0 when
	// none did.
	Gone int `bson:"gone"`
	// Later is when it asked to be told again.
	Later later     `bson:"later"`
	Last  *Delivery `bson:"last,omitempty"`
}

// later is until when an endpoint of a revision wants to be left alone. Whoever
// saves it again begins anew.
type later struct {
	Revision int       `bson:"revision"`
	Until    time.Time `bson:"until"`
}

func (s endpointStore) endpoints(ctx context.Context) ([]Endpoint, error) {
	return s.docs.Find(ctx, bson.D{}, options.Find().SetSort(mongodb.Sorting("name", false)))
}

// endpoint returns one endpoint, or a NotFound problem.
func (s endpointStore) endpoint(ctx context.Context, id string) (Endpoint, error) {
	return s.docs.Get(ctx, id)
}

func (s endpointStore) countEndpoints(ctx context.Context) (int64, error) {
	count, err := s.docs.Raw().CountDocuments(ctx, bson.D{})
	if err != nil {
		return 0, fmt.Errorf("count webhooks: %w", mongodb.Translate(err))
	}
	return count, nil
}

func (s endpointStore) addEndpoint(ctx context.Context, e *Endpoint) error {
	return s.docs.Insert(ctx, e)
}

func (s endpointStore) updateEndpoint(ctx context.Context, id string, expected *int, change func(*Endpoint) error) (Endpoint, error) {
	return s.docs.Update(ctx, id, expected, change)
}

func (s endpointStore) removeEndpoint(ctx context.Context, id string) error {
	if err := s.docs.Delete(ctx, id); err != nil {
		return err
	}
	return s.forgetTold(ctx, id)
}

// told returns how far every endpoint has been told, by id.
func (s endpointStore) told(ctx context.Context) (map[string]told, error) {
	cursor, err := s.states.Find(ctx, bson.D{})
	if err != nil {
		return nil, fmt.Errorf("read what webhooks were told: %w", mongodb.Translate(err))
	}
	var all []told
	if err := cursor.All(ctx, &all); err != nil {
		return nil, fmt.Errorf("read what webhooks were told: %w", mongodb.Translate(err))
	}
	byID := map[string]told{}
	for _, each := range all {
		byID[each.ID] = each
	}
	return byID, nil
}

// toldOf returns how far one endpoint has been told; a zero one when it was not.
func (s endpointStore) toldOf(ctx context.Context, id string) (told, error) {
	var found told
	err := s.states.FindOne(ctx, bson.D{{Key: "_id", Value: id}}).Decode(&found)
	if err != nil && !mongodb.IsMissing(err) {
		return told{}, fmt.Errorf("read what a webhook was told: %w", mongodb.Translate(err))
	}
	return found, nil
}

// putTold keeps how far an endpoint has been told. Without Last, what happened
// last stays. Where updates are not atomic one of two at once can be lost; then
// the endpoint is told once more.
func (s endpointStore) putTold(ctx context.Context, state told) error {
	filter := bson.D{{Key: "_id", Value: state.ID}}
	state.ID = ""
	_, err := s.states.UpdateOne(ctx, filter, bson.D{{Key: "$set", Value: state}}, options.UpdateOne().SetUpsert(true))
	if err != nil {
		return fmt.Errorf("store what a webhook was told: %w", mongodb.Translate(err))
	}
	return nil
}

func (s endpointStore) forgetTold(ctx context.Context, id string) error {
	if _, err := s.states.DeleteOne(ctx, bson.D{{Key: "_id", Value: id}}); err != nil {
		return fmt.Errorf("forget what a webhook was told: %w", mongodb.Translate(err))
	}
	return nil
}
