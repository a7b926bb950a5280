package webhook

import (
	"context"
	"fmt"
	"slices"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/views"
)

// store keeps endpoints and deliveries, and apart from the endpoints how far each was
// told: that is written with every message and must not conflict with an edit.
type store struct {
	endpoints           *documents.Collection[Endpoint, *Endpoint]
	cursors, deliveries *mongo.Collection
	// changed is notified of what other processes write to endpoints and cursors.
	changed <-chan struct{}
	// queued is notified of what any process writes to deliveries.
	queued <-chan struct{}
}

func newStore(db *mongodb.Database) *store {
	db.Indexed("webhook_deliveries", "endpoint_id")
	db.Indexed("webhook_deliveries", "state")
	return &store{
		endpoints:  documents.New[Endpoint](db, "webhook_endpoints", "webhook"),
		cursors:    db.Collection("webhook_states"),
		deliveries: db.Collection("webhook_deliveries"),
		changed: db.Notified(
			views.Writes{Collection: "webhook_endpoints"}, views.Writes{Collection: "webhook_states"},
		),
		queued: db.Notified(views.Writes{Collection: "webhook_deliveries"}),
	}
}

// cursor is how far an endpoint was told.
type cursor struct {
	ID string `bson:"_id,omitempty"`
	// URL is where that was; another address was told nothing.
	URL string `bson:"url"`
	// Fingerprint is the content that was taken last; empty during a call and after one
	// that failed, because what became of it is not known.
	Fingerprint string `bson:"fingerprint"`
	// At is when it was called last.
	At time.Time `bson:"at"`
	// Gone is the revision of the endpoint that answered 410; 0 when none did.
	Gone int `bson:"gone"`
	// Later is when it asked to be told again.
	Later later     `bson:"later"`
	Last  *Delivery `bson:"last,omitempty"`
}

// later is until when an endpoint of a revision wants to be left alone. Saving the
// endpoint makes another revision, which is told at once.
type later struct {
	Revision int       `bson:"revision"`
	Until    time.Time `bson:"until"`
}

// endpointsAndCursors returns every endpoint, by name, and how far each was told, by id.
func (s *store) endpointsAndCursors(ctx context.Context) ([]Endpoint, map[string]cursor, error) {
	endpoints, err := s.endpoints.All(ctx, "name")
	if err != nil || len(endpoints) == 0 {
		return endpoints, nil, err
	}
	found, err := mongodb.FindIn[cursor](ctx, s.cursors, bson.D{})
	if err != nil {
		return nil, nil, err
	}
	byID := map[string]cursor{}
	for _, each := range found {
		byID[each.ID] = each
	}
	return endpoints, byID, nil
}

// cursor returns how far one endpoint was told; a zero one when it was not.
func (s *store) cursor(ctx context.Context, id string) (cursor, error) {
	found, _, err := mongodb.GetIn[cursor](ctx, s.cursors, id)
	return found, err
}

// putCursor stores how far an endpoint was told. Without Last, what happened last stays.
func (s *store) putCursor(ctx context.Context, state cursor) error {
	filter := bson.D{{Key: "_id", Value: state.ID}}
	state.ID = ""
	_, err := s.cursors.UpdateOne(ctx, filter, bson.D{{Key: "$set", Value: state}}, options.UpdateOne().SetUpsert(true))
	if err != nil {
		return fmt.Errorf("store what a webhook was told: %w", storage.Translate(err))
	}
	return nil
}

func (s *store) deleteCursor(ctx context.Context, id string) error {
	return mongodb.DeleteIn(ctx, s.cursors, bson.D{{Key: "_id", Value: id}})
}

const (
	// keepDeliveries is how many deliveries of each endpoint are remembered, so
	// that a busy one does not push out those of others.
	keepDeliveries = 50
	// keepAllDeliveries bounds them together, those of deleted endpoints included.
	keepAllDeliveries = 1000
	deleteAtOnce      = 500
)

// Deliveries returns a page of the deliveries, newest first, and how many there are in
// all. The last ones of each endpoint are kept.
func (s *Service) Deliveries(
	ctx context.Context, filter DeliveryFilter, window paging.Window,
) ([]Delivery, int, error) {
	where := bson.D{}
	if filter.EndpointID != "" {
		where = append(where, bson.E{Key: "endpoint_id", Value: filter.EndpointID})
	}
	if filter.State != "" {
		where = append(where, bson.E{Key: "state", Value: filter.State})
	}
	// Ids begin with their time.
	return mongodb.PageOf[Delivery](ctx, s.store.deliveries, where, mongodb.Sorting("_id", true), nil, window)
}

// noLead matches the messages that newer ones replace.
var noLead = bson.D{{Key: "type", Value: bson.D{{Key: "$ne", Value: typeLead}}}}

// queue stores a message that is to be sent, unless there is one of its id.
func (s *store) queue(ctx context.Context, d Delivery) error {
	_, err := s.deliveries.InsertOne(ctx, d)
	if storage.IsDuplicate(err) {
		return nil
	}
	return storage.Wrap("store in", s.deliveries.Name(), err)
}

// waitingLeads returns the messages about leads that are to be sent, the oldest first.
func (s *store) waitingLeads(ctx context.Context) ([]Delivery, error) {
	where := bson.D{
		{Key: "state", Value: stateFailing}, {Key: "type", Value: typeLead},
		{Key: "next_try_at", Value: bson.D{{Key: "$ne", Value: nil}}},
	}
	return mongodb.FindIn[Delivery](ctx, s.deliveries, where, options.Find().SetSort(mongodb.Sorting("_id", false)))
}

// supersedeAll records that nothing is tried any more of what was told an endpoint of the content; an
// empty id means any.
func (s *store) supersedeAll(ctx context.Context, endpointID string) error {
	where := append(bson.D{{Key: "state", Value: stateFailing}}, noLead...)
	if endpointID != "" {
		where = append(where, bson.E{Key: "endpoint_id", Value: endpointID})
	}
	state := bson.D{{Key: "state", Value: stateSuperseded}, {Key: "next_try_at", Value: nil}}
	if _, err := s.deliveries.UpdateMany(ctx, where, bson.D{{Key: "$set", Value: state}}); err != nil {
		return fmt.Errorf("give up deliveries: %w", storage.Translate(err))
	}
	return nil
}

// trim deletes all but the newest deliveries of each endpoint, and no lead that it is still to be told of.
func (s *store) trim(ctx context.Context) error {
	opts := options.Find().SetSort(bson.D{{Key: "_id", Value: -1}}).SetProjection(bson.D{{Key: "endpoint_id", Value: 1}})
	type delivery struct {
		ID         string `bson:"_id"`
		EndpointID string `bson:"endpoint_id"`
	}
	sent := bson.D{{Key: "$or", Value: bson.A{
		noLead, bson.D{{Key: "state", Value: bson.D{{Key: "$ne", Value: stateFailing}}}},
	}}}
	all, err := mongodb.FindIn[delivery](ctx, s.deliveries, sent, opts)
	if err != nil {
		return err
	}
	count, left := map[string]int{}, 0
	var old []string
	for _, d := range all {
		if count[d.EndpointID]++; count[d.EndpointID] > keepDeliveries || left == keepAllDeliveries {
			old = append(old, d.ID)
			continue
		}
		left++
	}
	for some := range slices.Chunk(old, deleteAtOnce) {
		in := bson.D{{Key: "_id", Value: bson.D{{Key: "$in", Value: some}}}}
		if err := mongodb.DeleteIn(ctx, s.deliveries, in); err != nil {
			return err
		}
	}
	return nil
}
