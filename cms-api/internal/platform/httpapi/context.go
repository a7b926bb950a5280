package httpapi

import (
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
)

// Wrapped is the context beneath one that embeds it.
type Wrapped = huma.Context

// Context returns the context that calls get in place of the adapter's. It appends
// headers as lines of their own, which the adapter joins by commas, and cookies do
// not survive that. It also sees to it that nobody reads beyond the end of a body,
// or sets a time for all of it.
func Context(ctx huma.Context) huma.Context { return callContext{ctx} }

type callContext struct{ Wrapped }

// AppendHeader adds a line.
func (c callContext) AppendHeader(name, value string) {
	humafiber.Unwrap(c.Wrapped).RequestCtx().Response.Header.Add(name, value)
}

// BodyReader returns the body, nil when there is none.
func (c callContext) BodyReader() io.Reader {
	request := humafiber.Unwrap(c.Wrapped)
	if !request.Request().IsBodyStream() {
		return c.Wrapped.BodyReader()
	}
	return bodyOf(request)
}

// SetReadDeadline does nothing: paceBody says how long a body may take.
func (c callContext) SetReadDeadline(time.Time) error { return nil }

// Unwrap returns the adapter's context.
func (c callContext) Unwrap() huma.Context { return c.Wrapped }

// Refuse answers a call with an error.
func Refuse(api huma.API, ctx huma.Context, err error) {
	_ = huma.WriteErr(api, ctx, http.StatusInternalServerError, "", err) // the connection's failure is nobody's concern
}

// IsUnsafe reports whether a method may change something.
func IsUnsafe(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
