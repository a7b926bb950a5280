// Package proxy stands between clients of MongoDB's protocol and FerretDB 1 on SQLite,
// and keeps the promises of MongoDB that FerretDB does not: a write of one document is
// atomic, change streams tell of every write, documents of TTL indexes expire.
//
// It can because it is the only way to the database. A command that writes is divided
// into statements that write one document by its _id, or several of which all are
// known. While one is executed no other one is, and its event is noted before the next
// one begins and before the client is answered. What only reads is handed on.
package proxy

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"syscall"
	"time"
)

// answerWithin is how long an answer may take to be sent when Serve is to return.
const answerWithin = time.Second

// acceptAgain is the pause after a connection that could not be accepted.
const acceptAgain = 100 * time.Millisecond

// Options say how to serve. Dial and Dir are required.
type Options struct {
	Dial func(ctx context.Context) (net.Conn, error) // to FerretDB
	Dir  string                                      // of FerretDB's files; definitions of indexes are kept there too
	Log  *slog.Logger

	HistoryEvents int           // how many events are remembered, 65,536 when zero
	HistoryBytes  int           // of their ids together, 16 MiB when zero
	ExpireEvery   time.Duration // a minute when zero, as MongoDB's default
}

// Proxy serves clients.
type Proxy struct {
	Options
	history *history
	cursors *cursors
	indexes *indexes
	locks   locks
}

// New returns a proxy; it fails when the definitions of indexes cannot be read.
func New(o Options) (*Proxy, error) {
	if o.HistoryEvents == 0 {
		o.HistoryEvents = 65_536
	}
	if o.HistoryBytes == 0 {
		o.HistoryBytes = 16 << 20
	}
	if o.ExpireEvery == 0 {
		o.ExpireEvery = time.Minute
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	indexes, err := openIndexes(o.Dir)
	if err != nil {
		return nil, err
	}
	return &Proxy{
		Options: o,
		history: newHistory(o.HistoryEvents, o.HistoryBytes),
		cursors: newCursors(),
		indexes: indexes,
		locks:   locks{named: map[string]*namedLock{}},
	}, nil
}

// Serve serves until ctx ends or the listener fails. Commands that have arrived are
// executed and answered before it returns.
func (p *Proxy) Serve(ctx context.Context, l net.Listener) error {
	ctx, cancel := context.WithCancel(ctx)
	var serving sync.WaitGroup
	defer serving.Wait()
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	serving.Go(func() { p.expire(ctx) })
	for {
		client, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ECONNABORTED):
			p.Log.Warn("a connection could not be accepted; the next one may be", "error", err)
			select {
			case <-ctx.Done():
			case <-time.After(acceptAgain):
			}
			continue
		case err != nil:
			return fmt.Errorf("accept a connection: %w", err)
		}
		serving.Go(func() { p.serve(ctx, client) })
	}
}

// conn is a client with a connection of its own to FerretDB.
type conn struct {
	*Proxy
	ctx    context.Context
	client *peer
	ferret *peer
}

func (p *Proxy) serve(ctx context.Context, client net.Conn) {
	defer client.Close()
	ferret, err := p.Dial(ctx)
	if err != nil {
		if ctx.Err() == nil {
			p.Log.Error("FerretDB could not be reached", "error", err)
		}
		return
	}
	defer ferret.Close()
	// A command that has arrived is executed whether its client is still there or not,
	// so what is cut short is reading the next one, and waiting for one that does not read.
	defer context.AfterFunc(ctx, func() {
		_ = client.SetReadDeadline(time.Unix(1, 0))
		_ = client.SetWriteDeadline(time.Now().Add(answerWithin))
	})()
	c := &conn{p, ctx, newPeer(client), newPeer(ferret)}
	for c.serveNext() == nil {
	}
}

// serveNext executes the next command of the client. An error is one after which the
// connection cannot be used.
func (c *conn) serveNext() error {
	m, err := readMessage(c.client.in)
	if err != nil {
		return err
	}
	answer, err := c.execute(m)
	var refused *commandError
	switch {
	case errors.As(err, &refused):
		answer = refused.answer()
	case err != nil:
		return err
	}
	if answer == nil || moreToCome(m) {
		return nil
	}
	return c.client.send(m.id, answer)
}

// locks are mutexes by name, for as long as somebody has or wants one.
type locks struct {
	mu    sync.Mutex
	named map[string]*namedLock
}

type namedLock struct {
	sync.Mutex
	users int
}

func (l *locks) lock(name string) (unlock func()) {
	l.mu.Lock()
	one := l.named[name]
	if one == nil {
		one = &namedLock{}
		l.named[name] = one
	}
	one.users++
	l.mu.Unlock()
	one.Lock()
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		one.Unlock()
		if one.users--; one.users == 0 {
			delete(l.named, name)
		}
	}
}

// lockCollection keeps others from writing to a collection between a look at what a
// filter matches and the write of it.
func (p *Proxy) lockCollection(db, coll string) (unlock func()) { return p.locks.lock(db + "." + coll) }

// lockCommit is held while FerretDB executes a statement that writes to a database and
// until its event is noted, which gives events the order of the writes. It is another
// lock than that of the collection, so that nobody waits while a filter is resolved.
func (p *Proxy) lockCommit(db string) (unlock func()) { return p.locks.lock(db) }
