package mongodb

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"sync"
	"syscall"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"academy/cms-api/internal/platform/problem"
)

// The embedded database reads and writes in two steps: of two updates of one
// document at the same time, filters included, one can undo the other. Only a
// unique index is sure. So there, and only there, a writer first inserts a
// document that stands for its turn.

const (
	locksCollection = "write_locks"
	lockRetry       = 2 * time.Millisecond
)

// lockAge is after which a holder on another machine must have died: one that lives
// renews its turn three times meanwhile. A variable for tests.
var lockAge = time.Minute

// errTurnLost says that somebody else may have the turn by now.
var errTurnLost = errors.New("the turn to write was lost")

// locks makes writers of one key take turns within this process, so that only
// one of them at a time asks the database.
type locks struct {
	mu   sync.Mutex
	held map[string]*turn
	// left are turns that could not be given back, or that may have been taken
	// although the database did not say so. Run gives them back.
	left map[string]string // by their id, the key
}

type turn struct {
	sync.Mutex
	users int
}

func (l *locks) enter(key string) (leave func()) {
	l.mu.Lock()
	if l.held == nil {
		l.held = map[string]*turn{}
	}
	mine := l.held[key]
	if mine == nil {
		mine = &turn{}
		l.held[key] = mine
	}
	mine.users++
	l.mu.Unlock()
	mine.Lock()
	return func() {
		mine.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		if mine.users--; mine.users == 0 {
			delete(l.held, key)
		}
	}
}

// Exclusively runs do while nobody else, in any process, runs it for the same
// key. On a real MongoDB, whose updates are atomic, it just runs do: what do
// writes must then name in its filter what it has read.
func (d *Database) Exclusively(ctx context.Context, key string, do func(ctx context.Context) error) error {
	if !d.stepwise.Load() {
		return do(ctx)
	}
	return d.InTurn(ctx, key, do)
}

// InTurn is Exclusively on every server, for rules over several documents that
// no filter can name. It costs an insert and a delete. The turn lasts as long as do
// works. When it is lost all the same, because the database was away or the process
// stood still, do's context ends, and what do failed with then is an Unavailable
// problem.
func (d *Database) InTurn(ctx context.Context, key string, do func(ctx context.Context) error) error {
	defer d.locks.enter(key)()
	turn := NewID()
	if err := d.take(ctx, key, turn); err != nil {
		return err
	}
	defer d.giveBack(ctx, key, turn)
	holding, end := context.WithCancelCause(ctx)
	var renewing sync.WaitGroup
	renewing.Go(func() { end(d.renew(holding, key, turn)) })
	defer renewing.Wait()
	defer end(nil)
	err := do(holding)
	if err != nil && errors.Is(context.Cause(holding), errTurnLost) {
		return problem.StoreDown(fmt.Errorf("%w: %w", errTurnLost, err), "database")
	}
	return err
}

// renew keeps a turn from looking abandoned until ctx ends. It returns errTurnLost
// when the turn is another's, or could not be renewed for so long that it may be.
func (d *Database) renew(ctx context.Context, key, turn string) error {
	every := time.NewTicker(lockAge / 3)
	defer every.Stop()
	for renewed := time.Now(); ; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-every.C:
		}
		asking, cancel := context.WithDeadline(ctx, renewed.Add(lockAge))
		now := time.Now()
		result, err := d.db.Collection(locksCollection).UpdateOne(asking,
			bson.D{{Key: "_id", Value: key}, {Key: "turn", Value: turn}},
			bson.D{{Key: "$set", Value: bson.D{{Key: "at", Value: now.UTC()}}}})
		cancel()
		switch {
		case err == nil && result.MatchedCount == 0, err != nil && time.Since(renewed) >= lockAge:
			return errTurnLost
		case err == nil:
			renewed = now
		}
	}
}

// Stepwise reports whether updates are not atomic here (see Exclusively). It is
// known once Ready is true.
func (d *Database) Stepwise() bool { return d.stepwise.Load() }

func (d *Database) take(ctx context.Context, key, turn string) error {
	c := d.db.Collection(locksCollection)
	for {
		// Given up half-way it could be stored all the same, and nobody would ever
		// give it back.
		_, err := c.InsertOne(context.WithoutCancel(ctx), writeLock{Key: key, Turn: turn, At: time.Now().UTC(), Host: hostname(), PID: os.Getpid()})
		if err == nil {
			return nil
		}
		if !IsDuplicate(err) {
			d.locks.leave(key, turn)
			return Translate(fmt.Errorf("take the turn to write %s: %w", key, err))
		}
		if err := d.dropStale(ctx, c, key); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return Translate(fmt.Errorf("wait for the turn to write %s: %w", key, ctx.Err()))
		case <-time.After(lockRetry):
		}
	}
}

// writeLock stands for a turn, and says who has it.
type writeLock struct {
	Key  string    `bson:"_id"`
	Turn string    `bson:"turn"`
	At   time.Time `bson:"at"`
	Host string    `bson:"host"`
	PID  int       `bson:"pid"`
}

// abandoned reports whether the holder is dead: at once when it ran on this
// machine, else when it has had its turn for far too long.
func (l writeLock) abandoned() bool {
	if time.Since(l.At) > lockAge {
		return true
	}
	return l.Host != "" && l.Host == hostname() && errors.Is(syscall.Kill(l.PID, 0), syscall.ESRCH)
}

var hostname = sync.OnceValue(func() string {
	name, err := os.Hostname()
	if err != nil {
		return ""
	}
	return name
})

// dropStale removes a turn whose holder must have died.
func (d *Database) dropStale(ctx context.Context, c *mongo.Collection, key string) error {
	var held writeLock
	err := c.FindOne(ctx, bson.D{{Key: "_id", Value: key}}).Decode(&held)
	if IsMissing(err) {
		return nil
	}
	if err == nil && held.abandoned() {
		_, err = c.DeleteOne(ctx, bson.D{{Key: "_id", Value: key}, {Key: "at", Value: held.At}})
	}
	if err != nil {
		return Translate(fmt.Errorf("look whose turn it is to write %s: %w", key, err))
	}
	return nil
}

// giveBack ends a turn, even when the request has been given up.
func (d *Database) giveBack(ctx context.Context, key, turn string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), selectionTimeout)
	defer cancel()
	if err := d.endTurn(ctx, key, turn); err != nil {
		d.locks.leave(key, turn)
		d.log.Warn("a turn to write could not be given back; that is tried again", "key", key, "error", err)
	}
}

// endTurn deletes a turn, and never that of somebody who came after.
func (d *Database) endTurn(ctx context.Context, key, turn string) error {
	_, err := d.db.Collection(locksCollection).DeleteOne(ctx, bson.D{{Key: "_id", Value: key}, {Key: "turn", Value: turn}})
	return err
}

// giveBackLeft ends the turns that are left: while they stand, nobody else could
// write what they are for.
func (d *Database) giveBackLeft(ctx context.Context) {
	for turn, key := range d.locks.leftovers() {
		if err := d.endTurn(ctx, key, turn); err != nil {
			return
		}
		d.locks.forget(turn)
	}
}

func (l *locks) leave(key, turn string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left == nil {
		l.left = map[string]string{}
	}
	l.left[turn] = key
}

func (l *locks) forget(turn string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.left, turn)
}

func (l *locks) leftovers() map[string]string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.left)
}

// findOut learns which kind of server this is.
func (d *Database) findOut(ctx context.Context) error {
	var info bson.M
	if err := d.db.RunCommand(ctx, bson.D{{Key: "buildInfo", Value: 1}}).Decode(&info); err != nil {
		return fmt.Errorf("ask the server what it is: %w", err)
	}
	_, ferret := info["ferretdbVersion"]
	d.stepwise.Store(ferret)
	return nil
}
