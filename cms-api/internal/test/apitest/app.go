package apitest

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"academy/cms-api/internal/account/auth"
	cms "academy/cms-api/internal/app"
	"academy/cms-api/internal/platform/config"
)

// Options say what an application is.
type Options = cms.Options

// App is a running application with a database of its own.
type App struct {
	URL      string
	Database string
	Config   config.Config
	Log      *Log
	app      *cms.App
	stop     context.CancelFunc
	done     chan error
}

// New starts the application on an empty database. It ends with the test. Edits change
// how it is set up.
func New(t testing.TB, edits ...func(*Options)) *App {
	t.Helper()
	database := takeDatabase()
	a := start(t, database, edits)
	t.Cleanup(func() {
		a.Stop(t)
		a.leave(t, true)
	})
	return a
}

// Start is New on a database of the given name: that of another application of the test,
// or one that is deleted with it.
func Start(t testing.TB, database string, edits ...func(*Options)) *App {
	t.Helper()
	a := start(t, database, edits)
	t.Cleanup(func() {
		a.Stop(t)
		if !madeDatabase(database) {
			a.leave(t, false)
		}
	})
	return a
}

func start(t testing.TB, database string, edits []func(*Options)) *App {
	t.Helper()
	cfg, err := config.Load([]string{
		"PORT=0", "PUBLIC_URL=http://academy.test", "DEVELOPMENT_IN_PUBLIC=yes", "PUBLISHER_URL=",
		"MONGODB_URI=" + os.Getenv("MONGODB_URI"), "MONGODB_DATABASE=" + database,
		"S3_ENDPOINT=" + os.Getenv("S3_ENDPOINT"), "S3_BUCKET=apitest",
		"S3_ACCESS_KEY_ID=" + os.Getenv("S3_ACCESS_KEY_ID"), "S3_SECRET_ACCESS_KEY=" + os.Getenv("S3_SECRET_ACCESS_KEY"),
		"AUTH_SECRET=0123456789abcdef0123456789abcdef", "PUBLISH_SECRET=whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3",
		"RELEASES_DIR=" + t.TempDir(), "CONTENT_MODEL=testdata/content-model.json", "LOG_LEVEL=debug", "SHUTDOWN_TIMEOUT=2s",
	})
	if err != nil {
		t.Fatal(err)
	}
	log := &Log{}
	options := Options{
		Config: cfg, Version: "test", HashCost: auth.HashCost{MemoryKiB: 64, Rounds: 1}, CleanUpAfter: time.Hour,
		Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	for _, edit := range edits {
		edit(&options)
	}
	app, err := cms.New(options)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	a := &App{
		URL: "http://" + listener.Addr().String(), Database: database, Config: options.Config, Log: log, app: app, stop: stop,
		done: make(chan error, 1),
	}
	go func() { a.done <- app.Run(ctx, listener) }()
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(log.String())
		}
	})
	return a
}

// CleaningUp is an edit for tests of what an application removes by itself: the others
// are spared its looking through every collection as it starts.
func CleaningUp(o *Options) { o.CleanUpAfter = 0 }

// Ready waits until everything the application needs answers, and returns it.
func (a *App) Ready(t testing.TB) *App {
	t.Helper()
	Eventually(t, func() bool { return a.app.Ready() == nil })
	return a
}

// Server returns the application itself, for what has no address.
func (a *App) Server() *cms.App { return a.app }

// Stop ends the application and waits for its end. It may be called twice.
func (a *App) Stop(t testing.TB) {
	t.Helper()
	a.stop()
	select {
	case err, open := <-a.done:
		if open {
			close(a.done)
		}
		if err != nil {
			t.Errorf("the application ended with: %v", err)
		}
	case <-time.After(patience):
		t.Error("the application did not end in time")
	}
}

// patience is for a machine that is busy, or stands still: it is no promise of speed.
const patience = 2 * time.Minute

// Eventually waits until a condition holds, and fails the test when it does not. It asks less
// and less often, because most conditions are calls that take the time of what they wait for.
func Eventually(t testing.TB, holds func() bool) {
	t.Helper()
	pause := 5 * time.Millisecond
	for deadline := time.Now().Add(patience); !holds(); pause = min(pause*5/4, 100*time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("did not happen within %s", patience)
		}
		time.Sleep(pause)
	}
}

// Log keeps what the application logs.
type Log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write adds to the log.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

// String returns everything that was logged.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}
