package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/FerretDB/FerretDB/ferretdb"

	"academy/infra/embedded/proxy"
)

// maxSocketPath is a length that every system allows for the path of a socket.
const maxSocketPath = 100

// startMongoDB opens the SQLite files below the data folder and listens. Clients talk
// to the proxy, which alone talks to FerretDB, by a socket. An unexpected end is sent
// to failed.
func startMongoDB(ctx context.Context, o config, failed chan<- error) (server, error) {
	dir := filepath.Join(o.dataDir, "mongodb")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return server{}, err
	}
	if strings.ContainsAny(dir, "%?#") {
		return server{}, fmt.Errorf("the path %s holds one of %% ? #, which SQLite's addresses cannot express; choose another data folder", dir)
	}
	socket, removeSocket, err := socketIn(dir)
	if err != nil {
		return server{}, err
	}
	// FerretDB's warnings are the everyday talk of the protocol: one of several
	// lines whenever a driver says goodbye with a command that it does not know.
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	db, err := ferretdb.New(&ferretdb.Config{
		Listener: ferretdb.ListenerConfig{Unix: socket},
		Logger:   logger,
		Handler:  "sqlite",
		// A write-ahead log with synchronous=FULL: a write is on the disk before it
		// is acknowledged, so neither a killed process nor a power cut loses it.
		SQLiteURL: "file:" + dir + "/?_pragma=busy_timeout(10000)&_pragma=journal_mode(wal)&_pragma=synchronous(full)",
	})
	if err != nil {
		return server{}, err
	}
	front, err := proxy.New(proxy.Options{Dir: dir, Log: logger, Dial: func(ctx context.Context) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}})
	if err != nil {
		return server{}, err
	}
	listener, address, err := listenMongoDB(o.mongodbListen)
	if err != nil {
		return server{}, err
	}
	go indexIDs(ctx, dir)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		defer removeSocket()
		serve := func(ctx context.Context) error { return front.Serve(ctx, listener) }
		if err := runBehind(ctx, serve, db.Run); err != nil {
			failed <- fmt.Errorf("MongoDB protocol ended: %w", err)
		}
	}()
	return server{address: address, stopped: stopped}, nil
}

var errEndedAlone = errors.New("FerretDB ended by itself")

// runBehind runs FerretDB for as long as the proxy, which needs it for what clients have
// sent already, and the proxy no longer than FerretDB. They end with ctx.
func runBehind(ctx context.Context, proxy, ferretdb func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	ended := make(chan error, 1)
	go func() {
		defer cancel()
		err := ferretdb(running)
		if running.Err() == nil {
			err = errors.Join(errEndedAlone, err)
		}
		ended <- err
	}()
	err := proxy(ctx)
	stop()
	return errors.Join(err, <-ended)
}

// listenMongoDB listens on HOST:PORT or unix:PATH, and returns the address for clients.
func listenMongoDB(at string) (net.Listener, string, error) {
	socket, isSocket := strings.CutPrefix(at, "unix:")
	if !isSocket {
		listener, err := net.Listen("tcp", at)
		if err != nil {
			return nil, "", err
		}
		return listener, "mongodb://" + listener.Addr().String() + "/", nil
	}
	// The data folder is locked, so a socket that is still there belonged to a
	// process that was killed.
	if err := os.Remove(socket); err != nil && !os.IsNotExist(err) {
		return nil, "", err
	}
	listener, err := net.Listen("unix", socket)
	return listener, "mongodb://" + url.PathEscape(socket) + "/", err
}

// socketIn returns a path for FerretDB's socket: in the folder, which is locked and ours
// alone, or in one of its own when that path is too long for a socket.
func socketIn(dir string) (path string, remove func(), err error) {
	const name = "ferretdb.sock"
	if len(dir) < maxSocketPath-len(name) {
		path = filepath.Join(dir, name)
		if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
			return "", nil, err
		}
		return path, func() { _ = os.Remove(path) }, nil
	}
	dir, err = os.MkdirTemp("", "academy")
	return filepath.Join(dir, name), func() { _ = os.RemoveAll(dir) }, err
}
