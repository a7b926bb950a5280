package main

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/infra/ports"
)

// start runs a server on the folder until the test ends, or the function is called.
func start(t *testing.T, dir string) (address string, stop func()) {
	t.Helper()
	address, err := ports.Free()
	check(t, err)
	_, port, err := net.SplitHostPort(address)
	check(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, filepath.Join(dir, "key"), dir, port) }()
	stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		ended <- nil
	}
	t.Cleanup(stop)
	return address, stop
}

// as returns the server's database of a user, by the way that operators' tools take.
func as(t *testing.T, address, user, password, database string) *mongo.Database {
	t.Helper()
	client, err := mongo.Connect(options.Client().ApplyURI("mongodb://" + address + "/?directConnection=true").
		SetAuth(options.Credential{Username: user, Password: password, AuthSource: database}))
	check(t, err)
	t.Cleanup(func() { _ = client.Disconnect(context.Background()) })
	return client.Database(database)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// code is how the server refused.
func code(err error) int32 {
	var refused mongo.CommandError
	_ = errors.As(err, &refused)
	return refused.Code
}

// The stand-in behaves as MongoDB does in all that init.js, cms-api and an operator rely on,
// also after a restart.
func TestServer(t *testing.T) {
	bin, err := filepath.Abs("../../../../.build/bin")
	check(t, err)
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	dir, err := os.MkdirTemp("", "m") // short: paths of sockets have about 100 characters
	check(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	check(t, os.WriteFile(filepath.Join(dir, "key"), []byte("secret of members"), 0o400))
	check(t, os.WriteFile(filepath.Join(dir, "password"), []byte("first"), 0o600))
	t.Setenv("MONGO_INITDB_ROOT_USERNAME", "root")
	t.Setenv("MONGO_INITDB_ROOT_PASSWORD_FILE", filepath.Join(dir, "password"))
	ctx := t.Context()
	address, stop := start(t, dir)
	root := as(t, address, "root", "first", "admin")

	if got := code(root.RunCommand(ctx, bson.D{{Key: "replSetGetStatus", Value: 1}}).Err()); got != 94 {
		t.Errorf("before it is in a set: %d, want 94", got)
	}
	if got := code(root.RunCommand(ctx, bson.D{{Key: "count", Value: "articles"}}).Err()); got != 10107 {
		t.Errorf("a command before it is in a set: %d, want 10107", got)
	}
	check(t, root.RunCommand(ctx, bson.D{{Key: "replSetInitiate", Value: bson.M{
		"_id": setName, "members": bson.A{bson.M{"_id": 0, "host": address}},
	}}}).Err())
	users := root.Client().Database("academy")
	set := func(command, password string) {
		check(t, users.RunCommand(ctx, bson.D{{Key: command, Value: "academy"}, {Key: "pwd", Value: password}}).Err())
	}
	set("createUser", "one")
	set("updateUser", "two")

	stop()
	address, _ = start(t, dir)
	if err := as(t, address, "academy", "one", "academy").RunCommand(ctx, bson.D{
		{Key: "count", Value: "a"},
	}).Err(); err == nil {
		t.Error("the password from before is taken")
	}
	academy := as(t, address, "academy", "two", "academy")
	_, err = academy.Collection("articles").InsertOne(ctx, bson.M{"_id": "1"})
	check(t, err)
	_, err = academy.Client().Database("other").Collection("articles").InsertOne(ctx, bson.M{"_id": "1"})
	if code(err) != 13 {
		t.Errorf("another database: %v, want 13", err)
	}
	if got := code(academy.RunCommand(ctx, bson.D{
		{Key: "createUser", Value: "me"}, {Key: "pwd", Value: "x"},
	}).Err()); got != 13 {
		t.Errorf("a user makes users: %d, want 13", got)
	}
}
