package server

import (
	"bytes"
	"errors"
	"io"

	"github.com/gofiber/fiber/v3"

	"academy/cms-api/internal/problem"
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
		if name, _, ok := bytes.Cut(line, []byte(":")); ok && bytes.EqualFold(bytes.TrimSpace(name), []byte(fiber.HeaderContentLength)) {
			c.RequestCtx().SetConnectionClose()
			c.Locals(bodyKey, &body{ended: true})
			return problem.New(problem.Malformed, "A request has a length or comes in chunks, not both.")
		}
	}
	return nil
}

// chunked is the length that fasthttp gives a body that comes in chunks.
const chunked = -1

// body is a request's body. Its end stays the end: beyond it the server's own
// reader would wait for the next request and take it for more of this one.
type body struct {
	stream io.Reader
	ended  bool
}

// bodyOf returns the body of a request, the same one every time.
func bodyOf(c fiber.Ctx) *body {
	if known, ok := c.Locals(bodyKey).(*body); ok {
		return known
	}
	fresh := &body{stream: c.Request().BodyStream()}
	c.Locals(bodyKey, fresh)
	return fresh
}

// Read reads on.
func (b *body) Read(p []byte) (int, error) {
	if b.ended {
		return 0, io.EOF
	}
	n, err := b.stream.Read(p)
	b.ended = errors.Is(err, io.EOF)
	return n, err
}

// maxLeftover is how much of a body that nobody read is read for the sake of
// keeping the connection: enough for a browser to finish sending what was too
// large and read why it was refused.
const maxLeftover = 32 << 20

// finishBody sees to it that what a handler left of the request's body is never
// taken for the next request: a little is skipped, more ends the connection.
func finishBody(c fiber.Ctx) {
	if !c.Request().IsBodyStream() {
		return
	}
	_, err := io.CopyN(io.Discard, bodyOf(c), maxLeftover)
	if !errors.Is(err, io.EOF) {
		c.RequestCtx().SetConnectionClose()
	}
}
