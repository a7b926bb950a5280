package proxy_test

import (
	"context"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/FerretDB/FerretDB/ferretdb"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/infra/embedded/proxy"
)

// patience is how long the driver looks for a server. What hangs is ended by the limit of
// go test: how long a write takes depends on the machine.
const patience = 60 * time.Second

// store is a proxy before a FerretDB of its own.
type store struct {
	uri    string
	ferret string // the socket of FerretDB, to compare with
	stop   func()
}

// startStore starts FerretDB on a folder and the proxy before it.
func startStore(t testing.TB, dir string, change ...func(*proxy.Options)) *store {
	t.Helper()
	sockets, err := os.MkdirTemp("", "proxy") // the path of a socket has to be short
	check(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(sockets) })
	ferret := filepath.Join(sockets, "f")
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	db, err := ferretdb.New(&ferretdb.Config{
		Listener:  ferretdb.ListenerConfig{Unix: ferret},
		Logger:    logger,
		Handler:   "sqlite",
		SQLiteURL: "file:" + dir + "/?_pragma=busy_timeout(10000)&_pragma=journal_mode(wal)&_pragma=synchronous(off)",
	})
	check(t, err)
	o := proxy.Options{Dir: dir, Log: logger, Dial: func(ctx context.Context) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", ferret)
	}}
	for _, each := range change {
		each(&o)
	}
	front, err := proxy.New(o)
	check(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	serving, stopServing := context.WithCancel(context.Background())
	running, stopFerret := context.WithCancel(context.Background())
	served, ran := make(chan error, 1), make(chan error, 1)
	go func() { ran <- db.Run(running) }()
	go func() { served <- front.Serve(serving, listener) }()
	stopped := false
	s := &store{uri: "mongodb://" + listener.Addr().String() + "/", ferret: ferret}
	s.stop = func() {
		if stopped {
			return
		}
		stopped = true
		stopServing()
		check(t, <-served)
		stopFerret()
		check(t, <-ran)
	}
	t.Cleanup(s.stop)
	return s
}

// connect returns a client of the store's database for tests.
func (s *store) connect(t testing.TB, opts ...*options.ClientOptions) *mongo.Database {
	t.Helper()
	all := append([]*options.ClientOptions{options.Client().ApplyURI(s.uri).SetServerSelectionTimeout(patience)}, opts...)
	client, err := mongo.Connect(all...)
	check(t, err)
	t.Cleanup(func() { _ = client.Disconnect(context.Background()) })
	return client.Database("test")
}

func start(t testing.TB, change ...func(*proxy.Options)) *mongo.Database {
	t.Helper()
	return startStore(t, t.TempDir(), change...).connect(t)
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// d is a short way to write a document.
func d(pairs ...any) bson.D {
	document := bson.D{}
	for i := 0; i < len(pairs); i += 2 {
		document = append(document, bson.E{Key: pairs[i].(string), Value: pairs[i+1]})
	}
	return document
}
