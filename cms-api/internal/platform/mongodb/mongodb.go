// Package mongodb connects to the database, prepares it, and reads collections. It, the packages
// storage, views, documents, versions and lease, and the stores (store.go files) are all that know
// the driver.
package mongodb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"academy/cms-api/internal/platform/storage"
	"academy/cms-api/internal/platform/views"
)

// Database is one MongoDB database. It is usable from the start, whether the
// server answers or not; calls made while it is down fail within seconds with
// an Unavailable problem.
type Database struct {
	client *mongo.Client
	db     *mongo.Database
	log    *slog.Logger
	// Clock is the clock by which documents are saved.
	Clock func() time.Time

	mu      sync.Mutex
	indexes map[string][]mongo.IndexModel // by collection
	before  []func(context.Context) error
	namesOf func(raw []byte) []string // see NamesOf

	migrations []func(context.Context) error // see Migrate

	*views.Stream // of this database's changes

	ready   atomic.Bool
	changed chan struct{} // closed and replaced whenever ready turns true
	dropped chan struct{} // gets something when a collection with indexes has gone
}

const (
	// One check may meet a connection that has just died, or a busy machine;
	// without Ready every write is refused.
	missesUntilAway = 2
)

// Open prepares the connection; it does not wait for the server. It fails only
// on an address that cannot be one. Options of the address replace the ones that are
// set here. Now is the clock by which documents are saved. Observers are called for every command.
func Open(
	uri, name string, now func() time.Time, log *slog.Logger, observers ...Observer,
) (*Database, error) {
	opts := options.Client().
		SetAppName("cms-api").
		SetServerSelectionTimeout(storage.SelectionTimeout).
		SetConnectTimeout(storage.SelectionTimeout).
		SetTimeout(15 * time.Second).
		ApplyURI(uri).
		SetBSONOptions(&options.BSONOptions{NilSliceAsEmpty: true, UseLocalTimeZone: false})
	if len(observers) > 0 {
		opts.SetMonitor(monitor(observers))
	}
	client, err := mongo.Connect(opts)
	if err != nil {
		return nil, fmt.Errorf("read the database address: %w", err)
	}
	d := &Database{
		client:  client,
		db:      client.Database(name),
		log:     log,
		Clock:   now,
		indexes: map[string][]mongo.IndexModel{},
		changed: make(chan struct{}),
		dropped: make(chan struct{}, 1),
	}
	d.Stream = views.New(d.db, log, d.WaitReady, d.lost)
	return d, nil
}

// Collection returns a collection by name.
func (d *Database) Collection(name string) *mongo.Collection { return d.db.Collection(name) }

// Raw returns the driver's database, for stores that need more of it.
func (d *Database) Raw() *mongo.Database { return d.db }

// Ready reports whether the server answers and every index exists.
func (d *Database) Ready() bool { return d.ready.Load() }

// WaitReady returns when Ready is true, or with the context's error.
func (d *Database) WaitReady(ctx context.Context) error {
	for {
		d.mu.Lock()
		changed := d.changed
		d.mu.Unlock()
		if d.Ready() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("wait for the database: %w", ctx.Err())
		}
	}
}

// Run reaches for the server until the context ends: it prepares the database
// (see Prepare), again when a collection was dropped, keeps Ready up to date and logs
// each change of it once.
func (d *Database) Run(ctx context.Context) {
	prepared, missed := false, 0
	for {
		err := d.ping(ctx)
		if err == nil && !prepared {
			err = d.Prepare(ctx)
		}
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			prepared, missed = true, 0
		} else {
			missed++
		}
		d.note(missed, err)
		select {
		case <-ctx.Done():
			return
		case <-d.dropped:
			prepared = false
		case <-time.After(storage.NextCheck(missed)):
		}
	}
}

// note records a check: how many failed in a row, and why the last one did.
func (d *Database) note(missed int, err error) {
	switch {
	case missed == 0:
		if !d.ready.Swap(true) {
			d.log.Info("database connected", "database", d.db.Name())
			d.mu.Lock()
			close(d.changed)
			d.changed = make(chan struct{})
			d.mu.Unlock()
		}
	case missed == missesUntilAway:
		d.ready.Store(false)
		message := "database not reachable; will keep trying"
		if errors.As(err, &unprepared{}) {
			message = "database not ready to be used; will keep trying"
		}
		d.log.Warn(message, "error", err)
	}
}

// Drop deletes the database and everything in it. Only tests do that.
func (d *Database) Drop(ctx context.Context) error {
	return storage.Wrap("drop", "the database", d.db.Drop(ctx))
}

// Close ends the connections, waiting no longer than the context allows.
func (d *Database) Close(ctx context.Context) error {
	if err := d.client.Disconnect(ctx); err != nil {
		return fmt.Errorf("close the database connections: %w", err)
	}
	return nil
}

// NewID returns a fresh document id: 24 hexadecimal digits that sort by the
// time they were made. Ids are strings in the database as in JSON, so that one
// which is malformed is simply one that does not exist.
func NewID() string { return bson.NewObjectID().Hex() }

// IsID reports whether a text could be the id of a document.
func IsID(text string) bool { return len(text) == 24 && strings.Trim(text, "0123456789abcdef") == "" }

// Now returns the time at the server, or one that is a little older.
func (d *Database) Now(ctx context.Context) (time.Time, error) {
	var answer struct {
		LocalTime time.Time `bson:"localTime"`
	}
	err := d.db.RunCommand(ctx, bson.D{{Key: "hello", Value: 1}}).Decode(&answer)
	if err == nil && answer.LocalTime.IsZero() {
		err = errors.New("the server does not say what time it is")
	}
	return answer.LocalTime, storage.Wrap("ask for", "the time", err)
}

// NamesOf says what finds the uploads that a document names. Call it before collections
// are made.
func (d *Database) NamesOf(find func(raw []byte) []string) { d.namesOf = find }

// Names returns the uploads that a document names.
func (d *Database) Names(raw []byte) []string {
	if d.namesOf == nil {
		return nil
	}
	return d.namesOf(raw)
}
