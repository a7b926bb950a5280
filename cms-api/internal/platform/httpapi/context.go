package httpapi

import (
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
)

// wrapped is the context beneath one that embeds it.
type wrapped = huma.Context

// Context wraps the adapter's context. It appends headers as separate lines, where the
// adapter joins them by commas, which breaks cookies; reads a body to its end and not
// beyond; and ignores deadlines for a whole body, since paceBody limits how slow it is.
func Context(ctx huma.Context) huma.Context { return callContext{ctx} }

type callContext struct{ wrapped }

// AppendHeader adds a line.
func (c callContext) AppendHeader(name, value string) {
	humafiber.Unwrap(c.wrapped).RequestCtx().Response.Header.Add(name, value)
}

// BodyReader returns the body, nil when there is none.
func (c callContext) BodyReader() io.Reader {
	request := humafiber.Unwrap(c.wrapped)
	if !request.Request().IsBodyStream() {
		return c.wrapped.BodyReader()
	}
	return bodyOf(request)
}

// SetReadDeadline does nothing; see Context.
func (c callContext) SetReadDeadline(time.Time) error { return nil }

// Unwrap returns the adapter's context.
func (c callContext) Unwrap() huma.Context { return c.wrapped }

// Refuse answers a call with an error.
func Refuse(api huma.API, ctx huma.Context, err error) {
	_ = huma.WriteErr(api, ctx, http.StatusInternalServerError, "", err) // fails only when the connection has
}

// IsUnsafe reports whether a method may change something.
func IsUnsafe(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
