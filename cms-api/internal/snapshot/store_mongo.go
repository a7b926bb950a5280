package snapshot

import "go.mongodb.org/mongo-driver/v2/mongo"

// State is the content revision that all replicas share, kept in the collection
// content_state.
type State struct {
	collection *mongo.Collection
}

// NewState returns the shared state in db. It does no I/O.
func NewState(db *mongo.Database) *State {
	return &State{collection: db.Collection("content_state")}
}
