package teststore

import (
	"context"
	"testing"
)

// Data survives an outage, and clients that stayed connected find it again.
func TestRestartKeepsDataAndAddresses(t *testing.T) {
	ctx := context.Background()
	stores := Embedded(t)
	db := stores.Database(t, "restart")
	if _, err := db.Collection("things").InsertOne(ctx, map[string]string{"_id": "a"}); err != nil {
		t.Fatal(err)
	}
	before := stores.MongoURI
	stores.Stop()
	stores.Restart(t)
	if stores.MongoURI != before {
		t.Fatalf("address changed from %s to %s", before, stores.MongoURI)
	}
	if n, err := db.Collection("things").CountDocuments(ctx, map[string]string{"_id": "a"}); err != nil || n != 1 {
		t.Fatalf("found %d documents, error %v", n, err)
	}
}
