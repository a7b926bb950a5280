package listen

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync/atomic"
	"time"
)

// Conn is a connection that is closed when its peer sends or receives too slowly. One
// goroutine may read it and one may write.
type Conn struct {
	net.Conn
	listener *Listener
	key      string
	closed   atomic.Bool
	until    time.Time // the write deadline

	body bool          // a body is being read
	due  int           // bytes of the body that must arrive
	left time.Duration // how long reads may still wait for them

	ended       bool
	interrupted atomic.Bool
}

// Ended reports whether a read has found that the peer has closed its side.
func (c *Conn) Ended() bool { return c.ended }

// ReadBody tells the connection that the body of a request is read until the next
// SetReadDeadline. It may take any time, as long as Pace bytes arrive in every Stall
// that reads wait.
func (c *Conn) ReadBody() { c.body, c.due, c.left = true, Pace, c.listener.limits.Stall }

// ReadRest tells the connection that the rest of a body will be discarded and has to
// arrive within Stall. On a connection that refuses the deadline reads fail anyway.
func (c *Conn) ReadRest() { _ = c.SetReadDeadline(time.Now().Add(c.listener.limits.Stall)) }

// Interrupt ends reading, also a read of another goroutine that waits. On a connection that refuses the deadline reads
// fail anyway.
func (c *Conn) Interrupt() {
	c.interrupted.Store(true)
	_ = c.Conn.SetReadDeadline(time.Unix(1, 0))
}

// SetReadDeadline implements net.Conn. It ends the effect of ReadBody.
func (c *Conn) SetReadDeadline(at time.Time) error {
	c.body = false
	return c.Conn.SetReadDeadline(at)
}

// Read implements net.Conn. Only the time that reads wait counts: the peer is not to
// blame for the time between them.
func (c *Conn) Read(into []byte) (n int, err error) {
	defer func() { c.ended = c.ended || errors.Is(err, io.EOF) }()
	if !c.body {
		return c.Conn.Read(into)
	}
	begun := time.Now()
	if err := c.Conn.SetReadDeadline(begun.Add(c.left)); err != nil {
		return 0, fmt.Errorf("read a body: %w", err)
	}
	if c.interrupted.Load() { // perhaps before the deadline was set
		return 0, os.ErrDeadlineExceeded
	}
	n, err = c.Conn.Read(into)
	c.left -= time.Since(begun)
	if c.due -= n; c.due <= 0 {
		c.due, c.left = Pace, c.listener.limits.Stall
	}
	return n, err
}

// Write writes all of data, as long as the peer receives Pace bytes in every Stall. It
// keeps a deadline for several writes, because setting one is expensive; so the first
// Stall may be only half as long.
func (c *Conn) Write(data []byte) (written int, err error) {
	for {
		if now := time.Now(); c.until.Sub(now) < c.listener.limits.Stall/2 {
			c.until = now.Add(c.listener.limits.Stall)
			if err := c.SetWriteDeadline(c.until); err != nil {
				return written, fmt.Errorf("write an answer: %w", err)
			}
		}
		n, err := c.Conn.Write(data[written:])
		written += n
		if n < Pace || !errors.Is(err, os.ErrDeadlineExceeded) {
			return written, err
		}
	}
}

// Close ends the connection; it may be called more than once.
func (c *Conn) Close() error {
	if c.closed.CompareAndSwap(false, true) {
		c.listener.leave(c.key)
	}
	return c.Conn.Close()
}
