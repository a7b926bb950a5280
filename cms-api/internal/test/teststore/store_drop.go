package teststore

import (
	"context"
	"testing"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// drop deletes the databases of a server whose names begin with a prefix.
func drop(t testing.TB, uri, prefix string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	client, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		t.Error(err)
		return
	}
	defer func() { _ = client.Disconnect(ctx) }()
	names, err := client.ListDatabaseNames(ctx, bson.D{{Key: "name", Value: bson.Regex{Pattern: "^" + prefix}}})
	if err != nil {
		t.Error(err)
	}
	for _, name := range names {
		if err := client.Database(name).Drop(ctx); err != nil {
			t.Error(err)
		}
	}
}
