package httpapi

import (
	"bytes"
	"errors"
	"io"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/platform/listen"
	"academy/cms-api/internal/platform/problem"
)

// ambiguous refuses a request that says in two ways how long its body is. This
// server would go by one and a proxy before it perhaps by the other, and then
// they disagree on where the next request begins.
func ambiguous(c fiber.Ctx) error {
	header := &c.Request().Header
	if header.ContentLength() != chunked {
		return nil
	}
	for line := range bytes.SplitSeq(header.RawHeaders(), []byte("\n")) {
		name, _, ok := bytes.Cut(line, []byte(":"))
		if ok && bytes.EqualFold(bytes.TrimSpace(name), []byte(fiber.HeaderContentLength)) {
			c.RequestCtx().SetConnectionClose()
			c.Locals(bodyKey, &body{err: io.EOF})
			return problem.New(problem.Malformed, "A request has a length or comes in chunks, not both.")
		}
	}
	return nil
}

// chunked is the length that fasthttp gives a body that comes in chunks.
const chunked = -1

// body is a request's body. What ended it stays: beyond its end the server's own
// reader would wait for the next request and take it for more of this one, and
// beyond an error it would wait for more of what cannot be read.
type body struct {
	stream     io.Reader
	connection *listen.Conn // nil where a test has another
	err        error
}

// bodyOf returns the body of a request, the same one every time.
func bodyOf(c fiber.Ctx) *body {
	if known, ok := c.Locals(bodyKey).(*body); ok {
		return known
	}
	fresh := &body{stream: c.Request().BodyStream()}
	fresh.connection, _ = c.RequestCtx().Conn().(*listen.Conn)
	c.Locals(bodyKey, fresh)
	return fresh
}

// Read reads on. The server's reader says of a body in chunks without its last one
// that it has ended; only a body that broke off is read to the connection's end.
func (b *body) Read(p []byte) (n int, err error) {
	if b.err != nil {
		return 0, b.err
	}
	n, b.err = b.stream.Read(p)
	if errors.Is(b.err, io.EOF) && b.connection != nil && b.connection.Ended() {
		b.err = io.ErrUnexpectedEOF
	}
	return n, b.err
}

// maxLeftover is how much of a body that nobody read is read for the sake of
// keeping the connection, in the time that a stall may take: enough for a browser to
// finish sending what was too large and read why it was refused.
const maxLeftover = 32 << 20

// finishBody sees to it that what a handler left of the request's body is never
// taken for the next request: a little is skipped, more ends the connection.
func finishBody(c fiber.Ctx) {
	if !c.Request().IsBodyStream() {
		return
	}
	b := bodyOf(c)
	if b.connection != nil {
		b.connection.ReadRest()
	}
	_, err := io.CopyN(io.Discard, b, maxLeftover)
	if !errors.Is(err, io.EOF) {
		c.RequestCtx().SetConnectionClose()
	}
}
