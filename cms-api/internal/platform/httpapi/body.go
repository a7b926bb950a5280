package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v3"
	"golang.org/x/sync/semaphore"

	"academy/cms-api/internal/platform/access"
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
	closed     atomic.Bool
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
	if b.closed.Load() {
		b.err = http.ErrBodyReadAfterClose
		return 0, b.err
	}
	n, b.err = b.stream.Read(p)
	if errors.Is(b.err, io.EOF) && b.connection != nil && b.connection.Ended() {
		b.err = io.ErrUnexpectedEOF
	}
	return n, b.err
}

// Interrupt ends reading, also a read of another goroutine that waits. It is not called Close: the server closes what
// belongs to a request, and would end a connection that can serve the next one.
func (b *body) Interrupt() {
	b.closed.Store(true)
	if b.connection != nil {
		b.connection.Interrupt()
	}
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

// mostLarge is how many bodies above maxBody are in memory at a time. Who sends one may be
// anybody: a signature is of the whole body.
const mostLarge = 4

// largeBodies admits calls that may send more than maxBody.
type largeBodies struct{ places *semaphore.Weighted }

func newLargeBodies() largeBodies { return largeBodies{semaphore.NewWeighted(mostLarge)} }

// admit waits until the body of a call may be read, at most until ctx ends. The caller
// calls done when the body is no longer needed.
func (l largeBodies) admit(ctx context.Context, op *huma.Operation, length string) (done func(), err error) {
	announced, err := strconv.ParseInt(length, 10, 64)
	if op.MaxBodyBytes <= maxBody || access.IsUpload(op) || err == nil && announced <= maxBody {
		return func() {}, nil
	}
	if err := l.places.Acquire(ctx, 1); err != nil {
		return nil, &problem.Error{
			Kind: problem.Unavailable, Detail: "Too much is being sent at the moment. Please try again shortly.",
			RetryAfter: time.Second, Cause: err,
		}
	}
	return func() { l.places.Release(1) }, nil
}

// Part reads an object that stands in a body whose schema leaves open what it is.
type Part struct {
	registry huma.Registry
	schema   *huma.Schema
}

// PartOf returns the reader of parts of a type. Call it while operations are registered.
func PartOf(api huma.API, t reflect.Type) Part {
	registry := api.OpenAPI().Components.Schemas
	return Part{registry, registry.Schema(t, true, "")}
}

// Read reads an object into a value of the type. It is checked as a body of that type is,
// and says where it is wrong as if it were one; but members that no such body has are
// refused.
func (p Part) Read(data []byte, into any) error {
	data, err := inspect(p.registry, p.schema, data)
	if err != nil {
		return err
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return problem.Wrap(problem.Malformed, err, "The body is not valid JSON.")
	}
	var bad []problem.Field
	if object, is := value.(map[string]any); is {
		for _, name := range slices.Sorted(maps.Keys(object)) {
			if !p.has(name) {
				bad = append(bad, problem.Field{Location: "body." + name, Message: "There is no such field."})
			}
		}
	}
	var found huma.ValidateResult
	path := huma.NewPathBuffer([]byte{}, 0)
	path.Push("body")
	huma.Validate(p.registry, p.schema, path, huma.ModeWriteToServer, countable(value), &found)
	for _, err := range found.Errors {
		var each *huma.ErrorDetail
		if errors.As(err, &each) {
			bad = append(bad, fieldOf(each))
		}
	}
	if err := problem.InvalidFields(bad); err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("read a part of a body: %w", err)
	}
	return nil
}

func (p Part) has(name string) bool {
	schema := p.schema
	if schema.Ref != "" {
		schema = p.registry.SchemaFromRef(schema.Ref)
	}
	return propertyOf(schema, name) != nil
}

// fieldOf returns a place that the library found wrong in words for people.
func fieldOf(found *huma.ErrorDetail) problem.Field {
	field := problem.Field{Location: found.Location, Message: found.Message}
	if member, missing := strings.CutSuffix(field.Message, isMissing); missing {
		field.Location, field.Message = field.Location+"."+member, strings.TrimSpace(isMissing)
	}
	return field
}
