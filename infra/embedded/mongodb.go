package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/FerretDB/FerretDB/ferretdb"
)

// startMongoDB opens the SQLite files below the data folder and listens. An
// unexpected end is sent to failed.
func startMongoDB(ctx context.Context, o config, failed chan<- error) (server, error) {
	dir := filepath.Join(o.dataDir, "mongodb")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return server{}, err
	}
	if strings.ContainsAny(dir, "%?#") {
		return server{}, fmt.Errorf("the path %s holds one of %% ? #, which SQLite's addresses cannot express; choose another data folder", dir)
	}
	var listener ferretdb.ListenerConfig
	socket, isSocket := strings.CutPrefix(o.mongodbListen, "unix:")
	if isSocket {
		// The data folder is locked, so a socket that is still there belonged to a
		// process that was killed.
		if err := os.Remove(socket); err != nil && !os.IsNotExist(err) {
			return server{}, err
		}
		listener.Unix = socket
	} else {
		listener.TCP = o.mongodbListen
	}
	// FerretDB's warnings are the everyday talk of the protocol: one of several
	// lines whenever a driver says goodbye with a command that it does not know.
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	db, err := ferretdb.New(&ferretdb.Config{
		Listener: listener,
		Logger:   logger,
		Handler:  "sqlite",
		// A write-ahead log with synchronous=FULL: a write is on the disk before it
		// is acknowledged, so neither a killed process nor a power cut loses it.
		SQLiteURL: "file:" + dir + "/?_pragma=busy_timeout(10000)&_pragma=journal_mode(wal)&_pragma=synchronous(full)",
	})
	if err != nil {
		return server{}, err
	}
	go indexIDs(ctx, dir)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		if err := db.Run(ctx); err != nil && ctx.Err() == nil {
			failed <- fmt.Errorf("MongoDB protocol ended: %w", err)
		}
	}()
	address := db.MongoDBURI()
	if isSocket {
		address = "mongodb://" + url.PathEscape(socket) + "/"
	}
	return server{address: address, stopped: stopped}, nil
}
