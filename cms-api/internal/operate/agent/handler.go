// Package agent lets programs that act for people work with the content: a server of the Model Context Protocol. Its
// tools are calls of the API, made with the token that the program brings: so permissions, limits, rules, conflicts and
// the audit log are those of the API.
package agent

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v3"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/valyala/fasthttp"

	"academy/cms-api/internal/content/richtext"
	"academy/cms-api/internal/operate/convert"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/httpapi"
	"academy/cms-api/internal/platform/problem"
)

// Path is where the server answers, below httpapi.Path.
const Path = "/mcp"

const (
	// maxFile is how large a file may be that comes inside a message.
	maxFile = 4 << 20
	// maxMessage bounds a message: maxFile as base64, and what stands around it.
	maxMessage = maxFile/3*4 + 64<<10
	// maxArguments bounds the arguments of every other tool.
	maxArguments = 1 << 20
)

// Options are what a Handler needs.
type Options struct {
	// App answers the calls of the tools.
	App       *fiber.App
	PublicURL string
	Version   string
	Now       func() time.Time
	Log       *slog.Logger
}

// Handler answers the messages of agents.
type Handler struct {
	o        Options
	api      huma.API
	md       *convert.Markdown
	writer   *convert.Writer
	protocol func() (http.Handler, error)
}

// NewHandler returns a Handler.
func NewHandler(o Options) *Handler {
	md := convert.NewMarkdown()
	h := &Handler{o: o, md: md, writer: convert.NewWriter(md, richtext.NewPolicy().Sanitise)}
	// Made when the first agent comes: the tools are read from the description of all operations.
	h.protocol = sync.OnceValues(h.serveTools)
	return h
}

type message struct {
	RawBody []byte `contentType:"application/json"`
}

// Register adds the server's address to the API. The description leaves it out: the protocol describes itself.
func (h *Handler) Register(api huma.API) {
	h.api = api
	anything := &huma.Schema{Type: huma.TypeObject}
	huma.Register(api, access.Public(access.RawBody(anything, huma.Operation{
		OperationID: "callAgentTools", Method: http.MethodPost, Path: Path, Hidden: true,
		Summary: "Messages of the Model Context Protocol", Tags: []string{"agents"},
		MaxBodyBytes: maxMessage, SkipValidateBody: true,
	})), h.answer)
}

// RequireToken refuses requests without a token before anything of them is read. A session does not count, so that no
// page of another site can make a browser call tools.
func RequireToken(c fiber.Ctx) error {
	if _, sent := httpapi.Bearer(c); sent {
		return c.Next()
	}
	c.Set(fiber.HeaderWWWAuthenticate, "Bearer")
	return problem.New(problem.Unauthorized,
		"Send a token in the header Authorization, after the word Bearer. An administrator creates one in Settings.")
}

// caller is the request of an agent, as far as the calls of its tools repeat it. It holds nothing of the server's,
// which uses a request again once it is answered.
type caller struct {
	who     access.Identity
	remote  net.Addr // behind trusted proxies, that of the agent
	headers map[string]string
}

type callerKey struct{}

// repeated are the headers that a call of a tool has from the agent's own request.
var repeated = []string{fiber.HeaderAuthorization, fiber.HeaderUserAgent, fiber.HeaderHost}

func (h *Handler) answer(ctx context.Context, in *message) (*huma.StreamResponse, error) {
	changes.Nothing(ctx) // the calls of the tools have their own entries in the audit log
	who, _ := access.From(ctx)
	if bytes.HasPrefix(bytes.TrimLeft(in.RawBody, " \t\r\n"), []byte("[")) {
		return nil, problem.New(problem.Malformed, "Send one message at a time.")
	}
	protocol, err := h.protocol()
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(call huma.Context) {
		c := humafiber.Unwrap(call)
		as := &caller{
			who, &net.TCPAddr{IP: net.ParseIP(access.Address(ctx))}, map[string]string{"X-Request-Id": httpapi.RequestID(c)},
		}
		for _, name := range repeated {
			if value := c.Get(name); value != "" {
				as.headers[name] = value
			}
		}
		request, err := http.NewRequestWithContext(context.WithValue(ctx, callerKey{}, as), http.MethodPost,
			httpapi.Path+Path, bytes.NewReader(in.RawBody))
		if err != nil {
			httpapi.Refuse(h.api, call, err)
			return
		}
		call.EachHeader(func(name, value string) { request.Header.Add(name, value) })
		reply := &reply{call: call, header: http.Header{}}
		protocol.ServeHTTP(reply, request)
		if !reply.begun { // the time was over
			httpapi.Refuse(h.api, call, fmt.Errorf("answer an agent: %w", context.DeadlineExceeded))
		}
	}}, nil
}

// reply writes an answer of the protocol's server as one of the API.
type reply struct {
	call   huma.Context
	header http.Header
	begun  bool
}

// Header returns the headers that are sent with the first byte.
func (r *reply) Header() http.Header { return r.header }

// WriteHeader sends the headers, once.
func (r *reply) WriteHeader(status int) {
	if r.begun {
		return
	}
	r.begun = true
	for name := range r.header {
		r.call.SetHeader(name, r.header.Get(name))
	}
	r.call.SetStatus(status)
}

// Write sends a part of the body.
func (r *reply) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.call.BodyWriter().Write(p)
}

// serveTools returns the protocol's server.
func (h *Handler) serveTools() (http.Handler, error) {
	description, err := httpapi.Document(h.api.OpenAPI())
	if err != nil {
		return nil, err
	}
	operations, err := readOperations(description)
	if err != nil {
		return nil, err
	}
	server, err := h.newServer(operations)
	if err != nil {
		return nil, err
	}
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: maxMessage,
	}), nil
}

// request is a call of the API.
type request struct {
	method, address   string
	contentType, body string // no body where contentType is empty
	headers           map[string]string
}

// answered is the answer to a request.
type answered struct {
	status      int
	etag, total string
	body        []byte
}

// send makes a call of the API in this process, as one that came from the agent's address with the agent's token.
func (h *Handler) send(as *caller, r request) answered {
	var ctx fasthttp.RequestCtx
	ctx.Init(&fasthttp.Request{}, as.remote, nil)
	sent := &ctx.Request
	for _, headers := range []map[string]string{as.headers, r.headers} {
		for name, value := range headers {
			sent.Header.Set(name, value)
		}
	}
	sent.Header.SetMethod(r.method)
	sent.SetRequestURI(r.address)
	if r.contentType != "" {
		sent.Header.SetContentType(r.contentType)
		sent.SetBodyStream(bytes.NewReader([]byte(r.body)), len(r.body))
	}
	h.o.App.Server().Handler(&ctx)
	header := &ctx.Response.Header
	return answered{
		ctx.Response.StatusCode(), string(header.Peek(fiber.HeaderETag)), string(header.Peek("X-Total-Count")),
		bytes.Clone(ctx.Response.Body()),
	}
}
