// Package mongodb connects to the database and follows its changes. It and the
// stores (store.go files) are all that know the driver.
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
)

// Database is one MongoDB database. It is usable from the start, whether the
// server answers or not; calls made while it is down fail within seconds with
// an Unavailable problem.
type Database struct {
	client *mongo.Client
	db     *mongo.Database
	log    *slog.Logger
	now    func() time.Time

	mu      sync.Mutex
	indexes map[string][]mongo.IndexModel // by collection
	before  []func(context.Context) error
	namesOf func(raw []byte) []string // see NamesOf

	migrations []func(context.Context) error // see Migrate

	collections map[string]*followed
	stream      stream

	ready   atomic.Bool
	changed chan struct{} // closed and replaced whenever ready turns true
	dropped chan struct{} // gets something when a collection with indexes has gone
}

const (
	selectionTimeout = 2 * time.Second
	checkInterval    = 2 * time.Second
	firstRetry       = 100 * time.Millisecond
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
		SetServerSelectionTimeout(selectionTimeout).
		SetConnectTimeout(selectionTimeout).
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
		now:     now,
		indexes: map[string][]mongo.IndexModel{},
		changed: make(chan struct{}),
		dropped: make(chan struct{}, 1),

		collections: map[string]*followed{},
	}
	d.stream.loader = newLoader()
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
		case <-time.After(nextCheck(missed)):
		}
	}
}

// wait returns nil after a time or as soon as it is notified, and ctx's error when that
// ends first.
func wait(ctx context.Context, d time.Duration, notified <-chan struct{}) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-notified:
	case <-time.After(d):
	}
	return nil
}

// notify puts something into a channel of one element, unless it has it.
func notify(channel chan<- struct{}) {
	select {
	case channel <- struct{}{}:
	default:
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

func nextCheck(missed int) time.Duration {
	if missed == 0 {
		return checkInterval
	}
	return min(firstRetry<<min(missed-1, 10), checkInterval)
}

// Drop deletes the database and everything in it. Only tests do that.
func (d *Database) Drop(ctx context.Context) error {
	if err := d.db.Drop(ctx); err != nil {
		return Translate(fmt.Errorf("drop the database: %w", err))
	}
	return nil
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
