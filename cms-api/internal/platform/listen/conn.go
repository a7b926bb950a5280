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

// Conn is a connection whose peer is cut off when it moves too slowly. Like any
// connection it is read by one goroutine and written by one.
type Conn struct {
	net.Conn
	listener *Listener
	key      string
	closed   atomic.Bool
	until    time.Time // the write deadline

	body bool          // a body is being read
	due  int           // bytes of it that must arrive
	left time.Duration // before so much has been waited for them

	ended bool
}

// Ended reports whether a read has found that the peer sends no more.
func (c *Conn) Ended() bool { return c.ended }

// ReadBody says that from now on the body of a request is read, until the next
// SetReadDeadline: it may take any time, as long as Pace bytes come in every
// Stall that is waited for them.
func (c *Conn) ReadBody() { c.body, c.due, c.left = true, Pace, c.listener.limits.Stall }

// ReadRest says that all that is left of a body, which nobody wants, has to come
// within Stall. On a connection that takes no deadline reads fail by themselves.
func (c *Conn) ReadRest() { _ = c.SetReadDeadline(time.Now().Add(c.listener.limits.Stall)) }

// SetReadDeadline sets the time by which something must have been read.
func (c *Conn) SetReadDeadline(at time.Time) error {
	c.body = false
	return c.Conn.SetReadDeadline(at)
}

// Read reads. Time in which nobody reads is not the peer's fault and does not
// count.
func (c *Conn) Read(into []byte) (n int, err error) {
	defer func() { c.ended = c.ended || errors.Is(err, io.EOF) }()
	if !c.body {
		return c.Conn.Read(into)
	}
	begun := time.Now()
	if err := c.Conn.SetReadDeadline(begun.Add(c.left)); err != nil {
		return 0, fmt.Errorf("read a body: %w", err)
	}
	n, err = c.Conn.Read(into)
	c.left -= time.Since(begun)
	if c.due -= n; c.due <= 0 {
		c.due, c.left = Pace, c.listener.limits.Stall
	}
	return n, err
}

// Write writes all of data, for as long as the peer takes Pace bytes of it in
// every Stall, or in half of one at the beginning: setting a deadline costs, so one
// serves several answers.
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
